#include "window/workbench.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QFileInfo>
#include <QTabWidget>
#include <algorithm>

#include "exit_codes.h"
#include "panels/candidates_panel.h"
#include "panels/inspector_panel.h"
#include "panels/nodes_panel.h"
#include "panels/search_panel.h"
#include "panels/steps_panel.h"
#include "stage/stage.h"
#include "start/start_page.h"
#include "views/canvas/graph_picture.h"
#include "views/canvas/picture_export.h"
#include "views/text/cost_text.h"
#include "window/explorer_window.h"
#include "window/file_choice.h"
#include "window/find_bar.h"
#include "window/help.h"
#include "window/message_bar.h"
#include "window/status_line.h"

namespace tasoscope {

Workbench::Workbench(ExplorerWindow& window) : m_window(window) {
  connectHost();
  connectPanels();
  connectFileActions();
  connectViewActions();
  connectSearchActions();
  connectStepActions();
  const QString device = m_window.settings().device();
  QComboBox* chooser = m_window.parts().device;
  chooser->setCurrentIndex(std::max(0, chooser->findData(device.isEmpty() ? QStringLiteral("h100") : device)));
  updateActions();
}

void Workbench::on(const char* action, const std::function<void()>& run) {
  connect(m_window.actions().find(QString::fromLatin1(action)), &QAction::triggered, this, [run] { run(); });
}

void Workbench::connectHost() {
  connect(&m_host, &SessionHost::opened, this, &Workbench::showOpened);
  connect(&m_host, &SessionHost::closed, this, &Workbench::showClosed);
  connect(&m_host, &SessionHost::trailChanged, this, &Workbench::showTrail);
  connect(&m_host, &SessionHost::pairReady, this, &Workbench::showPair);
  connect(&m_host, &SessionHost::candidatesChanged, this, &Workbench::showCandidates);
  connect(&m_host, &SessionHost::searchFinished, this, &Workbench::finishSearch);
  connect(&m_host, &SessionHost::exported, this, &Workbench::finishExport);
  connect(&m_host, &SessionHost::searchStarted, m_window.parts().search, &SearchPanel::start);
  connect(&m_host, &SessionHost::searchSampled, m_window.parts().search, &SearchPanel::add);
  connect(&m_host, &SessionHost::progressed, m_window.parts().status, &StatusLine::setProgress);
  connect(&m_host, &SessionHost::deviceChanged, this, [this](const QString& device) {
    m_model.device = device;
    m_window.settings().setDevice(device);
  });
  connect(&m_host, &SessionHost::failed, this, [this](const QString& sentence) {
    m_window.parts().message->show(MessageKind::kError, sentence);
    m_window.setWindowTitle(m_isOpen ? m_window.windowTitle() : QStringLiteral("Tasoscope"));
  });
  connect(&m_host, &SessionHost::busyChanged, this, [this] {
    m_window.parts().status->setActivity(m_host.activity());
    updateActions();
    if (!m_host.isBusy()) Q_EMIT settled();
  });
}

void Workbench::connectPanels() {
  const WindowParts& parts = m_window.parts();
  connect(parts.start, &StartPage::sampleChosen, this, &Workbench::openSample);
  connect(parts.start, &StartPage::fileChosen, this, &Workbench::openFile);
  connect(&m_window, &ExplorerWindow::fileDropped, this, &Workbench::openFile);
  connect(parts.stage, &Stage::selectionChanged, this, &Workbench::showSelection);
  connect(parts.nodes, &NodesPanel::nodeChosen, parts.stage, &Stage::select);
  connect(parts.find, &FindBar::found, parts.stage, &Stage::select);
  connect(parts.find, &FindBar::dismissed, this, [parts] { parts.stage->activePane()->setFocus(); });
  connect(parts.steps, &StepsPanel::stepChosen, this, &Workbench::goTo);
  connect(parts.candidates, &CandidatesPanel::currentChanged, this, &Workbench::previewCandidate);
  connect(parts.candidates, &CandidatesPanel::applyRequested, this, &Workbench::applyCandidate);
  connect(parts.device, &QComboBox::activated, this,
          [this, parts] { setDevice(parts.device->currentData().toString()); });
}

void Workbench::connectFileActions() {
  on("file.open", [this] {
    if (const QString path = chooseModel(&m_window); !path.isEmpty()) openFile(path);
  });
  on("file.close", [this] { m_host.close(); });
  on("file.export", [this] { exportModel(); });
  on("file.exportPicture", [this] { exportPicture(); });
  on("file.quit", [this] { m_window.close(); });
  on("edit.undo", [this] { m_host.undo(); });
  on("edit.redo", [this] { m_host.redo(); });
  on("edit.find", [this] { m_window.parts().find->open(); });
  on("edit.findNext", [this] { m_window.parts().find->next(); });
  on("edit.findPrevious", [this] { m_window.parts().find->previous(); });
  on("help.keys", [this] { showKeys(m_window); });
  on("help.about", [this] { showAbout(m_window); });
}

void Workbench::connectViewActions() {
  Stage* stage = m_window.parts().stage;
  on("view.fit", [stage] { stage->fitAll(); });
  on("view.actualSize", [stage] { stage->actualSize(); });
  on("view.fitSelection", [stage] { stage->fitSelection(); });
  on("view.showChange", [stage] { stage->showChange(); });
  on("view.zoomIn", [stage] { stage->zoom(1.25); });
  on("view.zoomOut", [stage] { stage->zoom(0.8); });
  on("view.both", [stage] { stage->setPaneMode(PaneMode::kBoth); });
  on("view.before", [stage] { stage->setPaneMode(PaneMode::kBefore); });
  on("view.after", [stage] { stage->setPaneMode(PaneMode::kAfter); });
  on("view.cyclePanes", [this, stage] {
    const char* next = stage->paneMode() == PaneMode::kBoth     ? "view.before"
                       : stage->paneMode() == PaneMode::kBefore ? "view.after"
                                                                : "view.both";
    m_window.actions().find(QString::fromLatin1(next))->trigger();
  });
  for (const char* name : {"view.pairPrevious", "view.pairOriginal"}) {
    on(name, [this] {
      m_showsChangeNext = true;
      requestPair();
    });
  }
  on("view.dark", [this] {
    const bool isDark = m_window.actions().find(QStringLiteral("view.dark"))->isChecked();
    m_window.setAppearance(isDark ? Appearance::kDark : Appearance::kLight);
  });
  on("view.fullScreen", [this] { m_window.setWindowState(m_window.windowState() ^ Qt::WindowFullScreen); });
  on("view.nextPane", [this] { m_window.cyclePane(1); });
  on("view.previousPane", [this] { m_window.cyclePane(-1); });
}

void Workbench::connectSearchActions() {
  CandidatesPanel* candidates = m_window.parts().candidates;
  on("search.run", [this] { toggleSearch(); });
  on("search.stop", [this] { m_host.cancel(); });
  on("job.cancel", [this] { m_host.cancel(); });
  on("candidate.next", [candidates] { candidates->move(1); });
  on("candidate.previous", [candidates] { candidates->move(-1); });
  on("candidate.apply", [this] { applyCandidate(); });
}

void Workbench::connectStepActions() {
  const StepModel& steps = m_window.parts().steps->model();
  on("step.first", [this] { goTo(0); });
  on("step.last", [this, &steps] { goTo(steps.lane().back()); });
  on("step.previous", [this, &steps] {
    if (const auto step = steps.previous()) goTo(*step);
  });
  on("step.next", [this, &steps] {
    if (const auto step = steps.next()) goTo(*step);
  });
}

SessionOptions Workbench::sessionOptions() const {
  SessionOptions options;
  options.device = m_window.parts().device->currentData().toString().toStdString();
  return options;
}

void Workbench::openFile(const QString& path) { m_host.openFile(path, sessionOptions()); }
void Workbench::openSample(const QString& name) { m_host.openZoo(name, sessionOptions()); }

void Workbench::setDevice(const QString& device) {
  QComboBox* chooser = m_window.parts().device;
  if (const int index = chooser->findData(device); index >= 0) chooser->setCurrentIndex(index);
  if (m_isOpen)
    m_host.setDevice(device);
  else
    m_window.settings().setDevice(device);
}

void Workbench::goTo(StepId step) {
  if (step == m_trail.current || m_host.isSearching()) return;
  // Walking looks at single steps; who compares with the original chooses so.
  m_window.actions().find(QStringLiteral("view.pairPrevious"))->setChecked(true);
  m_showsChangeNext = true;
  m_host.goTo(step);
}

bool Workbench::selectNamed(const QString& name) {
  Stage* stage = m_window.parts().stage;
  for (Canvas* pane : stage->panes()) {
    const auto& boxes = pane->picture().boxes;
    const auto exact = std::find_if(boxes.begin(), boxes.end(), [&](const PictureBox& box) {
      return box.searchText == name || box.searchText.endsWith(QChar(' ') + name);
    });
    if (exact != boxes.end()) {
      stage->select(exact->key);
      return true;
    }
    if (const auto found = findBoxes(pane->picture(), name); !found.empty()) {
      stage->select(found.front());
      return true;
    }
  }
  return false;
}

bool Workbench::isIdle() const { return !m_host.isBusy(); }

void Workbench::showOpened(const ModelFacts& facts) {
  m_model = facts;
  m_isOpen = true;
  m_greetsNext = true;
  m_showsChangeNext = true;
  if (!facts.path.isEmpty()) m_window.settings().addRecentFile(facts.path);
  m_window.setWindowTitle(QStringLiteral("%1 — Tasoscope").arg(facts.name));
  m_window.actions().find(QStringLiteral("view.pairPrevious"))->setChecked(true);
  m_window.parts().message->dismiss();
  m_window.parts().stage->clear(tr("Drawing…"));
  m_window.raiseTab(m_window.parts().steps);
  m_window.showStage();
  m_window.parts().stage->after()->setFocus();
}

void Workbench::showClosed() {
  m_isOpen = false;
  m_trail = {};
  m_model = {};
  m_window.parts().stage->clear({});
  m_window.parts().message->dismiss();
  m_window.parts().status->setCosts({});
  m_window.setWindowTitle(QStringLiteral("Tasoscope"));
  m_window.showStart();
}

void Workbench::showTrail(const TrailView& trail) {
  m_trail = trail;
  m_window.parts().steps->setTrail(trail);
  requestPair();
  updateCosts();
  updateActions();
  if (m_searchesWhenOpened) {
    m_searchesWhenOpened = false;
    toggleSearch();
  }
}

void Workbench::requestPair() {
  if (!m_isOpen || m_trail.steps.empty()) return;
  const StepId current = m_trail.current;
  if (current == 0) {
    m_host.requestPair(std::nullopt, 0);
    return;
  }
  const bool isOriginal = m_window.actions().find(QStringLiteral("view.pairOriginal"))->isChecked();
  m_host.requestPair(isOriginal ? StepId{0} : m_trail.steps[current].parent, current);
}

QString Workbench::nameOfStep(StepId id) const {
  return id == 0 ? tr("as loaded") : tr("step %1, %2").arg(id).arg(QString::fromStdString(m_trail.steps[id].rule));
}

void Workbench::showPair(const ShownPair& pair) {
  Stage* stage = m_window.parts().stage;
  const std::int64_t to = m_trail.steps[pair.afterStep].price.picoseconds;
  const QString cost = tr("%1 on %2").arg(costText(to), m_model.device);
  QString before, after = tr("%1, %2").arg(m_model.name, nameOfStep(pair.afterStep)) + QChar('\n') + cost;
  if (pair.beforeStep) {
    const std::int64_t from = m_trail.steps[*pair.beforeStep].price.picoseconds;
    before = tr("Before: %1").arg(nameOfStep(*pair.beforeStep)) + QChar('\n') + costText(from);
    after = tr("After: %1").arg(nameOfStep(pair.afterStep)) + QChar('\n') +
            QStringLiteral("%1, %2").arg(costText(to), changeText(to - from, from));
  }
  stage->setPair(pair, before, after);
  m_window.parts().nodes->setGraph(pair.afterGraph);
  m_window.parts().find->setPicture(pair.after);
  if (std::exchange(m_showsChangeNext, false)) stage->showChange();
  showSelection(stage->selectedKey());
  previewCandidate();
  m_window.parts().status->announce(after);
}

const NodeView* Workbench::nodeOf(std::uint64_t key) const {
  const auto op = opOf(key);
  if (!op) return nullptr;
  const ShownPair& pair = m_window.parts().stage->pair();
  for (const auto& graph : {pair.afterGraph, pair.beforeGraph}) {
    if (!graph) continue;
    const auto found =
        std::find_if(graph->nodes.begin(), graph->nodes.end(), [&](const NodeView& node) { return node.op == *op; });
    if (found != graph->nodes.end()) return &*found;
  }
  return nullptr;
}

void Workbench::showSelection(std::optional<std::uint64_t> key) {
  const WindowParts& parts = m_window.parts();
  parts.nodes->setSelectedKey(key);
  updateActions();
  const ShownPair& pair = parts.stage->pair();
  if (!pair.afterGraph) return;
  if (key) {
    if (const NodeView* node = nodeOf(*key)) {
      parts.inspector->show(QString::fromStdString(node->operatorName),
                            propertiesOf(*node, pair.afterGraph->price.picoseconds, m_trail));
      return;
    }
    for (const EdgeView& edge : pair.afterGraph->edges) {
      if ((!edge.from && inputKeyOf(edge.tensor.tensor) == *key) ||
          (!edge.to && outputKeyOf(edge.tensor.tensor) == *key)) {
        parts.inspector->show(QString::fromStdString(edge.tensor.name), propertiesOf(edge.tensor));
        return;
      }
    }
  }
  parts.inspector->show(m_model.name, propertiesOf(*pair.afterGraph, m_model.name, m_model.device));
}

void Workbench::showCandidates(const std::vector<CandidateView>& candidates, bool isComplete) {
  const std::int64_t total = m_trail.steps.empty() ? 0 : m_trail.steps[m_trail.current].price.picoseconds;
  m_window.parts().candidates->setCandidates(candidates, total, isComplete);
  updateActions();
  if (!isComplete || !std::exchange(m_greetsNext, false) || m_host.isSearching() || m_trail.current != 0) return;
  QString text =
      candidates.empty()
          ? tr("No substitution fits here.")
          : tr("%n substitutions fit here. Select one to preview it, Enter applies it, F5 lets the optimizer search.",
               nullptr, static_cast<int>(candidates.size()));
  if (!m_model.remarks.isEmpty()) text += QChar(' ') + m_model.remarks.join(QChar(' '));
  m_window.parts().message->show(MessageKind::kHint, text);
}

void Workbench::previewCandidate() {
  std::vector<std::uint64_t> keys;
  if (m_window.parts().stage->pair().afterStep == m_trail.current) {
    for (const CandidateView* candidate : m_window.parts().candidates->previewed()) {
      for (const OpId op : candidate->removed) keys.push_back(keyOf(op));
    }
  }
  m_window.parts().stage->setMatchedKeys(keys);
  updateActions();
}

void Workbench::applyCandidate() {
  const CandidateView* candidate = m_window.parts().candidates->current();
  if (!candidate || m_host.isSearching()) return;
  m_window.actions().find(QStringLiteral("view.pairPrevious"))->setChecked(true);
  m_window.parts().message->dismiss();
  m_window.raiseTab(m_window.parts().steps);
  m_showsChangeNext = true;
  m_host.apply(candidate->match);
}

void Workbench::toggleSearch() {
  if (m_host.isSearching()) {
    m_host.pauseSearch(!m_host.isPaused());
    return;
  }
  const SearchPanel* search = m_window.parts().search;
  m_window.raiseTab(m_window.parts().search);
  m_window.parts().message->dismiss();
  m_host.search(search->strategy(), search->limits());
}

void Workbench::finishSearch(const SearchResult& result) {
  m_window.parts().search->finish(result);
  const bool isBetter = !result.path.empty();
  if (isBetter) {
    m_window.actions().find(QStringLiteral("view.pairOriginal"))->setChecked(true);
    m_window.raiseTab(m_window.parts().steps);
    m_showsChangeNext = true;
  }
  m_window.parts().message->show(MessageKind::kVerdict, verdictOf(result, m_model.device),
                                 isBetter ? m_window.actions().find(QStringLiteral("file.export")) : nullptr);
}

void Workbench::exportModel() {
  const StepView& step = m_trail.steps[m_trail.current];
  const QString what = tr("Export step %1, %2").arg(step.id).arg(costText(step.price.picoseconds));
  if (const QString path = chooseExport(&m_window, what, m_model); !path.isEmpty()) exportTo(path);
}

void Workbench::exportPicture() {
  if (const QString path = choosePicture(&m_window, m_model); !path.isEmpty()) exportTo(path);
}

void Workbench::exportTo(const QString& path) {
  if (QFileInfo(path).suffix().toLower() == QLatin1String("onnx")) {
    m_host.exportOnnx(m_trail.current, path, {});
    return;
  }
  try {
    Stage* stage = m_window.parts().stage;
    tasoscope::exportPicture(stage->activePane()->picture(), path, stage->activePane()->theme());
    m_window.parts().message->show(MessageKind::kVerdict, tr("The picture is in %1.").arg(path));
  } catch (const std::exception& error) {
    Q_EMIT m_host.failed(QString::fromUtf8(error.what()), exitCodeOf(error));
  }
}

QString Workbench::verificationText(const EquivalenceReport& report) const {
  if (report.verdict != Verdict::kEquivalent) return tr("Not verified: %1").arg(QString::fromStdString(report.note));
  return tr("Checked on %n random inputs: the largest relative difference is %1.", nullptr, report.inputsTried)
      .arg(QLocale().toString(report.maxRelError, 'g', 2));
}

void Workbench::finishExport(const QString& path, const ExportReport& report) {
  QString text = tr("Exported to %1, %2 on %3.").arg(path, costText(report.price.picoseconds), m_model.device);
  if (report.equivalence) text += QChar(' ') + verificationText(*report.equivalence);
  m_window.parts().message->show(MessageKind::kVerdict, text);
}

void Workbench::updateCosts() {
  if (m_trail.steps.empty()) return;
  const std::int64_t original = m_trail.steps.front().price.picoseconds;
  const std::int64_t now = m_trail.steps[m_trail.current].price.picoseconds;
  std::int64_t best = original;
  for (const StepView& step : m_trail.steps) {
    if (!step.isHidden) best = std::min(best, step.price.picoseconds);
  }
  QStringList parts{tr("original %1").arg(costText(original))};
  if (m_trail.current != 0) parts << tr("now %1, %2").arg(costText(now), changeText(now - original, original));
  if (best < now) parts << tr("best %1").arg(costText(best));
  parts << tr("%1 %2, sum of kernels on %3")
               .arg(glyphOf(Provenance::kEstimated), wordOf(Provenance::kEstimated), m_model.device);
  m_window.parts().status->setCosts(parts.join(QStringLiteral("   |   ")));
}

void Workbench::updateActions() {
  ActionRegistry& actions = m_window.actions();
  const auto enable = [&](const char* name, bool isEnabled) {
    actions.find(QString::fromLatin1(name))->setEnabled(isEnabled);
  };
  const bool isSearching = m_host.isSearching();
  const bool canStep = m_isOpen && !isSearching;
  const StepModel& steps = m_window.parts().steps->model();
  for (const char* name : {"file.close", "edit.find", "edit.findNext", "edit.findPrevious", "view.fit",
                           "view.actualSize", "view.showChange", "view.zoomIn", "view.zoomOut", "view.both",
                           "view.before", "view.after", "view.cyclePanes", "search.run", "file.exportPicture"}) {
    enable(name, m_isOpen);
  }
  enable("file.export", canStep);
  enable("edit.undo", canStep && m_trail.canUndo);
  enable("edit.redo", canStep && m_trail.canRedo);
  enable("step.first", canStep && m_trail.current != 0);
  enable("step.previous", canStep && steps.previous().has_value());
  enable("step.next", canStep && steps.next().has_value());
  enable("step.last", canStep && steps.next().has_value());
  const bool hasSteps = m_isOpen && m_trail.current != 0;
  enable("view.pairPrevious", hasSteps && !isSearching);
  enable("view.pairOriginal", hasSteps && !isSearching);
  const CandidatesPanel* candidates = m_window.parts().candidates;
  enable("candidate.next", canStep && candidates->model().candidateCount() > 0);
  enable("candidate.previous", canStep && candidates->model().candidateCount() > 0);
  enable("candidate.apply", canStep && candidates->current() != nullptr);
  enable("view.fitSelection", m_isOpen && (m_window.parts().stage->selectedKey() || !candidates->previewed().empty()));
  enable("search.stop", isSearching);
  enable("job.cancel", m_host.isBusy());
  m_window.parts().device->setEnabled(!isSearching);
  QAction* run = actions.find(QStringLiteral("search.run"));
  run->setText(!isSearching ? tr("&Run search") : m_host.isPaused() ? tr("&Continue search") : tr("&Pause search"));
}

}  // namespace tasoscope
