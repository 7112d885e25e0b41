#pragma once
// Tells screen readers that another step is shown: which of how many, what it did, and what it gained.

#include "features/feature.h"
#include "session/session.h"

namespace tasoscope {

class AnnounceFeature : public Feature {
  Q_OBJECT

 public:
  explicit AnnounceFeature(Workbench& bench);

 private:
  std::optional<StepId> m_said;
};

}  // namespace tasoscope
