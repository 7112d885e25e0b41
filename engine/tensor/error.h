#pragma once
// The errors that the engine's boundaries throw. what() is one sentence for the user: the place, the problem, the
// remedy. The command line and the window show that same sentence; its parts are there for programs.

#include <memory>
#include <stdexcept>
#include <string>

namespace tasoscope {

/// Where a problem lies, from the outside in; parts that do not apply are empty.
struct Position {
  std::string file = {};   ///< its path
  std::string graph = {};  ///< the body that it is in: "then_branch of node 3 (If)"; empty: the main graph
  std::string node = {};   ///< "node conv1 (Conv)"
  std::string field = {};  ///< what of it: "initializer \"w\"", "attribute axis"

  /// "model.onnx: node conv1 (Conv)"; empty when nothing is known.
  std::string text() const;
};

class Error : public std::runtime_error {
 public:
  explicit Error(const std::string& problem) : Error({}, problem) {}
  /// The sentence reads "<position>: <problem>; <remedy>".
  Error(Position position, std::string problem, std::string remedy = {});

  const Position& position() const { return parts_->position; }
  const std::string& problem() const { return parts_->problem; }
  const std::string& remedy() const { return parts_->remedy; }  ///< empty: there is none

 private:
  struct Parts {
    Position position;
    std::string problem, remedy;
  };
  std::shared_ptr<const Parts> parts_;  // shared: exceptions are copied without throwing
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

/// The same error, said to be in this place where its own position does not say.
template <typename SomeError>
SomeError within(const SomeError& error, const Position& outer) {
  Position position = error.position();
  for (std::string Position::*part : {&Position::file, &Position::graph, &Position::node, &Position::field})
    if ((position.*part).empty()) position.*part = outer.*part;
  return SomeError(std::move(position), error.problem(), error.remedy());
}

}  // namespace tasoscope
