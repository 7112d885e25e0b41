#pragma once
// Walking through the steps, and undo and redo, which is something else.

#include "features/feature.h"

namespace tasoscope {

class StepFeature : public Feature {
  Q_OBJECT

 public:
  explicit StepFeature(Workbench& bench);
  void updateActions() override;
};

}  // namespace tasoscope
