#include "views/models/rule_statistics_model.h"

#include <QLocale>
#include <algorithm>

#include "views/text/step_text.h"

namespace tasoscope {

void RuleStatisticsModel::setNames(QStringList names) {
  if (names == m_names) return;
  beginResetModel();
  m_names = std::move(names);
  endResetModel();
}

void RuleStatisticsModel::clear() {
  beginResetModel();
  m_rows.clear();
  endResetModel();
}

void RuleStatisticsModel::setStatistics(const std::vector<RuleStatistics>& rules) {
  for (Row& row : m_rows)
    if (row.rule < rules.size()) row.numbers = rules[row.rule];
  if (!m_rows.empty()) Q_EMIT dataChanged(index(0, kMatched), index(rowCount() - 1, kImproved));
  std::vector<Row> fresh;
  for (std::size_t i = 0; i < rules.size(); ++i) {
    const bool isKnown = std::any_of(m_rows.begin(), m_rows.end(), [&](const Row& row) { return row.rule == i; });
    if (!isKnown && rules[i].matched > 0) fresh.push_back({i, rules[i]});
  }
  if (fresh.empty()) return;
  beginInsertRows({}, rowCount(), rowCount() + static_cast<int>(fresh.size()) - 1);
  m_rows.insert(m_rows.end(), fresh.begin(), fresh.end());
  endInsertRows();
}

QString RuleStatisticsModel::nameOf(int row) const {
  return m_names.value(static_cast<qsizetype>(m_rows[static_cast<std::size_t>(row)].rule));
}

int RuleStatisticsModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int RuleStatisticsModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : kColumnCount; }

qlonglong RuleStatisticsModel::numberOf(const Row& row, int column) const {
  if (column == kMatched) return row.numbers.matched;
  return column == kTried ? row.numbers.tried : row.numbers.improved;
}

QVariant RuleStatisticsModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  if (index.column() == kName) {
    const bool isText = role == Qt::DisplayRole || role == SortRole || role == Qt::ToolTipRole;
    return isText ? ruleWords(nameOf(index.row()).toStdString()) : QVariant();
  }
  const qlonglong number = numberOf(m_rows[static_cast<std::size_t>(index.row())], index.column());
  if (role == SortRole) return number;
  if (role == Qt::DisplayRole) return QLocale().toString(number);
  if (role == Qt::TextAlignmentRole) return QVariant(Qt::AlignRight | Qt::AlignVCenter);
  return {};
}

QVariant RuleStatisticsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole && section != kName) return QVariant(Qt::AlignRight | Qt::AlignVCenter);
  if (role == Qt::ToolTipRole) {
    if (section == kMatched) return tr("Places where the rule fitted");
    if (section == kTried) return tr("Graphs made by it, duplicates included");
    if (section == kImproved) return tr("Graphs that were cheaper than the one they were made from");
  }
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case kName:
      return tr("Rule");
    case kMatched:
      return tr("Matched");
    case kTried:
      return tr("Tried");
    default:
      return tr("Improved");
  }
}

}  // namespace tasoscope
