#pragma once
// All actions of the program, a file a topic (actions/TOPIC_actions.cpp). What they do is connected by the features.

#include "actions/action_registry.h"

namespace tasoscope {

/// The place of actions whose keys work on the canvases alone.
inline const QString kStage = QStringLiteral("stage");

void defineFileActions(ActionRegistry& registry);
void defineEditActions(ActionRegistry& registry);
void defineViewActions(ActionRegistry& registry);
void defineSearchActions(ActionRegistry& registry);
void defineStepActions(ActionRegistry& registry);
void defineHelpActions(ActionRegistry& registry);
void defineActions(ActionRegistry& registry);

}  // namespace tasoscope
