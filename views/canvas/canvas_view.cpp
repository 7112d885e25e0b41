#include "views/canvas/canvas_view.h"

#include <algorithm>
#include <cmath>

namespace tasoscope {
namespace {

constexpr double kMargin = 24;  // screen pixels around what was fitted
constexpr int kGlideMilliseconds = 200;

}  // namespace

CanvasView::CanvasView(QObject* parent) : QObject(parent) {
  m_glide.setDuration(kGlideMilliseconds);
  m_glide.setStartValue(0.0);
  m_glide.setEndValue(1.0);
  m_glide.setEasingCurve(QEasingCurve::InOutCubic);
  connect(&m_glide, &QVariantAnimation::valueChanged, this,
          [this](const QVariant& value) { glideBy(value.toDouble()); });
  connect(&m_glide, &QVariantAnimation::stateChanged, this, [this](QAbstractAnimation::State state) {
    if (state == QAbstractAnimation::Stopped) Q_EMIT glided();
  });
}

void CanvasView::setCentre(QPointF centre) { show(centre, m_scale); }

void CanvasView::show(QPointF centre, double scale) {
  m_glide.stop();
  moveTo(centre, scale);
}

void CanvasView::moveTo(QPointF centre, double scale) {
  scale = std::clamp(scale, kLeastScale, kMostScale);
  if (centre == m_centre && scale == m_scale) return;
  m_centre = centre;
  m_scale = scale;
  Q_EMIT changed();
}

void CanvasView::glideTo(const ViewPlace& place) {
  m_glide.stop();
  if (m_isMotionReduced || (place.centre == m_centre && place.scale == m_scale)) {
    moveTo(place.centre, place.scale);
    return;
  }
  m_start = {m_centre, m_scale};
  m_end = {place.centre, std::clamp(place.scale, kLeastScale, kMostScale)};
  m_glide.start();
}

/// Scales grow by factors: halfway between 1 and 4 is 2.
void CanvasView::glideBy(double time) {
  if (!isGliding()) return;
  const double scale = m_start.scale * std::pow(m_end.scale / m_start.scale, time);
  moveTo(m_start.centre + (m_end.centre - m_start.centre) * time, time < 1 ? scale : m_end.scale);
}

void CanvasView::zoom(double factor, QPointF fixed) {
  const double scale = std::clamp(m_scale * factor, kLeastScale, kMostScale);
  show(fixed + (m_centre - fixed) * (m_scale / scale), scale);
}

ViewPlace CanvasView::placeFor(const QRectF& area, QSizeF viewport, double mostScale) {
  const double wide = std::max(viewport.width() - 2 * kMargin, 1.0) / area.width();
  const double high = std::max(viewport.height() - 2 * kMargin, 1.0) / area.height();
  return {area.center(), std::min({wide, high, mostScale})};
}

void CanvasView::fit(const QRectF& area, QSizeF viewport, double mostScale) {
  if (area.isEmpty() || viewport.isEmpty()) return;
  const ViewPlace place = placeFor(area, viewport, mostScale);
  show(place.centre, place.scale);
}

}  // namespace tasoscope
