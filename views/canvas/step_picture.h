#pragma once
// What a step does, as two small pictures: the boxes that it takes away and those that it puts there, each with the
// boxes next to them, placed together so that what stays is at the same place in both.

#include <memory>
#include <span>

#include "session/session.h"
#include "views/canvas/arrange.h"
#include "views/canvas/picture.h"

namespace tasoscope {

struct StepPicture {
  std::shared_ptr<const Picture> before, after;
  std::size_t leftOut = 0;  ///< changed boxes that are not shown, since there are too many for a small picture
};

/// `removed` and `added` lead from one graph to the other. Throws Cancelled. May run outside the interface's thread.
StepPicture changeOf(const GraphView& before, const GraphView& after, std::span<const OpId> removed,
                     std::span<const OpId> added, const LayoutEngine& engine, const Progress& progress = {});

}  // namespace tasoscope
