#pragma once
// The marks by which a box says what a step does to it, besides its outline: hatch and badge. Never by colour alone.

#include <QRectF>

#include "views/canvas/picture.h"

class QPainter;

namespace tasoscope {

/// Thin diagonal lines inside `rect`, drawn as lines so that every export format keeps them.
void paintHatch(QPainter& painter, const QRectF& rect, const QColor& colour, double width);

/// A disc at the upper right corner: minus for removed, plus for added, a triangle for changed.
void paintBadge(QPainter& painter, const PictureBox& box, const Theme& theme, double scale);

/// The badge's symbol alone, for legends.
void paintBadgeAt(QPainter& painter, DiffState state, QPointF centre, double radius, const Theme& theme);

}  // namespace tasoscope
