// Blocks that repeat, found by structure alone.
//
// Problem: a network of 48 equal layers whose nodes have no names. Idea: in the topological order of the view a layer
// after a layer is a piece of a sequence that repeats with a period, and pieces of a topological order close no cycle
// when they are collapsed. A node's symbol is its signature together with those of the nodes it reads. A period shows
// itself as a distance at which symbols recur; the most frequent distances are tried, each gives the maximal runs in
// which every symbol equals the one a period later, and the runs that cover most are taken first. Where a run starts
// within its period does not follow from the symbols; it is chosen so that the fewest values cross the boundaries. At
// either end a copy may follow that reads or gives something else: there the signatures alone decide. Each copy is
// searched again for what repeats in it.
// Complexity: O(tries * nodes) a level, at most kMostLevels levels.

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <numeric>

#include "session/groups/group_labels.h"

namespace tasoscope {
namespace {

constexpr std::size_t kShortestPeriod = 3;
constexpr std::size_t kRecurrencesLookedAt = 8;
constexpr std::size_t kPeriodsTried = 48;
constexpr int kMostLevels = 3;

struct Range {
  std::size_t begin = 0, end = 0;
  std::size_t size() const { return end - begin; }
};

struct Run {
  std::size_t begin = 0, period = 0, copies = 0;
  std::size_t covered() const { return period * copies; }
  std::size_t end() const { return begin + covered(); }
};

/// "A" to "Z", "AA", ...
std::string letterOf(int number) {
  std::string letters;
  for (int rest = number; rest >= 0; rest = rest / 26 - 1)
    letters.insert(letters.begin(), static_cast<char>('A' + rest % 26));
  return letters;
}

class BlockFinder {
 public:
  BlockFinder(const GraphView& view, const NodeLinks& links, GroupLabels& labels)
      : labels_(labels), paths_(view.nodes.size()) {
    signatures_ = nodeSignatures(view);
    for (std::size_t i = 0; i < signatures_.size(); ++i) {
      std::uint64_t sum = 0;
      for (const int producer : links.producersOf(static_cast<int>(i)))
        sum += mixed(17, signatures_[static_cast<std::size_t>(producer)]);
      symbols_.push_back(mixed(signatures_[i], sum));
    }
    countCrossings(links);
  }

  std::vector<GroupPath> find() {
    std::vector<std::pair<Range, int>> pending{{{0, symbols_.size()}, 0}};
    while (!pending.empty()) {
      const auto [range, level] = pending.back();
      pending.pop_back();
      for (const Run& run : runsIn(range)) {
        const std::string letter = letterFor(run);
        for (std::size_t copy = 0; copy < run.copies; ++copy) {
          const Range inside{run.begin + copy * run.period, run.begin + (copy + 1) * run.period};
          const int label = labels_.idOf({GroupKind::kBlock, letter, static_cast<int>(copy) + 1});
          for (std::size_t i = inside.begin; i < inside.end; ++i) paths_[i].push_back(label);
          if (level + 1 < kMostLevels) pending.emplace_back(inside, level + 1);
        }
      }
    }
    return std::move(paths_);
  }

 private:
  /// Values that are read across the boundary before each node.
  void countCrossings(const NodeLinks& links) {
    crossings_.assign(symbols_.size() + 1, 0);
    for (std::size_t i = 0; i < symbols_.size(); ++i) {
      const auto consumers = links.consumersOf(static_cast<int>(i));
      if (consumers.empty()) continue;
      ++crossings_[i + 1];
      --crossings_[static_cast<std::size_t>(consumers.back()) + 1];
    }
    std::partial_sum(crossings_.begin(), crossings_.end(), crossings_.begin());
  }

  /// Runs of the same symbols, wherever they are, have one letter.
  std::string letterFor(const Run& run) {
    std::uint64_t hash = 0;
    for (std::size_t i = run.begin; i < run.begin + run.period; ++i) hash += mixed(19, symbols_[i]);
    return letterOf(letters_.try_emplace(hash, static_cast<int>(letters_.size())).first->second);
  }

  std::vector<std::size_t> periodsOf(const Range& range) const {
    absl::flat_hash_map<std::uint64_t, std::vector<std::size_t>> places;
    for (std::size_t i = range.begin; i < range.end; ++i) places[symbols_[i]].push_back(i);
    absl::flat_hash_map<std::size_t, std::size_t> votes;
    for (const auto& [symbol, occurrences] : places) {
      for (std::size_t i = 0; i < occurrences.size(); ++i) {
        const std::size_t last = std::min(occurrences.size(), i + 1 + kRecurrencesLookedAt);
        for (std::size_t j = i + 1; j < last; ++j) ++votes[occurrences[j] - occurrences[i]];
      }
    }
    std::vector<std::pair<std::size_t, std::size_t>> ranked;  // votes, period
    for (const auto& [period, count] : votes)
      if (period >= kShortestPeriod && period * 2 <= range.size() && count >= 2) ranked.emplace_back(count, period);
    std::sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) {
      return a.first != b.first ? a.first > b.first : a.second < b.second;
    });
    std::vector<std::size_t> periods;
    for (const auto& [count, period] : ranked)
      if (periods.size() < kPeriodsTried) periods.push_back(period);
    return periods;
  }

  void addRuns(const Range& range, std::size_t period, std::vector<Run>& runs) const {
    std::size_t start = range.begin;
    const auto close = [&](std::size_t stop) {  // symbols from start to stop equal those a period later
      if (stop - start >= period) runs.push_back(extended(placed(start, stop + period, period), range));
    };
    for (std::size_t i = range.begin; i + period < range.end; ++i) {
      if (symbols_[i] == symbols_[i + period]) continue;
      close(i);
      start = i + 1;
    }
    close(range.end - period);
  }

  /// The run between two places, started where the fewest values cross its boundaries; as many copies as possible come
  /// first.
  Run placed(std::size_t begin, std::size_t end, std::size_t period) const {
    const std::size_t copies = (end - begin) / period;
    const std::size_t slack = (end - begin) - copies * period;
    const auto crossing = [&](std::size_t first, std::size_t count) {
      double sum = 0;
      for (std::size_t copy = 0; copy <= count; ++copy) sum += crossings_[first + copy * period];
      return sum / static_cast<double>(count + 1);
    };
    Run best{begin, period, copies};
    double least = crossing(begin, copies);
    for (std::size_t phase = 1; phase < period; ++phase) {
      const std::size_t count = phase <= slack ? copies : copies - 1;
      if (count < 2) break;
      // A copy less is worth it only for boundaries that are clearly better.
      const double sum = crossing(begin + phase, count) + (count < copies ? 0.5 : 0);
      if (sum >= least) continue;
      least = sum;
      best = {begin + phase, period, count};
    }
    return best;
  }

  /// With the copies before and after it that are equal apart from what they read.
  Run extended(Run run, const Range& range) const {
    const auto isEqual = [&](std::size_t a, std::size_t b) {
      const auto from = signatures_.begin() + static_cast<std::ptrdiff_t>(a);
      return std::equal(from, from + static_cast<std::ptrdiff_t>(run.period),
                        signatures_.begin() + static_cast<std::ptrdiff_t>(b));
    };
    while (run.begin >= range.begin + run.period && isEqual(run.begin - run.period, run.begin)) {
      run.begin -= run.period;
      ++run.copies;
    }
    while (run.end() + run.period <= range.end && isEqual(run.end() - run.period, run.end())) ++run.copies;
    return run;
  }

  /// Runs that do not overlap, those that cover most first; in the order of the graph.
  std::vector<Run> runsIn(const Range& range) const {
    std::vector<Run> all;
    if (range.size() >= 2 * kShortestPeriod)
      for (const std::size_t period : periodsOf(range)) addRuns(range, period, all);
    std::sort(all.begin(), all.end(), [](const Run& a, const Run& b) {
      if (a.covered() != b.covered()) return a.covered() > b.covered();
      return a.period != b.period ? a.period < b.period : a.begin < b.begin;
    });
    std::vector<Run> taken;
    std::vector<bool> isTaken(range.size());
    for (const Run& run : all) {
      const auto from = isTaken.begin() + static_cast<std::ptrdiff_t>(run.begin - range.begin);
      const auto to = from + static_cast<std::ptrdiff_t>(run.covered());
      if (std::find(from, to, true) != to) continue;
      std::fill(from, to, true);
      taken.push_back(run);
    }
    std::sort(taken.begin(), taken.end(), [](const Run& a, const Run& b) { return a.begin < b.begin; });
    return taken;
  }

  GroupLabels& labels_;
  std::vector<GroupPath> paths_;
  std::vector<std::uint64_t> signatures_, symbols_;
  std::vector<int> crossings_;
  absl::flat_hash_map<std::uint64_t, int> letters_;
};

}  // namespace

std::vector<GroupPath> blockPaths(const GraphView& view, const NodeLinks& links, GroupLabels& labels) {
  return BlockFinder(view, links, labels).find();
}

}  // namespace tasoscope
