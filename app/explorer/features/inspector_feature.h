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
/// Something that another feature tells about, such as a group, by a name of its own.
struct OtherSubject {
  QString name;
  friend bool operator==(const OtherSubject&, const OtherSubject&) = default;
};
/// A rule, by its name.
struct RuleSubject {
  QString rule;
  friend bool operator==(const RuleSubject&, const RuleSubject&) = default;
};
using InspectorSubject = std::variant<WholeGraph, OpId, TensorId, StepId, RuleSubject, OtherSubject>;

class InspectorFeature : public Feature {
  Q_OBJECT

 public:
  explicit InspectorFeature(Workbench& bench);
  void updateActions() override;
  /// Shows a subject; the one that was shown is led back to.
  void inspect(const InspectorSubject& subject);
  /// Shows what another feature tells; telling it again under the same name replaces what is shown.
  void inspect(const OtherSubject& subject, const InspectorContent& content);
  const InspectorSubject& subject() const { return m_visited[m_at].subject; }

 private:
  struct Visited {
    InspectorSubject subject;
    InspectorContent content;  ///< as last told, for subjects that no graph shows any more
  };
  void connectCopying();
  void followSelection(std::optional<std::uint64_t> key);
  void follow(const PropertyLink& link);
  void selectNode(const NodeLink& link);
  void move(int direction);
  void visit(const InspectorSubject& subject, const InspectorContent& content);
  void refresh();
  std::optional<InspectorContent> contentOf(const InspectorSubject& subject);
  std::optional<InspectorContent> contentOf(const TensorView& tensor);
  const TensorView* tensorOf(TensorId tensor) const;
  Surroundings surroundings() const;
  void readValues(TensorId tensor);
  void forgetUnread();
  void askForRule(const QString& rule);
  QString selectedNames() const;
  QString shownTable() const;

  std::vector<Visited> m_visited;
  std::size_t m_at = 0;
  std::map<TensorId, ConstantValues> m_values;
  std::map<QString, Rule> m_rules;
  std::optional<std::uint64_t> m_selectNext;  // when the pair that has it is shown
};

}  // namespace tasoscope
