#include "panels/scenario_table.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "views/text/cost_text.h"

namespace tasoscope {
namespace {

constexpr int kRowsShown = 4;

int symbolColumn(std::size_t symbol) { return 1 + static_cast<int>(symbol); }

QTableWidgetItem* item(const QString& text, bool isEditable) {
  auto* cell = new QTableWidgetItem(text);
  if (!isEditable) cell->setFlags(cell->flags() & ~Qt::ItemIsEditable);
  return cell;
}

}  // namespace

ScenarioTable::ScenarioTable(QWidget* parent)
    : QGroupBox(tr("Scenarios"), parent), m_table(new QTableWidget), m_remove(new QPushButton(tr("&Remove scenario"))) {
  auto* explanation = new QLabel(
      tr("Several uses of the model at once: what is shown and searched for is the mean of their costs, by weight."));
  explanation->setWordWrap(true);
  m_table->setObjectName(QStringLiteral("scenarios"));
  m_table->setAccessibleName(tr("Scenarios"));
  m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
  m_table->setSelectionMode(QAbstractItemView::SingleSelection);
  m_table->setTabKeyNavigation(false);
  m_table->verticalHeader()->hide();
  m_table->setMinimumHeight((kRowsShown + 1) * 2 * fontMetrics().height());
  auto* addRow = new QPushButton(tr("&Add scenario"));
  addRow->setObjectName(QStringLiteral("scenarios.add"));
  m_remove->setObjectName(QStringLiteral("scenarios.remove"));
  for (QPushButton* button : {addRow, m_remove}) button->setAutoDefault(false);
  auto* buttons = new QHBoxLayout;
  buttons->addWidget(addRow);
  buttons->addWidget(m_remove);
  buttons->addStretch(1);
  auto* layout = new QVBoxLayout(this);
  layout->addWidget(explanation);
  layout->addWidget(m_table);
  layout->addLayout(buttons);
  connect(addRow, &QPushButton::clicked, this, &ScenarioTable::add);
  connect(m_remove, &QPushButton::clicked, this, &ScenarioTable::remove);
  connect(m_table, &QTableWidget::cellChanged, this, [this] {
    if (!m_isFilling) tell();
  });
  connect(m_table, &QTableWidget::itemSelectionChanged, this,
          [this] { m_remove->setEnabled(m_table->currentRow() >= 0); });
}

void ScenarioTable::show(const std::vector<std::string>& symbols, const std::vector<ScenarioPrice>& prices) {
  const int current = m_table->currentRow();
  m_isFilling = true;
  m_symbols = symbols;
  m_shown.clear();
  QStringList titles{tr("Name")};
  for (const std::string& symbol : symbols) titles << QString::fromStdString(symbol);
  titles << tr("Weight") << tr("Original") << tr("Now") << tr("Change");
  m_table->setColumnCount(static_cast<int>(titles.size()));
  m_table->setHorizontalHeaderLabels(titles);
  m_table->setRowCount(static_cast<int>(prices.size()));
  for (std::size_t row = 0; row < prices.size(); ++row) setRow(static_cast<int>(row), prices[row]);
  m_table->resizeColumnsToContents();
  m_table->setVisible(!prices.empty());
  m_remove->setVisible(!prices.empty());
  if (current >= 0 && current < m_table->rowCount()) m_table->selectRow(current);
  m_remove->setEnabled(m_table->currentRow() >= 0);
  m_isFilling = false;
}

void ScenarioTable::setRow(int row, const ScenarioPrice& price) {
  m_shown.push_back(price.scenario);
  m_table->setItem(row, 0, item(QString::fromStdString(price.scenario.name), true));
  for (std::size_t i = 0; i < m_symbols.size(); ++i) {
    const auto value = price.scenario.symbols.find(m_symbols[i]);
    const QString text =
        value == price.scenario.symbols.end() ? QString() : QString::number(static_cast<qlonglong>(value->second));
    m_table->setItem(row, symbolColumn(i), item(text, true));
  }
  const int weight = symbolColumn(m_symbols.size());
  const std::int64_t before = price.original.picoseconds, now = price.price.picoseconds;
  m_table->setItem(row, weight, item(QLocale().toString(price.scenario.weight), true));
  m_table->setItem(row, weight + 1, item(costText(before), false));
  m_table->setItem(row, weight + 2, item(costText(now), false));
  m_table->setItem(row, weight + 3, item(now == before ? QString() : changeText(now - before, before), false));
}

/// What cannot be read as a number stays as it was.
std::vector<Scenario> ScenarioTable::scenarios() const {
  std::vector<Scenario> result;
  for (int row = 0; row < m_table->rowCount(); ++row) {
    Scenario scenario = m_shown[static_cast<std::size_t>(row)];
    const std::string name = m_table->item(row, 0)->text().trimmed().toStdString();
    const bool isTaken = std::ranges::count(result, name, &Scenario::name) > 0;
    if (!name.empty() && !isTaken) scenario.name = name;
    for (std::size_t i = 0; i < m_symbols.size(); ++i) {
      bool isNumber = false;
      const qlonglong value = QLocale().toLongLong(m_table->item(row, symbolColumn(i))->text(), &isNumber);
      if (isNumber && value > 0) scenario.symbols[m_symbols[i]] = value;
    }
    bool isNumber = false;
    const double weight = QLocale().toDouble(m_table->item(row, symbolColumn(m_symbols.size()))->text(), &isNumber);
    if (isNumber && weight > 0) scenario.weight = weight;
    result.push_back(std::move(scenario));
  }
  return result;
}

void ScenarioTable::add() {
  std::vector<Scenario> all = scenarios();
  Scenario added = all.empty() ? Scenario{} : all.back();
  int number = static_cast<int>(all.size()) + 1;
  const auto nameOf = [](int i) { return tr("scenario %1").arg(i).toStdString(); };
  while (std::ranges::count(all, nameOf(number), &Scenario::name) > 0) ++number;
  added.name = nameOf(number);
  all.push_back(std::move(added));
  Q_EMIT scenariosChosen(all);
}

void ScenarioTable::remove() {
  std::vector<Scenario> all = scenarios();
  const int row = m_table->currentRow();
  if (row < 0 || row >= static_cast<int>(all.size())) return;
  all.erase(all.begin() + row);
  Q_EMIT scenariosChosen(all);
}

void ScenarioTable::tell() { Q_EMIT scenariosChosen(scenarios()); }

}  // namespace tasoscope
