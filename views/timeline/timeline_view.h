#pragma once
// The timeline as a widget: scrolls and zooms along the steps, goes to the step that is clicked or walked to by keys
// (left and right along the walk, up and down across branches), and lets two thumbs choose the range that is compared.
// Screen readers see each step as a child (timeline_accessible.h).

#include <QAbstractScrollArea>
#include <optional>

#include "views/timeline/timeline_painter.h"

namespace tasoscope {

class TimelineView : public QAbstractScrollArea {
  Q_OBJECT

 public:
  explicit TimelineView(QWidget* parent = nullptr);

  void setTrail(const TrailView& trail);
  void setCompared(std::optional<StepId> step);
  /// The node whose life is shown under the steps; nothing: none.
  void setNode(std::optional<OpId> op, const QString& name);
  void zoom(double factor);

  const TimelineLayout& layout() const { return m_layout; }
  const TimelineScene& scene() const { return m_scene; }
  /// Where a step is on the viewport.
  QRectF rectOf(StepId step) const;
  /// Asks to go to a step, as a click does.
  void choose(StepId step);

  QSize sizeHint() const override { return {560, 200}; }
  QSize minimumSizeHint() const override { return {220, 120}; }

 Q_SIGNALS:
  void stepChosen(StepId step);
  /// The near thumb was moved: the current step is to be compared with this one.
  void comparedChosen(StepId step);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void scrollContentsBy(int dx, int dy) override;
  void changeEvent(QEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  bool viewportEvent(QEvent* event) override;

 private:
  enum class Thumb { kNone, kCurrent, kCompared };
  void arrangeAll();
  /// The width at which all columns are in sight, within limits.
  double fittingColumn(double gutter) const;
  void updateScrollBars();
  void revealCurrent();
  QPointF toLayout(QPointF position) const;
  Thumb thumbAt(QPointF position) const;
  /// The scene with the dragged thumb where it is held.
  TimelineScene draggedScene() const;
  void showToolTip(const QPoint& position, const QPoint& global);
  void announceCurrent();

  std::optional<double> m_column;  // a column's width where somebody chose one; else all steps are to be seen
  TimelineLayout m_layout;
  TimelineScene m_scene;
  std::optional<OpId> m_node;
  Thumb m_dragged = Thumb::kNone;
  std::size_t m_dragColumn = 0;
};

}  // namespace tasoscope
