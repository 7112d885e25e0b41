#pragma once
// The graphs inside the nodes of a session's model, each with a session of its own: its space, its trail, its searches.
// The session around prices the nodes by where those trails stand, writes those graphs, and checks them when it checks
// its own. Private to engine/session.

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "cost/cost_model.h"
#include "execution/equivalence.h"
#include "onnx/write_model.h"
#include "session/session.h"

namespace tasoscope {

class Bodies : public BodyPrices {
 public:
  struct Entry {
    OpId op;
    std::string name;   ///< "then_branch", "else_branch", "body"
    std::string place;  ///< "loop_1, body"
    std::unique_ptr<Session> session;
  };

  /// Takes the bodies out of the model.
  Bodies(Model& model, const SessionOptions& options);
  ~Bodies() override;

  std::optional<Price> priceOfBody(OpId op, std::string_view name) const override;
  std::optional<std::int64_t> tripsOf(OpId op) const override;
  const std::vector<Entry>& entries() const { return entries_; }
  /// Whether some graph inside is not as it was read.
  bool isChanged() const;

 private:
  std::vector<Entry> entries_;
  std::map<OpId, std::int64_t> trips_;
};

/// What is needed to write and to check changed graphs inside nodes; lives as long as that takes.
class BodyExport {
 public:
  /// Of the bodies as they stand, and those inside them.
  explicit BodyExport(const Bodies& bodies) { changed_ = collect(bodies); }
  const std::vector<ChangedBody>& changed() const { return changed_; }
  /// The graph that takes the place of a body; null: as it was read.
  const Graph* graphOf(const Body& body) const;

 private:
  std::vector<ChangedBody> collect(const Bodies& bodies);

  std::deque<Graph> graphs_;
  std::deque<WriteOptions> options_;
  std::map<const Space*, const Graph*> by_space_;
  std::vector<ChangedBody> changed_;
};

}  // namespace tasoscope
