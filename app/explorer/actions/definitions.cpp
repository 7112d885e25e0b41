#include "actions/definitions.h"

namespace tasoscope {

void defineActions(ActionRegistry& registry) {
  defineFileActions(registry);
  defineEditActions(registry);
  defineViewActions(registry);
  defineStageActions(registry);
  defineSearchActions(registry);
  defineStepActions(registry);
  defineTimelineActions(registry);
  definePlaceActions(registry);
  defineHelpActions(registry);
}

}  // namespace tasoscope
