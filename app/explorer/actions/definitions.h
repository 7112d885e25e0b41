#pragma once
// All actions of the program, a file a topic (actions/TOPIC_actions.cpp). What they do is connected by the features.

#include "actions/action_registry.h"

namespace tasoscope {

/// The place of actions whose keys work on the canvases alone.
inline const QString kStage = QStringLiteral("stage");
/// That of actions that walk through the steps: on the canvases and on the timeline.
inline const QString kTrail = QStringLiteral("trail");
/// On the timeline alone.
inline const QString kTimeline = QStringLiteral("timeline");
/// Bookmarks that have keys of their own.
inline constexpr int kNumberedBookmarks = 9;
/// The pages of the inspector.
inline const QString kInspector = QStringLiteral("inspector");

void defineFileActions(ActionRegistry& registry);
void defineEditActions(ActionRegistry& registry);
void defineViewActions(ActionRegistry& registry);
void defineStageActions(ActionRegistry& registry);
void defineGroupActions(ActionRegistry& registry);
void defineBodyActions(ActionRegistry& registry);
void defineSearchActions(ActionRegistry& registry);
void defineRuleActions(ActionRegistry& registry);
void defineStepActions(ActionRegistry& registry);
void defineTimelineActions(ActionRegistry& registry);
void definePlaceActions(ActionRegistry& registry);
void defineLearnActions(ActionRegistry& registry);
void defineInspectorActions(ActionRegistry& registry);
void defineCostActions(ActionRegistry& registry);
void defineHelpActions(ActionRegistry& registry);
void defineActions(ActionRegistry& registry);

}  // namespace tasoscope
