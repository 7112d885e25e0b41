#include "panels/rules_panel.h"

#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QTreeView>
#include <QVBoxLayout>

#include "panels/column_widths.h"
#include "panels/rule_card.h"
#include "views/models/row_delegate.h"
#include "views/text/text_scale.h"

namespace tasoscope {
namespace {

constexpr int kNameWidth = 270, kNumberWidth = 64, kWordWidth = 96;

}  // namespace

RulesPanel::RulesPanel(const ActionRegistry& actions, QWidget* parent)
    : QWidget(parent),
      m_model(new RuleModel(this)),
      m_filtered(new QSortFilterProxyModel(this)),
      m_filter(new QLineEdit),
      m_count(new QLabel),
      m_view(new QTreeView),
      m_card(new RuleCard(actions)) {
  m_filtered->setSourceModel(m_model);
  m_filtered->setFilterRole(RuleModel::FilterRole);
  m_filtered->setFilterCaseSensitivity(Qt::CaseInsensitive);
  m_filtered->setRecursiveFilteringEnabled(true);
  m_filter->setObjectName(QStringLiteral("ruleFilter"));
  m_filter->setPlaceholderText(tr("Filter by name, family or what it does"));
  m_filter->setAccessibleName(tr("Filter the rules"));
  m_filter->setClearButtonEnabled(true);
  makeView();
  auto* splitter = new QSplitter;
  splitter->setChildrenCollapsible(false);
  splitter->addWidget(makeList());
  splitter->addWidget(m_card);
  splitter->setStretchFactor(0, 5);
  splitter->setStretchFactor(1, 6);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(6, 6, 6, 6);
  layout->addWidget(splitter);
  connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& text) {
    m_filtered->setFilterFixedString(text);
    if (!text.isEmpty()) m_view->expandAll();
  });
  connect(m_model, &RuleModel::switchRequested, this, &RulesPanel::switchRequested);
}

QWidget* RulesPanel::makeList() {
  auto* list = new QWidget;
  auto* top = new QHBoxLayout;
  top->addWidget(m_filter, 1);
  top->addWidget(m_count);
  auto* layout = new QVBoxLayout(list);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addLayout(top);
  layout->addWidget(m_view, 1);
  return list;
}

void RulesPanel::makeView() {
  m_view->setObjectName(QStringLiteral("rules"));
  m_view->setAccessibleName(tr("Rules"));
  m_view->setModel(m_filtered);
  m_view->setAlternatingRowColors(true);
  m_view->setUniformRowHeights(true);
  m_view->setIndentation(14);
  m_view->setItemDelegate(new RowDelegate(m_view));
  QHeaderView* header = m_view->header();
  header->setStretchLastSection(false);
  header->resizeSection(RuleModel::kName, scaled(kNameWidth));
  for (const int column : {RuleModel::kNumerics, RuleModel::kStanding})
    header->resizeSection(column, std::max(scaled(kWordWidth), header->sectionSizeHint(column)));
  for (const int column : {RuleModel::kPlaces, RuleModel::kApplied, RuleModel::kImproved})
    header->resizeSection(column, std::max(scaled(kNumberWidth), header->sectionSizeHint(column)));
  new ColumnWidths(m_view);
  connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this, &RulesPanel::showCurrent);
}

void RulesPanel::setRules(std::vector<RuleView> rules) {
  const bool isFirst = m_model->rules().empty();
  m_model->setRules(std::move(rules));
  if (isFirst) m_card->clear();
  showCurrent();
  updateCount();
}

void RulesPanel::updateCount() {
  m_count->setText(tr("%1 of %2 used").arg(m_model->usedCount()).arg(m_model->ownCount()));
}

const RuleView* RulesPanel::current() const { return m_model->rule(m_filtered->mapToSource(m_view->currentIndex())); }

void RulesPanel::showCurrent() {
  if (const RuleView* view = current()) m_card->setRule(*view);
  Q_EMIT currentChanged();
}

void RulesPanel::select(const QString& name) {
  const QModelIndex source = m_model->indexOf(name);
  if (!source.isValid()) return;
  QModelIndex row = m_filtered->mapFromSource(source);
  if (!row.isValid()) {
    m_filter->clear();
    row = m_filtered->mapFromSource(source);
  }
  m_view->expand(row.parent());
  m_view->setCurrentIndex(row);
  m_view->scrollTo(row);
}

}  // namespace tasoscope
