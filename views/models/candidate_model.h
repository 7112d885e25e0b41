#pragma once
// The substitutions that fit the current graph, one row each; sorted by what they gain when shown through a
// QSortFilterProxyModel on SortRole.

#include <QAbstractTableModel>
#include <vector>

#include "session/session.h"

namespace tasoscope {

class CandidateModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { ChangeColumn, RuleColumn, PlaceColumn, ColumnCount };
  enum Role {
    SortRole = Qt::UserRole,
    MatchRole,   ///< the MatchId
    DeltaRole,   ///< picoseconds
    FilterRole,  ///< rule, family and place in one text
  };

  using QAbstractTableModel::QAbstractTableModel;

  /// `total` is the cost of the graph they apply to, for shares.
  void setCandidates(std::vector<CandidateView> candidates, std::int64_t total);
  void clear() { setCandidates({}, 0); }
  const CandidateView& candidate(int row) const { return m_candidates[static_cast<std::size_t>(row)]; }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  QString toolTip(const CandidateView& candidate) const;
  std::vector<CandidateView> m_candidates;
  std::int64_t m_total = 0;
};

}  // namespace tasoscope
