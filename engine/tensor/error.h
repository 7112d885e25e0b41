#pragma once
// The errors that the engine's boundaries throw. what() is one sentence for the user: the place, the problem, the
// remedy.

#include <stdexcept>
#include <string>

namespace tasoscope {

struct Error : std::runtime_error {
  using std::runtime_error::runtime_error;
};
/// A file that cannot be read, written, or is malformed (exit code 3).
struct FileError : Error {
  using Error::Error;
};
/// A model whose content is inconsistent: a type or shape that does not fit (exit code 3).
struct ModelError : Error {
  using Error::Error;
};
/// A rule file that does not parse, with line and column (exit code 3).
struct RuleError : Error {
  using Error::Error;
};
/// A device or a resource (memory, a child process) that failed (exit code 4).
struct ResourceError : Error {
  using Error::Error;
};
/// An option or request that makes no sense (exit code 2).
struct UsageError : Error {
  using Error::Error;
};
/// The evaluator cannot compute this op or graph (an opaque op, a type it does not know); says which.
struct EvaluationError : Error {
  using Error::Error;
};
/// A long piece of work was cancelled through its Progress.
struct Cancelled : Error {
  Cancelled() : Error("cancelled") {}
};

}  // namespace tasoscope
