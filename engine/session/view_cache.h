#pragma once
// What views of graphs have said about ops so far. Private to engine/session.
//
// Problem: the views of two steps differ in a few nodes, but making one formats the texts of all. Idea: what a view
// says about an op depends on the op, on the session's prices, and on a few choices of the graph around it. Those are
// its facts: while they are the same, what was said is said again.

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "session/session.h"

namespace tasoscope {

class ViewCache {
 public:
  using Facts = std::vector<std::uint32_t>;
  struct Entry {
    Facts facts;
    std::shared_ptr<const NodeView> node;
    SharedList<EdgeView> edges;  ///< into the node
  };

  /// What was said of the op under these facts; nullptr when nothing was.
  const Entry* find(OpId op, const Facts& facts) const {
    const auto found = entries_.find(op);
    return found == entries_.end() || found->second.facts != facts ? nullptr : &found->second;
  }
  const Entry& put(OpId op, Entry entry) { return entries_.insert_or_assign(op, std::move(entry)).first->second; }
  /// Prices have changed.
  void clear() { entries_.clear(); }

 private:
  absl::flat_hash_map<OpId, Entry> entries_;
};

}  // namespace tasoscope
