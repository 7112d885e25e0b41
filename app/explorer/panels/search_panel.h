#pragma once
// A search: how much of it and with which rules, what it does now, how the best cost falls, and what each rule did.

#include <QWidget>

#include "search/search.h"

class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QSortFilterProxyModel;
class QSpinBox;
class QToolButton;
class QTreeView;

namespace tasoscope {

class ActionRegistry;
class CostPlot;
class RuleStatisticsModel;

/// One sentence: what was gained, and why the search ended.
QString verdictOf(const SearchResult& result, const QString& device, bool isFromLoaded);

class SearchPanel : public QWidget {
  Q_OBJECT

 public:
  explicit SearchPanel(const ActionRegistry& actions, QWidget* parent = nullptr);
  QString strategy() const;
  SearchLimits limits() const;
  void setDevice(const QString& device);
  /// Which numeric classes are allowed, how many rules are used, and the names of all by their index.
  void setRules(const QStringList& classes, int used, int all, const QStringList& names);
  void start();
  void add(const std::vector<SearchSample>& samples);
  void finish(const SearchResult& result);
  const RuleStatisticsModel& statistics() const { return *m_statistics; }

 Q_SIGNALS:
  /// A row of the table of rules was chosen.
  void ruleChosen(const QString& name);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void makeLimits();
  void makeTable();
  /// Gives settings and table the room that texts of this size need.
  void fitTexts();
  QWidget* makeSettings(const ActionRegistry& actions);
  QWidget* makeProgress();
  void chooseRule(const QModelIndex& row);
  QComboBox* m_strategy;
  QSpinBox *m_budget, *m_seconds;
  QDoubleSpinBox* m_alpha;
  QToolButton *m_numerics, *m_rules;
  QLabel *m_device, *m_status;
  CostPlot* m_plot;
  RuleStatisticsModel* m_statistics;
  QSortFilterProxyModel* m_sorted;
  QTreeView* m_table;
  QWidget* m_settings = nullptr;
  std::int64_t m_initial = 0;
};

}  // namespace tasoscope
