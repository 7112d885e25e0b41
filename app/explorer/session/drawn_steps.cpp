#include "session/drawn_steps.h"

#include <algorithm>

#include "views/canvas/graph_picture.h"
#include "views/canvas/route_drawing.h"

namespace tasoscope {
namespace {

constexpr std::size_t kMostNodes = 120'000;  // in all graphs that are kept
constexpr std::size_t kLeastKept = 2;        // steps: a pair

}  // namespace

DrawnStep& DrawnSteps::entry(const Session& session, StepId step) {
  const auto known = std::ranges::find(m_steps, step, &DrawnStep::step);
  if (known != m_steps.end()) {
    m_steps.splice(m_steps.begin(), m_steps, known);
  } else {
    m_steps.push_front({step, std::make_shared<const GraphView>(session.view(step)), nullptr, nullptr});
    dropOldest();
  }
  return m_steps.front();
}

void DrawnSteps::dropOldest() {
  std::size_t nodes = 0;
  for (const DrawnStep& kept : m_steps) nodes += kept.graph->nodes.size();
  while (nodes > kMostNodes && m_steps.size() > kLeastKept) {
    nodes -= m_steps.back().graph->nodes.size();
    m_steps.pop_back();
  }
}

std::shared_ptr<const GraphView> DrawnSteps::graph(const Session& session, StepId step) {
  return entry(session, step).graph;
}

DrawnStep DrawnSteps::drawn(const Session& session, StepId step) {
  if (!m_base) m_base = entry(session, 0).graph;
  if (!m_plan) m_plan = m_groups.by ? GroupPlan(*m_base, *m_groups.by) : bestGroupPlan(*m_base);
  DrawnStep& made = entry(session, step);
  if (!made.groups) made.groups = std::make_shared<const ShownGroups>(groupsOf(*made.graph));
  if (!made.picture) {
    const auto other = std::ranges::find_if(m_steps, [](const DrawnStep& kept) { return kept.picture != nullptr; });
    std::optional<DrawnGraph> drawn;
    if (other != m_steps.end()) drawn.emplace(DrawnGraph{*other->graph, *other->picture});
    Picture picture = pictureOf(*made.graph, QString::fromStdString(session.modelName()), made.groups.get(),
                                drawn ? &*drawn : nullptr);
    measure(picture);
    made.picture = std::make_shared<const Picture>(std::move(picture));
  }
  return made;
}

ShownGroups DrawnSteps::groupsOf(const GraphView& graph) const {
  return shownGroups(*m_plan, m_groups, m_base->nodes.size() > kManyNodes, graph);
}

void DrawnSteps::setGroups(const GroupState& groups) {
  if (groups.by != m_groups.by) m_plan.reset();
  m_groups = groups;
  for (DrawnStep& kept : m_steps) {
    kept.groups.reset();
    kept.picture.reset();
  }
}

void DrawnSteps::forgetPictures() {
  for (DrawnStep& kept : m_steps) kept.picture.reset();
}

void DrawnSteps::forgetGraphs() {
  m_steps.clear();
  m_base.reset();
}

void DrawnSteps::forgetModel() {
  forgetGraphs();
  m_plan.reset();
}

}  // namespace tasoscope
