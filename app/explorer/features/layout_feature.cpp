#include "features/layout_feature.h"

#include <QAction>

#include "window/announcer.h"
#include "window/explorer_window.h"
#include "window/workbench.h"

namespace tasoscope {

LayoutFeature::LayoutFeature(Workbench& bench) : Feature(bench) {
  on("view.redraw", [this] { this->bench().requestPair(); });
  on("view.tidy", [this] {
    this->bench().host().layOutAnew();
    this->bench().requestPair();
  });
  on("view.untidy", [this] {
    this->bench().host().restoreLayout();
    this->bench().requestPair();
  });
  on("view.toTheRight", [this] { turn(m_flow == Flow::kDown ? Flow::kRight : Flow::kDown); });
  connect(&this->bench().host(), &SessionHost::pairCancelled, this, [this] {
    this->bench().say(MessageKind::kHint, tr("Drawing was cancelled: the current step is not in the picture."),
                      action("view.redraw"));
  });
  connect(&this->bench(), &Workbench::pairShown, this, [this] { this->bench().updateActions(); });
}

void LayoutFeature::turn(Flow flow) {
  m_flow = flow;
  bench().window().settings().setRunsToTheRight(bench().modelKey(), flow == Flow::kRight);
  bench().window().parts().announcer->say(flow == Flow::kRight ? tr("The graph runs from left to right")
                                                               : tr("The graph runs from top to bottom"));
  bench().host().setFlow(flow);
  bench().requestPair();
  bench().updateActions();
}

void LayoutFeature::writeView(ViewState& view) const {
  view["layout.direction"] = m_flow == Flow::kRight ? "right" : "down";
}

void LayoutFeature::readView(const ViewState& view) {
  const auto said = view.find("layout.direction");
  const bool isRight =
      said == view.end() ? bench().window().settings().runsToTheRight(bench().modelKey()) : said->second == "right";
  m_flow = isRight ? Flow::kRight : Flow::kDown;
  bench().host().setFlow(m_flow);
}

void LayoutFeature::updateActions() {
  enable("view.redraw", bench().canStep());
  enable("view.tidy", bench().canStep());
  enable("view.untidy", bench().canStep() && bench().host().canRestoreLayout());
  enable("view.toTheRight", bench().canStep());
  action("view.toTheRight")->setChecked(m_flow == Flow::kRight);
}

}  // namespace tasoscope
