#include "panels/nodes_panel.h"

#include <QHeaderView>
#include <QSortFilterProxyModel>
#include <QTreeView>
#include <QVBoxLayout>

namespace tasoscope {

NodesPanel::NodesPanel(QWidget* parent)
    : QWidget(parent), m_model(new NodeModel(this)), m_sorted(new QSortFilterProxyModel(this)), m_view(new QTreeView) {
  m_sorted->setSourceModel(m_model);
  m_sorted->setSortRole(NodeModel::SortRole);
  m_view->setObjectName(QStringLiteral("nodes"));
  m_view->setAccessibleName(tr("Nodes of the graph"));
  m_view->setModel(m_sorted);
  m_view->setRootIsDecorated(false);
  m_view->setUniformRowHeights(true);
  m_view->setAllColumnsShowFocus(true);
  m_view->setAlternatingRowColors(true);
  m_view->setSortingEnabled(true);
  m_view->sortByColumn(-1, Qt::AscendingOrder);  // topological order until a header is clicked
  m_view->header()->setStretchLastSection(false);
  m_view->header()->setSectionResizeMode(NodeModel::NameColumn, QHeaderView::Stretch);
  m_view->setColumnWidth(NodeModel::OperatorColumn, 180);
  m_view->setColumnWidth(NodeModel::ShapeColumn, 140);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(m_view);
  connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& index) {
    if (!m_isUpdating && index.isValid()) Q_EMIT nodeChosen(index.data(NodeModel::KeyRole).toULongLong());
  });
}

void NodesPanel::setGraph(std::shared_ptr<const GraphView> graph) {
  m_isUpdating = true;
  m_model->setGraph(std::move(graph));
  m_isUpdating = false;
}

void NodesPanel::setSelectedKey(std::optional<std::uint64_t> key) {
  m_isUpdating = true;
  const int row = key ? m_model->rowOf(*key) : -1;
  const QModelIndex index = row < 0 ? QModelIndex() : m_sorted->mapFromSource(m_model->index(row, 0));
  m_view->setCurrentIndex(index);
  if (index.isValid()) m_view->scrollTo(index);
  m_isUpdating = false;
}

}  // namespace tasoscope
