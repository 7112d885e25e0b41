#pragma once
// Boxes of collapsed groups and frames of expanded ones. Private to the making of pictures.

#include "views/canvas/picture.h"
#include "views/canvas/shown_groups.h"

namespace tasoscope {

Family familyNamed(const std::string& name);

PictureBox boxOf(const ShownGroups& groups, int group, const GraphView& view);

/// Frames of the expanded groups that are in no collapsed one; `boxOfNode` gives the box of each node.
void addFrames(Picture& picture, const ShownGroups& groups, const std::vector<int>& boxOfNode);

}  // namespace tasoscope
