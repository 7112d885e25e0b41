#include "features/costs_feature.h"

#include <QComboBox>
#include <algorithm>

#include "views/text/cost_text.h"
#include "window/explorer_window.h"
#include "window/status_line.h"
#include "window/workbench.h"

namespace tasoscope {

CostsFeature::CostsFeature(Workbench& bench) : Feature(bench) {
  connect(&this->bench(), &Workbench::trailShown, this, &CostsFeature::updateActions);
}

QString CostsFeature::costs() const {
  const TrailView& trail = bench().trail();
  if (trail.steps.empty()) return {};
  const std::int64_t original = trail.steps.front().price.picoseconds;
  const std::int64_t now = trail.steps[trail.current].price.picoseconds;
  std::int64_t best = original;
  for (const StepView& step : trail.steps) {
    if (!step.isHidden) best = std::min(best, step.price.picoseconds);
  }
  QStringList parts{tr("original %1").arg(costText(original))};
  if (trail.current != 0) parts << tr("now %1, %2").arg(costText(now), changeText(now - original, original));
  if (best < now) parts << tr("best %1").arg(costText(best));
  parts << tr("%1 %2, sum of kernels on %3")
               .arg(glyphOf(Provenance::kEstimated), wordOf(Provenance::kEstimated), bench().model().device);
  return parts.join(QStringLiteral("   |   "));
}

void CostsFeature::updateActions() {
  if (!bench().isInFront()) return;
  const WindowParts& window = bench().window().parts();
  window.status->setCosts(costs());
  window.device->setEnabled(!bench().host().isSearching());
  if (const int index = window.device->findData(bench().model().device); index >= 0)
    window.device->setCurrentIndex(index);
}

}  // namespace tasoscope
