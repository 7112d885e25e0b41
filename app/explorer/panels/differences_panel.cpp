#include "panels/differences_panel.h"

#include <QHeaderView>
#include <QSortFilterProxyModel>
#include <QTreeView>
#include <QVBoxLayout>
#include <algorithm>

#include "panels/column_widths.h"
#include "views/text/text_scale.h"

namespace tasoscope {
namespace {

constexpr int kOperatorWidth = 160;

}  // namespace

DifferencesPanel::DifferencesPanel(QWidget* parent)
    : QWidget(parent),
      m_model(new DifferenceModel(this)),
      m_sorted(new QSortFilterProxyModel(this)),
      m_summary(new QLabel),
      m_view(new QTreeView) {
  m_sorted->setSourceModel(m_model);
  m_sorted->setSortRole(DifferenceModel::SortRole);
  m_summary->setObjectName(QStringLiteral("differencesSummary"));
  m_summary->setTextFormat(Qt::PlainText);
  m_summary->setWordWrap(true);
  m_summary->setContentsMargins(8, 4, 8, 4);
  m_view->setObjectName(QStringLiteral("differences"));
  m_view->setAccessibleName(tr("Differences between the files"));
  m_view->setModel(m_sorted);
  m_view->setRootIsDecorated(false);
  m_view->setUniformRowHeights(true);
  m_view->setAllColumnsShowFocus(true);
  m_view->setAlternatingRowColors(true);
  m_view->setSortingEnabled(true);
  m_view->sortByColumn(-1, Qt::AscendingOrder);  // topological order until a header is clicked
  m_view->header()->setStretchLastSection(false);
  m_view->header()->setSectionResizeMode(DifferenceModel::NameColumn, QHeaderView::Stretch);
  m_view->header()->setSectionResizeMode(DifferenceModel::FactsColumn, QHeaderView::Stretch);
  QHeaderView* header = m_view->header();
  header->resizeSection(DifferenceModel::OperatorColumn, scaled(kOperatorWidth));
  for (const int column : {DifferenceModel::KindColumn, DifferenceModel::OperatorColumn, DifferenceModel::CostColumn})
    header->resizeSection(column, std::max(header->sectionSize(column), header->sectionSizeHint(column)));
  new ColumnWidths(m_view);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(m_summary);
  layout->addWidget(m_view, 1);
  connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& index) {
    if (index.isValid()) Q_EMIT nodeChosen(index.data(DifferenceModel::KeyRole).toULongLong());
  });
}

void DifferencesPanel::setGraphs(std::shared_ptr<const ComparedGraphs> graphs, const QString& summary) {
  m_model->setGraphs(std::move(graphs));
  m_summary->setText(summary);
}

}  // namespace tasoscope
