#pragma once
// The substitutions that fit the current graph as a tree: what makes it faster, what changes nothing, what makes it
// slower; in each the rules, the one with the best match first; under each rule its matches, the best first. Matches
// that are the same at several places are folded into one row, under which each place has its own.

#include <QAbstractItemModel>
#include <vector>

#include "session/session.h"

namespace tasoscope {

enum class CandidateRow { kOutcome, kRule, kAlike, kMatch };

class CandidateModel : public QAbstractItemModel {
  Q_OBJECT

 public:
  enum Role {
    TitleRole = Qt::UserRole,  ///< the outcome, the rule, or the place of a match
    ChangeRole,                ///< the change of cost in short, of a rule the best
    DeltaRole,                 ///< picoseconds
    CountRole,                 ///< matches below; 0 for a match
    KindRole,                  ///< CandidateRow
    FilterRole,                ///< rule, family and place in one text
    KeyRole,                   ///< the same for the same row in another list of candidates
  };

  using QAbstractItemModel::QAbstractItemModel;

  /// `total` is the cost of the graph they apply to, for shares.
  void setCandidates(std::vector<CandidateView> candidates, std::int64_t total);
  int candidateCount() const { return static_cast<int>(m_candidates.size()); }
  /// How many make the graph cheaper at once.
  int improvingCount() const;
  CandidateRow kindOf(const QModelIndex& index) const;
  /// The match of a row, or the first of those folded into it; nullptr for outcomes and rules.
  const CandidateView* candidate(const QModelIndex& index) const;
  /// All matches under a row, or the one of a match's row; none for an outcome.
  std::vector<const CandidateView*> candidatesUnder(const QModelIndex& index) const;

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& child) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;

 private:
  struct Node {
    CandidateRow kind = CandidateRow::kOutcome;
    int parent = 0, row = 0;
    std::size_t first = 0;  // of the candidates below: the best
    int count = 0;          // of the candidates below
    std::vector<int> children;
  };
  static constexpr int kRoot = 0;
  int addNode(CandidateRow kind, int parent, std::size_t candidate);
  const Node& nodeOf(const QModelIndex& index) const { return m_nodes[static_cast<std::size_t>(index.internalId())]; }
  const Node& nodeAt(int node) const { return m_nodes[static_cast<std::size_t>(node)]; }
  void collect(const Node& node, std::vector<const CandidateView*>& into) const;
  QString titleOf(const Node& node) const;
  QString changeOf(const CandidateView& candidate) const;
  QString accessibleText(const Node& node) const;
  QString filterText(const Node& node) const;
  QString keyOf(const Node& node) const;
  QString toolTip(const Node& node) const;

  std::vector<CandidateView> m_candidates;  // the best first
  std::vector<Node> m_nodes{1};             // the first is the invisible root
  std::int64_t m_total = 0;
};

}  // namespace tasoscope
