#pragma once
// Makes the pictures of the comic strip on the session's thread, as they come into sight.

#include "features/feature.h"
#include "session/session.h"

namespace tasoscope {

class PicturesFeature : public Feature {
  Q_OBJECT

 public:
  explicit PicturesFeature(Workbench& bench);

 private:
  void make(StepId step);
};

}  // namespace tasoscope
