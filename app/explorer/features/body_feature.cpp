#include "features/body_feature.h"

#include <QAction>
#include <QBoxLayout>

#include "stage/body_bar.h"
#include "stage/stage.h"
#include "window/workbench.h"

namespace tasoscope {

BodyFeature::BodyFeature(Workbench& bench)
    : Feature(bench), m_bar(new BodyBar(action("body.leave"), action("body.other"))) {
  qobject_cast<QBoxLayout*>(parts().page->layout())->insertWidget(0, m_bar);
  on("body.open", [this] {
    if (const auto key = parts().stage->selectedKey()) open(*key);
  });
  on("body.leave", [this] { this->bench().host().leaveBody(); });
  on("body.other", [this] {
    const auto count = static_cast<int>(m_place.siblings.size());
    if (count > 1) this->bench().host().enterSibling((m_place.sibling + 1) % count);
  });
  connect(parts().stage, &Stage::activated, this, [this](std::uint64_t key) { open(key); });
  connect(parts().stage, &Stage::selectionChanged, this, [this] { this->bench().updateActions(); });
  connect(&bench.host(), &SessionHost::bodyShown, this, &BodyFeature::showPlace);
  connect(&bench, &Workbench::opened, this, [this] { showPlace({}); });
}

bool BodyFeature::open(std::uint64_t key) {
  const NodeView* node = bench().nodeOf(key);
  if (!node || node->bodies.empty() || !bench().canStep()) return false;
  bench().host().enterBody(node->op, 0);
  return true;
}

void BodyFeature::showPlace(const BodyPlace& place) {
  const bool isMoved = place.way != m_place.way;
  m_place = place;
  m_bar->setWay(QStringList{bench().model().name} + place.way, static_cast<int>(place.siblings.size()));
  if (isMoved) {
    bench().dismissMessage();
    parts().stage->clear(tr("Drawing…"));
    bench().showChangeNext();
  }
  bench().updateActions();
}

void BodyFeature::updateActions() {
  const auto key = parts().stage->selectedKey();
  const NodeView* node = key ? bench().nodeOf(*key) : nullptr;
  enable("body.open", bench().canStep() && node && !node->bodies.empty());
  enable("body.leave", bench().canStep() && isInside());
  enable("body.other", bench().canStep() && m_place.siblings.size() > 1);
}

}  // namespace tasoscope
