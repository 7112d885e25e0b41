#pragma once
// Why a rule does not fit: asked for the rule that is chosen, at the selected node first.

#include <QPointer>

#include "features/feature.h"
#include "session/why_not.h"

namespace tasoscope {

class WhyNotWindow;

class WhyNotFeature : public Feature {
  Q_OBJECT

 public:
  explicit WhyNotFeature(Workbench& bench);
  void updateActions() override;

 private:
  void ask();
  void show(const WhyNotReport& report);
  QPointer<WhyNotWindow> m_window;
};

}  // namespace tasoscope
