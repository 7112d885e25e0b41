#include "features/search_feature.h"

#include <QAction>

#include "features/body_feature.h"
#include "features/view_feature.h"
#include "panels/search_panel.h"
#include "panels/steps_panel.h"
#include "stage/stage.h"
#include "views/text/cost_text.h"
#include "window/workbench.h"

namespace tasoscope {

SearchFeature::SearchFeature(Workbench& bench) : Feature(bench) {
  SessionHost& host = this->bench().host();
  on("search.run", [this] { toggle(); });
  on("search.step", [this] { step(); });
  on("search.stop", [&host] { host.cancel(); });
  on("job.cancel", [&host] { host.cancel(); });
  connectHost();
}

void SearchFeature::connectHost() {
  const SessionHost& host = bench().host();
  connect(&host, &SessionHost::searchStarted, parts().search, &SearchPanel::start);
  connect(&host, &SessionHost::searchSampled, parts().search, &SearchPanel::add);
  connect(&host, &SessionHost::searchFinished, this, &SearchFeature::finish);
  connect(&host, &SessionHost::deviceChanged, parts().search, &SearchPanel::setDevice);
  connect(&bench(), &Workbench::opened, this, [this] { parts().search->setDevice(bench().model().device); });
  connect(&bench(), &Workbench::trailShown, this, [this] {
    if (std::exchange(m_searchesWhenOpened, false)) begin(false);
  });
}

void SearchFeature::toggle() {
  SessionHost& host = bench().host();
  if (host.isSearching())
    host.pauseSearch(!host.isPaused());
  else
    begin(false);
}

/// One expansion more; starts a search that pauses after its first where none runs.
void SearchFeature::step() {
  if (!bench().host().isSearching()) begin(true);
  bench().host().stepSearch();
}

void SearchFeature::begin(bool isPaused) {
  bench().raiseTab(parts().search);
  bench().dismissMessage();
  bench().host().search(parts().search->strategy(), parts().search->limits(), isPaused);
}

void SearchFeature::finish(const SearchResult& result) {
  parts().search->finish(result);
  const bool isBetter = !result.path.empty();
  if (isBetter) {
    bench().feature<ViewFeature>().compareWithOriginal(true);
    bench().raiseTab(parts().steps);
    bench().showChangeNext();
  }
  Message verdict{MessageKind::kVerdict, verdictOf(result, bench().model().device, bench().trail().current == 0),
                  nullptr};
  const auto& graph = parts().stage->pair().afterGraph;
  if (const std::size_t unknown = graph ? mixOf(*graph).unknown : 0; unknown > 0)
    verdict.text += QChar(' ') + tr("%n ops have no price and are in no sum.", nullptr, static_cast<int>(unknown));
  if (isBetter) {
    verdict.action = action("file.export");
  } else if (const QString hint = bench().feature<BodyFeature>().hint(); !hint.isEmpty()) {
    verdict.text += QChar(' ') + hint;
    verdict.action = action("body.dearest");
  }
  if (result.path.size() > 1) verdict.other = action("step.mostGained");
  bench().say(verdict);
}

void SearchFeature::updateActions() {
  const SessionHost& host = bench().host();
  enable("search.stop", host.isSearching());
  enable("job.cancel", host.isBusy());
  action("search.run")
      ->setText(!host.isSearching() ? tr("&Run search")
                : host.isPaused()   ? tr("&Continue search")
                                    : tr("&Pause search"));
}

}  // namespace tasoscope
