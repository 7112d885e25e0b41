#pragma once
// The trail as a value: the tree of all steps that a session has taken, with what people wrote at them, and what can be
// read off the tree alone: the walk that next and previous follow, branches, the best step, the exact difference of any
// two steps, and the life of a node. Nothing here touches a graph, so it costs what the steps changed.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "graph/graph.h"
#include "rules/rule.h"

namespace tasoscope {

using StepId = std::uint32_t;  ///< 0 is the loaded graph in normal form

/// What a person gave a step.
struct StepMarks {
  std::string name;  ///< a short title; empty: the rule's name stands for it
  std::string note;
  int bookmark = 0;  ///< 1 and up, each at one step at most; 0: none
  friend bool operator==(const StepMarks&, const StepMarks&) = default;
};

struct StepView {
  StepId id = 0;
  StepId parent = 0;  ///< of step 0: 0
  StepId onward = 0;  ///< the child that was visited last; 0: none was
  std::string rule;   ///< empty for step 0
  std::string note;   ///< the rule's note
  Standing standing = Standing::kTested;
  std::string place;       ///< names of the nodes it replaced
  std::int64_t delta = 0;  ///< picoseconds
  Price price;             ///< after the step
  std::vector<OpId> removed, added;
  std::vector<std::string> removedNames, addedNames;
  std::vector<OpId> rewired;  ///< ops that stay and read a value that another op produces from here on
  std::string by;             ///< "hand" or the strategy
  StepMarks marks;
  bool isHidden = false;  ///< undone, and without children that are not
  bool isBranch = false;  ///< begins a branch, be it its parent's oldest child or not
};

/// What undo or redo would do next. The numbers are those of project files (project.proto).
enum class CommandKind : std::uint8_t { kNone, kApply, kSearch, kRename, kNote, kBookmark, kLeaveOut };

/// The steps that one branch adds: they follow each other, and the first leaves `from`.
struct Branch {
  StepId from = 0;  ///< of the trunk, which begins with step 0: 0
  std::vector<StepId> steps;
  std::size_t row = 0;  ///< where it is drawn: 0 for the trunk; branches that do not overlap share a row
};

/// What leads from the graph of one step to that of another, steps that cancel each other left out; in order of id.
struct StepDifference {
  std::vector<OpId> removed, added;
  std::vector<std::string> removedNames, addedNames;
  Price before, after;
};

/// What a step does to a node.
enum class LifeState : std::uint8_t { kAbsent, kLive, kBorn, kRewired, kGone };

struct TrailView {
  std::vector<StepView> steps;  ///< by id, step 0 first
  StepId current = 0;
  bool canUndo = false, canRedo = false;
  CommandKind undoes = CommandKind::kNone, redoes = CommandKind::kNone;

  /// From step 0 to the current one.
  std::vector<StepId> path() const { return pathTo(current); }
  std::vector<StepId> pathTo(StepId step) const;
  /// What next and previous walk along: from step 0 through the current step, and on to where that was last left.
  std::vector<StepId> walk() const;
  /// The children that are shown, the oldest first.
  std::vector<StepId> childrenOf(StepId step) const;
  /// The trunk first. A step's oldest child that is not to begin a branch goes on with its branch, every other child
  /// starts one, so that branches keep their steps when others are added. Hidden steps are in none.
  std::vector<Branch> branches() const;
  std::size_t depthOf(StepId step) const;
  StepId commonAncestor(StepId a, StepId b) const;
  /// The cheapest of the steps that are shown, the oldest of equals.
  StepId best() const;
  StepDifference difference(StepId from, StepId to) const;
  /// For every step what it does to this op, which must be live at one of them at least.
  std::vector<LifeState> lifeOf(OpId op) const;
  std::optional<StepId> bookmarked(int number) const;
  /// The least number that no step has.
  int freeBookmark() const;
};

}  // namespace tasoscope
