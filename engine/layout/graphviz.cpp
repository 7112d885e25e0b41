#include "layout/graphviz.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>
#include <utility>

#include "layout/child_process.h"
#include "layout/incremental/routing.h"
#include "layout/layered/ranking.h"
#include "layout/ports.h"

namespace tasoscope {
namespace {

constexpr double kUnitsPerInch = 72;

std::vector<char> stubsOf(const LayoutRequest& request) {
  const std::vector<int> ranks = layered::ranksOf(request);
  std::vector<char> isStub(request.edges.size(), 0);
  for (std::size_t i = 0; i < isStub.size(); ++i) {
    const int span =
        ranks[static_cast<std::size_t>(request.edges[i].to)] - ranks[static_cast<std::size_t>(request.edges[i].from)];
    isStub[i] = std::abs(span) > request.longestEdge ? 1 : 0;
  }
  return isStub;
}

void writeBox(std::ostream& out, std::size_t index, const LayoutBox& box) {
  out << 'n' << index << " [width=" << box.width / kUnitsPerInch << ",height=" << box.height / kUnitsPerInch << "];\n";
}

/// Which clusters dot is told of. It ranks a cluster by its own edges, as if it were one box: the members of one that
/// paths leave and come back to, or that edges do not join, would all come to lie in a few rows.
class Clusters {
 public:
  explicit Clusters(const LayoutRequest& request) : request_(request), below_(request.boxes.size()) {
    for (const LayoutEdge& edge : request.edges) {
      if (edge.from == edge.to) continue;
      below_[static_cast<std::size_t>(edge.from)].push_back(static_cast<std::size_t>(edge.to));
    }
    for (std::size_t i = 0; i < request.boxes.size(); ++i)
      if (request.boxes[i].cluster >= 0) members_[request.boxes[i].cluster].push_back(i);
    std::erase_if(members_,
                  [this](const auto& cluster) { return !isJoined(cluster.second) || isLeft(cluster.second); });
  }

  const std::map<int, std::vector<std::size_t>>& all() const { return members_; }

 private:
  int clusterOf(std::size_t box) const { return request_.boxes[box].cluster; }

  bool isJoined(const std::vector<std::size_t>& members) const {
    std::map<std::size_t, std::size_t> leaders;
    for (const std::size_t member : members) leaders[member] = member;
    const auto leaderOf = [&](std::size_t box) {
      while (leaders[box] != box) box = leaders[box] = leaders[leaders[box]];
      return box;
    };
    std::size_t parts = members.size();
    for (const std::size_t member : members)
      for (const std::size_t next : below_[member]) {
        if (clusterOf(next) != clusterOf(member) || leaderOf(next) == leaderOf(member)) continue;
        leaders[leaderOf(next)] = leaderOf(member);
        --parts;
      }
    return parts == 1;
  }

  /// Whether a path leads out of the cluster and back.
  bool isLeft(const std::vector<std::size_t>& members) const {
    const int cluster = clusterOf(members.front());
    std::vector<char> isSeen(below_.size(), 0);
    std::vector<std::size_t> waiting;
    const auto follow = [&](std::size_t box, bool isOutside) {
      for (const std::size_t next : below_[box]) {
        if (clusterOf(next) == cluster) {
          if (isOutside) return true;
        } else if (!std::exchange(isSeen[next], 1)) {
          waiting.push_back(next);
        }
      }
      return false;
    };
    for (const std::size_t member : members) follow(member, false);
    while (!waiting.empty()) {
      const std::size_t box = waiting.back();
      waiting.pop_back();
      if (follow(box, true)) return true;
    }
    return false;
  }

  const LayoutRequest& request_;
  std::vector<std::vector<std::size_t>> below_;
  std::map<int, std::vector<std::size_t>> members_;
};

void writeBoxes(std::ostream& out, const LayoutRequest& request) {
  const Clusters told(request);
  const auto& clusters = told.all();
  for (std::size_t i = 0; i < request.boxes.size(); ++i)
    if (!clusters.contains(request.boxes[i].cluster)) writeBox(out, i, request.boxes[i]);
  for (const auto& [cluster, members] : clusters) {
    out << "subgraph cluster_" << cluster << " {\n";
    for (const std::size_t member : members) writeBox(out, member, request.boxes[member]);
    out << "}\n";
  }
}

/// Reads dot's plain format: lines of words, lengths in inches, y upward.
class PlainReader {
 public:
  PlainReader(const LayoutRequest& request, std::span<const char> isStub, bool hasSplines)
      : request_(request), hasSplines_(hasSplines) {
    for (std::size_t i = 0; i < request.edges.size(); ++i) {
      const LayoutEdge& edge = request.edges[i];
      if (!isStub[i] && edge.from != edge.to) waiting_[{edge.from, edge.to}].push_back(i);
    }
    for (auto& [ends, edges] : waiting_) std::reverse(edges.begin(), edges.end());
    layout_.positions.resize(request.boxes.size());
    layout_.edges.resize(request.edges.size());
  }

  std::optional<Layout> read(const std::string& text) {
    std::istringstream lines(text);
    std::string line;
    while (std::getline(lines, line)) {
      std::istringstream words(line);
      std::string kind;
      words >> kind;
      if (kind == "stop") return boxes_ == request_.boxes.size() ? std::optional(std::move(layout_)) : std::nullopt;
      const bool isGood = kind == "graph"  ? readGraph(words)
                          : kind == "node" ? readNode(words)
                                           : !hasSplines_ || readEdge(words);
      if (!isGood) return std::nullopt;
    }
    return std::nullopt;
  }

 private:
  static std::optional<int> readIndex(std::istream& words, std::size_t count) {
    char letter = 0;
    int index = -1;
    if (!(words >> letter >> index) || letter != 'n' || index < 0 || static_cast<std::size_t>(index) >= count)
      return {};
    return index;
  }

  bool readGraph(std::istream& words) {
    double scale = 0;
    if (!(words >> scale >> layout_.width >> layout_.height)) return false;
    layout_.width *= kUnitsPerInch;
    layout_.height *= kUnitsPerInch;
    return true;
  }

  std::optional<LayoutPoint> readPoint(std::istream& words) const {
    LayoutPoint point;
    if (!(words >> point.x >> point.y)) return {};
    return LayoutPoint{point.x * kUnitsPerInch, layout_.height - point.y * kUnitsPerInch};
  }

  bool readNode(std::istream& words) {
    const auto index = readIndex(words, request_.boxes.size());
    const auto centre = readPoint(words);
    if (!index || !centre) return false;
    const auto i = static_cast<std::size_t>(*index);
    layout_.positions[i] = {centre->x - request_.boxes[i].width / 2, centre->y - request_.boxes[i].height / 2};
    ++boxes_;
    return true;
  }

  bool readEdge(std::istream& words) {
    const auto from = readIndex(words, request_.boxes.size()), to = readIndex(words, request_.boxes.size());
    std::size_t count = 0;
    if (!from || !to || !(words >> count)) return false;
    const auto edges = waiting_.find({*from, *to});
    if (edges == waiting_.end() || edges->second.empty()) return false;
    PlacedEdge& placed = layout_.edges[edges->second.back()];
    edges->second.pop_back();
    placed.isBezier = true;
    for (std::size_t i = 0; i < count; ++i) {
      const auto point = readPoint(words);
      if (!point) return false;
      placed.points.push_back(*point);
    }
    return count % 3 == 1;
  }

  const LayoutRequest& request_;
  bool hasSplines_;
  std::map<std::pair<int, int>, std::vector<std::size_t>> waiting_;
  Layout layout_;
  std::size_t boxes_ = 0;
};

/// Rows of what dot placed: boxes whose centres have one height.
std::vector<int> ranksByHeight(const LayoutRequest& request, const Layout& layout) {
  std::vector<std::pair<double, std::size_t>> centres;
  for (std::size_t i = 0; i < layout.positions.size(); ++i) {
    centres.emplace_back(layout.positions[i].y + request.boxes[i].height / 2, i);
  }
  std::sort(centres.begin(), centres.end());
  std::vector<int> ranks(centres.size());
  int rank = 0;
  for (std::size_t i = 0; i < centres.size(); ++i) {
    if (i > 0 && centres[i].first > centres[i - 1].first + 2) ++rank;
    ranks[centres[i].second] = rank;
  }
  return ranks;
}

bool hasSplines(const LayoutRequest& request, const GraphvizOptions& options) {
  return request.edges.size() <= static_cast<std::size_t>(options.mostSplines);
}

/// Dot's straight lines would run through boxes: routes of our own past them.
void routeEdges(const LayoutRequest& request, std::span<const char> isStub, Layout& layout) {
  incremental::Occupancy boxes;
  for (std::size_t i = 0; i < request.boxes.size(); ++i) {
    const LayoutPoint& corner = layout.positions[i];
    boxes.add({corner.x, corner.y, corner.x + request.boxes[i].width, corner.y + request.boxes[i].height});
  }
  for (std::size_t i = 0; i < request.edges.size(); ++i) {
    const LayoutEdge& edge = request.edges[i];
    if (isStub[i] || edge.from == edge.to) continue;
    const auto from = static_cast<std::size_t>(edge.from), to = static_cast<std::size_t>(edge.to);
    const double port = edge.fromPort < 0 ? 0.5 : edge.fromPort;
    const LayoutPoint start{layout.positions[from].x + port * request.boxes[from].width,
                            layout.positions[from].y + request.boxes[from].height};
    const LayoutPoint end{layout.positions[to].x + request.boxes[to].width / 2, layout.positions[to].y};
    layout.edges[i].points = incremental::cornersBetween(start, end, boxes);
  }
}

}  // namespace

std::string graphvizSource(const LayoutRequest& request, const GraphvizOptions& options, Effort effort) {
  const std::vector<char> isStub = stubsOf(request);
  std::ostringstream out;
  out << "digraph {\ngraph [";
  if (effort == Effort::kLimited) out << "nslimit=0.1,nslimit1=0.1,mclimit=0.01,";
  out << "splines=" << (hasSplines(request, options) ? "spline" : "line")
      << ",nodesep=" << request.boxGap / kUnitsPerInch << ",ranksep=" << request.rankGap / kUnitsPerInch << "];\n"
      << "node [shape=box,fixedsize=true,label=\"\"];\nedge [arrowhead=none];\n";
  writeBoxes(out, request);
  for (std::size_t i = 0; i < request.edges.size(); ++i) {
    const LayoutEdge& edge = request.edges[i];
    if (!isStub[i] && edge.from != edge.to) out << 'n' << edge.from << ":s -> n" << edge.to << ":n;\n";
  }
  out << "}\n";
  return out.str();
}

namespace {

/// Small graphs first with all the time that dot wants, for a part of what it may take; then with its limits.
std::optional<ChildResult> runDot(const LayoutRequest& request, const GraphvizOptions& options,
                                  const Progress& progress) {
  const auto run = [&](Effort effort, std::chrono::milliseconds limit) {
    return runChild({options.program, "-Tplain"}, graphvizSource(request, options, effort), limit, progress);
  };
  try {
    if (request.boxes.size() <= options.mostThorough) {
      ChildResult child = run(Effort::kThorough, options.limit / 3);
      if (!child.isTimedOut) return child;
    }
    return run(Effort::kLimited, options.limit);
  } catch (const ResourceError&) {
    return std::nullopt;  // dot is not installed: the caller has a layout of its own
  }
}

}  // namespace

std::optional<Layout> layoutWithGraphviz(const LayoutRequest& request, const GraphvizOptions& options,
                                         const Progress& progress) {
  const auto child = runDot(request, options, progress);
  if (!child || child->isTimedOut || child->status != 0) return std::nullopt;
  const std::vector<char> isStub = stubsOf(request);
  auto layout = PlainReader(request, isStub, hasSplines(request, options)).read(child->output);
  if (!layout) return std::nullopt;
  if (!hasSplines(request, options)) routeEdges(request, isStub, *layout);
  layout->ranks = ranksByHeight(request, *layout);
  attachEnds(request, isStub, *layout);
  return layout;
}

}  // namespace tasoscope
