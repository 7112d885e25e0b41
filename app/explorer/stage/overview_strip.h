#pragma once
// The whole graph from its inputs to its outputs in a strip beside the panes, or below them where it runs to the right:
// where the step has changed something, how hot it is where, and which part the panes show. A click goes there, the
// frame of what is shown can be dragged, and with the focus arrow keys move it and + and - zoom.

#include <QHash>
#include <QPixmap>
#include <QWidget>
#include <memory>

#include "views/canvas/canvas_view.h"
#include "views/canvas/heat.h"

namespace tasoscope {

class OverviewStrip : public QWidget {
  Q_OBJECT

 public:
  explicit OverviewStrip(CanvasView* view, QWidget* parent = nullptr);
  /// Along which sides of the panes it lies.
  void setFlow(Flow flow);
  void setPictures(std::shared_ptr<const Picture> before, std::shared_ptr<const Picture> after);
  void setHeat(std::shared_ptr<const Heat> heat);
  /// The part that the panes show.
  void setVisibleArea(const QRectF& area);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  QRectF bounds() const;
  QRectF toStrip(const QRectF& area) const;
  QPointF toPicture(QPointF position) const;
  /// The frame of what is shown, large enough to be seen.
  QRectF frame() const;
  /// `isSeenOf`: whether a fill stands out from the canvas, as far as that has been worked out.
  QColor colourOf(const PictureBox& box, const Theme& theme, QHash<QRgb, bool>& isSeenOf) const;
  void paintBoxes(QPainter& painter, const Picture& picture, bool isMarkedOnly) const;
  void drawBoxes();
  void goTo(QPointF point);
  CanvasView* m_view;
  Flow m_flow = Flow::kDown;
  std::shared_ptr<const Picture> m_before, m_after;
  std::shared_ptr<const Heat> m_heat = std::make_shared<const Heat>();
  QRectF m_visible;
  QPointF m_grip;   // from the place that was pressed to the centre of the frame
  QPixmap m_drawn;  // everything but the visible part, for the size it has
};

}  // namespace tasoscope
