#include "views/models/step_model.h"

#include <QFont>
#include <algorithm>
#include <limits>

#include "views/text/cost_text.h"

namespace tasoscope {
namespace {

/// The walk, then what the branches have besides.
std::vector<StepId> rowsOf(const TrailView& trail, const std::vector<StepId>& walk) {
  std::vector<StepId> rows = walk;
  std::vector<bool> isListed(trail.steps.size());
  for (const StepId step : walk) isListed[step] = true;
  for (const Branch& branch : trail.branches()) {
    for (const StepId step : branch.steps) {
      if (!isListed[step]) rows.push_back(step);
    }
  }
  return rows;
}

}  // namespace

void StepModel::setTrail(TrailView trail) {
  std::vector<StepId> walk = trail.walk();
  std::vector<StepId> rows = rowsOf(trail, walk);
  const bool isSameRows = rows == m_rows && !rows.empty();
  if (!isSameRows) beginResetModel();
  m_words = StepWords(trail);
  m_trail = std::move(trail);
  m_walk = std::move(walk);
  m_rows = std::move(rows);
  if (isSameRows)
    Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
  else
    endResetModel();
}

int StepModel::rowOf(StepId id) const {
  const auto found = std::find(m_rows.begin(), m_rows.end(), id);
  return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

std::ptrdiff_t StepModel::placeOnWalk() const {
  return std::find(m_walk.begin(), m_walk.end(), m_trail.current) - m_walk.begin();
}

std::optional<StepId> StepModel::next() const {
  const auto place = static_cast<std::size_t>(placeOnWalk());
  if (place + 1 >= m_walk.size()) return std::nullopt;
  return m_walk[place + 1];
}

std::optional<StepId> StepModel::previous() const {
  const auto place = static_cast<std::size_t>(placeOnWalk());
  if (place == 0 || place >= m_walk.size()) return std::nullopt;
  return m_walk[place - 1];
}

std::optional<StepId> StepModel::nextChange(int direction) const {
  const auto size = static_cast<std::ptrdiff_t>(m_walk.size());
  for (std::ptrdiff_t i = placeOnWalk() + direction; i >= 0 && i < size; i += direction) {
    const StepId id = m_walk[static_cast<std::size_t>(i)];
    if (id == 0 || step(id).delta != 0) return id;
  }
  return std::nullopt;
}

std::optional<StepId> StepModel::mostGained() const {
  std::optional<StepId> most;
  for (const StepId id : m_walk) {
    if (id != 0 && step(id).delta < 0 && (!most || step(id).delta < step(*most).delta)) most = id;
  }
  return most;
}

std::optional<StepId> StepModel::nextBookmark(int direction) const {
  std::vector<std::pair<int, StepId>> bookmarks;
  for (const StepId id : m_rows) {
    if (step(id).marks.bookmark != 0) bookmarks.emplace_back(step(id).marks.bookmark, id);
  }
  if (bookmarks.empty()) return std::nullopt;
  std::sort(bookmarks.begin(), bookmarks.end());
  const auto count = static_cast<std::ptrdiff_t>(bookmarks.size());
  const auto here = std::find_if(bookmarks.begin(), bookmarks.end(),
                                 [this](const auto& bookmark) { return bookmark.second == m_trail.current; });
  std::ptrdiff_t place = direction > 0 ? 0 : count - 1;
  if (here != bookmarks.end()) place = (here - bookmarks.begin() + direction + count) % count;
  return bookmarks[static_cast<std::size_t>(place)].second;
}

std::size_t StepModel::currentBranch(const std::vector<Branch>& branches) const {
  const auto holdsCurrent = [this](const Branch& branch) {
    return std::find(branch.steps.begin(), branch.steps.end(), m_trail.current) != branch.steps.end();
  };
  return static_cast<std::size_t>(std::find_if(branches.begin(), branches.end(), holdsCurrent) - branches.begin());
}

std::optional<StepId> StepModel::branchStart() const {
  const std::vector<Branch> branches = m_trail.branches();
  const std::size_t here = currentBranch(branches);
  if (here == 0 || here >= branches.size()) return std::nullopt;
  return branches[here].from;
}

std::optional<StepId> StepModel::nextBranch() const {
  const std::vector<Branch> branches = m_trail.branches();
  const std::size_t here = currentBranch(branches);
  if (branches.size() < 2 || here >= branches.size()) return std::nullopt;
  const std::vector<StepId>& steps = branches[(here + 1) % branches.size()].steps;
  const std::size_t depth = m_trail.depthOf(m_trail.current), first = m_trail.depthOf(steps.front());
  return steps[std::clamp(depth, first, first + steps.size() - 1) - first];
}

int StepModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int StepModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QString StepModel::display(int row, int column) const {
  const StepView& shown = step(stepAt(row));
  const bool isLoaded = shown.id == 0;
  switch (column) {
    case NumberColumn:
      return m_words.label(shown.id);
    case BookmarkColumn:
      return shown.marks.bookmark == 0 ? QString() : QString::number(shown.marks.bookmark);
    case NameColumn:
      return QString::fromStdString(shown.marks.name);
    case RuleColumn:
      return isLoaded ? m_words.title(0) : ruleWords(shown.rule);
    case ChangeColumn:
      return isLoaded && shown.delta == 0 ? QString() : changeText(shown.delta, shown.price.picoseconds - shown.delta);
    case CostColumn:
      return costText(shown.price.picoseconds);
    case PlaceColumn:
      return QString::fromStdString(shown.place);
    case NoteColumn:
      return QString::fromStdString(shown.marks.note);
    case ByColumn:
      return shown.by == "hand" ? tr("by hand") : QString::fromStdString(shown.by);
    default:
      return {};
  }
}

QVariant StepModel::sortValue(int row, int column) const {
  const StepView& shown = step(stepAt(row));
  switch (column) {
    case NumberColumn:
      return row;
    case ChangeColumn:
      return QVariant::fromValue<qlonglong>(shown.delta);
    case CostColumn:
      return QVariant::fromValue<qlonglong>(shown.price.picoseconds);
    case BookmarkColumn:
      return shown.marks.bookmark == 0 ? std::numeric_limits<int>::max() : shown.marks.bookmark;
    default:
      return display(row, column);
  }
}

QVariant StepModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const StepView& shown = step(stepAt(index.row()));
  switch (role) {
    case Qt::DisplayRole:
    case Qt::EditRole:
      return display(index.row(), index.column());
    case Qt::ToolTipRole:
      return m_words.description(shown.id);
    case Qt::AccessibleTextRole:
      return index.column() == NumberColumn ? m_words.sentence(shown.id) : display(index.row(), index.column());
    case Qt::TextAlignmentRole: {
      const int column = index.column();
      const bool isNumber = column == NumberColumn || column == CostColumn || column == BookmarkColumn;
      return QVariant::fromValue(Qt::AlignVCenter | (isNumber ? Qt::AlignRight : Qt::AlignLeft));
    }
    case Qt::FontRole: {
      if (shown.id != m_trail.current) return {};
      QFont font;
      font.setBold(true);
      return font;
    }
    case StepRole:
      return shown.id;
    case IsCurrentRole:
      return shown.id == m_trail.current;
    case SortRole:
      return sortValue(index.row(), index.column());
    default:
      return {};
  }
}

bool StepModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (role != Qt::EditRole || !(flags(index) & Qt::ItemIsEditable)) return false;
  const StepId id = stepAt(index.row());
  const QString text = value.toString().trimmed();
  if (text == display(index.row(), index.column())) return true;
  if (index.column() == NameColumn) Q_EMIT renamed(id, text);
  if (index.column() == NoteColumn) Q_EMIT noteWritten(id, text);
  if (index.column() == BookmarkColumn) {
    bool isNumber = false;
    const int number = text.isEmpty() ? 0 : text.toInt(&isNumber);
    if (!text.isEmpty() && (!isNumber || number < 0 || number > 999)) return false;
    Q_EMIT bookmarkWritten(id, number);
  }
  return true;
}

Qt::ItemFlags StepModel::flags(const QModelIndex& index) const {
  Qt::ItemFlags flags = QAbstractTableModel::flags(index);
  const int column = index.column();
  if (index.isValid() && (column == NameColumn || column == NoteColumn || column == BookmarkColumn))
    flags |= Qt::ItemIsEditable;
  return flags;
}

QVariant StepModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  switch (section) {
    case NumberColumn:
      return tr("Step");
    case BookmarkColumn:
      return tr("Bookmark");
    case NameColumn:
      return tr("Name");
    case RuleColumn:
      return tr("Rule");
    case ChangeColumn:
      return tr("Change");
    case CostColumn:
      return tr("Cost after");
    case PlaceColumn:
      return tr("Place");
    case NoteColumn:
      return tr("Note");
    case ByColumn:
      return tr("Taken");
    default:
      return {};
  }
}

}  // namespace tasoscope
