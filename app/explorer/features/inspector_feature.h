#pragma once
// What the inspector tells: about the selection, about what its own links lead to, and about what it told before. The
// values of constants are read on the session's thread when their tensor is looked at.

#include <map>
#include <optional>
#include <variant>
#include <vector>

#include "features/feature.h"
#include "panels/inspector_page.h"
#include "views/models/properties.h"

namespace tasoscope {

/// The graph as a whole.
struct WholeGraph {
  friend bool operator==(WholeGraph, WholeGraph) = default;
};
/// A group of the graph that is shown, by its key.
struct GroupSubject {
  std::uint64_t key = 0;
  friend bool operator==(GroupSubject, GroupSubject) = default;
};
/// A substitution that fits the graph of a step.
struct CandidateSubject {
  MatchId match = 0;
  StepId step = 0;
  friend bool operator==(CandidateSubject, CandidateSubject) = default;
};
/// A rule, by its name.
struct RuleSubject {
  QString rule;
  friend bool operator==(const RuleSubject&, const RuleSubject&) = default;
};
using InspectorSubject = std::variant<WholeGraph, OpId, TensorId, StepId, RuleSubject, GroupSubject, CandidateSubject>;

class InspectorFeature : public Feature {
  Q_OBJECT

 public:
  explicit InspectorFeature(Workbench& bench);
  void updateActions() override;
  /// Shows a subject; the one that was shown is led back to.
  void inspect(const InspectorSubject& subject);
  const InspectorSubject& subject() const { return m_visited[m_at].subject; }

 private:
  void followWalk(StepId step);
  struct Visited {
    InspectorSubject subject;
    InspectorContent content;  ///< as last told, for subjects that no graph shows any more
  };
  void connectCopying();
  void followSelection(std::optional<std::uint64_t> key);
  void followCandidate();
  void follow(const PropertyLink& link);
  void selectNode(const NodeLink& link);
  void move(int direction);
  void visit(const InspectorSubject& subject, const InspectorContent& content);
  void refresh();
  std::optional<InspectorContent> contentOf(const InspectorSubject& subject);
  std::optional<InspectorContent> contentOf(const TensorView& tensor);
  std::optional<InspectorContent> contentOf(const StepView& step);
  std::optional<InspectorContent> contentOf(const RuleSubject& subject);
  std::optional<InspectorContent> contentOf(const GroupSubject& subject);
  std::optional<InspectorContent> contentOf(const CandidateSubject& subject);
  const RuleView* ruleOf(const QString& name) const;
  std::shared_ptr<const Rule> drawingOf(const QString& rule);
  const TensorView* tensorOf(TensorId tensor) const;
  Surroundings surroundings() const;
  void readValues(TensorId tensor);
  void forgetUnread();
  QString selectedNames() const;
  QString shownTable() const;

  std::vector<Visited> m_visited;
  std::size_t m_at = 0;
  StepId m_currentStep = 0;  // when a pair was last shown
  std::map<TensorId, ConstantValues> m_values;
  std::map<QString, std::shared_ptr<const Rule>> m_drawn;  // rules that were shown
  std::optional<std::uint64_t> m_selectNext;               // when the pair that has it is shown
};

}  // namespace tasoscope
