#pragma once
// A child process that reads standard input and writes standard output, with a time limit and cancellation by kill.

#include <chrono>
#include <string>
#include <vector>

#include "tensor/progress.h"

namespace tasoscope {

struct ChildResult {
  std::string output;
  int status = 0;           ///< exit code; -1 when a signal ended it
  bool isTimedOut = false;  ///< killed at the limit
};

/// Runs `arguments` (the program first, looked up on PATH) and feeds it `input`. Throws ResourceError when it cannot be
/// started, Cancelled (after killing it) when the progress says so; asks about every 20 ms.
ChildResult runChild(const std::vector<std::string>& arguments, const std::string& input,
                     std::chrono::milliseconds limit, const Progress& progress = {});

}  // namespace tasoscope
