#pragma once
// Whether the graph of a step computes what the loaded model does. Private to engine/session.

#include "session/bodies.h"

namespace tasoscope {

/// The step's graph, with the graphs inside nodes as `inside` has them. Inconclusive, with a note, where it would take
/// more than the options allow. Throws Cancelled.
EquivalenceReport checkStep(const Session& session, StepId step, const BodyExport& inside, const ExportOptions& options,
                            const Progress& progress);

}  // namespace tasoscope
