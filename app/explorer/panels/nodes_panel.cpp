#include "panels/nodes_panel.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QSortFilterProxyModel>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

#include "panels/column_widths.h"
#include "views/text/cost_text.h"
#include "views/text/text_scale.h"

namespace tasoscope {
namespace {

constexpr int kUsualWidth = 100;  // of a column of numbers

}  // namespace

NodesPanel::NodesPanel(QAction* exportTable, QWidget* parent)
    : QWidget(parent),
      m_model(new NodeModel(this)),
      m_sorted(new QSortFilterProxyModel(this)),
      m_filter(new QLineEdit),
      m_summary(new QLabel),
      m_view(new QTreeView) {
  m_sorted->setSourceModel(m_model);
  m_sorted->setSortRole(NodeModel::SortRole);
  m_sorted->setFilterRole(NodeModel::FilterRole);
  m_sorted->setFilterCaseSensitivity(Qt::CaseInsensitive);
  m_filter->setObjectName(QStringLiteral("nodesFilter"));
  m_filter->setPlaceholderText(tr("Filter by operator, name, shape or limit"));
  m_filter->setAccessibleName(tr("Filter of the nodes"));
  m_filter->setClearButtonEnabled(true);
  m_view->setObjectName(QStringLiteral("nodes"));
  m_view->setAccessibleName(tr("Nodes of the graph"));
  m_view->setModel(m_sorted);
  m_view->setRootIsDecorated(false);
  m_view->setUniformRowHeights(true);
  m_view->setAllColumnsShowFocus(true);
  m_view->setAlternatingRowColors(true);
  m_view->setSelectionMode(QAbstractItemView::ExtendedSelection);
  m_view->setSortingEnabled(true);
  m_view->sortByColumn(-1, Qt::AscendingOrder);  // topological order until a header is clicked
  m_view->header()->setStretchLastSection(true);
  m_view->header()->setDefaultSectionSize(scaled(kUsualWidth));
  const int character = m_view->fontMetrics().averageCharWidth();
  m_view->setColumnWidth(NodeModel::OperatorColumn, 22 * character);
  m_view->setColumnWidth(NodeModel::NameColumn, 34 * character);
  m_view->setColumnWidth(NodeModel::ShapeColumn, 18 * character);
  new ColumnWidths(m_view);
  auto* button = new QToolButton;
  button->setDefaultAction(exportTable);
  button->setToolButtonStyle(Qt::ToolButtonTextOnly);
  auto* bar = new QHBoxLayout;
  bar->setContentsMargins(6, 4, 6, 2);
  bar->addWidget(m_filter, 1);
  bar->addWidget(m_summary);
  bar->addWidget(button);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addLayout(bar);
  layout->addWidget(m_view, 1);
  connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& text) {
    m_sorted->setFilterFixedString(text);
    updateSummary();
  });
  connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& index) {
    if (!m_isUpdating && index.isValid()) Q_EMIT nodeChosen(index.data(NodeModel::KeyRole).toULongLong());
  });
}

void NodesPanel::setGraph(std::shared_ptr<const GraphView> graph) {
  m_graph = std::move(graph);
  if (isVisible()) catchUp();
}

void NodesPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  catchUp();
}

void NodesPanel::catchUp() {
  if (m_model->graph() == m_graph) return;
  m_isUpdating = true;
  m_model->setGraph(m_graph);
  m_isUpdating = false;
  updateSummary();
  showSelected();
}

GraphView NodesPanel::shownGraph() {
  catchUp();
  GraphView shown;
  if (!m_model->graph()) return shown;
  shown.price = m_model->graph()->price;
  for (int row = 0; row < m_model->rowCount(); ++row)
    if (m_sorted->mapFromSource(m_model->index(row, 0)).isValid())
      shown.nodes.share(m_model->graph()->nodes.shared(static_cast<std::size_t>(row)));
  return shown;
}

QString NodesPanel::summary() {
  catchUp();
  return m_summary->text();
}

void NodesPanel::updateSummary() {
  if (!m_model->graph()) return m_summary->clear();
  const std::int64_t total = m_model->graph()->price.picoseconds;
  std::int64_t sum = 0;
  for (int row = 0; row < m_sorted->rowCount(); ++row)
    sum += m_sorted->index(row, NodeModel::CostColumn).data(NodeModel::SortRole).toLongLong();
  const QLocale locale;
  const QString share = total > 0 ? QStringLiteral(" (%1)").arg(shareText(sum, total)) : QString();
  m_summary->setText(
      tr("%1 of %2 nodes, %3")
          .arg(locale.toString(m_sorted->rowCount()), locale.toString(m_model->rowCount()), costText(sum) + share));
}

void NodesPanel::setSelectedKey(std::optional<std::uint64_t> key) {
  m_selected = key;
  if (m_model->graph() == m_graph) showSelected();
}

void NodesPanel::showSelected() {
  m_isUpdating = true;
  const int row = m_selected ? m_model->rowOf(*m_selected) : -1;
  const QModelIndex index = row < 0 ? QModelIndex() : m_sorted->mapFromSource(m_model->index(row, 0));
  if (index.siblingAtColumn(0) != m_view->currentIndex().siblingAtColumn(0)) m_view->setCurrentIndex(index);
  if (index.isValid()) m_view->scrollTo(index);
  m_isUpdating = false;
}

}  // namespace tasoscope
