#include "panels/outline_panel.h"

#include <QHeaderView>
#include <QTreeView>
#include <QVBoxLayout>
#include <set>

namespace tasoscope {

OutlinePanel::OutlinePanel(QWidget* parent) : QWidget(parent), m_model(new OutlineModel(this)), m_view(new QTreeView) {
  m_view->setObjectName(QStringLiteral("outline"));
  m_view->setAccessibleName(tr("Groups and nodes of the graph"));
  m_view->setModel(m_model);
  m_view->setUniformRowHeights(true);
  m_view->setAllColumnsShowFocus(true);
  m_view->setAlternatingRowColors(true);
  m_view->setExpandsOnDoubleClick(false);
  m_view->header()->setStretchLastSection(false);
  m_view->header()->setSectionResizeMode(OutlineModel::NameColumn, QHeaderView::Stretch);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(m_view);
  connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& index) {
    if (!m_isUpdating && index.isValid()) Q_EMIT chosen(index.data(OutlineModel::KeyRole).toULongLong());
  });
  connect(m_view, &QTreeView::activated, this,
          [this](const QModelIndex& index) { Q_EMIT activated(index.data(OutlineModel::KeyRole).toULongLong()); });
}

/// What was open stays open.
void OutlinePanel::setGraph(std::shared_ptr<const GraphView> graph, std::shared_ptr<const ShownGroups> groups) {
  m_isUpdating = true;
  std::set<std::uint64_t> open;
  std::vector<QModelIndex> pending{QModelIndex()};
  while (!pending.empty()) {
    const QModelIndex parent = pending.back();
    pending.pop_back();
    for (int row = 0; row < m_model->rowCount(parent); ++row) {
      const QModelIndex index = m_model->index(row, 0, parent);
      if (!m_view->isExpanded(index)) continue;
      open.insert(index.data(OutlineModel::KeyRole).toULongLong());
      pending.push_back(index);
    }
  }
  m_model->setGraph(std::move(graph), std::move(groups));
  for (const std::uint64_t key : open)
    if (const QModelIndex index = m_model->indexOf(key); index.isValid()) m_view->setExpanded(index, true);
  m_isUpdating = false;
}

void OutlinePanel::setSelectedKey(std::optional<std::uint64_t> key) {
  m_isUpdating = true;
  const QModelIndex index = key ? m_model->indexOf(*key) : QModelIndex();
  m_view->setCurrentIndex(index);
  if (index.isValid()) m_view->scrollTo(index);
  m_isUpdating = false;
}

}  // namespace tasoscope
