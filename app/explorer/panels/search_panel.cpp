#include "panels/search_panel.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>

#include "actions/action_registry.h"
#include "panels/cost_plot.h"
#include "views/text/cost_text.h"

namespace tasoscope {
namespace {

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

}  // namespace

QString verdictOf(const SearchResult& result, const QString& device) {
  const std::int64_t delta = result.best.picoseconds - result.initial.picoseconds;
  const QString effort =
      SearchPanel::tr("%n distinct graphs seen in %1\u00a0s; %2.", nullptr, static_cast<int>(result.graphsExplored))
          .arg(QLocale().toString(result.seconds, 'f', 2), reasonOf(result.stopReason));
  if (delta >= 0) {
    return SearchPanel::tr("No gain on %1 beyond what a runtime does by itself. ").arg(device) + effort;
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
      m_alpha(new QDoubleSpinBox),
      m_status(new QLabel),
      m_plot(new CostPlot) {
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
  m_alpha->setObjectName(QStringLiteral("alpha"));
  m_alpha->setRange(1, 2);
  m_alpha->setSingleStep(0.01);
  m_alpha->setValue(1.05);
  m_alpha->setToolTip(tr("Graphs that cost more than this times the best are given up"));
  m_status->setWordWrap(true);
  auto* form = new QFormLayout;
  form->addRow(tr("Strategy"), m_strategy);
  form->addRow(tr("Graphs to expand"), m_budget);
  form->addRow(tr("Tolerance (alpha)"), m_alpha);
  auto* buttons = new QHBoxLayout;
  for (const char* name : {"search.run", "search.stop"}) {
    auto* button = new QToolButton;
    button->setDefaultAction(actions.find(QString::fromLatin1(name)));
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    buttons->addWidget(button);
  }
  buttons->addStretch();
  auto* left = new QVBoxLayout;
  left->addLayout(form);
  left->addLayout(buttons);
  left->addStretch();
  auto* right = new QVBoxLayout;
  right->addWidget(m_plot, 1);
  right->addWidget(m_status);
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(10, 8, 10, 8);
  layout->setSpacing(18);
  layout->addLayout(left);
  layout->addLayout(right, 1);
}

QString SearchPanel::strategy() const { return m_strategy->currentText(); }

SearchLimits SearchPanel::limits() const {
  SearchLimits limits;
  limits.budget = m_budget->value();
  limits.alpha = m_alpha->value();
  return limits;
}

void SearchPanel::start() {
  m_initial = 0;
  m_plot->start();
  m_status->setText(tr("Starting…"));
}

void SearchPanel::add(const SearchSample& sample) {
  if (m_initial == 0) m_initial = sample.bestPicoseconds;
  m_plot->add(sample);
  m_status->setText(tr("%1 expanded, %2 distinct, %3 waiting; best %4, %5")
                        .arg(number(sample.graphsExpanded), number(sample.graphsExplored),
                             number(static_cast<std::int64_t>(sample.waiting)), costText(sample.bestPicoseconds),
                             changeText(sample.bestPicoseconds - m_initial, m_initial)));
}

void SearchPanel::finish(const SearchResult& result) {
  SearchSample first, last;
  first.bestPicoseconds = result.initial.picoseconds;
  if (m_initial == 0) m_plot->add(first);
  last.graphsExpanded = result.graphsExpanded;
  last.bestPicoseconds = result.best.picoseconds;
  m_plot->add(last);
  m_status->setText(tr("%1 expanded, %2 distinct, %3 candidates tried; %4")
                        .arg(number(result.graphsExpanded), number(result.graphsExplored),
                             number(result.candidatesSeen), reasonOf(result.stopReason)));
}

}  // namespace tasoscope
