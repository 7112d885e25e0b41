#pragma once
// All rules in a list that can be filtered, with boxes that switch them off, and beside it the card of the chosen one.

#include <QWidget>

#include "views/models/rule_model.h"

class QLabel;
class QLineEdit;
class QSortFilterProxyModel;
class QTreeView;

namespace tasoscope {

class ActionRegistry;
class RuleCard;

class RulesPanel : public QWidget {
  Q_OBJECT

 public:
  explicit RulesPanel(const ActionRegistry& actions, QWidget* parent = nullptr);
  void setRules(std::vector<RuleView> rules);
  const RuleModel& model() const { return *m_model; }
  /// The rule whose card is shown; nullptr without one.
  const RuleView* current() const;
  /// Shows the card of the rule of this name; a filter that hides it is cleared.
  void select(const QString& name);
  RuleCard* card() const { return m_card; }
  QTreeView* view() const { return m_view; }

 Q_SIGNALS:
  void switchRequested(const QStringList& rules, bool isOn);
  void currentChanged();

 private:
  void makeView();
  QWidget* makeList();
  void showCurrent();
  void updateCount();
  RuleModel* m_model;
  QSortFilterProxyModel* m_filtered;
  QLineEdit* m_filter;
  QLabel* m_count;
  QTreeView* m_view;
  RuleCard* m_card;
};

}  // namespace tasoscope
