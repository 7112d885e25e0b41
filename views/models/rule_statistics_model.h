#pragma once
// What the rules do in a search: matched, tried, improved. Only rules that fitted somewhere have a row.

#include <QAbstractTableModel>
#include <QStringList>
#include <vector>

#include "search/search.h"

namespace tasoscope {

class RuleStatisticsModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { kName, kMatched, kTried, kImproved, kColumnCount };
  enum Role { SortRole = Qt::UserRole };

  using QAbstractTableModel::QAbstractTableModel;

  /// Names of the rules by their index in the rule set.
  void setNames(QStringList names);
  void clear();
  /// By index in the rule set; rows are added and their numbers change, none goes.
  void setStatistics(const std::vector<RuleStatistics>& rules);
  QString nameOf(int row) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  struct Row {
    std::size_t rule = 0;
    RuleStatistics numbers;
  };
  qlonglong numberOf(const Row& row, int column) const;
  QStringList m_names;
  std::vector<Row> m_rows;
};

}  // namespace tasoscope
