#include "views/models/step_model.h"

#include <QFont>
#include <QLocale>
#include <algorithm>

#include "views/text/cost_text.h"

namespace tasoscope {
namespace {

/// The latest child of a step that is shown; nothing at the end of a lane.
std::optional<StepId> latestChild(const TrailView& trail, StepId parent) {
  for (auto step = trail.steps.rbegin(); step != trail.steps.rend(); ++step) {
    if (step->id != 0 && step->parent == parent && !step->isHidden) return step->id;
  }
  return std::nullopt;
}

}  // namespace

std::vector<StepId> laneOf(const TrailView& trail) {
  if (trail.steps.empty()) return {};
  std::vector<StepId> lane = trail.path();
  for (auto child = latestChild(trail, lane.back()); child; child = latestChild(trail, *child)) lane.push_back(*child);
  return lane;
}

void StepModel::setTrail(TrailView trail) {
  beginResetModel();
  m_trail = std::move(trail);
  m_lane = laneOf(m_trail);
  m_rows = m_lane;
  for (const StepView& step : m_trail.steps) {  // ids ascend, so parents come before their children
    if (step.isHidden || std::find(m_rows.begin(), m_rows.end(), step.id) != m_rows.end()) continue;
    const auto parent =
        std::find(m_rows.begin() + static_cast<std::ptrdiff_t>(m_lane.size()), m_rows.end(), step.parent);
    m_rows.insert(parent == m_rows.end() ? parent : parent + 1, step.id);
  }
  endResetModel();
}

int StepModel::rowOf(StepId id) const {
  const auto found = std::find(m_rows.begin(), m_rows.end(), id);
  return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

std::optional<StepId> StepModel::next() const {
  const auto here = std::find(m_lane.begin(), m_lane.end(), m_trail.current);
  if (here == m_lane.end() || here + 1 == m_lane.end()) return std::nullopt;
  return *(here + 1);
}

std::optional<StepId> StepModel::previous() const {
  const auto here = std::find(m_lane.begin(), m_lane.end(), m_trail.current);
  if (here == m_lane.end() || here == m_lane.begin()) return std::nullopt;
  return *(here - 1);
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
      if (static_cast<std::size_t>(row) < m_lane.size()) return QLocale().toString(row);
      return QString(QChar(0x2514)) + QLocale().toString(shown.parent);
    case RuleColumn:
      return isLoaded ? tr("as loaded") : QString::fromStdString(shown.rule);
    case ChangeColumn:
      return isLoaded ? QString() : changeText(shown.delta, shown.price.picoseconds - shown.delta);
    case CostColumn:
      return costText(shown.price.picoseconds);
    case PlaceColumn:
      return QString::fromStdString(shown.place);
    case ByColumn:
      return shown.by == "hand" ? tr("by hand") : QString::fromStdString(shown.by);
    default:
      return {};
  }
}

QString StepModel::toolTip(const StepView& shown) const {
  if (shown.id == 0) return tr("The graph as it was loaded, in the form in which the device runs it");
  QStringList lines{tr("%1 (%2)").arg(QString::fromStdString(shown.rule), wordOf(shown.standing)),
                    tr("at %1").arg(QString::fromStdString(shown.place))};
  if (!shown.note.empty()) lines << QString::fromStdString(shown.note);
  return lines.join(QChar('\n'));
}

QVariant StepModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const StepView& shown = step(stepAt(index.row()));
  switch (role) {
    case Qt::DisplayRole:
      return display(index.row(), index.column());
    case Qt::ToolTipRole:
      return toolTip(shown);
    case Qt::TextAlignmentRole: {
      const bool isNumber = index.column() == CostColumn || index.column() == NumberColumn;
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
    default:
      return {};
  }
}

QVariant StepModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  switch (section) {
    case NumberColumn:
      return tr("Step");
    case RuleColumn:
      return tr("Rule");
    case ChangeColumn:
      return tr("Change");
    case CostColumn:
      return tr("Cost after");
    case PlaceColumn:
      return tr("Place");
    case ByColumn:
      return tr("Taken");
    default:
      return {};
  }
}

}  // namespace tasoscope
