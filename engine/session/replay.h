#pragma once
// A recorded trail, stated again in a session that has just been opened. Private to engine/session.
//
// Problem: a project may come from another version of the program, with other rules, another model file, or from
// somebody who wrote it by hand; its facts must not be believed because they are in a file. Idea: the facts of a step
// are applied as they were recorded, and then looked for among the matches of the rule that the step names: only if one
// leads to the same graph does the step count as made by that rule. With the same model the others are kept as
// recorded, as assumed; with another model they are left out, with all that follows from them.
// Complexity: that of finding all matches once, and around each step.

#include <string>
#include <vector>

#include "session/entry_table.h"
#include "session/state.h"

namespace tasoscope {

struct ReplayResult {
  std::vector<std::optional<StepId>> stepOf;  ///< by recorded step; nothing: left out. 0 is 0
  std::vector<std::string> remarks;
  bool isComplete = true;  ///< every step is there again
};

ReplayResult replay(Session::State& state, const schema::Project& project, const EntryReader& reader, ModelIs model,
                    const Progress& progress);

}  // namespace tasoscope
