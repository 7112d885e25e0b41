// Gives libFuzzer's inputs to the target.

#include "target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  tasoscope::fuzz::run({reinterpret_cast<const char*>(data), size});
  return 0;
}
