#include "session/trail.h"

#include <algorithm>
#include <map>

namespace tasoscope {
namespace {

// The children that are shown of every step, in order of id.
std::vector<std::vector<StepId>> shownChildren(const TrailView& trail) {
  std::vector<std::vector<StepId>> children(trail.steps.size());
  for (const StepView& step : trail.steps)
    if (step.id != 0 && !step.isHidden) children[step.parent].push_back(step.id);
  return children;
}

// The columns that a branch's row is taken in, the curve from the step that it leaves included.
struct Extent {
  std::size_t first = 0, last = 0;
  bool overlaps(const Extent& other) const { return first <= other.last && other.first <= last; }
};

void assignRows(std::vector<Branch>& branches, const TrailView& trail) {
  std::vector<std::vector<Extent>> rows;
  for (Branch& branch : branches) {
    const std::size_t start = trail.depthOf(branch.steps.front());
    const Extent extent{start == 0 ? 0 : start - 1, start + branch.steps.size() - 1};
    auto isFree = [&](const std::vector<Extent>& row) {
      return std::none_of(row.begin(), row.end(), [&](const Extent& taken) { return taken.overlaps(extent); });
    };
    // A branch lies below the one that it leaves, so the curve to it never goes up.
    std::size_t row = 0;
    for (const Branch& other : branches)
      if (std::ranges::count(other.steps, branch.from) > 0 && &other != &branch) row = other.row + 1;
    while (row < rows.size() && !isFree(rows[row])) ++row;
    if (row >= rows.size()) rows.resize(row + 1);
    rows[row].push_back(extent);
    branch.row = row;
  }
}

}  // namespace

std::vector<StepId> TrailView::pathTo(StepId step) const {
  std::vector<StepId> result;
  for (; step != 0; step = steps[step].parent) result.push_back(step);
  result.push_back(0);
  std::reverse(result.begin(), result.end());
  return result;
}

std::vector<StepId> TrailView::childrenOf(StepId parent) const {
  std::vector<StepId> result;
  for (const StepView& step : steps)
    if (step.id != 0 && step.parent == parent && !step.isHidden) result.push_back(step.id);
  return result;
}

std::vector<StepId> TrailView::walk() const {
  if (steps.empty()) return {};
  const std::vector<std::vector<StepId>> children = shownChildren(*this);
  std::vector<StepId> result = path();
  while (!children[result.back()].empty()) {
    const StepId onward = steps[result.back()].onward;
    const bool wasVisited = onward != 0 && !steps[onward].isHidden;
    result.push_back(wasVisited ? onward : children[result.back()].back());
  }
  return result;
}

std::vector<Branch> TrailView::branches() const {
  if (steps.empty()) return {};
  const std::vector<std::vector<StepId>> children = shownChildren(*this);
  std::vector<Branch> result;
  std::vector<std::pair<StepId, StepId>> starts{{0, 0}};  // the step that is left, and the branch's first
  for (std::size_t i = 0; i < starts.size(); ++i) {
    Branch branch;
    branch.from = starts[i].first;
    for (std::optional<StepId> step = starts[i].second; step;) {
      branch.steps.push_back(*step);
      std::optional<StepId> onward;
      for (StepId child : children[*step]) {
        if (onward || steps[child].isBranch)
          starts.emplace_back(*step, child);
        else
          onward = child;
      }
      step = onward;
    }
    result.push_back(std::move(branch));
  }
  std::ranges::sort(result, {}, [](const Branch& branch) { return branch.steps.front(); });
  assignRows(result, *this);
  return result;
}

std::size_t TrailView::depthOf(StepId step) const {
  std::size_t depth = 0;
  for (; step != 0; step = steps[step].parent) ++depth;
  return depth;
}

// Parents have smaller ids than their children.
StepId TrailView::commonAncestor(StepId a, StepId b) const {
  while (a != b) {
    if (a > b)
      a = steps[a].parent;
    else
      b = steps[b].parent;
  }
  return a;
}

StepId TrailView::best() const {
  StepId best = 0;
  for (const StepView& step : steps)
    if (!step.isHidden && step.price.picoseconds < steps[best].price.picoseconds) best = step.id;
  return best;
}

StepDifference TrailView::difference(StepId from, StepId to) const {
  std::map<OpId, int> balance;
  std::map<OpId, std::string> names;
  auto count = [&](const std::vector<OpId>& ops, const std::vector<std::string>& opNames, int by) {
    for (std::size_t i = 0; i < ops.size(); ++i) {
      balance[ops[i]] += by;
      names.emplace(ops[i], opNames[i]);
    }
  };
  const StepId top = commonAncestor(from, to);
  for (StepId step = from; step != top; step = steps[step].parent) {
    count(steps[step].added, steps[step].addedNames, -1);
    count(steps[step].removed, steps[step].removedNames, +1);
  }
  for (StepId step = to; step != top; step = steps[step].parent) {
    count(steps[step].added, steps[step].addedNames, +1);
    count(steps[step].removed, steps[step].removedNames, -1);
  }
  StepDifference result;
  result.before = steps[from].price;
  result.after = steps[to].price;
  for (const auto& [op, sum] : balance) {
    if (sum == 0) continue;
    (sum > 0 ? result.added : result.removed).push_back(op);
    (sum > 0 ? result.addedNames : result.removedNames).push_back(names[op]);
  }
  return result;
}

// The first event on a way down tells what came before it: what is removed first was there from the start.
std::vector<LifeState> TrailView::lifeOf(OpId op) const {
  auto contains = [op](const std::vector<OpId>& ops) { return std::ranges::find(ops, op) != ops.end(); };
  std::vector<LifeState> life(steps.size(), LifeState::kAbsent);
  if (steps.empty()) return life;
  bool startsLive = true, isDecided = false;
  for (const StepView& step : steps) {  // parents come first, so the first event in order of id is one on its way
    if (isDecided) break;
    if (contains(step.added)) startsLive = false;
    isDecided = contains(step.added) || contains(step.removed);
  }
  if (startsLive) life[0] = LifeState::kLive;
  for (const StepView& step : steps) {
    if (step.id == 0) continue;
    const LifeState before = life[step.parent];
    const bool wasLive = before != LifeState::kAbsent && before != LifeState::kGone;
    if (contains(step.added))
      life[step.id] = LifeState::kBorn;
    else if (contains(step.removed))
      life[step.id] = LifeState::kGone;
    else if (wasLive)
      life[step.id] = contains(step.rewired) ? LifeState::kRewired : LifeState::kLive;
  }
  return life;
}

std::optional<StepId> TrailView::bookmarked(int number) const {
  for (const StepView& step : steps)
    if (number > 0 && step.marks.bookmark == number) return step.id;
  return std::nullopt;
}

int TrailView::freeBookmark() const {
  int number = 1;
  while (bookmarked(number)) ++number;
  return number;
}

}  // namespace tasoscope
