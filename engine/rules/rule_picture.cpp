// Each side is drawn in layers: an op lies below everything it reads, an input just above what reads it first. An edge
// over several layers runs through points on the layers between. The order within layers is that of the neighbours'
// means, and between two layers every edge that bends has a row of its own. Lines are kept as the directions in which
// they leave a cell, so that bends, forks and crossings come out as the right character.

#include "rules/rule_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "rules/rule_pattern.h"

namespace tasoscope {
namespace {

constexpr int kGap = 3;     // between nodes of a layer
constexpr int kSweeps = 8;  // of ordering and of placing

struct Edge {
  int from = -1, to = -1;
  double fromShare = 0.5, toShare = 0.5;  // where along the nodes' widths
};

struct Node {
  std::string label;  // empty: a point that an edge runs through
  int layer = 0, x = 0;
  int width() const { return std::max<int>(1, static_cast<int>(label.size())); }
  int port(double share) const { return x + static_cast<int>(share * width()); }
};

std::string textOf(const RulePattern& pattern, const TensorReference& r) {
  std::string text = pattern.tensors[static_cast<std::size_t>(r.variable)].name;
  if (r.form == ReferenceForm::kElement) text += "[i]";
  if (r.form == ReferenceForm::kSplice) text += "...";
  return pattern.tensors[static_cast<std::size_t>(r.variable)].isOptional ? text + "?" : text;
}

/// "[ Concat axis 1 ]", "[ Conv + relu ]": with the attributes that tell ops apart at a glance, and wide enough for
/// edges that come straight from above.
std::string labelOf(const Equation& equation) {
  std::string label = equation.op;
  for (const AttributePattern& attribute : equation.attributes) {
    const std::string value = textOf(*attribute.value);
    if (attribute.name == "activation" && value != "\"none\"")
      label += attribute.value->kind == ExpressionKind::kString ? " + " + attribute.value->text : " + " + value;
    if (attribute.name == "axis" || attribute.name == "perm") label += fmt::format(" {} {}", attribute.name, value);
  }
  if (equation.isIndexed()) label += " [i]";
  const std::size_t most = std::max(equation.inputs.size() + (equation.preferred ? 1 : 0), equation.outputs.size());
  while (label.size() + 4 < 4 * most - 1 && most > 0) label = " " + label + " ";
  return "[ " + label + " ]";
}

class SideGraph {
 public:
  SideGraph(const RulePattern& pattern, const std::vector<Equation>& equations) : pattern_(pattern) {
    std::map<int, std::pair<int, double>> made;  // by tensor: the node and where it leaves it
    for (const Equation& equation : equations) {
      if (equation.isAlias()) continue;
      const int node = add(labelOf(equation));
      for (std::size_t k = 0; k < equation.outputs.size(); ++k)
        made[equation.outputs[k].variable] = {node, share(k, equation.outputs.size())};
      ops_.emplace_back(node, &equation);
    }
    std::map<int, int> leaves;
    const auto source = [&](const TensorReference& r) {
      if (const auto found = made.find(r.variable); found != made.end()) return found->second;
      const auto [leaf, isNew] = leaves.try_emplace(r.variable, -1);
      if (isNew) leaf->second = add(textOf(pattern_, r));
      return std::pair(leaf->second, 0.5);
    };
    for (const auto& [node, equation] : ops_) {
      std::vector<TensorReference> inputs = equation->inputs;
      if (equation->preferred) inputs.push_back(*equation->preferred);
      for (std::size_t k = 0; k < inputs.size(); ++k) {
        const auto [from, at] = source(inputs[k]);
        edges_.push_back({from, node, at, share(k, inputs.size())});
      }
    }
    for (const int root : pattern.roots()) addRoot(root, equations, source);
    assignLayers();
    splitLongEdges();
    order();
    place();
  }

  std::vector<std::string> draw() const;

 private:
  static double share(std::size_t k, std::size_t count) {
    return (static_cast<double>(k) + 0.5) / static_cast<double>(count);
  }
  int add(std::string label) {
    nodes_.push_back({std::move(label), 0, 0});
    return static_cast<int>(nodes_.size()) - 1;
  }
  Node& at(int node) { return nodes_[static_cast<std::size_t>(node)]; }
  const Node& at(int node) const { return nodes_[static_cast<std::size_t>(node)]; }

  template <typename Source>
  void addRoot(int root, const std::vector<Equation>& equations, const Source& source) {
    for (const Equation& equation : equations)
      for (const TensorReference& output : equation.outputs) {
        if (output.variable != root) continue;
        const auto [from, share] = source(equation.isAlias() ? equation.inputs[0] : output);
        edges_.push_back({from, add(textOf(pattern_, output)), share, 0.5});
        return;
      }
  }

  void assignLayers() {
    for (std::size_t round = 0; round < nodes_.size(); ++round)
      for (const Edge& edge : edges_) at(edge.to).layer = std::max(at(edge.to).layer, at(edge.from).layer + 1);
    for (int node = 0; node < static_cast<int>(nodes_.size()); ++node) {
      const bool isLeaf = std::ranges::none_of(edges_, [&](const Edge& edge) { return edge.to == node; });
      int lowest = -1;
      for (const Edge& edge : edges_)
        if (edge.from == node) lowest = lowest < 0 ? at(edge.to).layer : std::min(lowest, at(edge.to).layer);
      if (isLeaf && lowest > 0) at(node).layer = lowest - 1;
    }
  }

  void splitLongEdges() {
    std::vector<Edge> shorter;
    for (const Edge& edge : edges_) {
      Edge rest = edge;
      for (int layer = at(edge.from).layer + 1; layer < at(edge.to).layer; ++layer) {
        const int point = add("");
        at(point).layer = layer;
        shorter.push_back({rest.from, point, rest.fromShare, 0.5});
        rest.from = point;
        rest.fromShare = 0.5;
      }
      shorter.push_back(rest);
    }
    edges_ = std::move(shorter);
    for (int node = 0; node < static_cast<int>(nodes_.size()); ++node) {
      layers_.resize(std::max(layers_.size(), static_cast<std::size_t>(at(node).layer) + 1));
      layers_[static_cast<std::size_t>(at(node).layer)].push_back(node);
    }
  }

  template <typename PositionOf>
  double mean(int node, bool isDown, double otherwise, PositionOf positionOf) const {
    double sum = 0;
    int count = 0;
    for (const Edge& edge : edges_)
      if ((isDown ? edge.to : edge.from) == node) {
        sum += positionOf(edge);
        ++count;
      }
    return count == 0 ? otherwise : sum / count;
  }

  void order() {
    std::vector<double> rank(nodes_.size());
    const auto number = [&](std::vector<int>& layer) {
      for (std::size_t i = 0; i < layer.size(); ++i) rank[static_cast<std::size_t>(layer[i])] = static_cast<double>(i);
    };
    for (auto& layer : layers_) number(layer);
    for (int sweep = 0; sweep < kSweeps; ++sweep) {
      const bool isDown = sweep % 2 == 1;  // inputs take the order in which they are read first
      for (std::size_t i = 0; i < layers_.size(); ++i) {
        auto& layer = layers_[isDown ? i : layers_.size() - 1 - i];
        std::map<int, double> means;
        for (const int node : layer)
          means[node] = mean(node, isDown, rank[static_cast<std::size_t>(node)], [&](const Edge& edge) {
            return isDown ? rank[static_cast<std::size_t>(edge.from)] + edge.fromShare
                          : rank[static_cast<std::size_t>(edge.to)] + edge.toShare;
          });
        std::ranges::stable_sort(layer, {}, [&](int node) { return means[node]; });
        number(layer);
      }
    }
  }

  void place() {
    for (const auto& layer : layers_) pack(layer, [&](int) { return 0.0; });
    for (int sweep = 0; sweep < kSweeps; ++sweep) {
      const bool isDown = sweep % 2 == 0;
      for (std::size_t i = 0; i < layers_.size(); ++i) {
        const auto& layer = layers_[isDown ? i : layers_.size() - 1 - i];
        pack(layer, [&](int node) {
          return mean(node, isDown, at(node).x, [&](const Edge& edge) {
            const double offset = isDown ? edge.toShare : edge.fromShare;
            const int other = isDown ? at(edge.from).port(edge.fromShare) : at(edge.to).port(edge.toShare);
            return other - static_cast<int>(offset * at(node).width());
          });
        });
      }
    }
    int least = 0;
    for (const Node& node : nodes_) least = std::min(least, node.x);
    for (Node& node : nodes_) node.x -= least;
  }

  /// Each as near to where it wants to be as those before it leave room; then all move by what they want on average.
  template <typename Wanted>
  void pack(const std::vector<int>& layer, Wanted wanted) {
    double off = 0;
    int next = std::numeric_limits<int>::min() / 2;
    for (const int node : layer) {
      const double want = wanted(node);
      at(node).x = std::max(next, static_cast<int>(want));
      off += want - at(node).x;
      next = at(node).x + at(node).width() + kGap;
    }
    for (const int node : layer) at(node).x += static_cast<int>(off / static_cast<double>(layer.size()));
  }

  const RulePattern& pattern_;
  std::vector<std::pair<int, const Equation*>> ops_;
  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  std::vector<std::vector<int>> layers_;
};

/// Cells that hold a character, or the directions in which lines leave them.
class Canvas {
 public:
  enum : unsigned { kUp = 1, kDown = 2, kLeft = 4, kRight = 8 };

  void write(int x, int y, const std::string& text) {
    for (std::size_t i = 0; i < text.size(); ++i) cell(x + static_cast<int>(i), y).character = text[i];
  }
  void vertical(int x, int from, int to) {
    for (int y = from; y < to; ++y) {
      cell(x, y).directions |= kDown;
      cell(x, y + 1).directions |= kUp;
    }
  }
  void horizontal(int y, int from, int to) {
    for (int x = std::min(from, to); x < std::max(from, to); ++x) {
      cell(x, y).directions |= kRight;
      cell(x + 1, y).directions |= kLeft;
    }
  }

  std::vector<std::string> lines() const {
    static const char* const kLines[] = {" ", "│", "│", "│", "─", "┘", "┐", "┤",
                                         "─", "└", "┌", "├", "─", "┴", "┬", "┼"};
    std::vector<std::string> result;
    for (const auto& row : rows_) {
      std::string line;
      for (const Cell& one : row) line += one.character != 0 ? std::string(1, one.character) : kLines[one.directions];
      result.push_back(line.substr(0, line.find_last_not_of(' ') + 1));
    }
    return result;
  }

 private:
  struct Cell {
    char character = 0;
    unsigned directions = 0;
  };
  Cell& cell(int x, int y) {
    if (rows_.size() <= static_cast<std::size_t>(y)) rows_.resize(static_cast<std::size_t>(y) + 1);
    auto& row = rows_[static_cast<std::size_t>(y)];
    if (row.size() <= static_cast<std::size_t>(x)) row.resize(static_cast<std::size_t>(x) + 1);
    return row[static_cast<std::size_t>(x)];
  }
  std::vector<std::vector<Cell>> rows_;
};

std::vector<std::string> SideGraph::draw() const {
  Canvas canvas;
  int y = 0;
  for (std::size_t layer = 0; layer < layers_.size(); ++layer) {
    for (const int node : layers_[layer]) canvas.write(at(node).x, y, at(node).label);
    std::vector<const Edge*> edges;
    for (const Edge& edge : edges_)
      if (at(edge.from).layer == static_cast<int>(layer)) edges.push_back(&edge);
    const auto start = [&](const Edge* edge) { return at(edge->from).port(edge->fromShare); };
    const auto end = [&](const Edge* edge) { return at(edge->to).port(edge->toShare); };
    // Where one starts above the end of another, its row comes first, so that their upright parts do not meet.
    std::vector<const Edge*> bent;
    for (const Edge* edge : edges)
      if (start(edge) != end(edge)) bent.push_back(edge);
    for (std::size_t done = 0; done < bent.size(); ++done) {
      const auto isFree = [&](const Edge* edge) {
        return std::none_of(bent.begin() + static_cast<std::ptrdiff_t>(done), bent.end(), [&](const Edge* other) {
          return other != edge && other->from != edge->from && start(other) == end(edge);
        });
      };
      const auto found = std::find_if(bent.begin() + static_cast<std::ptrdiff_t>(done), bent.end(), isFree);
      if (found != bent.end()) std::rotate(bent.begin() + static_cast<std::ptrdiff_t>(done), found, found + 1);
    }
    const int rows = layer + 1 == layers_.size() ? 0 : std::max<int>(1, static_cast<int>(bent.size()));
    const int below = y + rows + 1;
    for (const Edge* edge : edges) {
      const auto found = std::ranges::find(bent, edge);
      const bool isStraight = found == bent.end();
      const int row = isStraight ? below : y + 1 + static_cast<int>(found - bent.begin());
      canvas.vertical(start(edge), y, row);  // a label hides where it begins and ends
      if (isStraight) continue;
      canvas.horizontal(row, start(edge), end(edge));
      canvas.vertical(end(edge), row, below);
    }
    y = below;
  }
  return canvas.lines();
}

/// In characters: a continuation byte of UTF-8 is none.
std::size_t widthOf(const std::string& line) {
  return static_cast<std::size_t>(
      std::ranges::count_if(line, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

std::size_t widthOf(const std::vector<std::string>& lines) {
  std::size_t width = 0;
  for (const std::string& line : lines) width = std::max(width, widthOf(line));
  return width;
}

std::string besides(const std::vector<std::string>& left, const std::vector<std::string>& right,
                    std::string_view arrow) {
  const std::size_t column = widthOf(left), rows = std::max(left.size(), right.size());
  std::string text;
  for (std::size_t i = 0; i < rows; ++i) {
    std::string line = i < left.size() ? left[i] : std::string();
    line += std::string(column - widthOf(line), ' ');
    line += i == rows / 2 ? fmt::format("   {}   ", arrow) : std::string(6 + widthOf(std::string(arrow)), ' ');
    if (i < right.size()) line += right[i];
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

}  // namespace

std::string drawRule(const Rule& rule, std::size_t width) {
  const RulePattern& pattern = *rule.pattern;
  if (!pattern.builtIn.empty()) return {};
  const auto left = SideGraph(pattern, pattern.left).draw(), right = SideGraph(pattern, pattern.right).draw();
  const std::string arrow = rule.isTwoWay && !rule.isReversed ? "<=>" : "=>";
  if (widthOf(left) + widthOf(right) + arrow.size() + 6 <= width) return besides(left, right, arrow);
  return joined(left) + "\n" + arrow + "\n\n" + joined(right);
}

}  // namespace tasoscope
