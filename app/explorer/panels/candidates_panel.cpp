#include "panels/candidates_panel.h"

#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QLocale>
#include <QSortFilterProxyModel>
#include <QVBoxLayout>

#include "views/models/candidate_delegate.h"

namespace tasoscope {

CandidatesPanel::CandidatesPanel(QWidget* parent)
    : QWidget(parent),
      m_model(new CandidateModel(this)),
      m_sorted(new QSortFilterProxyModel(this)),
      m_filter(new QLineEdit),
      m_count(new QLabel),
      m_view(new QListView) {
  m_sorted->setSourceModel(m_model);
  m_sorted->setSortRole(CandidateModel::SortRole);
  m_sorted->setFilterRole(CandidateModel::FilterRole);
  m_sorted->setFilterCaseSensitivity(Qt::CaseInsensitive);
  m_sorted->sort(CandidateModel::ChangeColumn);
  m_filter->setPlaceholderText(tr("Filter by rule or place"));
  m_filter->setAccessibleName(tr("Filter the substitutions"));
  m_filter->setClearButtonEnabled(true);
  m_filter->installEventFilter(this);
  m_count->setWordWrap(true);
  m_view->setObjectName(QStringLiteral("candidates"));
  m_view->setAccessibleName(tr("Substitutions that fit here"));
  m_view->setModel(m_sorted);
  m_view->setModelColumn(CandidateModel::RuleColumn);  // what typing looks for
  m_view->setItemDelegate(new CandidateDelegate(m_view));
  m_view->setUniformItemSizes(true);
  m_view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_view->installEventFilter(this);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(6, 6, 6, 6);
  layout->addWidget(m_filter);
  layout->addWidget(m_count);
  layout->addWidget(m_view, 1);
  connect(m_filter, &QLineEdit::textChanged, m_sorted, &QSortFilterProxyModel::setFilterFixedString);
  connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this, &CandidatesPanel::currentChanged);
  connect(m_view, &QListView::doubleClicked, this, &CandidatesPanel::applyRequested);
  updateCount(true);
}

void CandidatesPanel::setCandidates(std::vector<CandidateView> candidates, std::int64_t total, bool isComplete) {
  m_model->setCandidates(std::move(candidates), total);
  updateCount(isComplete);
  Q_EMIT currentChanged();
}

void CandidatesPanel::updateCount(bool isComplete) {
  const int count = m_model->rowCount();
  int faster = 0;
  for (int row = 0; row < count; ++row) faster += m_model->candidate(row).delta < 0;
  if (!isComplete)
    m_count->setText(tr("Looking for substitutions…"));
  else if (count == 0)
    m_count->setText(tr("No substitution fits here."));
  else
    m_count->setText(tr("%n fit here, %1 faster at once", nullptr, count).arg(QLocale().toString(faster)));
}

const CandidateView* CandidatesPanel::current() const {
  const QModelIndex index = m_sorted->mapToSource(m_view->currentIndex());
  return index.isValid() ? &m_model->candidate(index.row()) : nullptr;
}

void CandidatesPanel::move(int direction) {
  const int count = m_sorted->rowCount();
  if (count == 0) return;
  const int row = m_view->currentIndex().isValid() ? m_view->currentIndex().row() + direction
                  : direction > 0                  ? 0
                                                   : count - 1;
  m_view->setCurrentIndex(m_sorted->index((row + count) % count, CandidateModel::RuleColumn));
}

bool CandidatesPanel::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::KeyPress) return QWidget::eventFilter(watched, event);
  const int key = static_cast<QKeyEvent*>(event)->key();
  if (watched == m_filter && key == Qt::Key_Down) {
    m_view->setFocus();
    if (!m_view->currentIndex().isValid()) move(1);
    return true;
  }
  if (watched == m_view && (key == Qt::Key_Return || key == Qt::Key_Enter)) {
    if (current()) Q_EMIT applyRequested();
    return true;
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace tasoscope
