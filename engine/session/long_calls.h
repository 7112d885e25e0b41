#pragma once
// Calls of a session may take long: a thread that draws and answers keys must not make them. Such a thread says so, and
// every entry point that may take long asserts that it is not on one.

namespace tasoscope {

/// While one of these lives, its thread must not make long calls.
class NoLongCalls {
 public:
  NoLongCalls();
  ~NoLongCalls();
  NoLongCalls(const NoLongCalls&) = delete;
  NoLongCalls& operator=(const NoLongCalls&) = delete;
};

/// Whether this thread may make them.
bool mayTakeLong();

}  // namespace tasoscope
