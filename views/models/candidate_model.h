#pragma once
// The substitutions that fit the current graph as a tree: rules, the one with the best match first, and under each its
// matches, the best first.

#include <QAbstractItemModel>
#include <optional>
#include <vector>

#include "session/session.h"

namespace tasoscope {

class CandidateModel : public QAbstractItemModel {
  Q_OBJECT

 public:
  enum Role {
    TitleRole = Qt::UserRole,  ///< the rule, or the place of a match
    ChangeRole,                ///< the change of cost in short, of a rule the best
    DeltaRole,                 ///< picoseconds
    CountRole,                 ///< matches of a rule; 0 for a match
    FilterRole,                ///< rule, family and place in one text
  };

  using QAbstractItemModel::QAbstractItemModel;

  /// `total` is the cost of the graph they apply to, for shares.
  void setCandidates(std::vector<CandidateView> candidates, std::int64_t total);
  int candidateCount() const { return static_cast<int>(m_candidates.size()); }
  /// How many make the graph cheaper at once.
  int improvingCount() const;
  /// The match of a row; nullptr for a rule.
  const CandidateView* candidate(const QModelIndex& index) const;
  /// All matches of a rule's row, or the one of a match's row.
  std::vector<const CandidateView*> candidatesUnder(const QModelIndex& index) const;

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& child) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;

 private:
  struct Group {
    std::vector<std::size_t> members;  // indices of candidates
  };
  static constexpr quintptr kTop = ~quintptr{0};  // internal id of rules; matches have their rule's row
  QVariant ruleData(const Group& group, int role) const;
  QVariant matchData(const CandidateView& candidate, int role) const;
  QString toolTip(const CandidateView& candidate) const;
  std::vector<CandidateView> m_candidates;
  std::vector<Group> m_groups;
  std::int64_t m_total = 0;
};

}  // namespace tasoscope
