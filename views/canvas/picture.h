#pragma once
// A picture of a graph as a value: boxes with their texts and places, curves between them, and what a step does to
// each. It knows no widget: the screen, SVG, PDF and PNG are painted from it by the same painter (painter.h). Boxes are
// found by key, which is the same in two pictures for what is the same in two graphs.

#include <absl/container/flat_hash_map.h>

#include <QPainterPath>
#include <QRectF>
#include <QString>
#include <QStringList>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "views/canvas/flow.h"
#include "views/canvas/theme.h"

namespace tasoscope {

/// Terminals are the graph's inputs and outputs; a group is many nodes collapsed to one box.
enum class BoxShape { kOperator, kTerminal, kGroup };

struct PictureBox {
  std::uint64_t key = 0;
  BoxShape shape = BoxShape::kOperator;
  Family family = Family::kOther;
  DiffState state = DiffState::kContext;
  QString title;      ///< the operator, or the name of an input or output
  QString cost;       ///< right of the title; may be empty
  QStringList lines;  ///< below: key attributes, shapes
  QString toolTip;
  QString accessibleName;                            ///< one sentence for screen readers
  QString searchText;                                ///< what find looks in: name and operator
  QString name;                                      ///< the node's or tensor's name in the model
  std::int64_t picoseconds = 0;                      ///< what it costs
  bool isPriced = false;                             ///< false: picoseconds means nothing
  std::int64_t bytes = 0;                            ///< of what it produces; 0: not known
  ElementClass elementClass = ElementClass::kOther;  ///< of what it produces first
  std::vector<std::uint64_t> values;  ///< what it produces: the same numbers in two pictures are the same values
  int repetition = -1;                ///< of a group: which of the structures that repeat it is, or -1
  int copies = 1;                     ///< of a group: how many have its structure
  std::uint64_t content = 0;          ///< of a group: equal for the same nodes
  QSizeF room;                        ///< what its texts need, where it has been measured (measure()); else empty
  int cluster = -1;                   ///< boxes of one cluster are kept together by layouts that can; -1: none
  QRectF rect;
};

struct PictureEdge {
  int from = 0, to = 0;  ///< indices of boxes
  double fromPort = -1;  ///< as in LayoutEdge
  DiffState state = DiffState::kContext;
  QString label;  ///< the tensor; written at stubs
  QString shape;
  std::int64_t bytes = 0;   ///< of the tensor; 0: not known
  std::uint64_t value = 0;  ///< the tensor: the same number in two pictures is the same value
  QPainterPath path;
  QPainterPath arrival;                          ///< the second piece of a pair of stubs
  std::vector<QPointF> corners, arrivalCorners;  ///< of the same curves, for painting from far
  QRectF bounds;
};

/// An expanded group: a frame around its boxes.
struct PictureFrame {
  std::uint64_t key = 0;
  QString title;
  int inner = 0;           ///< how many frames are nested in it, at most
  int repetition = -1;     ///< as in PictureBox
  std::vector<int> boxes;  ///< indices, ascending
  QRectF bounds;
  bool isAmongOthers = false;  ///< a rectangle would hold other boxes too: painted around each of its own
  QPointF titleAt;             ///< the left end of the title's base line
};

class Picture {
 public:
  std::vector<PictureBox> boxes;
  std::vector<PictureEdge> edges;
  std::vector<PictureFrame> frames;                  ///< outer ones before those in them
  absl::flat_hash_map<std::uint64_t, int> standIns;  ///< boxes of what is not drawn itself, by its key
  QString title;
  Flow flow = Flow::kDown;
  QRectF bounds;

  /// To be called once boxes, edges and places are final. The bounds cover everything, and `area` as well.
  void buildIndex(const QRectF& area = {});
  /// The same for two pictures that cover one area, so that they can be shown beside each other.
  static void buildIndices(Picture& one, Picture& other);

  /// Indices of what may touch `area`, ascending.
  std::vector<int> boxesIn(const QRectF& area) const;
  std::vector<int> edgesIn(const QRectF& area) const;
  /// The box under a point, or -1.
  int boxAt(QPointF point) const;
  /// The box with this key, or that stands for it (a collapsed group for its nodes); or -1.
  int boxOf(std::uint64_t key) const;
  /// Boxes that feed this one, and that it feeds; in the order of the edges, each once.
  std::vector<int> producersOf(int box) const;
  std::vector<int> consumersOf(int box) const;
  /// The nearest box in the same row to the left (-1) or right (+1), in a column of a picture that runs to the right
  /// above or below; or -1.
  int neighbourOf(int box, int direction) const;
  bool isEmpty() const { return boxes.empty(); }

 private:
  /// Edges by box, in their order.
  class EdgesOfBoxes {
   public:
    EdgesOfBoxes() = default;
    EdgesOfBoxes(std::size_t boxes, const std::vector<PictureEdge>& edges, int PictureEdge::*end);
    std::span<const int> of(int box) const;

   private:
    std::vector<std::size_t> m_starts;
    std::vector<int> m_edges;
  };

  void measureBounds();
  void enterAll();
  std::vector<std::vector<int>> m_boxBands, m_edgeBands;  // along the flow, kBandHeight each
  EdgesOfBoxes m_incoming, m_outgoing;
  absl::flat_hash_map<std::uint64_t, int> m_byKey;
};

}  // namespace tasoscope
