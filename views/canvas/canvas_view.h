#pragma once
// What part of a picture is seen, and how large. Canvases that share one move and zoom together.

#include <QObject>
#include <QPointF>
#include <QRectF>
#include <QSizeF>

namespace tasoscope {

class CanvasView : public QObject {
  Q_OBJECT

 public:
  static constexpr double kLeastScale = 0.01;
  static constexpr double kMostScale = 4;

  explicit CanvasView(QObject* parent = nullptr) : QObject(parent) {}

  double scale() const { return m_scale; }
  QPointF centre() const { return m_centre; }
  void setCentre(QPointF centre);
  void show(QPointF centre, double scale);
  /// Zooms by `factor` so that `fixed`, in picture units, stays where it is on the screen.
  void zoom(double factor, QPointF fixed);
  /// Shows all of `area` in a viewport of this size, at most at `mostScale`.
  void fit(const QRectF& area, QSizeF viewport, double mostScale = 1);

 Q_SIGNALS:
  void changed();

 private:
  QPointF m_centre;
  double m_scale = 1;
};

}  // namespace tasoscope
