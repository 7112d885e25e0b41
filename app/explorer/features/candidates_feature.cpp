#include "features/candidates_feature.h"

#include <QKeyEvent>
#include <QMenu>

#include "features/body_feature.h"
#include "features/view_feature.h"
#include "panels/candidates_panel.h"
#include "panels/steps_panel.h"
#include "stage/stage.h"
#include "views/canvas/graph_picture.h"
#include "views/text/cost_text.h"
#include "views/text/step_text.h"
#include "window/workbench.h"

namespace tasoscope {

CandidatesFeature::CandidatesFeature(Workbench& bench) : Feature(bench) {
  connectPanel();
  connectHost();
}

void CandidatesFeature::connectPanel() {
  CandidatesPanel* panel = parts().candidates;
  on("candidate.next", [panel] { panel->move(1); });
  on("candidate.previous", [panel] { panel->move(-1); });
  on("candidate.lookAgain", [this] { bench().host().requestCandidates(); });
  on("candidate.filter", [panel] { panel->focusFilter(); });
  on("candidate.apply", [this] { apply(); });
  on("candidate.applyEverywhere", [this] { applyEverywhere(); });
  on("candidate.applyOnBranch", [this] { applyOnBranch(); });
  connect(panel, &CandidatesPanel::currentChanged, this, [this] {
    preview();
    // A list that fills anew moves no view: it may have come to a place that was asked for.
    if (m_isListing) return;
    parts().stage->revealMatched();
    Q_EMIT chosen();
  });
  connect(panel, &CandidatesPanel::applyRequested, this, &CandidatesFeature::apply);
  connect(panel, &CandidatesPanel::applyEverywhereRequested, this, &CandidatesFeature::applyEverywhere);
  connect(panel, &CandidatesPanel::applyOnBranchRequested, this, &CandidatesFeature::applyOnBranch);
  connect(panel, &CandidatesPanel::menuRequested, this, &CandidatesFeature::showMenu);
}

void CandidatesFeature::connectHost() {
  const SessionHost& host = bench().host();
  connect(&bench(), &Workbench::opened, this, [this] { m_greetsNext = true; });
  connect(&bench(), &Workbench::pairShown, this, [this] {
    parts().candidates->setNodesWithBodies(bench().feature<BodyFeature>().nodesWithBodies());
    preview();
  });
  for (Canvas* pane : {parts().stage->before(), parts().stage->after()}) pane->installEventFilter(this);
  connect(&host, &SessionHost::candidatesStarted, this, [this] {
    list([this] { parts().candidates->start(); });
    bench().updateActions();
  });
  connect(&host, &SessionHost::candidatesFound, this,
          [this](const std::vector<CandidateView>& batch) { list([&] { parts().candidates->add(batch, total()); }); });
  connect(&host, &SessionHost::candidatesFinished, this, &CandidatesFeature::finish);
}

std::int64_t CandidatesFeature::total() const {
  const TrailView& trail = bench().trail();
  return trail.steps.empty() ? 0 : trail.steps[trail.current].price.picoseconds;
}

void CandidatesFeature::list(const std::function<void()>& change) {
  m_isListing = true;
  change();
  m_isListing = false;
}

void CandidatesFeature::finish(const std::vector<CandidateView>& candidates, bool isComplete) {
  list([&] { parts().candidates->finish(candidates, total(), isComplete); });
  bench().updateActions();
  if (!isComplete || !std::exchange(m_greetsNext, false) || !bench().canStep() || bench().trail().current != 0) return;
  greet(candidates.size());
}

void CandidatesFeature::greet(std::size_t candidates) {
  // What there is to say about a project is worth more.
  if (bench().model().isRestored || bench().model().project.isReadOnly || !bench().model().projectRemarks.isEmpty())
    return;
  QString text =
      candidates == 0
          ? tr("No substitution fits here.")
          : tr("%n substitutions fit here. Select one to preview it, Enter applies it, F5 lets the optimizer search.",
               nullptr, static_cast<int>(candidates));
  const QString inside = bench().feature<BodyFeature>().hint();
  if (!inside.isEmpty()) text += QChar(' ') + inside;
  const QStringList& remarks = bench().model().remarks;
  if (!remarks.isEmpty()) text += QChar(' ') + remarks.join(QChar(' '));
  Message message{MessageKind::kHint, text, candidates == 0 ? nullptr : action("search.run")};
  if (!inside.isEmpty()) (message.action ? message.other : message.action) = action("body.dearest");
  bench().say(message);
}

void CandidatesFeature::preview() {
  std::vector<std::uint64_t> keys;
  if (parts().stage->pair().afterStep == bench().trail().current) {
    for (const CandidateView* candidate : parts().candidates->previewed()) {
      for (const OpId op : candidate->removed) keys.push_back(keyOf(op));
    }
  }
  parts().stage->setMatchedKeys(keys);
  requestPreview();
  showGhost();
  bench().updateActions();
}

/// Asks for what the match under the cursor would make, once each time the cursor comes to another.
void CandidatesFeature::requestPreview() {
  const CandidateView* candidate = parts().candidates->current();
  const bool canShow = candidate && bench().canStep() && parts().stage->pair().afterStep == bench().trail().current;
  const std::optional<MatchId> match = canShow ? std::optional(candidate->match) : std::nullopt;
  if (match == m_previewed) return;
  m_previewed = match;
  m_preview = nullptr;
  if (!match) {
    Q_EMIT previewed(nullptr);
    return;
  }
  using Preview = std::shared_ptr<const CandidatePreview>;
  const StepId step = bench().trail().current;
  bench().host().ask<Preview>(
      tr("Previewing"),
      [match, step](Session& session, const Progress&) -> Preview {
        if (session.trail().current != step) return nullptr;
        return std::make_shared<const CandidatePreview>(session.preview(*match));
      },
      [this, match](const Preview& preview) {
        if (!preview || m_previewed != match) return;
        m_preview = preview;
        showGhost();
        Q_EMIT previewed(preview);
      });
}

/// What the match would make, drawn over the graph; a new picture of the graph needs it again.
void CandidatesFeature::showGhost() {
  if (m_preview)
    parts().stage->setGhost(ghostOf(m_preview->added, m_preview->removed, changeText(m_preview->delta, total())));
  else
    parts().stage->setGhost(std::nullopt);
}

void CandidatesFeature::take(const QString& activity, const std::function<void(Session&, MatchId)>& command) {
  const CandidateView* candidate = parts().candidates->current();
  if (!candidate || !bench().canStep()) return;
  bench().feature<ViewFeature>().compareWithOriginal(false);
  bench().dismissMessage();
  bench().raiseTab(parts().steps);
  bench().showChangeNext();
  bench().host().change(activity, [command, match = candidate->match](Session& session) { command(session, match); });
}

void CandidatesFeature::apply() {
  take(tr("Applying"), [](Session& session, MatchId match) { session.apply(match); });
}

/// Enter on the stage takes what is previewed, unless it opens what is selected.
bool CandidatesFeature::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::KeyPress) return Feature::eventFilter(watched, event);
  const auto* press = static_cast<QKeyEvent*>(event);
  const bool isEnter = press->key() == Qt::Key_Return || press->key() == Qt::Key_Enter;
  const auto key = parts().stage->selectedKey();
  const NodeView* node = key ? bench().nodeOf(*key) : nullptr;
  const bool opens = key && (!node || !node->bodies.empty());
  if (!isEnter || opens || !parts().candidates->current()) return Feature::eventFilter(watched, event);
  if (press->modifiers() & Qt::ShiftModifier)
    applyEverywhere();
  else
    apply();
  return true;
}

void CandidatesFeature::applyEverywhere() {
  take(tr("Applying everywhere"), [](Session& session, MatchId match) { session.applyEverywhere(match); });
}

void CandidatesFeature::applyOnBranch() {
  const QString number = QString::number(bench().trail().branches().size() + 1);
  const QString name = tr("Branch %1: %2").arg(number, ruleWords(parts().candidates->currentRule().toStdString()));
  take(tr("Applying on a new branch"),
       [name = name.toStdString()](Session& session, MatchId match) { session.apply(match, name); });
}

void CandidatesFeature::showMenu(const QPoint& where) {
  auto* menu = new QMenu(parts().candidates->view());
  menu->setAttribute(Qt::WA_DeleteOnClose);
  for (const char* name :
       {"candidate.apply", "candidate.applyEverywhere", "candidate.applyOnBranch", "", "rule.show", "rule.use"}) {
    if (*name == '\0')
      menu->addSeparator();
    else
      menu->addAction(action(name));
  }
  menu->popup(where);
}

void CandidatesFeature::updateActions() {
  const bool canMove = bench().canStep() && parts().candidates->model().candidateCount() > 0;
  enable("candidate.next", canMove);
  enable("candidate.previous", canMove);
  enable("candidate.lookAgain", bench().canStep());
  const bool canApply = bench().canStep() && parts().candidates->current() != nullptr;
  for (const char* name : {"candidate.apply", "candidate.applyEverywhere", "candidate.applyOnBranch"})
    enable(name, canApply);
}

}  // namespace tasoscope
