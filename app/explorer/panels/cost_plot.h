#pragma once
// The best cost over the time of a search, as a line of steps that falls, with both axes labelled.

#include <QWidget>
#include <vector>

#include "search/search.h"

namespace tasoscope {

class CostPlot : public QWidget {
  Q_OBJECT

 public:
  explicit CostPlot(QWidget* parent = nullptr);
  /// Forgets the last search.
  void start();
  void add(const SearchSample& sample);
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  struct Point {
    double seconds = 0;
    std::int64_t picoseconds = 0;
  };
  struct Axes;
  Axes axes() const;
  void paintAxes(QPainter& painter, const Axes& axes) const;
  void paintLine(QPainter& painter, const Axes& axes) const;
  std::vector<Point> m_points;  // where the cost changes, and the last
};

}  // namespace tasoscope
