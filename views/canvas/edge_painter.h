#pragma once
// Paints the edges of a picture: lines, arrows, the labels at their middles and at stubs. Private to the painter.

#include "views/canvas/painter.h"

namespace tasoscope {

class EdgePainter {
 public:
  EdgePainter(QPainter& painter, const Picture& picture, const PaintOptions& options);
  void paint(const PictureEdge& edge, bool isMarked);
  /// At the middles of these edges, where they cover no box and no other label.
  void paintLabels(const std::vector<int>& edges);

 private:
  double atLeast(double width, double least) const { return std::max(width, least / m_options.scale); }
  void paintArrow(const QPainterPath& path, const QColor& colour);
  void paintStubLabels(const PictureEdge& edge, const QColor& colour);
  bool isFree(const QRectF& place) const;

  QPainter& m_painter;
  const Picture& m_picture;
  const PaintOptions& m_options;
  const Theme& m_theme;
  DetailLevel m_detail;
  std::vector<QRectF> m_taken;  // by labels
};

}  // namespace tasoscope
