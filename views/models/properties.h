#pragma once
// What there is to say about a node, a tensor, a group, a step, a rule, a substitution that fits, or the whole graph,
// in the same order of sections: what it is, what it costs, what it holds, what it is connected with, where it comes
// from, what is known about its kind.

#include <QString>
#include <optional>

#include "session/session.h"
#include "tensor/statistics.h"
#include "views/canvas/shown_groups.h"
#include "views/models/property_model.h"

namespace tasoscope {

/// What a node, a tensor or a step is told in the light of. The graph is the one that is shown; nothing else is kept.
struct Surroundings {
  const GraphView* graph = nullptr;
  const TrailView* trail = nullptr;
  QString model, device;
  const GraphView* before = nullptr;  ///< that the graph is compared with, if it is
};

std::vector<PropertySection> propertiesOf(const NodeView& node, const Surroundings& around);
/// About the graph as a whole.
std::vector<PropertySection> propertiesOf(const Surroundings& around);
std::vector<PropertySection> propertiesOf(const StepView& step, const Surroundings& around);
/// A rule of the session, with the steps that used it.
std::vector<PropertySection> propertiesOf(const RuleView& view, const Surroundings& around);
/// A substitution that fits the current graph. `rule` and `preview` may be null.
std::vector<PropertySection> propertiesOf(const CandidateView& candidate, const RuleView* rule,
                                          const CandidatePreview* preview, const Surroundings& around);
/// A group of the graph that is shown.
std::vector<PropertySection> propertiesOf(const ShownGroups& groups, int group, const Surroundings& around);

/// How far the values of a constant are known.
enum class ValuesState { kNone, kReading, kNotRead, kRead };
struct ConstantValues {
  ValuesState state = ValuesState::kNone;  ///< kNone: it has none before a run
  TensorStatistics statistics;             ///< when kRead
};
std::vector<PropertySection> propertiesOf(const TensorView& tensor, const ConstantValues& values,
                                          const Surroundings& around);

/// "weight", or what stands for the name of a tensor that a step made.
QString titleOf(const TensorView& tensor);
/// The tensor of this id in a graph; nullptr when none of its nodes reads or makes it.
const TensorView* findTensor(const GraphView& graph, TensorId tensor);
const NodeView* findNode(const GraphView& graph, OpId op);

}  // namespace tasoscope
