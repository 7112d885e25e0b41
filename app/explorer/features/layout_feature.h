#pragma once
// Laying out the graph as a whole, on demand, and going back to the places before.

#include "features/feature.h"

namespace tasoscope {

class LayoutFeature : public Feature {
  Q_OBJECT

 public:
  explicit LayoutFeature(Workbench& bench);
  void updateActions() override;
};

}  // namespace tasoscope
