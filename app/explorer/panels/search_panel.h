#pragma once
// A search: how much of it, what it does now, and how the best cost falls.

#include <QWidget>

#include "search/search.h"

class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QSpinBox;

namespace tasoscope {

class ActionRegistry;
class CostPlot;

/// One sentence: what was gained, and why the search ended.
QString verdictOf(const SearchResult& result, const QString& device);

class SearchPanel : public QWidget {
  Q_OBJECT

 public:
  SearchPanel(const ActionRegistry& actions, QWidget* parent = nullptr);
  QString strategy() const;
  SearchLimits limits() const;
  void start();
  void add(const SearchSample& sample);
  void finish(const SearchResult& result);

 private:
  QComboBox* m_strategy;
  QSpinBox* m_budget;
  QDoubleSpinBox* m_alpha;
  QLabel* m_status;
  CostPlot* m_plot;
  std::int64_t m_initial = 0;
};

}  // namespace tasoscope
