#pragma once
// How the graphs are laid out: anew or as before, downward or to the right.

#include "features/feature.h"
#include "views/canvas/flow.h"

namespace tasoscope {

class LayoutFeature : public Feature {
  Q_OBJECT

 public:
  explicit LayoutFeature(Workbench& bench);
  void updateActions() override;
  void writeView(ViewState& view) const override;
  /// What the project says, else what was remembered of the model.
  void readView(const ViewState& view) override;
  Flow flow() const { return m_flow; }

 private:
  void turn(Flow flow);
  Flow m_flow = Flow::kDown;
};

}  // namespace tasoscope
