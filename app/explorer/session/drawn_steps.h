#pragma once
// What the pictures of steps are made from: the graph of a step, its groups, and its picture without places and apart
// from any pair. Made when they are first asked for; those of the last few steps are kept, as many as their size
// allows, so that walking to and fro makes nothing twice. Used by one thread.

#include <list>
#include <memory>
#include <optional>

#include "session/session.h"
#include "views/canvas/picture.h"
#include "views/canvas/shown_groups.h"

namespace tasoscope {

struct DrawnStep {
  StepId step = 0;
  std::shared_ptr<const GraphView> graph;
  std::shared_ptr<const ShownGroups> groups;  ///< not compared with any other graph's
  std::shared_ptr<const Picture> picture;
};

class DrawnSteps {
 public:
  std::shared_ptr<const GraphView> graph(const Session& session, StepId step);
  DrawnStep drawn(const Session& session, StepId step);
  const GroupState& groups() const { return m_groups; }
  void setGroups(const GroupState& groups);
  /// Texts or their sizes have changed.
  void forgetPictures();
  /// The graphs have changed, by their prices say.
  void forgetGraphs();
  void forgetModel();

 private:
  DrawnStep& entry(const Session& session, StepId step);
  ShownGroups groupsOf(const GraphView& graph) const;
  void dropOldest();

  std::list<DrawnStep> m_steps;             // the latest first; only graphs are sure to be there
  std::shared_ptr<const GraphView> m_base;  // of step 0
  GroupState m_groups;
  std::optional<GroupPlan> m_plan;  // learnt from step 0
};

}  // namespace tasoscope
