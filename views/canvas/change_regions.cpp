#include "views/canvas/change_regions.h"

#include <numeric>
#include <vector>

namespace tasoscope {
namespace {

/// Disjoint sets of indices, joined with path halving.
class Sets {
 public:
  explicit Sets(std::size_t count) : m_parents(count) { std::iota(m_parents.begin(), m_parents.end(), 0U); }
  std::size_t find(std::size_t index) {
    while (m_parents[index] != index) {
      m_parents[index] = m_parents[m_parents[index]];
      index = m_parents[index];
    }
    return index;
  }
  void join(std::size_t a, std::size_t b) { m_parents[find(a)] = find(b); }

 private:
  std::vector<std::size_t> m_parents;
};

std::int64_t costOf(const PictureBox& box) { return box.isPriced ? box.picoseconds : 0; }

class Regions {
 public:
  Regions(const Picture& before, const Picture& after)
      : m_before(before), m_after(after), m_sets(before.boxes.size() + after.boxes.size()) {
    for (std::size_t i = 0; i < after.boxes.size(); ++i) m_afterByKey.emplace(after.boxes[i].key, i);
    for (std::size_t i = 0; i < before.boxes.size(); ++i) m_beforeByKey.emplace(before.boxes[i].key, i);
    joinAlongEdges(before, m_afterByKey, 0);
    joinAlongEdges(after, m_beforeByKey, before.boxes.size());
    joinByValues();
  }

  std::unordered_map<std::uint64_t, std::int64_t> changes() {
    std::vector<std::int64_t> sums(m_before.boxes.size() + m_after.boxes.size());
    for (std::size_t i = 0; i < m_before.boxes.size(); ++i) {
      if (isRemoved(i)) sums[m_sets.find(i)] -= costOf(m_before.boxes[i]);
    }
    for (std::size_t i = 0; i < m_after.boxes.size(); ++i) {
      if (isAdded(i)) sums[m_sets.find(m_before.boxes.size() + i)] += costOf(m_after.boxes[i]);
    }
    std::unordered_map<std::uint64_t, std::int64_t> changes;
    for (std::size_t i = 0; i < m_before.boxes.size(); ++i) {
      if (isRemoved(i)) changes.emplace(m_before.boxes[i].key, sums[m_sets.find(i)]);
    }
    for (std::size_t i = 0; i < m_after.boxes.size(); ++i) {
      const PictureBox& box = m_after.boxes[i];
      if (isAdded(i)) {
        changes.emplace(box.key, sums[m_sets.find(m_before.boxes.size() + i)]);
      } else if (const auto own = costOf(box) - costOf(m_before.boxes[m_beforeByKey.at(box.key)]); own != 0) {
        changes.emplace(box.key, own);
      }
    }
    return changes;
  }

 private:
  using Index = std::unordered_map<std::uint64_t, std::size_t>;

  bool isRemoved(std::size_t i) const { return !m_afterByKey.contains(m_before.boxes[i].key); }
  bool isAdded(std::size_t i) const { return !m_beforeByKey.contains(m_after.boxes[i].key); }

  void joinAlongEdges(const Picture& picture, const Index& others, std::size_t offset) {
    const auto isShared = [&](std::size_t box) { return others.contains(picture.boxes[box].key); };
    for (const PictureEdge& edge : picture.edges) {
      const auto from = static_cast<std::size_t>(edge.from), to = static_cast<std::size_t>(edge.to);
      if (!isShared(from) && !isShared(to)) m_sets.join(offset + from, offset + to);
    }
  }

  void joinByValues() {
    Index producers;
    for (std::size_t i = 0; i < m_before.boxes.size(); ++i) {
      if (!isRemoved(i)) continue;
      for (const std::uint64_t value : m_before.boxes[i].values) producers.emplace(value, i);
    }
    for (std::size_t i = 0; i < m_after.boxes.size(); ++i) {
      if (!isAdded(i)) continue;
      for (const std::uint64_t value : m_after.boxes[i].values) {
        const auto producer = producers.find(value);
        if (producer != producers.end()) m_sets.join(producer->second, m_before.boxes.size() + i);
      }
    }
  }

  const Picture& m_before;
  const Picture& m_after;
  Index m_beforeByKey, m_afterByKey;
  Sets m_sets;
};

}  // namespace

std::unordered_map<std::uint64_t, std::int64_t> changeByRegion(const Picture& before, const Picture& after) {
  return Regions(before, after).changes();
}

}  // namespace tasoscope
