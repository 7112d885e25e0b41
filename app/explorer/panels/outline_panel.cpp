#include "panels/outline_panel.h"

#include <QHeaderView>
#include <QTreeView>
#include <QVBoxLayout>
#include <algorithm>
#include <set>
#include <utility>

#include "panels/column_widths.h"
#include "views/text/text_scale.h"

namespace tasoscope {
namespace {

constexpr int kUsualWidth = 84;  // of a column of numbers

}  // namespace

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
  for (int column = OutlineModel::NameColumn + 1; column < m_view->header()->count(); ++column)
    m_view->header()->resizeSection(column, std::max(scaled(kUsualWidth), m_view->header()->sectionSizeHint(column)));
  new ColumnWidths(m_view);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(m_view);
  connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& index) {
    if (!m_isUpdating && index.isValid()) Q_EMIT chosen(index.data(OutlineModel::KeyRole).toULongLong());
  });
  connect(m_view, &QTreeView::activated, this,
          [this](const QModelIndex& index) { Q_EMIT activated(index.data(OutlineModel::KeyRole).toULongLong()); });
}

void OutlinePanel::setGraph(std::shared_ptr<const GraphView> graph, std::shared_ptr<const ShownGroups> groups) {
  m_graph = std::move(graph);
  m_groups = std::move(groups);
  m_isStale = true;
  if (isVisible()) catchUp();
}

void OutlinePanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  catchUp();
}

/// What was open stays open.
void OutlinePanel::catchUp() {
  if (!std::exchange(m_isStale, false)) return;
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
  m_model->setGraph(m_graph, m_groups);
  for (const std::uint64_t key : open)
    if (const QModelIndex index = m_model->indexOf(key); index.isValid()) m_view->setExpanded(index, true);
  m_isUpdating = false;
  showSelected();
}

void OutlinePanel::setSelectedKey(std::optional<std::uint64_t> key) {
  m_selected = key;
  if (!m_isStale) showSelected();
}

void OutlinePanel::showSelected() {
  m_isUpdating = true;
  const QModelIndex index = m_selected ? m_model->indexOf(*m_selected) : QModelIndex();
  m_view->setCurrentIndex(index);
  if (index.isValid()) m_view->scrollTo(index);
  m_isUpdating = false;
}

}  // namespace tasoscope
