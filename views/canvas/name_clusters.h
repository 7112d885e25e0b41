#pragma once
// Boxes that a layout keeps together, by the names that exporters give: "/layer1.0/conv1/Conv" is in block "/layer1.0".

#include <string>
#include <vector>

namespace tasoscope {

/// The cluster of each name, numbered from 0 in the order of their first members; -1 where a name says nothing. A name
/// belongs to its outermost part that is shared by few enough others to be a block of the network.
std::vector<int> nameClusters(const std::vector<std::string>& names);

}  // namespace tasoscope
