#include "graph/operator_documentation.h"

#include <fmt/format.h>

#include <algorithm>

#include "graph/operator.h"
#include "operatorDocumentationFiles.h"
#include "tensor/error.h"

namespace tasoscope {
namespace {

using Meanings = std::vector<std::pair<std::string, std::string>>;

std::string_view trimmed(std::string_view text) {
  const std::size_t start = text.find_first_not_of(' ');
  return start == std::string_view::npos ? std::string_view()
                                         : text.substr(start, text.find_last_not_of(' ') - start + 1);
}

void append(std::string& text, std::string_view part) { text += (text.empty() ? "" : " ") + std::string(part); }

/// Reads a file line by line; a line that begins nothing of its own continues what the line before was about.
class Parser {
 public:
  explicit Parser(std::string_view file) : file_(file) {}

  void read(std::string_view line) {
    ++line_;
    const std::string_view content = trimmed(line);
    if (content.empty()) return;
    const bool isIndented = line.front() == ' ';
    if (content.starts_with("- "))
      addMeaning(content.substr(2), isIndented);
    else if (!isIndented)
      begin(content);
    else if (content.starts_with("= "))
      addFormula(content.substr(2));
    else
      continueWith(content);
  }

  std::vector<OperatorDocumentation> finish() {
    for (OperatorDocumentation& entry : entries_) addCommon(entry);
    return std::move(entries_);
  }

 private:
  [[noreturn]] void refuse(std::string_view why) const { throw FileError(fmt::format("{}:{}: {}", file_, line_, why)); }

  OperatorDocumentation& current() {
    if (entries_.empty()) refuse("text before the first operator");
    return entries_.back();
  }

  void begin(std::string_view name) {
    if (name.find(' ') != std::string_view::npos) refuse("an operator's name is one word; text is indented");
    entries_.push_back({std::string(name), {}, {}, {}});
    continued_ = &entries_.back().text;
  }

  void addFormula(std::string_view formula) {
    current().formulas.emplace_back(formula);
    continued_ = &current().formulas.back();
  }

  void addMeaning(std::string_view entry, bool isIndented) {
    const std::size_t colon = entry.find(": ");
    if (colon == std::string_view::npos) refuse("an attribute's line is `- name: meaning`");
    if (!isIndented && !entries_.empty()) refuse("what holds for the whole file stands before the first operator");
    Meanings& meanings = isIndented ? current().attributes : common_;
    meanings.emplace_back(entry.substr(0, colon), entry.substr(colon + 2));
    continued_ = &meanings.back().second;
  }

  void continueWith(std::string_view content) {
    if (!continued_) refuse("text before the first operator");
    append(*continued_, content);
  }

  void addCommon(OperatorDocumentation& entry) const {
    const auto all = allOperators();
    const auto definition = std::ranges::find(all, entry.name, &OperatorDefinition::name);
    if (definition == all.end()) return;
    for (const AttributeSpec& attribute : (*definition)->attributes) {
      const auto isIt = [&](const auto& meaning) { return meaning.first == attribute.name; };
      if (std::ranges::any_of(entry.attributes, isIt)) continue;
      const auto found = std::ranges::find_if(common_, isIt);
      if (found != common_.end()) entry.attributes.push_back(*found);
    }
  }

  std::string_view file_;
  int line_ = 0;
  Meanings common_;
  std::vector<OperatorDocumentation> entries_;
  std::string* continued_ = nullptr;
};

const std::vector<OperatorDocumentation>& documentation() {
  static const std::vector<OperatorDocumentation> kAll = [] {
    std::vector<OperatorDocumentation> all;
    for (const EmbeddedFile& file : operatorDocumentationFiles())
      for (OperatorDocumentation& entry : parseOperatorDocumentation(file.text, file.name))
        all.push_back(std::move(entry));
    std::ranges::sort(all, {}, &OperatorDocumentation::name);
    return all;
  }();
  return kAll;
}

}  // namespace

std::vector<OperatorDocumentation> parseOperatorDocumentation(std::string_view text, std::string_view file) {
  Parser parser(file);
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    parser.read(text.substr(0, end));
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  }
  return parser.finish();
}

std::span<const OperatorDocumentation> allDocumentation() { return documentation(); }

const OperatorDocumentation* documentationOf(std::string_view operatorName) {
  const auto& all = documentation();
  const auto found = std::ranges::lower_bound(all, operatorName, {}, &OperatorDocumentation::name);
  return found != all.end() && found->name == operatorName ? &*found : nullptr;
}

}  // namespace tasoscope
