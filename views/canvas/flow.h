#pragma once
// Which way a picture is read. Layouts know one way, down: a picture that runs to the right is laid out with its sides
// swapped, and what is laid out is swapped back. Swapping twice gives what there was.

#include <QPainterPath>
#include <QPointF>
#include <QRectF>
#include <QSizeF>

namespace tasoscope {

enum class Flow { kDown, kRight };

inline QPointF flowed(QPointF point, Flow flow) { return flow == Flow::kDown ? point : point.transposed(); }
inline QSizeF flowed(const QSizeF& size, Flow flow) { return flow == Flow::kDown ? size : size.transposed(); }
inline QRectF flowed(const QRectF& rect, Flow flow) {
  return {flowed(rect.topLeft(), flow), flowed(rect.size(), flow)};
}
QPainterPath flowed(const QPainterPath& path, Flow flow);

}  // namespace tasoscope
