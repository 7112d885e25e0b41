#pragma once
// The best cost found so far against the graphs expanded, while a search runs.

#include <QWidget>
#include <vector>

#include "search/search.h"

namespace tasoscope {

class CostPlot : public QWidget {
  Q_OBJECT

 public:
  explicit CostPlot(QWidget* parent = nullptr);
  void start();
  void add(const SearchSample& sample);
  QSize sizeHint() const override { return {420, 130}; }
  QSize minimumSizeHint() const override { return {200, 90}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  std::vector<SearchSample> m_samples;
};

}  // namespace tasoscope
