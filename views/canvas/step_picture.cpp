#include "views/canvas/step_picture.h"

#include <algorithm>
#include <set>

#include "views/canvas/graph_picture.h"

namespace tasoscope {
namespace {

constexpr std::size_t kMostChanged = 12;
constexpr std::size_t kMostNeighbours = 6;

void addNeighbours(const GraphView& graph, const std::set<OpId>& changed, std::set<OpId>& kept) {
  for (const EdgeView& edge : graph.edges) {
    if (!edge.from || !edge.to || kept.size() >= changed.size() + kMostNeighbours) continue;
    if (changed.count(*edge.from) > 0) kept.insert(*edge.to);
    if (changed.count(*edge.to) > 0) kept.insert(*edge.from);
  }
}

/// The kept nodes, the edges between them, and what changed nodes read and write outside the graph.
GraphView partOf(const GraphView& graph, const std::set<OpId>& changed, const std::set<OpId>& kept) {
  GraphView part;
  const auto holds = [](const std::set<OpId>& ops, const std::optional<OpId>& op) { return op && ops.count(*op) > 0; };
  for (std::size_t i = 0; i < graph.nodes.size(); ++i)
    if (kept.count(graph.nodes[i].op) > 0) part.nodes.share(graph.nodes.shared(i));
  for (std::size_t i = 0; i < graph.edges.size(); ++i) {
    const EdgeView& edge = graph.edges[i];
    const bool isInside = holds(kept, edge.from) && holds(kept, edge.to);
    const bool isTerminal = (!edge.from && holds(changed, edge.to)) || (!edge.to && holds(changed, edge.from));
    if (isInside || isTerminal) part.edges.share(graph.edges.shared(i));
  }
  part.price = graph.price;
  return part;
}

}  // namespace

StepPicture changeOf(const GraphView& before, const GraphView& after, std::span<const OpId> removed,
                     std::span<const OpId> added, const LayoutEngine& engine, const Progress& progress) {
  std::set<OpId> changed;
  for (const std::span<const OpId> ops : {removed, added}) {
    const std::size_t count = std::min(ops.size(), kMostChanged);
    changed.insert(ops.begin(), ops.begin() + static_cast<std::ptrdiff_t>(count));
  }
  std::set<OpId> kept = changed;
  addNeighbours(before, changed, kept);
  addNeighbours(after, changed, kept);
  Picture first = pictureOf(partOf(before, changed, kept), {});
  Picture second = pictureOf(partOf(after, changed, kept), {});
  arrangeTogether(first, second, engine, progress);
  StepPicture picture;
  picture.leftOut = removed.size() + added.size() - changed.size();
  picture.before = std::make_shared<const Picture>(std::move(first));
  picture.after = std::make_shared<const Picture>(std::move(second));
  return picture;
}

}  // namespace tasoscope
