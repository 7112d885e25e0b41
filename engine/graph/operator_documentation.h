#pragma once
// What operators do, for readers of a graph: a paragraph, formulas and the meaning of the attributes, in our own words.
// The text is resources/operators/*.txt (its README has the form) and is compiled into the program.

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tasoscope {

struct OperatorDocumentation {
  std::string name;
  std::string text;                                             ///< one paragraph
  std::vector<std::string> formulas;                            ///< one or two lines
  std::vector<std::pair<std::string, std::string>> attributes;  ///< name and meaning
};

/// Nullptr when there is none of this name. Thread-safe.
const OperatorDocumentation* documentationOf(std::string_view operatorName);
/// All of them, in order of name.
std::span<const OperatorDocumentation> allDocumentation();
/// The entries of one file. Throws FileError with file and line.
std::vector<OperatorDocumentation> parseOperatorDocumentation(std::string_view text, std::string_view file);

}  // namespace tasoscope
