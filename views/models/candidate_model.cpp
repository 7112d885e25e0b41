#include "views/models/candidate_model.h"

#include <algorithm>
#include <map>

#include "views/text/cost_text.h"

namespace tasoscope {

void CandidateModel::setCandidates(std::vector<CandidateView> candidates, std::int64_t total) {
  beginResetModel();
  m_candidates = std::move(candidates);
  m_total = total;
  m_groups.clear();
  std::stable_sort(m_candidates.begin(), m_candidates.end(),
                   [](const CandidateView& a, const CandidateView& b) { return a.delta < b.delta; });
  std::map<std::string, std::size_t> groupOf;  // rules in the order of their best matches
  for (std::size_t i = 0; i < m_candidates.size(); ++i) {
    const auto [entry, isNew] = groupOf.emplace(m_candidates[i].rule, m_groups.size());
    if (isNew) m_groups.emplace_back();
    m_groups[entry->second].members.push_back(i);
  }
  endResetModel();
}

int CandidateModel::improvingCount() const {
  return static_cast<int>(std::count_if(m_candidates.begin(), m_candidates.end(),
                                        [](const CandidateView& view) { return view.delta < 0; }));
}

const CandidateView* CandidateModel::candidate(const QModelIndex& index) const {
  if (!index.isValid() || index.internalId() == kTop) return nullptr;
  const Group& group = m_groups[static_cast<std::size_t>(index.internalId())];
  return &m_candidates[group.members[static_cast<std::size_t>(index.row())]];
}

std::vector<const CandidateView*> CandidateModel::candidatesUnder(const QModelIndex& index) const {
  if (!index.isValid()) return {};
  if (const CandidateView* one = candidate(index)) return {one};
  std::vector<const CandidateView*> all;
  for (const std::size_t member : m_groups[static_cast<std::size_t>(index.row())].members) {
    all.push_back(&m_candidates[member]);
  }
  return all;
}

QModelIndex CandidateModel::index(int row, int column, const QModelIndex& parent) const {
  if (!hasIndex(row, column, parent)) return {};
  return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) : kTop);
}

QModelIndex CandidateModel::parent(const QModelIndex& child) const {
  if (!child.isValid() || child.internalId() == kTop) return {};
  return createIndex(static_cast<int>(child.internalId()), 0, kTop);
}

int CandidateModel::rowCount(const QModelIndex& parent) const {
  if (!parent.isValid()) return static_cast<int>(m_groups.size());
  if (parent.internalId() != kTop) return 0;
  return static_cast<int>(m_groups[static_cast<std::size_t>(parent.row())].members.size());
}

int CandidateModel::columnCount(const QModelIndex&) const { return 1; }

QVariant CandidateModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  if (const CandidateView* match = candidate(index)) return matchData(*match, role);
  return ruleData(m_groups[static_cast<std::size_t>(index.row())], role);
}

QVariant CandidateModel::ruleData(const Group& group, int role) const {
  const CandidateView& best = m_candidates[group.members.front()];
  const QString rule = QString::fromStdString(best.rule);
  const int count = static_cast<int>(group.members.size());
  switch (role) {
    case Qt::DisplayRole:
    case TitleRole:
      return rule;
    case Qt::AccessibleTextRole:
      return tr("%1, %n places, best %2", nullptr, count).arg(rule, changeText(best.delta, m_total));
    case Qt::ToolTipRole: {
      const QString note = QString::fromStdString(best.note);
      const QString head = tr("%1 (%2)").arg(rule, wordOf(best.standing));
      return note.isEmpty() ? head : head + QChar('\n') + note;
    }
    case ChangeRole:
      return shortChangeText(best.delta);
    case DeltaRole:
      return static_cast<qlonglong>(best.delta);
    case CountRole:
      return count;
    case FilterRole:
      return rule + QChar(' ') + QString::fromStdString(best.family);
    default:
      return {};
  }
}

QVariant CandidateModel::matchData(const CandidateView& match, int role) const {
  const QString rule = QString::fromStdString(match.rule);
  QString place = QString::fromStdString(match.place);
  if (place.isEmpty()) place = tr("(no node)");
  switch (role) {
    case Qt::DisplayRole:
    case TitleRole:
      return place;
    case Qt::AccessibleTextRole:
      return QStringList({rule, changeText(match.delta, m_total), place}).join(QStringLiteral(", "));
    case Qt::ToolTipRole:
      return toolTip(match);
    case ChangeRole:
      return shortChangeText(match.delta);
    case DeltaRole:
      return static_cast<qlonglong>(match.delta);
    case CountRole:
      return 0;
    case FilterRole:
      return QStringList({rule, QString::fromStdString(match.family), place}).join(QChar(' '));
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

}  // namespace tasoscope
