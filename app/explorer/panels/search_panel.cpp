#include "panels/search_panel.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QMenu>
#include <QScrollArea>
#include <QSortFilterProxyModel>
#include <QSpinBox>
#include <QSplitter>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>
#include <algorithm>

#include "actions/action_registry.h"
#include "panels/column_widths.h"
#include "panels/cost_plot.h"
#include "views/models/row_delegate.h"
#include "views/models/rule_statistics_model.h"
#include "views/text/cost_text.h"
#include "views/text/text_scale.h"

namespace tasoscope {
namespace {

constexpr int kSettingsWidth = 280;
constexpr int kNumberWidth = 56;
constexpr int kPlotWidth = 220, kTableWidth = 330;

QString number(std::int64_t value) { return QLocale().toString(static_cast<qlonglong>(value)); }

QString reasonOf(StopReason reason) {
  switch (reason) {
    case StopReason::kExhausted:
      return SearchPanel::tr("nothing was left to try");
    case StopReason::kBudget:
      return SearchPanel::tr("the budget was used up");
    case StopReason::kTime:
      return SearchPanel::tr("the time was up");
    case StopReason::kMemory:
      return SearchPanel::tr("the memory limit was reached");
    case StopReason::kCancelled:
      break;
  }
  return SearchPanel::tr("it was stopped");
}

QToolButton* buttonFor(QAction* action) {
  auto* button = new QToolButton;
  button->setDefaultAction(action);
  button->setAccessibleName(action->text().remove(QChar('&')));
  return button;
}

}  // namespace

QString verdictOf(const SearchResult& result, const QString& device, bool isFromLoaded) {
  const std::int64_t delta = result.best.picoseconds - result.initial.picoseconds;
  const QString effort =
      SearchPanel::tr("%Ln distinct graphs seen in %1\u00a0s; %2.", nullptr, static_cast<int>(result.graphsExplored))
          .arg(QLocale().toString(result.seconds, 'f', 2), reasonOf(result.stopReason));
  if (delta >= 0) {
    if (result.graphsExpanded == 0 && result.stopReason == StopReason::kCancelled)
      return SearchPanel::tr("The search was stopped before it tried anything.");
    // Only a search from the loaded graph that came to its own end speaks of the model.
    const bool isWhole = isFromLoaded && result.stopReason != StopReason::kCancelled;
    const QString verdict = isWhole ? SearchPanel::tr("No gain on %1 beyond what a runtime does by itself. ")
                                    : SearchPanel::tr("Nothing cheaper than this step was found on %1. ");
    return verdict.arg(device) + effort;
  }
  return SearchPanel::tr("%1 on %2: from %3 to %4 in %n steps. ", nullptr, static_cast<int>(result.path.size()))
             .arg(changeText(delta, result.initial.picoseconds), device, costText(result.initial.picoseconds),
                  costText(result.best.picoseconds)) +
         effort;
}

SearchPanel::SearchPanel(const ActionRegistry& actions, QWidget* parent)
    : QWidget(parent),
      m_strategy(new QComboBox),
      m_budget(new QSpinBox),
      m_seconds(new QSpinBox),
      m_alpha(new QDoubleSpinBox),
      m_numerics(new QToolButton),
      m_rules(new QToolButton),
      m_device(new QLabel),
      m_status(new QLabel),
      m_plot(new CostPlot),
      m_statistics(new RuleStatisticsModel(this)),
      m_sorted(new QSortFilterProxyModel(this)),
      m_table(new QTreeView) {
  makeLimits();
  makeTable();
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(6, 6, 6, 6);
  layout->addWidget(makeSettings(actions));
  layout->addWidget(makeProgress(), 1);
  fitTexts();
}

void SearchPanel::makeLimits() {
  m_strategy->setObjectName(QStringLiteral("strategy"));
  for (const std::string_view name : strategyNames()) {
    m_strategy->addItem(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())));
  }
  m_strategy->setCurrentIndex(std::max(0, m_strategy->findText(QStringLiteral("auto"))));
  m_budget->setObjectName(QStringLiteral("budget"));
  m_budget->setRange(1, 10'000'000);
  m_budget->setValue(1000);
  m_budget->setSingleStep(500);
  m_budget->setGroupSeparatorShown(true);
  m_seconds->setObjectName(QStringLiteral("seconds"));
  m_seconds->setRange(0, 86'400);
  m_seconds->setSpecialValueText(tr("no limit"));
  m_seconds->setSuffix(tr(" s"));
  m_seconds->setSingleStep(10);
  m_alpha->setObjectName(QStringLiteral("alpha"));
  m_alpha->setRange(1, 2);
  m_alpha->setSingleStep(0.01);
  m_alpha->setValue(1.05);
  m_alpha->setToolTip(tr("Graphs that cost more than this times the best are given up"));
}

QWidget* SearchPanel::makeSettings(const ActionRegistry& actions) {
  auto* classes = new QMenu(m_numerics);
  for (const char* name : {"search.exact", "search.reassociating", "search.folding", "search.approximate"})
    classes->addAction(actions.find(QString::fromLatin1(name)));
  m_numerics->setObjectName(QStringLiteral("numerics"));
  m_numerics->setMenu(classes);
  m_numerics->setPopupMode(QToolButton::InstantPopup);
  m_numerics->setToolButtonStyle(Qt::ToolButtonTextOnly);
  m_rules->setObjectName(QStringLiteral("searchRules"));
  connect(m_rules, &QToolButton::clicked, actions.find(QStringLiteral("rule.list")), &QAction::trigger);
  for (QToolButton* button : {m_numerics, m_rules}) button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  auto* form = new QFormLayout;
  form->setRowWrapPolicy(QFormLayout::WrapLongRows);  // large texts stand above their fields
  form->addRow(tr("Strategy"), m_strategy);
  form->addRow(tr("Device"), m_device);
  form->addRow(tr("Graphs to expand"), m_budget);
  form->addRow(tr("Time limit"), m_seconds);
  form->addRow(tr("Tolerance (alpha)"), m_alpha);
  form->addRow(tr("Numerics"), m_numerics);
  form->addRow(tr("Rules"), m_rules);
  auto* buttons = new QHBoxLayout;
  for (const char* name : {"search.run", "search.step", "search.stop"})
    buttons->addWidget(buttonFor(actions.find(QString::fromLatin1(name))));
  auto* run = qobject_cast<QToolButton*>(buttons->itemAt(0)->widget());
  run->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  run->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  auto* content = new QWidget;
  auto* layout = new QVBoxLayout(content);
  layout->setContentsMargins(4, 4, 8, 4);
  layout->addLayout(buttons);
  layout->addLayout(form);
  layout->addStretch();
  auto* scroll = new QScrollArea;
  scroll->setObjectName(QStringLiteral("searchSettings"));
  scroll->setWidget(content);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_settings = scroll;
  return scroll;
}

QWidget* SearchPanel::makeProgress() {
  m_status->setWordWrap(true);
  m_status->setObjectName(QStringLiteral("searchStatus"));
  auto* progress = new QWidget;
  auto* splitter = new QSplitter;
  splitter->setChildrenCollapsible(false);
  splitter->addWidget(m_plot);
  splitter->addWidget(m_table);
  splitter->setStretchFactor(0, kPlotWidth);
  splitter->setStretchFactor(1, kTableWidth);
  splitter->setSizes({kPlotWidth, kTableWidth});
  auto* layout = new QVBoxLayout(progress);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(splitter, 1);
  layout->addWidget(m_status);
  return progress;
}

void SearchPanel::makeTable() {
  m_sorted->setSourceModel(m_statistics);
  m_sorted->setSortRole(RuleStatisticsModel::SortRole);
  m_table->setObjectName(QStringLiteral("ruleStatistics"));
  m_table->setAccessibleName(tr("What each rule did in this search"));
  m_table->setModel(m_sorted);
  m_table->setRootIsDecorated(false);
  m_table->setUniformRowHeights(true);
  m_table->setAlternatingRowColors(true);
  m_table->setSortingEnabled(true);
  m_table->sortByColumn(RuleStatisticsModel::kImproved, Qt::DescendingOrder);
  QHeaderView* header = m_table->header();
  header->setStretchLastSection(false);
  header->setSectionResizeMode(RuleStatisticsModel::kName, QHeaderView::Stretch);
  for (const int column : {RuleStatisticsModel::kMatched, RuleStatisticsModel::kTried, RuleStatisticsModel::kImproved})
    header->resizeSection(column, std::max(kNumberWidth, header->sectionSizeHint(column)));
  m_table->setItemDelegate(new RowDelegate(m_table));
  m_table->setTextElideMode(Qt::ElideMiddle);
  new ColumnWidths(m_table);
  connect(m_table, &QTreeView::activated, this, &SearchPanel::chooseRule);
  connect(m_table, &QTreeView::clicked, this, &SearchPanel::chooseRule);
}

void SearchPanel::fitTexts() {
  // Half of what the text grows by: large texts stand above their fields.
  m_settings->setFixedWidth((kSettingsWidth + scaled(kSettingsWidth)) / 2);
  // A form that is hidden keeps the sizes of its old texts until it is asked anew.
  QWidget* content = qobject_cast<QScrollArea*>(m_settings)->widget();
  for (QLayout* part : content->findChildren<QLayout*>()) part->invalidate();
  content->updateGeometry();
  const QHeaderView* header = m_table->header();
  int numbers = 0;
  for (const int column : {RuleStatisticsModel::kMatched, RuleStatisticsModel::kTried, RuleStatisticsModel::kImproved})
    numbers += header->sectionSize(column);
  const int name =
      std::max(6 * m_table->fontMetrics().averageCharWidth(), header->sectionSizeHint(RuleStatisticsModel::kName));
  m_table->setMinimumWidth(std::max(kTableWidth, numbers + name + 2 * m_table->frameWidth()));
}

void SearchPanel::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  // Once the columns have their new widths.
  if (event->type() == QEvent::FontChange)
    QMetaObject::invokeMethod(this, &SearchPanel::fitTexts, Qt::QueuedConnection);
}

void SearchPanel::chooseRule(const QModelIndex& row) {
  Q_EMIT ruleChosen(m_statistics->nameOf(m_sorted->mapToSource(row).row()));
}

QString SearchPanel::strategy() const { return m_strategy->currentText(); }

SearchLimits SearchPanel::limits() const {
  SearchLimits limits;
  limits.budget = m_budget->value();
  limits.seconds = m_seconds->value();
  limits.alpha = m_alpha->value();
  return limits;
}

void SearchPanel::setDevice(const QString& device) { m_device->setText(device); }

void SearchPanel::setRules(const QStringList& classes, int used, int all, const QStringList& names) {
  m_numerics->setText(tr("%n classes allowed", nullptr, static_cast<int>(classes.size())));
  m_numerics->setToolTip(classes.join(QStringLiteral(", ")));
  m_rules->setText(tr("%1 of %2 used…").arg(number(used), number(all)));
  m_statistics->setNames(names);
}

void SearchPanel::start() {
  m_initial = 0;
  m_plot->start();
  m_statistics->clear();
  m_status->setText(tr("Starting…"));
}

void SearchPanel::add(const std::vector<SearchSample>& samples) {
  if (m_initial == 0) m_initial = samples.front().bestPicoseconds;
  for (const SearchSample& sample : samples) m_plot->add(sample);
  const auto counted = std::find_if(samples.rbegin(), samples.rend(), [](const SearchSample& s) { return s.rules; });
  if (counted != samples.rend()) m_statistics->setStatistics(*counted->rules);
  const SearchSample& sample = samples.back();
  const QString facts = tr("%1 expanded, %2 distinct, %3 waiting; best %4, %5")
                            .arg(number(sample.graphsExpanded), number(sample.graphsExplored),
                                 number(static_cast<std::int64_t>(sample.waiting)), costText(sample.bestPicoseconds),
                                 changeText(sample.bestPicoseconds - m_initial, m_initial));
  m_status->setText(sample.isPaused ? tr("Paused: %1").arg(facts) : facts);
}

void SearchPanel::finish(const SearchResult& result) {
  SearchSample first, last;
  first.bestPicoseconds = result.initial.picoseconds;
  if (m_initial == 0) m_plot->add(first);
  last.seconds = result.seconds;
  last.bestPicoseconds = result.best.picoseconds;
  m_plot->add(last);
  m_statistics->setStatistics(result.rules);
  m_status->setText(tr("%1 expanded, %2 distinct, %3 candidates tried. The search ended because %4.")
                        .arg(number(result.graphsExpanded), number(result.graphsExplored),
                             number(result.candidatesSeen), reasonOf(result.stopReason)));
}

}  // namespace tasoscope
