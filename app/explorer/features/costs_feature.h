#pragma once
// The costs in the status line, and the device that prices the model.

#include "features/feature.h"

namespace tasoscope {

class CostsFeature : public Feature {
  Q_OBJECT

 public:
  explicit CostsFeature(Workbench& bench);
  void updateActions() override;

 private:
  QString costs() const;
};

}  // namespace tasoscope
