#pragma once
// What part of a picture is seen, and how large. Canvases that share one move and zoom together.

#include <QObject>
#include <QPointF>
#include <QRectF>
#include <QSizeF>
#include <QVariantAnimation>

namespace tasoscope {

/// What is in the middle of a canvas, and how large.
struct ViewPlace {
  QPointF centre;
  double scale = 1;
};

class CanvasView : public QObject {
  Q_OBJECT

 public:
  static constexpr double kLeastScale = 0.01;
  static constexpr double kMostScale = 4;

  explicit CanvasView(QObject* parent = nullptr);

  double scale() const { return m_scale; }
  QPointF centre() const { return m_centre; }
  void setCentre(QPointF centre);
  /// At once; ends a glide.
  void show(QPointF centre, double scale);
  /// In a fifth of a second, so that the eye can follow; at once where motion is reduced.
  void glideTo(const ViewPlace& place);
  /// Zooms by `factor` so that `fixed`, in picture units, stays where it is on the screen.
  void zoom(double factor, QPointF fixed);
  /// Where all of `area` is seen in a viewport of this size, at most at `mostScale`.
  static ViewPlace placeFor(const QRectF& area, QSizeF viewport, double mostScale = 1);
  void fit(const QRectF& area, QSizeF viewport, double mostScale = 1);

  /// Whether what shows through this view changes without movement.
  bool isMotionReduced() const { return m_isMotionReduced; }
  void setMotionReduced(bool isReduced) { m_isMotionReduced = isReduced; }
  bool isGliding() const { return m_glide.state() == QAbstractAnimation::Running; }

 Q_SIGNALS:
  void changed();
  void glided();  ///< a glide has ended

 private:
  void moveTo(QPointF centre, double scale);
  void glideBy(double time);

  QPointF m_centre;
  double m_scale = 1;
  bool m_isMotionReduced = false;
  ViewPlace m_start, m_end;  // of the glide
  QVariantAnimation m_glide;
};

}  // namespace tasoscope
