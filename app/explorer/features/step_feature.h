#pragma once
// Walking through the steps, along them and across branches, and undo and redo, which is something else.

#include <optional>

#include "features/feature.h"
#include "session/session.h"

namespace tasoscope {

class StepFeature : public Feature {
  Q_OBJECT

 public:
  explicit StepFeature(Workbench& bench);
  void updateActions() override;

 private:
  void connectCommands();
  void connectWalk();
  void connectRange();
  /// The step on the walk that is one before (-1) or after (+1) the one that is compared with now.
  std::optional<StepId> nearThumb(int direction) const;
  void compareWith(StepId step);
  void leaveOut();
  void tellTakenBack();
  /// Says how many of the steps after the one that was left out fit without it, and what that costs beside `end`.
  void tellLeftOut(const QString& label, qsizetype later, qsizetype kept, StepId end);
  void showLife(std::optional<std::uint64_t> key);
};

}  // namespace tasoscope
