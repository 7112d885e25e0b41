#include "views/models/step_picture_model.h"

#include <algorithm>

#include "views/text/cost_text.h"

namespace tasoscope {

void StepPictureModel::setTrail(const TrailView& trail) {
  std::vector<StepId> rows = trail.walk();
  if (!rows.empty()) rows.erase(rows.begin());
  const bool isSameRows = rows == m_rows && !rows.empty();
  if (!isSameRows) beginResetModel();
  m_trail = trail;
  m_words = StepWords(trail);
  m_rows = std::move(rows);
  if (isSameRows)
    Q_EMIT dataChanged(index(0), index(rowCount() - 1));
  else
    endResetModel();
}

void StepPictureModel::setPicture(StepId step, StepPicture picture) {
  m_pictures[step] = std::move(picture);
  if (const int row = rowOf(step); row >= 0) Q_EMIT dataChanged(index(row), index(row));
}

void StepPictureModel::forgetPictures() {
  m_pictures.clear();
  if (!m_rows.empty()) Q_EMIT dataChanged(index(0), index(rowCount() - 1));
}

const StepPicture* StepPictureModel::pictureOf(StepId step) const {
  const auto found = m_pictures.find(step);
  return found == m_pictures.end() ? nullptr : &found->second;
}

int StepPictureModel::rowOf(StepId step) const {
  const auto found = std::find(m_rows.begin(), m_rows.end(), step);
  return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

int StepPictureModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QVariant StepPictureModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const StepView& step = m_trail.steps[stepAt(index.row())];
  switch (role) {
    case Qt::DisplayRole:
      return QStringLiteral("%1  %2").arg(m_words.label(step.id), m_words.title(step.id));
    case Qt::ToolTipRole:
      return m_words.description(step.id);
    case Qt::AccessibleTextRole:
      return m_words.sentence(step.id);
    case StepRole:
      return step.id;
    case NoteRole:
      return QString::fromStdString(step.marks.note);
    case ChangeRole:
      return changeText(step.delta, step.price.picoseconds - step.delta);
    case IsCurrentRole:
      return step.id == m_trail.current;
    default:
      return {};
  }
}

}  // namespace tasoscope
