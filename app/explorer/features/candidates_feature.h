#pragma once
// The substitutions that fit the current graph: listed, previewed on the stage, applied.

#include <vector>

#include "features/feature.h"
#include "session/session.h"

namespace tasoscope {

class CandidatesFeature : public Feature {
  Q_OBJECT

 public:
  explicit CandidatesFeature(Workbench& bench);
  void updateActions() override;

 private:
  void show(const std::vector<CandidateView>& candidates, bool isComplete);
  void greet(std::size_t candidates);
  void preview();
  void apply();
  bool m_greetsNext = false;
};

}  // namespace tasoscope
