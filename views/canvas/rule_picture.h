#pragma once
// A rule as two pictures, what it looks for and what it puts there, drawn like graphs.

#include "rules/rule.h"
#include "views/canvas/picture.h"

namespace tasoscope {

struct RulePictures {
  Picture source, target;  ///< placed; empty for rules that are written in C++
};

/// Inputs and results are terminals under their names, the same on both sides; operators carry the attributes that the
/// rule speaks of. What is only on the left is marked as removed, what is only on the right as added.
RulePictures rulePicturesOf(const Rule& rule);

}  // namespace tasoscope
