#include "features/candidates_feature.h"

#include "features/view_feature.h"
#include "panels/candidates_panel.h"
#include "panels/steps_panel.h"
#include "stage/stage.h"
#include "views/canvas/graph_picture.h"
#include "window/workbench.h"

namespace tasoscope {

CandidatesFeature::CandidatesFeature(Workbench& bench) : Feature(bench) {
  CandidatesPanel* panel = parts().candidates;
  on("candidate.next", [panel] { panel->move(1); });
  on("candidate.previous", [panel] { panel->move(-1); });
  on("candidate.apply", [this] { apply(); });
  connect(panel, &CandidatesPanel::currentChanged, this, &CandidatesFeature::preview);
  connect(panel, &CandidatesPanel::applyRequested, this, &CandidatesFeature::apply);
  connect(&this->bench(), &Workbench::opened, this, [this] { m_greetsNext = true; });
  connect(&this->bench(), &Workbench::pairShown, this, &CandidatesFeature::preview);
  connect(&this->bench().host(), &SessionHost::candidatesChanged, this, &CandidatesFeature::show);
}

void CandidatesFeature::show(const std::vector<CandidateView>& candidates, bool isComplete) {
  const TrailView& trail = bench().trail();
  const std::int64_t total = trail.steps.empty() ? 0 : trail.steps[trail.current].price.picoseconds;
  parts().candidates->setCandidates(candidates, total, isComplete);
  bench().updateActions();
  if (!isComplete || !std::exchange(m_greetsNext, false) || !bench().canStep() || trail.current != 0) return;
  greet(candidates.size());
}

void CandidatesFeature::greet(std::size_t candidates) {
  QString text =
      candidates == 0
          ? tr("No substitution fits here.")
          : tr("%n substitutions fit here. Select one to preview it, Enter applies it, F5 lets the optimizer search.",
               nullptr, static_cast<int>(candidates));
  const QStringList& remarks = bench().model().remarks;
  if (!remarks.isEmpty()) text += QChar(' ') + remarks.join(QChar(' '));
  bench().say(MessageKind::kHint, text);
}

void CandidatesFeature::preview() {
  std::vector<std::uint64_t> keys;
  if (parts().stage->pair().afterStep == bench().trail().current) {
    for (const CandidateView* candidate : parts().candidates->previewed()) {
      for (const OpId op : candidate->removed) keys.push_back(keyOf(op));
    }
  }
  parts().stage->setMatchedKeys(keys);
  bench().updateActions();
}

void CandidatesFeature::apply() {
  const CandidateView* candidate = parts().candidates->current();
  if (!candidate || !bench().canStep()) return;
  bench().feature<ViewFeature>().compareWithOriginal(false);
  bench().dismissMessage();
  bench().raiseTab(parts().steps);
  bench().showChangeNext();
  bench().host().apply(candidate->match);
}

void CandidatesFeature::updateActions() {
  const bool canMove = bench().canStep() && parts().candidates->model().candidateCount() > 0;
  enable("candidate.next", canMove);
  enable("candidate.previous", canMove);
  enable("candidate.apply", bench().canStep() && parts().candidates->current() != nullptr);
}

}  // namespace tasoscope
