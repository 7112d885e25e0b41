#include "session/session_host.h"

#include <algorithm>
#include <utility>

#include "exit_codes.h"
#include "onnx/model.h"
#include "session/drawn_steps.h"
#include "views/canvas/arrange.h"
#include "views/canvas/graph_picture.h"
#include "views/canvas/overlay.h"

namespace tasoscope {
namespace {

constexpr qint64 kProgressInterval = 50;  // milliseconds
constexpr int kSampleInterval = 50;

/// A model that was opened, with a journal where one can be kept.
OpenedProject withJournal(std::unique_ptr<Session> session, const std::filesystem::path& stateFolder) {
  OpenedProject opened;
  try {
    if (!stateFolder.empty()) session->startJournal(stateFolder);
  } catch (const FileError& error) {
    opened.remarks.emplace_back(error.what());
  }
  opened.session = std::move(session);
  return opened;
}

/// What corresponds but differs in something that is not written in its box.
void markChanged(const ComparedGraphs& graphs, Picture& before, Picture& after) {
  for (const NodeDifference& difference : graphs.comparison.differences) {
    if (difference.kind != DifferenceKind::kChanged) continue;
    const std::uint64_t key = keyOf(graphs.before->nodes[*difference.a].op);
    for (Picture* picture : {&before, &after})
      if (const int box = picture->boxOf(key); box >= 0)
        picture->boxes[static_cast<std::size_t>(box)].state = DiffState::kChanged;
  }
}

}  // namespace

/// The session and the graphs drawn from it; only the worker's thread touches it.
struct SessionHost::Worker : QObject {
  std::unique_ptr<Session> root, other;
  std::vector<BodyView> inside;  // the bodies from the root's graph to the one that is worked on
  Session* session = nullptr;    // of the last of them, or the root
  DrawnSteps steps;
  Places places;                        // where the boxes of its pictures stand
  Places comparedPlaces;                // and those of the pictures beside another file
  std::optional<Places> earlierPlaces;  // before they were laid out anew
  Flow flow = Flow::kDown;

  void forget() {
    inside.clear();
    forgetGraph();
  }

  void forgetGraph() {
    other.reset();
    comparedPlaces.clear();
    steps.forgetModel();
    places.clear();
    earlierPlaces.reset();
  }

  void setRoot(std::unique_ptr<Session> made) {
    forget();
    root = std::move(made);
    session = root.get();
  }

  /// After a change: the graphs around are priced by it.
  void tellAround() {
    if (!inside.empty()) root->bodyChanged();
  }

  /// The session around the body that is worked on.
  Session& around() { return inside.size() > 1 ? *inside[inside.size() - 2].session : *root; }

  std::vector<BodyView> siblings() {
    std::vector<BodyView> bodies = around().bodies();
    std::erase_if(bodies, [this](const BodyView& body) { return body.op != inside.back().op; });
    return bodies;
  }

  BodyPlace place() {
    BodyPlace place;
    for (const BodyView& body : inside) place.way << QString::fromStdString(body.place);
    if (inside.empty()) return place;
    for (const BodyView& body : siblings()) {
      if (body.session == session) place.sibling = static_cast<int>(place.siblings.size());
      place.siblings << QString::fromStdString(body.name);
    }
    return place;
  }

  ShownPair comparison(StepId step, const Progress& progress);
  ShownPair pair(std::optional<StepId> before, StepId after, const Progress& progress);
};

ShownPair SessionHost::Worker::pair(std::optional<StepId> before, StepId after, const Progress& progress) {
  ShownPair shown;
  shown.beforeStep = before;
  shown.afterStep = after;
  const DrawnStep drawn = steps.drawn(*session, after);
  shown.afterGraph = drawn.graph;
  Picture afterPicture = *drawn.picture;
  afterPicture.flow = flow;
  if (!before) {
    shown.afterGroups = drawn.groups;
    shown.arranged = arrangeOn(places, nullptr, afterPicture, layeredEngine(), progress);
    shown.after = std::make_shared<const Picture>(std::move(afterPicture));
    return shown;
  }
  const DrawnStep compared = steps.drawn(*session, *before);
  shown.beforeGraph = compared.graph;
  Picture beforePicture = *compared.picture;
  beforePicture.flow = flow;
  ShownGroups beforeGroups = *compared.groups, afterGroups = *drawn.groups;
  compare(beforeGroups, *shown.beforeGraph, afterGroups, *shown.afterGraph);
  noteChanges(beforePicture, beforeGroups, *shown.beforeGraph);
  noteChanges(afterPicture, afterGroups, *shown.afterGraph);
  shown.arranged = arrangeOn(places, &beforePicture, afterPicture, layeredEngine(), progress);
  shown.overlay = std::make_shared<const Picture>(overlayOf(beforePicture, afterPicture));
  shown.beforeGroups = std::make_shared<const ShownGroups>(std::move(beforeGroups));
  shown.afterGroups = std::make_shared<const ShownGroups>(std::move(afterGroups));
  shown.before = std::make_shared<const Picture>(std::move(beforePicture));
  shown.after = std::make_shared<const Picture>(std::move(afterPicture));
  return shown;
}

/// A step beside another file, drawn as one graph.
ShownPair SessionHost::Worker::comparison(StepId step, const Progress& progress) {
  ShownPair shown;
  shown.beforeStep = shown.afterStep = step;
  shown.beforeGraph = steps.graph(*session, step);
  const GraphView theirs = other->view(0);
  auto graphs = std::make_shared<ComparedGraphs>();
  graphs->before = shown.beforeGraph;
  graphs->comparison =
      compareGraphs(*shown.beforeGraph, theirs, sameConstants(session->space(), other->space(), progress));
  graphs->after = std::make_shared<const GraphView>(inIdsOf(*shown.beforeGraph, theirs, graphs->comparison));
  shown.afterGraph = graphs->after;
  const QString name = QString::fromStdString(other->modelName());
  Picture before = pictureOf(*shown.beforeGraph, QString::fromStdString(session->modelName()));
  Picture after = pictureOf(*shown.afterGraph, name);
  before.flow = after.flow = flow;
  shown.arranged = arrangeOn(comparedPlaces, &before, after, layeredEngine(), progress);
  markChanged(*graphs, before, after);
  shown.overlay = std::make_shared<const Picture>(overlayOf(before, after));
  shown.before = std::make_shared<const Picture>(std::move(before));
  shown.after = std::make_shared<const Picture>(std::move(after));
  shown.other = std::make_shared<const OtherFile>(
      OtherFile{name, QString::fromStdString(other->modelPath().string()), std::move(graphs)});
  return shown;
}

SessionHost::SessionHost(QObject* parent) : QObject(parent), m_worker(new Worker) {
  m_worker->moveToThread(&m_thread);
  connect(&m_thread, &QThread::finished, m_worker, &QObject::deleteLater);
  m_sampling.setInterval(kSampleInterval);
  connect(&m_sampling, &QTimer::timeout, this, &SessionHost::sampleSearch);
  m_thread.setObjectName(QStringLiteral("session"));
  m_thread.start();
}

SessionHost::~SessionHost() {
  m_isEnding = true;
  cancel();
  m_thread.quit();
  m_thread.wait();
}

Progress SessionHost::makeProgress() {
  return Progress(
      [this](std::string_view what, double done, double total) {
        if (m_sinceProgress.isValid() && m_sinceProgress.elapsed() < kProgressInterval) return;
        m_sinceProgress.start();
        const QString text = QString::fromUtf8(what.data(), static_cast<qsizetype>(what.size()));
        QMetaObject::invokeMethod(this, [this, text, done, total] { Q_EMIT progressed(text, done, total); });
      },
      &m_cancel);
}

void SessionHost::run(const QString& activity, Work work) {
  ++m_pending;
  m_activity = activity;
  Q_EMIT busyChanged();
  QMetaObject::invokeMethod(m_worker, [this, work = std::move(work)] {
    if (m_isEnding) return;
    Reply reply;
    m_cancel = false;  // cancelling ends what runs, not what was asked for after it
    try {
      reply = work(*m_worker, makeProgress());
    } catch (const Cancelled&) {
      reply = [] {};  // the user asked for it, or a newer request replaced it
    } catch (const std::exception& error) {
      reply = [this, sentence = QString::fromUtf8(error.what()), code = exitCodeOf(error)] {
        Q_EMIT failed(sentence, code);
      };
    }
    QMetaObject::invokeMethod(this, [this, reply = std::move(reply)] { finish(reply); });
  });
}

void SessionHost::finish(const Reply& reply) {
  reply();
  if (--m_pending == 0) m_activity.clear();
  Q_EMIT busyChanged();
}

void SessionHost::open(std::function<OpenedProject(const Progress&)> make) {
  cancelCandidates();
  if (m_isSearching) cancel();
  run(tr("Opening"), [this, make = std::move(make)](Worker& worker, const Progress& progress) -> Reply {
    OpenedProject made = make(progress);
    worker.setRoot(std::move(made.session));
    ModelFacts facts;
    facts.view = std::move(made.view);
    facts.madeGroups = std::move(made.madeGroups);
    facts.isRestored = made.isRestored;
    facts.project = worker.session->project();
    for (const std::string& remark : made.remarks) facts.projectRemarks << QString::fromStdString(remark);
    facts.name = QString::fromStdString(worker.session->modelName());
    facts.path = QString::fromStdString(worker.session->modelPath().string());
    facts.device = QString::fromStdString(worker.session->device());
    for (const std::string& remark : worker.session->remarks()) facts.remarks << QString::fromStdString(remark);
    return [this, facts] {
      Q_EMIT opened(facts);
      refresh();
    };
  });
}

void SessionHost::openFile(const QString& path, const SessionOptions& options) {
  const std::filesystem::path file = path.toStdString();
  open([file, options, state = m_stateFolder](const Progress& progress) {
    return withJournal(Session::open(file, options, progress), state);
  });
}

void SessionHost::openZoo(const QString& name, const SessionOptions& options) {
  open([zoo = name.toStdString(), options, state = m_stateFolder](const Progress&) {
    return withJournal(Session::openZoo(zoo, options), state);
  });
}

void SessionHost::close() {
  // Before cancelling: pictures and candidates that were asked for are not begun any more.
  ++m_pairAsked;
  ++m_candidatesAsked;
  cancel();
  run(tr("Closing"), [this](Worker& worker, const Progress&) -> Reply {
    worker.setRoot(nullptr);
    return [this] { Q_EMIT closed(); };
  });
}

void SessionHost::change(const QString& activity, std::function<void(Session&)> command) {
  cancelCandidates();
  run(activity, [this, command = std::move(command)](Worker& worker, const Progress&) -> Reply {
    if (worker.session) command(*worker.session);
    worker.tellAround();
    return [this] { refresh(); };
  });
}

void SessionHost::withSession(const QString& activity, std::function<Reply(Session&, const Progress&)> work) {
  run(activity, [work = std::move(work)](Worker& worker, const Progress& progress) -> Reply {
    if (!worker.session) return [] {};
    return work(*worker.session, progress);
  });
}

void SessionHost::withWhole(const QString& activity, std::function<Reply(Session&, const Progress&)> work) {
  run(activity, [work = std::move(work)](Worker& worker, const Progress& progress) -> Reply {
    if (!worker.root) return [] {};
    return work(*worker.root, progress);
  });
}

void SessionHost::setDevice(const QString& name) {
  cancelCandidates();
  run(tr("Pricing"), [this, device = name.toStdString()](Worker& worker, const Progress&) -> Reply {
    if (worker.root) worker.root->setDevice(device);
    if (worker.other) worker.other->setDevice(device);
    worker.steps.forgetGraphs();
    return [this, device] {
      Q_EMIT deviceChanged(QString::fromStdString(device));
      refresh();
    };
  });
}

void SessionHost::setSymbols(const SymbolValues& values) {
  cancelCandidates();
  run(tr("Pricing"), [this, values](Worker& worker, const Progress&) -> Reply {
    if (worker.root) worker.root->setSymbols(values);
    worker.steps.forgetGraphs();
    return [this] { refresh(); };
  });
}

void SessionHost::setScenarios(const std::vector<Scenario>& scenarios) {
  cancelCandidates();
  run(tr("Pricing"), [this, scenarios](Worker& worker, const Progress&) -> Reply {
    if (worker.root) worker.root->setScenarios(scenarios);
    worker.steps.forgetGraphs();
    return [this] { refresh(); };
  });
}

void SessionHost::moveInside(std::function<bool(Worker&)> move) {
  cancelCandidates();
  run(tr("Opening"), [this, move = std::move(move)](Worker& worker, const Progress&) -> Reply {
    if (!worker.session || !move(worker)) return [] {};
    worker.session = worker.inside.empty() ? worker.root.get() : worker.inside.back().session;
    worker.forgetGraph();
    return [this, place = worker.place()] {
      Q_EMIT bodyShown(place);
      refresh();
    };
  });
}

void SessionHost::enterBody(OpId op, int sibling) {
  moveInside([op, sibling](Worker& worker) {
    int position = 0;
    for (const BodyView& body : worker.session->bodies()) {
      if (body.op != op || position++ != sibling) continue;
      worker.inside.push_back(body);
      return true;
    }
    return false;
  });
}

void SessionHost::enterSibling(int sibling) {
  moveInside([sibling](Worker& worker) {
    if (worker.inside.empty()) return false;
    const std::vector<BodyView> siblings = worker.siblings();
    if (sibling < 0 || sibling >= static_cast<int>(siblings.size())) return false;
    worker.inside.back() = siblings[static_cast<std::size_t>(sibling)];
    return true;
  });
}

void SessionHost::leaveBody() {
  moveInside([](Worker& worker) {
    if (worker.inside.empty()) return false;
    worker.inside.pop_back();
    return true;
  });
}

void SessionHost::goTo(StepId step) {
  change(tr("Going to step %1").arg(step), [step](Session& session) { session.goTo(step); });
}

void SessionHost::undo() {
  change(tr("Undoing"), [](Session& session) { session.undo(); });
}

void SessionHost::redo() {
  change(tr("Redoing"), [](Session& session) { session.redo(); });
}

void SessionHost::redraw() {
  run(tr("Drawing"), [this](Worker& worker, const Progress&) -> Reply {
    worker.steps.forgetPictures();
    worker.places.clear();
    worker.earlierPlaces.reset();
    return [this] { refresh(); };
  });
}

void SessionHost::refresh() {
  run(tr("Reading the trail"), [this](Worker& worker, const Progress&) -> Reply {
    if (!worker.session) return [] {};
    return [this, trail = worker.session->trail(), project = worker.root->project()] {
      Q_EMIT projectChanged(project);
      Q_EMIT trailChanged(trail);
      requestCandidates();
    };
  });
}

/// Those that are looked for, and those that are asked for but not begun.
void SessionHost::cancelCandidates() {
  m_candidatesCancelled = m_candidatesAsked.load();
  m_cancelCandidates = true;
}

void SessionHost::requestCandidates() {
  Q_EMIT candidatesStarted();
  const int asked = ++m_candidatesAsked;
  run(tr("Looking for substitutions"), [this, asked](Worker& worker, const Progress&) -> Reply {
    if (!worker.session || asked != m_candidatesAsked) return [] {};
    m_cancelCandidates = false;
    if (asked <= m_candidatesCancelled) m_cancelCandidates = true;
    const auto sink = [this, asked](std::vector<CandidateView> batch) {
      QMetaObject::invokeMethod(this, [this, asked, batch = std::move(batch)] {
        if (asked == m_candidatesAsked) Q_EMIT candidatesFound(batch);
      });
    };
    std::vector<CandidateView> candidates;
    bool isComplete = true;
    try {
      candidates = worker.session->candidates(Progress({}, &m_cancelCandidates), sink);
    } catch (const Cancelled&) {
      isComplete = false;
    }
    return [this, asked, isComplete, candidates = std::move(candidates)] {
      if (asked == m_candidatesAsked) Q_EMIT candidatesFinished(candidates, isComplete);
    };
  });
}

void SessionHost::requestPair(std::optional<StepId> before, StepId after) {
  m_refiner.cancel();
  const int asked = ++m_pairAsked;
  run(tr("Drawing"), [this, asked, before, after](Worker& worker, const Progress& progress) -> Reply {
    if (!worker.session || asked != m_pairAsked) return [] {};
    try {
      return [this, asked, shown = worker.pair(before, after, progress)] {
        if (asked != m_pairAsked) return;
        Q_EMIT pairReady(shown);
        if (shown.arranged == Arranged::kAnew && Refiner::isWorthwhile(*shown.after)) refine(asked, shown);
      };
    } catch (const Cancelled&) {
      return tellCancelled(asked);
    }
  });
}

SessionHost::Reply SessionHost::tellCancelled(int pair) {
  return [this, pair] {
    if (pair == m_pairAsked) Q_EMIT pairCancelled();
  };
}

void SessionHost::dispose(ShownPair pair) {
  QMetaObject::invokeMethod(m_worker, [pair = std::move(pair)] {});
}

/// Shows the pair again once a finer layout is ready, unless another one has been asked for.
void SessionHost::refine(int asked, const ShownPair& shown) {
  ++m_pending;
  m_refiner.start(shown.before, shown.after, [this, asked, shown](std::optional<Refined> refined) {
    if (refined && asked == m_pairAsked) {
      run(tr("Drawing"), [this, asked, shown, refined = *std::move(refined)](Worker& worker, const Progress&) -> Reply {
        if (!worker.session || asked != m_pairAsked) return [] {};
        worker.places = refined.places;
        ShownPair finer = shown;
        finer.before = refined.before;
        finer.after = refined.after;
        if (finer.before) finer.overlay = std::make_shared<const Picture>(overlayOf(*finer.before, *finer.after));
        return [this, asked, finer] {
          if (asked == m_pairAsked) Q_EMIT pairReady(finer);
        };
      });
    }
    finish([] {});
  });
}

void SessionHost::layOutAnew() {
  m_canRestoreLayout = true;
  run(tr("Drawing"), [](Worker& worker, const Progress&) -> Reply {
    if (!worker.places.isEmpty()) worker.earlierPlaces = worker.places;
    worker.places.clear();
    return [] {};
  });
}

void SessionHost::setGroups(const GroupState& groups) {
  run(tr("Grouping"), [this, groups](Worker& worker, const Progress&) -> Reply {
    worker.steps.setGroups(groups);
    worker.places.clear();
    if (!worker.session) return [] {};
    worker.session->setMadeGroups(groups.selections);
    return [this, project = worker.root->project()] { Q_EMIT projectChanged(project); };
  });
}

void SessionHost::setFlow(Flow flow) {
  m_canRestoreLayout = false;
  run(tr("Drawing"), [flow](Worker& worker, const Progress&) -> Reply {
    if (flow == worker.flow) return [] {};
    worker.flow = flow;
    worker.places.clear();
    worker.comparedPlaces.clear();
    worker.earlierPlaces.reset();
    return [] {};
  });
}

void SessionHost::restoreLayout() {
  m_canRestoreLayout = false;
  run(tr("Drawing"), [](Worker& worker, const Progress&) -> Reply {
    if (worker.earlierPlaces) worker.places = *std::exchange(worker.earlierPlaces, std::nullopt);
    return [] {};
  });
}

void SessionHost::openOther(const QString& path) {
  run(tr("Opening"), [this, path](Worker& worker, const Progress& progress) -> Reply {
    if (!worker.session) return [] {};
    SessionOptions options;
    options.device = worker.session->device();
    std::unique_ptr<Session> other = Session::open(std::filesystem::path(path.toStdString()), options, progress);
    SymbolValues shared;
    for (const auto& [symbol, value] : worker.session->symbols())
      if (std::ranges::count(other->model().symbols(), symbol) > 0) shared[symbol] = value;
    if (!shared.empty()) other->setSymbols(shared);
    worker.other = std::move(other);
    worker.comparedPlaces.clear();
    return [this, path] { Q_EMIT otherOpened(path); };
  });
}

void SessionHost::closeOther() {
  run(tr("Closing"), [](Worker& worker, const Progress&) -> Reply {
    worker.other.reset();
    return [] {};
  });
}

void SessionHost::requestComparison(StepId step) {
  m_refiner.cancel();
  const int asked = ++m_pairAsked;
  run(tr("Comparing"), [this, asked, step](Worker& worker, const Progress& progress) -> Reply {
    if (!worker.session || !worker.other || asked != m_pairAsked) return [] {};
    try {
      return [this, asked, shown = worker.comparison(step, progress)] {
        if (asked == m_pairAsked) Q_EMIT pairReady(shown);
      };
    } catch (const Cancelled&) {
      return tellCancelled(asked);
    }
  });
}

void SessionHost::search(const QString& strategy, const SearchLimits& limits, bool isPaused) {
  cancelCandidates();
  m_control = std::make_shared<SearchControl>();
  m_control->pause = isPaused;
  m_monitor = std::make_shared<SearchMonitor>();
  m_isSearching = true;
  m_isResting = false;
  m_sampling.start();
  Q_EMIT searchStarted();
  run(tr("Searching"),
      [this, limits, name = strategy.toStdString(), control = m_control, monitor = m_monitor](
          Worker& worker, const Progress&) -> Reply {
        const auto end = [this](std::function<void()> tell) {
          return [this, tell = std::move(tell)] {
            sampleSearch();
            m_sampling.stop();
            m_isSearching = false;
            tell();
          };
        };
        try {
          if (!worker.session) return end([] {});
          const auto observe = [monitor](const SearchSample& sample) { monitor->put(sample); };
          auto result = worker.session->search(name, limits, observe, control.get());
          worker.tellAround();
          return end([this, result = std::move(result)] {
            Q_EMIT searchFinished(result);
            refresh();
          });
        } catch (const std::exception& error) {
          return end([this, sentence = QString::fromUtf8(error.what()), code = exitCodeOf(error)] {
            Q_EMIT failed(sentence, code);
          });
        }
      });
}

void SessionHost::pauseSearch(bool isPaused) {
  if (!m_control) return;
  m_isResting = false;
  m_control->steps = 0;
  m_control->pause = isPaused;
  Q_EMIT busyChanged();
}

void SessionHost::stepSearch() {
  if (!m_isSearching) return;
  m_isResting = false;
  ++m_control->steps;
  m_control->pause = true;
  Q_EMIT busyChanged();
}

void SessionHost::sampleSearch() {
  const std::vector<SearchSample> samples = m_monitor->take();
  if (samples.empty()) return;
  Q_EMIT searchSampled(samples);
  const bool isResting = samples.back().isPaused && m_control->pause && m_control->steps == 0;
  if (isResting != std::exchange(m_isResting, isResting)) Q_EMIT busyChanged();
}

void SessionHost::cancel() {
  m_cancel = true;
  m_refiner.cancel();
  cancelCandidates();
  if (m_control) {
    m_control->pause = false;
    m_control->cancel = true;
  }
  // A search that waited for the user is busy until it has ended.
  if (std::exchange(m_isResting, false) && !m_isEnding) Q_EMIT busyChanged();
}

}  // namespace tasoscope
