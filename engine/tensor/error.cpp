#include "tensor/error.h"

namespace tasoscope {
namespace {

std::string sentence(const Position& position, const std::string& problem, const std::string& remedy) {
  std::string text = position.text();
  if (!text.empty()) text += ": ";
  text += problem;
  if (!remedy.empty()) text += "; " + remedy;
  return text;
}

}  // namespace

std::string Position::text() const {
  std::string text;
  for (const std::string* part : {&file, &graph, &node, &field}) {
    if (part->empty()) continue;
    if (!text.empty()) text += ": ";
    text += *part;
  }
  return text;
}

Error::Error(Position position, std::string problem, std::string remedy)
    : std::runtime_error(sentence(position, problem, remedy)),
      parts_(std::make_shared<const Parts>(Parts{std::move(position), std::move(problem), std::move(remedy)})) {}

}  // namespace tasoscope
