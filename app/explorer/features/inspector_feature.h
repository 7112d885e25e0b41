#pragma once
// What the inspector tells about the selection, and the list of nodes.

#include <optional>

#include "features/feature.h"

namespace tasoscope {

class InspectorFeature : public Feature {
  Q_OBJECT

 public:
  explicit InspectorFeature(Workbench& bench);

 private:
  void show(std::optional<std::uint64_t> key);
  bool showNode(std::uint64_t key);
  bool showTerminal(std::uint64_t key);
};

}  // namespace tasoscope
