// External data: offsets, lengths, and paths that must not leave the model's folder.

#include <fmt/format.h>

#include <charconv>
#include <system_error>

#include "onnx/tensor_data.h"
#include "tensor/error.h"

namespace tasoscope {
namespace {

std::uint64_t numberIn(const std::string& text, const std::string& key, const std::string& place) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) {
    throw ModelError(Position{.field = place},
                     fmt::format("the {} of its external data is \"{}\", which is no size", key, text));
  }
  return number;
}

}  // namespace

ExternalRange externalRangeOf(const onnx::TensorProto& tensor, const std::string& place) {
  ExternalRange range;
  for (const auto& entry : tensor.external_data()) {
    if (entry.key() == "location") range.location = entry.value();
    if (entry.key() == "offset") range.offset = numberIn(entry.value(), "offset", place);
    if (entry.key() == "length") range.length = numberIn(entry.value(), "length", place);
  }
  if (range.location.empty()) throw ModelError(Position{.field = place}, "its external data names no file");
  return range;
}

std::filesystem::path resolveExternal(const std::filesystem::path& folder, const std::string& location,
                                      const std::string& place) {
  const auto refuse = [&](std::string_view why) {
    return FileError(Position{.field = place}, fmt::format("its external data \"{}\" {}", location, why));
  };
  if (folder.empty()) throw refuse("cannot be read because the model does not come from a file");
  if (location.find('\0') != std::string::npos) throw refuse("is no file name");
  const std::filesystem::path relative(location);
  if (relative.is_absolute()) throw refuse("is an absolute path; only files in the model's folder are read");
  for (const auto& part : relative) {
    if (part == "..") throw refuse("leaves the model's folder; only files inside it are read");
  }
  std::error_code error;
  const auto root = std::filesystem::canonical(folder, error);
  if (error) throw refuse(fmt::format("cannot be found: {}", error.message()));
  const auto target = std::filesystem::canonical(root / relative, error);
  if (error) throw refuse(fmt::format("cannot be found: {}; put it beside the model", error.message()));
  const auto inside = std::mismatch(root.begin(), root.end(), target.begin(), target.end());
  if (inside.first != root.end()) throw refuse("is a link that leaves the model's folder; copy the file there");
  if (!std::filesystem::is_regular_file(target, error)) throw refuse("is not a regular file");
  return target;
}

}  // namespace tasoscope
