#pragma once
// What a candidate would put on the stage: its boxes drawn beside the place where it fits, with the change of cost,
// while nothing has been rewritten yet.

#include <QPointF>
#include <QRectF>
#include <QString>
#include <vector>

#include "views/canvas/picture.h"

namespace tasoscope {

struct GhostEdge {
  std::uint64_t from = 0, to = 0;  ///< keys of boxes, of the ghost or of the picture under it
};

struct Ghost {
  std::vector<std::uint64_t> removed;  ///< keys of the boxes that would go
  std::vector<PictureBox> boxes;       ///< those that would come, without places
  std::vector<GhostEdge> edges;        ///< from and to those
  QString bubble;                      ///< the change of cost in words
};

/// A ghost at its place in a picture.
struct PlacedGhost {
  Picture picture;                  ///< the boxes and the edges between them
  std::vector<QPainterPath> bonds;  ///< from and to the boxes of the picture under it
  QRectF panel;                     ///< behind it, so that it can be read over other boxes
  QRectF bubblePlace;
  QString bubble;
  QRectF bounds() const { return panel | bubblePlace; }
};

/// Beside the boxes that would go, on the side where it covers fewer others. Nothing to see (no boxes and no panel)
/// where none of those boxes is in the picture.
PlacedGhost placeGhost(const Ghost& ghost, const Picture& picture);

}  // namespace tasoscope
