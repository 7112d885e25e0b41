#pragma once
// What of the graphs the stage shows, and what its colours and labels tell.

#include "features/feature.h"

namespace tasoscope {

enum class HeatMode;
enum class LabelMode;

class StageFeature : public Feature {
  Q_OBJECT

 public:
  explicit StageFeature(Workbench& bench);
  void updateActions() override;
  void writeView(ViewState& view) const override;
  void readView(const ViewState& view) override;

 private:
  void connectHeat();
  void connectLabels();
  void connectSight();
  void setHeat(HeatMode mode);
  void setLabels(LabelMode labels);
};

}  // namespace tasoscope
