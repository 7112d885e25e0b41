#include "features/body_feature.h"

#include <QAction>
#include <QBoxLayout>
#include <algorithm>

#include "panels/steps_panel.h"
#include "stage/body_bar.h"
#include "stage/stage.h"
#include "views/canvas/graph_picture.h"
#include "views/text/cost_text.h"
#include "window/workbench.h"

namespace tasoscope {

BodyFeature::BodyFeature(Workbench& bench)
    : Feature(bench), m_bar(new BodyBar(action("body.leave"), action("body.other"))) {
  qobject_cast<QBoxLayout*>(parts().page->layout())->insertWidget(0, m_bar);
  on("body.open", [this] {
    if (const auto key = parts().stage->selectedKey()) open(*key);
  });
  on("body.dearest", [this] {
    if (const NodeView* node = dearest()) open(keyOf(node->op));
  });
  on("body.leave", [this] { this->bench().host().leaveBody(); });
  on("body.other", [this] {
    const auto count = static_cast<int>(m_place.siblings.size());
    if (count > 1) this->bench().host().enterSibling((m_place.sibling + 1) % count);
  });
  connect(parts().stage, &Stage::activated, this, [this](std::uint64_t key) { open(key); });
  connect(parts().stage, &Stage::selectionChanged, this, [this] { this->bench().updateActions(); });
  connect(&bench.host(), &SessionHost::bodyShown, this, &BodyFeature::showPlace);
  connect(&bench, &Workbench::opened, this, [this] { showPlace({}); });
  // It is told before each trail: asked for now, the answer is there when the graph is shown.
  connect(&bench.host(), &SessionHost::projectChanged, this, &BodyFeature::readWork);
}

void BodyFeature::readWork() {
  bench().host().ask<InnerWork>(
      tr("Reading the graphs inside"), [](Session& session, const Progress&) { return innerWorkOf(session); },
      [this](const InnerWork& work) {
        m_work = work;
        if (!bench().trail().steps.empty()) parts().steps->setTrail(told(bench().trail(), work));
        bench().updateActions();
      });
}

TrailView BodyFeature::told(TrailView trail, const InnerWork& work) {
  if (trail.steps.empty()) return trail;
  StepView& loaded = trail.steps.front();
  loaded.delta = work.delta;
  loaded.place.clear();
  for (const InnerSteps& inner : work.steps) loaded.place += (loaded.place.empty() ? "" : "; ") + inner.place;
  return trail;
}

bool BodyFeature::open(std::uint64_t key) {
  const NodeView* node = bench().nodeOf(key);
  if (!node || node->bodies.empty() || !bench().canStep()) return false;
  bench().host().enterBody(node->op, 0);
  return true;
}

const NodeView* BodyFeature::dearest() const {
  const auto& graph = parts().stage->pair().afterGraph;
  const NodeView* found = nullptr;
  if (!graph) return found;
  for (const NodeView& node : graph->nodes)
    if (!node.bodies.empty() && (!found || node.picoseconds > found->picoseconds)) found = &node;
  return found;
}

int BodyFeature::nodesWithBodies() const {
  const auto& graph = parts().stage->pair().afterGraph;
  if (!graph) return 0;
  return static_cast<int>(
      std::ranges::count_if(graph->nodes, [](const NodeView& node) { return !node.bodies.empty(); }));
}

QString BodyFeature::hint() const {
  const int count = nodesWithBodies();
  if (count == 0) return {};
  const GraphView& graph = *parts().stage->pair().afterGraph;
  std::int64_t time = 0;
  for (const NodeView& node : graph.nodes)
    if (!node.bodies.empty()) time += node.picoseconds;
  const QString text =
      tr("%n nodes hold graphs of their own, which are optimized once they are opened.", nullptr, count);
  const QString share = shareText(time, graph.price.picoseconds);
  return share.isEmpty() ? text : text + QChar(' ') + tr("%1 of the time is spent inside.").arg(share);
}

void BodyFeature::showPlace(const BodyPlace& place) {
  const bool isMoved = place.way != m_place.way;
  m_place = place;
  m_bar->setWay(QStringList{bench().model().name} + place.way, static_cast<int>(place.siblings.size()));
  if (isMoved) {
    m_work = {};
    bench().dismissMessage();
    parts().stage->clear(tr("Drawing…"));
    bench().showChangeNext();
  }
  bench().updateActions();
}

void BodyFeature::updateActions() {
  const auto key = parts().stage->selectedKey();
  const NodeView* node = key ? bench().nodeOf(*key) : nullptr;
  enable("body.open", bench().canStep() && node && !node->bodies.empty());
  enable("body.dearest", bench().canStep() && dearest());
  enable("body.leave", bench().canStep() && isInside());
  enable("body.other", bench().canStep() && m_place.siblings.size() > 1);
}

}  // namespace tasoscope
