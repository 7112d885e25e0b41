#include "actions/definitions.h"

namespace tasoscope {

void defineActions(ActionRegistry& registry) {
  defineFileActions(registry);
  defineEditActions(registry);
  defineViewActions(registry);
  defineStageActions(registry);
  defineGroupActions(registry);
  defineBodyActions(registry);
  defineSearchActions(registry);
  defineRuleActions(registry);
  defineStepActions(registry);
  defineTimelineActions(registry);
  definePlaceActions(registry);
  defineLearnActions(registry);
  defineInspectorActions(registry);
  defineCostActions(registry);
  defineHelpActions(registry);
}

}  // namespace tasoscope
