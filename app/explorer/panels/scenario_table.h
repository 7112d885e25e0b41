#pragma once
// The uses of a model with symbolic dimensions that prices stand for, a row each: the extents, how much the use counts,
// and what the loaded graph and the one that is shown cost in it. Prices are the weighted mean of the rows.

#include <QGroupBox>
#include <vector>

#include "session/session.h"

class QPushButton;
class QTableWidget;

namespace tasoscope {

class ScenarioTable : public QGroupBox {
  Q_OBJECT

 public:
  explicit ScenarioTable(QWidget* parent = nullptr);
  /// A column for each symbol; a row for each scenario.
  void show(const std::vector<std::string>& symbols, const std::vector<ScenarioPrice>& prices);

 Q_SIGNALS:
  void scenariosChosen(const std::vector<tasoscope::Scenario>& scenarios);

 private:
  void add();
  void remove();
  void tell();
  std::vector<Scenario> scenarios() const;
  void setRow(int row, const ScenarioPrice& price);

  QTableWidget* m_table;
  QPushButton* m_remove;
  std::vector<std::string> m_symbols;
  std::vector<Scenario> m_shown;
  bool m_isFilling = false;
};

}  // namespace tasoscope
