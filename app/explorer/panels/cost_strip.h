#pragma once
// The running cost along the lane of steps: a bar per step, the current one marked; a click goes there. The bars stand
// on a line a little under the least cost, since a step changes a few percent; the axis says so.

#include <QWidget>

#include "views/models/step_model.h"

namespace tasoscope {

class CostStrip : public QWidget {
  Q_OBJECT

 public:
  explicit CostStrip(const StepModel* model, QWidget* parent = nullptr);
  QSize sizeHint() const override { return {400, 62}; }
  QSize minimumSizeHint() const override { return {120, 62}; }

 Q_SIGNALS:
  void stepChosen(StepId step);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  bool event(QEvent* event) override;

 private:
  struct Range {
    std::int64_t least = 0, most = 0;
  };
  Range range() const;
  QRectF slot(std::size_t index) const;
  double heightOf(std::int64_t cost, const Range& range, double room) const;
  int indexAt(QPointF position) const;
  const StepModel* m_model;
};

}  // namespace tasoscope
