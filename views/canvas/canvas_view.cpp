#include "views/canvas/canvas_view.h"

#include <algorithm>

namespace tasoscope {
namespace {

constexpr double kMargin = 24;  // screen pixels around what was fitted

}  // namespace

void CanvasView::setCentre(QPointF centre) { show(centre, m_scale); }

void CanvasView::show(QPointF centre, double scale) {
  scale = std::clamp(scale, kLeastScale, kMostScale);
  if (centre == m_centre && scale == m_scale) return;
  m_centre = centre;
  m_scale = scale;
  Q_EMIT changed();
}

void CanvasView::zoom(double factor, QPointF fixed) {
  const double scale = std::clamp(m_scale * factor, kLeastScale, kMostScale);
  show(fixed + (m_centre - fixed) * (m_scale / scale), scale);
}

void CanvasView::fit(const QRectF& area, QSizeF viewport, double mostScale) {
  if (area.isEmpty() || viewport.isEmpty()) return;
  const double wide = std::max(viewport.width() - 2 * kMargin, 1.0) / area.width();
  const double high = std::max(viewport.height() - 2 * kMargin, 1.0) / area.height();
  show(area.center(), std::min({wide, high, mostScale}));
}

}  // namespace tasoscope
