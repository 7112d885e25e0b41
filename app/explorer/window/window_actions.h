#pragma once
// The list of all actions: names, texts, keys. What they do is connected in workbench.cpp.

namespace tasoscope {

class ActionRegistry;
class Stage;

/// Adds every action to the registry; single letters and paging keys work on the stage only.
void defineActions(ActionRegistry& registry, Stage& stage);

}  // namespace tasoscope
