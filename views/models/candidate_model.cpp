#include "views/models/candidate_model.h"

#include "views/text/cost_text.h"

namespace tasoscope {

void CandidateModel::setCandidates(std::vector<CandidateView> candidates, std::int64_t total) {
  beginResetModel();
  m_candidates = std::move(candidates);
  m_total = total;
  endResetModel();
}

int CandidateModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_candidates.size());
}

int CandidateModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QVariant CandidateModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const CandidateView& candidate = m_candidates[static_cast<std::size_t>(index.row())];
  const QString rule = QString::fromStdString(candidate.rule), place = QString::fromStdString(candidate.place);
  const int column = index.column();
  switch (role) {
    case Qt::DisplayRole:
      return column == ChangeColumn ? shortChangeText(candidate.delta) : column == RuleColumn ? rule : place;
    case Qt::ToolTipRole:
      return toolTip(candidate);
    case Qt::AccessibleTextRole:
      return QStringList({rule, changeText(candidate.delta, m_total), place}).join(QStringLiteral(", "));
    case Qt::TextAlignmentRole:
      return QVariant::fromValue(Qt::AlignVCenter | (column == ChangeColumn ? Qt::AlignRight : Qt::AlignLeft));
    case SortRole:
      return column == ChangeColumn ? QVariant(static_cast<qlonglong>(candidate.delta)) : data(index, Qt::DisplayRole);
    case MatchRole:
      return candidate.match;
    case DeltaRole:
      return static_cast<qlonglong>(candidate.delta);
    case FilterRole:
      return QStringList({rule, QString::fromStdString(candidate.family), place}).join(QChar(' '));
    default:
      return {};
  }
}

QString CandidateModel::toolTip(const CandidateView& candidate) const {
  QStringList lines{tr("%1 (%2)").arg(QString::fromStdString(candidate.rule), wordOf(candidate.standing)),
                    changeText(candidate.delta, m_total), tr("at %1").arg(QString::fromStdString(candidate.place))};
  if (!candidate.note.empty()) lines << QString::fromStdString(candidate.note);
  return lines.join(QChar('\n'));
}

QVariant CandidateModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  switch (section) {
    case ChangeColumn:
      return tr("Change");
    case RuleColumn:
      return tr("Rule");
    case PlaceColumn:
      return tr("Place");
    default:
      return {};
  }
}

}  // namespace tasoscope
