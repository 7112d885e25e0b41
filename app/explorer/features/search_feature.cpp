#include "features/search_feature.h"

#include <QAction>

#include "features/view_feature.h"
#include "panels/search_panel.h"
#include "panels/steps_panel.h"
#include "window/workbench.h"

namespace tasoscope {

SearchFeature::SearchFeature(Workbench& bench) : Feature(bench) {
  SessionHost& host = this->bench().host();
  on("search.run", [this] { toggle(); });
  on("search.stop", [&host] { host.cancel(); });
  on("job.cancel", [&host] { host.cancel(); });
  connect(&host, &SessionHost::searchStarted, parts().search, &SearchPanel::start);
  connect(&host, &SessionHost::searchSampled, parts().search, &SearchPanel::add);
  connect(&host, &SessionHost::searchFinished, this, &SearchFeature::finish);
  connect(&this->bench(), &Workbench::trailShown, this, [this] {
    if (std::exchange(m_searchesWhenOpened, false)) toggle();
  });
}

void SearchFeature::toggle() {
  SessionHost& host = bench().host();
  if (host.isSearching()) {
    host.pauseSearch(!host.isPaused());
    return;
  }
  bench().raiseTab(parts().search);
  bench().dismissMessage();
  host.search(parts().search->strategy(), parts().search->limits());
}

void SearchFeature::finish(const SearchResult& result) {
  parts().search->finish(result);
  const bool isBetter = !result.path.empty();
  if (isBetter) {
    bench().feature<ViewFeature>().compareWithOriginal(true);
    bench().raiseTab(parts().steps);
    bench().showChangeNext();
  }
  bench().say(MessageKind::kVerdict, verdictOf(result, bench().model().device),
              isBetter ? action("file.export") : nullptr);
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
