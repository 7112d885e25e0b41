#pragma once
// The whole graph from top to bottom in a narrow strip beside the panes: where the step has changed something, and
// which part the panes show. A click or a drag goes there.

#include <QPixmap>
#include <QWidget>
#include <memory>

#include "views/canvas/canvas.h"

namespace tasoscope {

class OverviewStrip : public QWidget {
  Q_OBJECT

 public:
  explicit OverviewStrip(CanvasView* view, QWidget* parent = nullptr);
  void setPictures(std::shared_ptr<const Picture> before, std::shared_ptr<const Picture> after);
  /// The part that the panes show.
  void setVisibleArea(const QRectF& area);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  QRectF bounds() const;
  QRectF toStrip(const QRectF& area) const;
  void paintBoxes(QPainter& painter, const Picture& picture, bool isMarkedOnly) const;
  void drawBoxes();
  void goTo(QPointF position);
  CanvasView* m_view;
  std::shared_ptr<const Picture> m_before, m_after;
  QRectF m_visible;
  QPixmap m_drawn;  // everything but the visible part, for the size it has
};

}  // namespace tasoscope
