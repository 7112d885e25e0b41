#include "features/inspector_feature.h"

#include "panels/inspector_panel.h"
#include "panels/nodes_panel.h"
#include "stage/stage.h"
#include "views/canvas/graph_picture.h"
#include "window/workbench.h"

namespace tasoscope {

InspectorFeature::InspectorFeature(Workbench& bench) : Feature(bench) {
  Stage* stage = parts().stage;
  connect(stage, &Stage::selectionChanged, this, &InspectorFeature::show);
  connect(parts().nodes, &NodesPanel::nodeChosen, stage, &Stage::select);
  connect(&this->bench(), &Workbench::pairShown, this, [this, stage] {
    parts().nodes->setGraph(stage->pair().afterGraph);
    show(stage->selectedKey());
  });
}

void InspectorFeature::show(std::optional<std::uint64_t> key) {
  parts().nodes->setSelectedKey(key);
  bench().updateActions();
  const auto& graph = parts().stage->pair().afterGraph;
  if (!graph || (key && (showNode(*key) || showTerminal(*key)))) return;
  const ModelFacts& model = bench().model();
  parts().inspector->show(model.name, propertiesOf(*graph, model.name, model.device));
}

bool InspectorFeature::showNode(std::uint64_t key) {
  const NodeView* node = bench().nodeOf(key);
  if (!node) return false;
  const std::int64_t total = parts().stage->pair().afterGraph->price.picoseconds;
  parts().inspector->show(QString::fromStdString(node->operatorName), propertiesOf(*node, total, bench().trail()));
  return true;
}

bool InspectorFeature::showTerminal(std::uint64_t key) {
  for (const EdgeView& edge : parts().stage->pair().afterGraph->edges) {
    const bool isInput = !edge.from && inputKeyOf(edge.tensor.tensor) == key;
    const bool isOutput = !edge.to && outputKeyOf(edge.tensor.tensor) == key;
    if (!isInput && !isOutput) continue;
    parts().inspector->show(QString::fromStdString(edge.tensor.name), propertiesOf(edge.tensor));
    return true;
  }
  return false;
}

}  // namespace tasoscope
