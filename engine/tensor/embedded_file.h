#pragma once
// A text file compiled into the program (rules, device profiles), so that it needs no installed data to run.

#include <string_view>

namespace tasoscope {

struct EmbeddedFile {
  std::string_view name;
  std::string_view text;
};

}  // namespace tasoscope
