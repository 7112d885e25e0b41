#include "window/workbench.h"

#include <QAction>
#include <QFileInfo>
#include <QTabWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <tuple>

#include "actions/definitions.h"
#include "features/announce_feature.h"
#include "features/body_feature.h"
#include "features/candidates_feature.h"
#include "features/compare_feature.h"
#include "features/costs_feature.h"
#include "features/export_feature.h"
#include "features/groups_feature.h"
#include "features/inspector_feature.h"
#include "features/layout_feature.h"
#include "features/menu_feature.h"
#include "features/pictures_feature.h"
#include "features/place_feature.h"
#include "features/project_feature.h"
#include "features/rules_feature.h"
#include "features/search_feature.h"
#include "features/stage_feature.h"
#include "features/step_feature.h"
#include "features/timeline_feature.h"
#include "features/view_feature.h"
#include "features/why_not_feature.h"
#include "panels/candidates_panel.h"
#include "panels/inspector_panel.h"
#include "panels/nodes_panel.h"
#include "panels/outline_panel.h"
#include "panels/pictures_panel.h"
#include "panels/rules_panel.h"
#include "panels/search_panel.h"
#include "panels/steps_panel.h"
#include "stage/stage.h"
#include "views/canvas/graph_picture.h"
#include "views/text/cost_text.h"
#include "window/explorer_window.h"
#include "window/find_bar.h"
#include "window/status_line.h"

namespace tasoscope {

Workbench::Workbench(ExplorerWindow& window, const QString& name) : m_window(window) {
  m_model.name = name;
  m_model.device = window.chosenDevice();
  m_host.setStateFolder(window.settings().stateFolder());
  makeParts();
  connectHost();
  makeFeatures();
}

Workbench::~Workbench() {
  m_isInFront = false;
  m_window.removeModel(m_parts);
  for (Feature* feature : m_features) delete feature;
  for (QWidget* part :
       std::initializer_list<QWidget*>{m_parts.candidates, m_parts.inspector, m_parts.bottom, m_parts.page})
    delete part;
}

void Workbench::makeParts() {
  m_parts.find = new FindBar;
  m_parts.stage = new Stage;
  m_parts.stage->setMotionReduced(m_window.settings().reducesMotion());
  m_parts.page = new QWidget;
  auto* layout = new QVBoxLayout(m_parts.page);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(m_parts.find);
  layout->addWidget(m_parts.stage, 1);
  m_parts.candidates = new CandidatesPanel;
  m_parts.inspector = new InspectorPanel(m_window.actions());
  m_window.actions().addToPlace(kInspector, m_parts.inspector);
  m_parts.steps = new StepsPanel;
  m_parts.pictures = new PicturesPanel;
  m_parts.search = new SearchPanel(m_window.actions());
  m_parts.rules = new RulesPanel(m_window.actions());
  m_parts.nodes = new NodesPanel(m_window.actions().find(QStringLiteral("file.exportCosts")));
  m_parts.outline = new OutlinePanel;
  m_parts.bottom = new QTabWidget;
  m_parts.bottom->setAccessibleName(tr("Steps, search and nodes"));
  m_parts.bottom->setDocumentMode(true);
  m_parts.bottom->addTab(m_parts.steps, tr("Timeline"));
  m_parts.bottom->addTab(m_parts.pictures, tr("Pictures"));
  m_parts.bottom->addTab(m_parts.search, tr("Search"));
  m_parts.bottom->addTab(m_parts.rules, tr("Rules"));
  m_parts.bottom->addTab(m_parts.nodes, tr("Nodes and costs"));
  m_parts.bottom->addTab(m_parts.outline, tr("Outline"));
  m_window.actions().addToPlace(kStage, m_parts.stage);
  m_window.actions().addToPlace(kTrail, m_parts.stage);
  m_window.actions().addToPlace(kTrail, m_parts.steps->timeline());
  m_window.actions().addToPlace(kTimeline, m_parts.steps->timeline());
  m_window.addModel(m_parts, m_model.name);
}

void Workbench::makeFeatures() {
  m_features.push_back(new ViewFeature(*this));
  m_features.push_back(new StageFeature(*this));
  m_features.push_back(new StepFeature(*this));
  m_features.push_back(new CandidatesFeature(*this));
  m_features.push_back(new SearchFeature(*this));
  m_features.push_back(new RulesFeature(*this));
  m_features.push_back(new WhyNotFeature(*this));
  m_features.push_back(new InspectorFeature(*this));
  m_features.push_back(new CostsFeature(*this));
  m_features.push_back(new ExportFeature(*this));
  m_features.push_back(new ProjectFeature(*this));
  m_features.push_back(new CompareFeature(*this));
  m_features.push_back(new LayoutFeature(*this));
  m_features.push_back(new GroupsFeature(*this));
  m_features.push_back(new BodyFeature(*this));
  m_features.push_back(new TimelineFeature(*this));
  m_features.push_back(new PlaceFeature(*this));
  m_features.push_back(new PicturesFeature(*this));
  m_features.push_back(new AnnounceFeature(*this));
  m_features.push_back(new MenuFeature(*this));
}

void Workbench::connectHost() {
  connect(&m_host, &SessionHost::opened, this, &Workbench::showOpened);
  connect(&m_host, &SessionHost::closed, this, &Workbench::closed);
  connect(&m_host, &SessionHost::projectChanged, this, [this](const ProjectFacts& facts) {
    m_project = facts;
    Q_EMIT renamed();
    updateActions();
  });
  connect(&m_host, &SessionHost::trailChanged, this, &Workbench::showTrail);
  connect(&m_host, &SessionHost::pairReady, this, &Workbench::showPair);
  connect(&m_host, &SessionHost::pairCancelled, this, [this] { m_goingTo.reset(); });
  connect(&m_host, &SessionHost::progressed, this, [this](const QString& what, double done, double total) {
    if (m_isInFront) m_window.parts().status->setProgress(what, done, total);
  });
  connect(&m_host, &SessionHost::deviceChanged, this, [this](const QString& device) {
    m_model.device = device;
    m_window.settings().setDevice(device);
  });
  connect(&m_host, &SessionHost::failed, this, [this](const QString& sentence) {
    if (m_isOpen) say(MessageKind::kError, sentence);
  });
  connect(m_window.parts().message, &MessageBar::dismissed, this, [this] {
    if (m_isInFront) m_message.reset();
  });
  connect(&m_host, &SessionHost::busyChanged, this, [this] {
    if (m_isInFront) showActivity();
    updateActions();
    if (isIdle()) Q_EMIT settled();
  });
  connect(m_parts.stage, &Stage::animated, this, [this] {
    if (isIdle()) Q_EMIT settled();
  });
}

SessionOptions Workbench::sessionOptions() const {
  SessionOptions options;
  options.device = m_model.device.toStdString();
  return options;
}

void Workbench::openFile(const QString& path) { m_host.openFile(path, sessionOptions()); }
void Workbench::openSample(const QString& name) { m_host.openZoo(name, sessionOptions()); }
void Workbench::openProject(const QString& path, const OpenProjectOptions& options) {
  m_host.openProject(path, options);
}
void Workbench::restore(const QString& journal, const OpenProjectOptions& options) {
  feature<ProjectFeature>().expectWorkOf(QFileInfo(journal).lastModified());
  m_host.restore(journal, options);
}

QString Workbench::title() const {
  const QString file = QFileInfo(QString::fromStdString(m_project.path.string())).fileName();
  QString title = file.isEmpty() ? m_model.name : file;
  if (m_project.isReadOnly) title = tr("%1 (read-only)").arg(title);
  return m_project.isModified ? title + QChar('*') : title;
}

ViewState Workbench::view() const {
  ViewState view;
  for (const Feature* feature : m_features) feature->writeView(view);
  return view;
}

void Workbench::setDevice(const QString& device) { m_host.setDevice(device); }
void Workbench::close() { m_host.close(); }

void Workbench::goTo(StepId step) {
  if (m_host.isSearching()) return;
  // Walking looks at single steps, or compares with the one that was chosen; who compares with the original says so.
  const bool showedMore = feature<ViewFeature>().comparison().endsWithWalk();
  if (showedMore) feature<ViewFeature>().compareWithOriginal(false);
  if (step != m_trail.current) {
    m_showsChangeNext = true;
    m_goingTo = step;
    m_host.goTo(step);
  } else if (showedMore) {
    showChangeNext();
    requestPair();
  }
  Q_EMIT wentTo(step);
}

bool Workbench::selectNamed(const QString& name) {
  Stage* stage = m_parts.stage;
  for (Canvas* pane : stage->panes()) {
    const auto& boxes = pane->picture().boxes;
    const auto exact = std::find_if(boxes.begin(), boxes.end(), [&](const PictureBox& box) {
      return box.searchText == name || box.searchText.endsWith(QChar(' ') + name);
    });
    if (exact != boxes.end()) {
      stage->select(exact->key);
      return true;
    }
    if (feature<GroupsFeature>().revealNamed(name)) return true;
    if (const auto found = findBoxes(pane->picture(), name); !found.empty()) {
      stage->select(found.front());
      return true;
    }
  }
  return false;
}

bool Workbench::isIdle() const { return (!m_host.isBusy() || m_host.isResting()) && !m_parts.stage->isAnimating(); }

void Workbench::setInFront(bool isInFront) {
  m_isInFront = isInFront;
  if (!isInFront) return;
  if (m_message)
    m_window.parts().message->show(*m_message);
  else
    m_window.parts().message->dismiss();
  showActivity();
  updateActions();
}

void Workbench::say(MessageKind kind, const QString& text, QAction* action) { say({kind, text, action}); }

void Workbench::say(const Message& message) {
  m_message = message;
  if (m_isInFront) m_window.parts().message->show(*m_message);
}

void Workbench::dismissMessage() {
  m_message.reset();
  if (m_isInFront) m_window.parts().message->dismiss();
}

void Workbench::showActivity() {
  if (m_host.isSearching() && m_host.isPaused())
    m_window.parts().status->setResting(tr("Paused"));
  else
    m_window.parts().status->setActivity(m_host.activity());
}

void Workbench::raiseTab(QWidget* panel) { m_parts.bottom->setCurrentWidget(panel); }

void Workbench::updateActions() {
  if (!m_isInFront) return;
  m_window.actions().setModelOpen(m_isOpen);
  for (Feature* feature : m_features) feature->updateActions();
}

void Workbench::showOpened(const ModelFacts& facts) {
  m_model = facts;
  m_project = facts.project;
  m_isOpen = true;
  if (!facts.path.isEmpty()) m_window.settings().addRecentFile(facts.path);
  m_parts.stage->clear(tr("Drawing…"));
  raiseTab(m_parts.steps);
  for (Feature* feature : m_features) feature->readView(facts.view);
  Q_EMIT renamed();
  Q_EMIT opened();
  if (m_isInFront) m_parts.stage->after()->setFocus();
}

void Workbench::showTrail(const TrailView& trail) {
  m_trail = trail;
  m_parts.steps->setTrail(BodyFeature::told(trail, feature<BodyFeature>().work()));
  requestPair();
  Q_EMIT trailShown();
  updateActions();
}

void Workbench::requestPair() {
  if (!m_isOpen || m_trail.steps.empty()) return;
  if (feature<CompareFeature>().isComparing()) return m_host.requestComparison(m_trail.current);
  m_host.requestPair(feature<ViewFeature>().comparedStep(), m_trail.current);
}

QString Workbench::nameOfStep(StepId id) const { return m_parts.steps->model().words().named(id); }

void Workbench::showPair(const ShownPair& pair) {
  const std::int64_t to = m_trail.steps[pair.afterStep].price.picoseconds;
  const QString cost = tr("%1 on %2").arg(costText(to), m_model.device);
  QString before, after = tr("%1, %2").arg(m_model.name, nameOfStep(pair.afterStep)) + QChar('\n') + cost;
  if (pair.other) {
    std::tie(before, after) = feature<CompareFeature>().titlesOf(pair);
  } else if (pair.beforeStep) {
    const std::int64_t from = m_trail.steps[*pair.beforeStep].price.picoseconds;
    before = tr("Before: %1").arg(nameOfStep(*pair.beforeStep)) + QChar('\n') + costText(from);
    after = tr("After: %1").arg(nameOfStep(pair.afterStep)) + QChar('\n') +
            QStringLiteral("%1, %2").arg(costText(to), changeText(to - from, from));
  }
  ShownPair shown = m_parts.stage->pair();
  const bool isResult = feature<ViewFeature>().comparison().kind == Comparison::Kind::kOriginal;
  const bool isFirst = !shown.after || (!shown.before && isResult);  // of a search: in two panes, where there was one
  // A finer layout of the same pair may come while the view is still on its way to the change.
  const bool isAgain = shown.after && shown.afterStep == pair.afterStep && shown.beforeStep == pair.beforeStep;
  const bool isOnItsWay = isAgain && m_parts.stage->isAnimating();
  m_parts.stage->setPair(pair, before, after);
  m_host.dispose(std::move(shown));
  // Who walks on before a picture is there waits for that of the last step.
  const bool isThere = !m_goingTo || *m_goingTo == pair.afterStep;
  if (isThere) m_goingTo.reset();
  if (isThere && (std::exchange(m_showsChangeNext, false) || isOnItsWay)) {
    if (isFirst)
      m_parts.stage->showChange();
    else
      m_parts.stage->revealChange();
  }
  Q_EMIT pairShown();
}

const NodeView* Workbench::nodeOf(std::uint64_t key) const {
  const auto op = opOf(key);
  if (!op) return nullptr;
  const ShownPair& pair = m_parts.stage->pair();
  for (const auto& graph : {pair.afterGraph, pair.beforeGraph}) {
    if (!graph) continue;
    const auto found =
        std::find_if(graph->nodes.begin(), graph->nodes.end(), [&](const NodeView& node) { return node.op == *op; });
    if (found != graph->nodes.end()) return &*found;
  }
  return nullptr;
}

}  // namespace tasoscope
