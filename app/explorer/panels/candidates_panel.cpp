#include "panels/candidates_panel.h"

#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QSortFilterProxyModel>
#include <QTreeView>
#include <QVBoxLayout>
#include <algorithm>

#include "views/models/candidate_delegate.h"

namespace tasoscope {
namespace {

constexpr int kFewEnoughToOpen = 12;  // rules with at most this many places are shown opened

}  // namespace

CandidatesPanel::CandidatesPanel(QWidget* parent)
    : QWidget(parent),
      m_model(new CandidateModel(this)),
      m_filtered(new QSortFilterProxyModel(this)),
      m_filter(new QLineEdit),
      m_count(new QLabel),
      m_view(new QTreeView) {
  m_filtered->setSourceModel(m_model);
  m_filtered->setFilterRole(CandidateModel::FilterRole);
  m_filtered->setFilterCaseSensitivity(Qt::CaseInsensitive);
  m_filtered->setRecursiveFilteringEnabled(true);
  m_filter->setPlaceholderText(tr("Filter by rule or place"));
  m_filter->setAccessibleName(tr("Filter the substitutions"));
  m_filter->setClearButtonEnabled(true);
  m_filter->installEventFilter(this);
  m_count->setWordWrap(true);
  m_view->setObjectName(QStringLiteral("candidates"));
  m_view->setAccessibleName(tr("Substitutions that fit here"));
  m_view->setModel(m_filtered);
  m_view->setItemDelegate(new CandidateDelegate(m_view));
  m_view->setHeaderHidden(true);
  m_view->setIndentation(14);
  m_view->setExpandsOnDoubleClick(false);
  m_view->installEventFilter(this);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(6, 6, 6, 6);
  layout->addWidget(m_filter);
  layout->addWidget(m_count);
  layout->addWidget(m_view, 1);
  connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& text) {
    m_filtered->setFilterFixedString(text);
    if (!text.isEmpty()) m_view->expandAll();
  });
  connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this, &CandidatesPanel::currentChanged);
  connect(m_view, &QTreeView::doubleClicked, this, &CandidatesPanel::applyOrEnter);
  updateCount(true);
}

void CandidatesPanel::setCandidates(std::vector<CandidateView> candidates, std::int64_t total, bool isComplete) {
  m_model->setCandidates(std::move(candidates), total);
  for (int row = 0; row < m_filtered->rowCount(); ++row) {
    const QModelIndex rule = m_filtered->index(row, 0);
    if (m_filtered->rowCount(rule) <= kFewEnoughToOpen) m_view->expand(rule);
  }
  updateCount(isComplete);
  Q_EMIT currentChanged();
}

void CandidatesPanel::updateCount(bool isComplete) {
  const int count = m_model->candidateCount();
  if (!isComplete)
    m_count->setText(tr("Looking for substitutions…"));
  else if (count == 0)
    m_count->setText(tr("No substitution fits here."));
  else
    m_count->setText(
        tr("%n fit here, %1 faster at once", nullptr, count).arg(QLocale().toString(m_model->improvingCount())));
}

const CandidateView* CandidatesPanel::current() const {
  return m_model->candidate(m_filtered->mapToSource(m_view->currentIndex()));
}

std::vector<const CandidateView*> CandidatesPanel::previewed() const {
  return m_model->candidatesUnder(m_filtered->mapToSource(m_view->currentIndex()));
}

std::vector<QModelIndex> CandidatesPanel::matchRows() const {
  std::vector<QModelIndex> rows;
  for (int rule = 0; rule < m_filtered->rowCount(); ++rule) {
    const QModelIndex parent = m_filtered->index(rule, 0);
    for (int row = 0; row < m_filtered->rowCount(parent); ++row) rows.push_back(m_filtered->index(row, 0, parent));
  }
  return rows;
}

void CandidatesPanel::move(int direction) {
  const std::vector<QModelIndex> rows = matchRows();
  if (rows.empty()) return;
  const auto count = static_cast<std::ptrdiff_t>(rows.size());
  const auto here = std::find(rows.begin(), rows.end(), m_view->currentIndex());
  const std::ptrdiff_t at = here == rows.end() ? (direction > 0 ? -1 : count) : here - rows.begin();
  const QModelIndex next = rows[static_cast<std::size_t>((at + direction + count) % count)];
  m_view->expand(next.parent());
  m_view->setCurrentIndex(next);
  m_view->scrollTo(next);
}

/// On a match: applies it. On a rule: opens it and goes to its best match.
void CandidatesPanel::applyOrEnter() {
  if (current()) {
    Q_EMIT applyRequested();
    return;
  }
  const QModelIndex rule = m_view->currentIndex();
  if (!rule.isValid()) return;
  m_view->expand(rule);
  m_view->setCurrentIndex(m_filtered->index(0, 0, rule));
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
    applyOrEnter();
    return true;
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace tasoscope
