#include "panels/candidates_panel.h"

#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QSortFilterProxyModel>
#include <QTreeView>
#include <QVBoxLayout>
#include <algorithm>

#include "views/models/candidate_delegate.h"

namespace tasoscope {
namespace {

constexpr int kFewEnoughToOpen = 12;  // rules with at most this many rows are shown opened

CandidateRow kindOf(const QModelIndex& row) {
  return static_cast<CandidateRow>(row.data(CandidateModel::KindRole).toInt());
}

QString keyOf(const QModelIndex& row) { return row.data(CandidateModel::KeyRole).toString(); }

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
  m_filter->setObjectName(QStringLiteral("candidateFilter"));
  m_filter->setPlaceholderText(tr("Filter by rule or place"));
  m_filter->setAccessibleName(tr("Filter the substitutions"));
  m_filter->setClearButtonEnabled(true);
  m_filter->installEventFilter(this);
  m_count->setObjectName(QStringLiteral("candidateCount"));
  m_count->setWordWrap(true);
  makeView();
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(6, 6, 6, 6);
  layout->addWidget(m_filter);
  layout->addWidget(m_count);
  layout->addWidget(m_view, 1);
  connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& text) {
    m_filtered->setFilterFixedString(text);
    restore();
    updateCount();
  });
  updateCount();
}

void CandidatesPanel::makeView() {
  m_view->setObjectName(QStringLiteral("candidates"));
  m_view->setAccessibleName(tr("Substitutions that fit here"));
  m_view->setModel(m_filtered);
  m_view->setItemDelegate(new CandidateDelegate(m_view));
  m_view->setHeaderHidden(true);
  m_view->setIndentation(14);
  m_view->setExpandsOnDoubleClick(false);
  m_view->setContextMenuPolicy(Qt::CustomContextMenu);
  m_view->installEventFilter(this);
  connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& row) {
    if (m_isShowing) return;
    m_currentKey = keyOf(row);
    Q_EMIT currentChanged();
  });
  connect(m_view, &QTreeView::doubleClicked, this, [this] { applyOrEnter(Qt::NoModifier); });
  connect(m_view, &QTreeView::expanded, this, [this](const QModelIndex& row) {
    m_opened.insert(keyOf(row));
    m_closed.remove(keyOf(row));
  });
  connect(m_view, &QTreeView::collapsed, this, [this](const QModelIndex& row) {
    m_closed.insert(keyOf(row));
    m_opened.remove(keyOf(row));
  });
  connect(m_view, &QTreeView::customContextMenuRequested, this,
          [this](const QPoint& where) { Q_EMIT menuRequested(m_view->viewport()->mapToGlobal(where)); });
}

void CandidatesPanel::start() {
  m_found.clear();
  m_looking = Looking::kNow;
  show({}, 0);
}

void CandidatesPanel::add(const std::vector<CandidateView>& batch, std::int64_t total) {
  m_found.insert(m_found.end(), batch.begin(), batch.end());
  show(m_found, total);
}

void CandidatesPanel::finish(std::vector<CandidateView> candidates, std::int64_t total, bool isComplete) {
  m_looking = isComplete ? Looking::kDone : Looking::kStopped;
  show(isComplete ? std::move(candidates) : m_found, total);
  m_found.clear();
}

void CandidatesPanel::show(std::vector<CandidateView> candidates, std::int64_t total) {
  const int place = m_view->verticalScrollBar()->value();
  m_isShowing = true;
  m_model->setCandidates(std::move(candidates), total);
  restore();
  m_isShowing = false;
  m_view->verticalScrollBar()->setValue(place);
  updateCount();
  Q_EMIT currentChanged();
}

/// Outcomes are open, and rules with few rows, those of what makes the graph slower only where nothing makes it faster.
bool CandidatesPanel::opensAtFirst(const QModelIndex& row) const {
  if (kindOf(row) == CandidateRow::kOutcome) return true;
  if (kindOf(row) != CandidateRow::kRule || m_filtered->rowCount(row) > kFewEnoughToOpen) return false;
  return row.data(CandidateModel::DeltaRole).toLongLong() < 0 || m_model->improvingCount() == 0;
}

/// Opens what was open, and puts the cursor where it was.
void CandidatesPanel::restore(const QModelIndex& parent) {
  const QSignalBlocker quiet(m_view);  // what opens here was not opened by hand
  for (int i = 0; i < m_filtered->rowCount(parent); ++i) {
    const QModelIndex row = m_filtered->index(i, 0, parent);
    const QString key = keyOf(row);
    const bool isOpen = !m_closed.contains(key) && (m_opened.contains(key) || opensAtFirst(row));
    m_view->setExpanded(row, isOpen || !m_filter->text().isEmpty());
    if (!m_currentKey.isEmpty() && key == m_currentKey)
      m_view->selectionModel()->setCurrentIndex(row, QItemSelectionModel::ClearAndSelect);
    restore(row);
  }
}

void CandidatesPanel::updateCount() {
  const int count = m_model->candidateCount();
  const QString faster = QLocale().toString(m_model->improvingCount());
  switch (m_looking) {
    case Looking::kNow:
      m_count->setText(count == 0 ? tr("Looking for substitutions…")
                                  : tr("%n found, looking for more…", nullptr, count));
      break;
    case Looking::kStopped:
      m_count->setText(tr("Stopped; %n found until then, %1 faster at once", nullptr, count).arg(faster));
      break;
    case Looking::kDone:
      m_count->setText(count == 0 ? tr("No substitution fits here.")
                                  : tr("%n fit here, %1 faster at once", nullptr, count).arg(faster));
  }
  if (count == 0 && m_looking == Looking::kDone && m_nodesWithBodies > 0)
    m_count->setText(
        m_count->text() + QChar('\n') +
        tr("%n nodes hold graphs of their own: open one to see what fits there.", nullptr, m_nodesWithBodies));
  if (count > 0 && m_filtered->rowCount() == 0)
    m_count->setText(m_count->text() + QChar('\n') + tr("None passes the filter."));
}

void CandidatesPanel::setNodesWithBodies(int count) {
  m_nodesWithBodies = count;
  updateCount();
}

const CandidateView* CandidatesPanel::current() const {
  return m_model->candidate(m_filtered->mapToSource(m_view->currentIndex()));
}

QString CandidatesPanel::currentRule() const {
  const auto shown = previewed();
  return shown.empty() ? QString() : QString::fromStdString(shown.front()->rule);
}

std::vector<const CandidateView*> CandidatesPanel::previewed() const {
  return m_model->candidatesUnder(m_filtered->mapToSource(m_view->currentIndex()));
}

/// Matches, and folded rows for all that they hold unless they are open.
void CandidatesPanel::collectMatchRows(const QModelIndex& parent, std::vector<QModelIndex>& rows) const {
  for (int i = 0; i < m_filtered->rowCount(parent); ++i) {
    const QModelIndex row = m_filtered->index(i, 0, parent);
    const bool isFolded = kindOf(row) == CandidateRow::kAlike && !m_view->isExpanded(row);
    if (isFolded || kindOf(row) == CandidateRow::kMatch)
      rows.push_back(row);
    else
      collectMatchRows(row, rows);
  }
}

void CandidatesPanel::move(int direction) {
  std::vector<QModelIndex> rows;
  collectMatchRows({}, rows);
  if (rows.empty()) return;
  const auto count = static_cast<std::ptrdiff_t>(rows.size());
  const auto here = std::find(rows.begin(), rows.end(), m_view->currentIndex());
  const std::ptrdiff_t at = here == rows.end() ? (direction > 0 ? -1 : count) : here - rows.begin();
  const QModelIndex next = rows[static_cast<std::size_t>((at + direction + count) % count)];
  for (QModelIndex above = next.parent(); above.isValid(); above = above.parent()) m_view->expand(above);
  m_view->setCurrentIndex(next);
  m_view->scrollTo(next);
}

void CandidatesPanel::focusFilter() {
  m_filter->setFocus();
  m_filter->selectAll();
}

/// On a match: applies it. On a rule or an outcome: opens it and goes to its best match.
void CandidatesPanel::applyOrEnter(Qt::KeyboardModifiers modifiers) {
  if (current()) {
    if (modifiers & Qt::ControlModifier)
      Q_EMIT applyOnBranchRequested();
    else if (modifiers & Qt::ShiftModifier)
      Q_EMIT applyEverywhereRequested();
    else
      Q_EMIT applyRequested();
    return;
  }
  QModelIndex row = m_view->currentIndex();
  while (row.isValid() && m_filtered->rowCount(row) > 0 && kindOf(row) != CandidateRow::kAlike) {
    m_view->expand(row);
    row = m_filtered->index(0, 0, row);
  }
  if (row.isValid()) m_view->setCurrentIndex(row);
}

bool CandidatesPanel::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::KeyPress) return QWidget::eventFilter(watched, event);
  const auto* press = static_cast<QKeyEvent*>(event);
  const bool isEnter = press->key() == Qt::Key_Return || press->key() == Qt::Key_Enter;
  if (watched == m_filter && (press->key() == Qt::Key_Down || isEnter)) {
    m_view->setFocus();
    if (!current()) move(1);
    return true;
  }
  if (watched == m_view && isEnter) {
    applyOrEnter(press->modifiers());
    return true;
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace tasoscope
