#pragma once
// The session on a thread of its own: the window asks, the answers arrive as signals on the window's thread. Work is
// done in the order in which it was asked for; what a newer request has made useless is dropped.

#include <QElapsedTimer>
#include <QObject>
#include <QThread>
#include <QTimer>
#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <optional>

#include "session/long_calls.h"
#include "session/project.h"
#include "session/refiner.h"
#include "session/search_monitor.h"
#include "session/session.h"
#include "views/canvas/arrange.h"
#include "views/canvas/shown_groups.h"
#include "views/models/difference_model.h"

namespace tasoscope {

/// Another file beside the model: its graph in the ids of the step's, and what is different.
struct OtherFile {
  QString name, path;
  std::shared_ptr<const ComparedGraphs> graphs;
};

/// What the stage shows: one graph, or two with what was removed and added marked in both.
struct ShownPair {
  std::optional<StepId> beforeStep;  ///< nothing: `after` is shown alone
  StepId afterStep = 0;
  std::shared_ptr<const GraphView> beforeGraph, afterGraph;
  std::shared_ptr<const Picture> before, after;
  std::shared_ptr<const Picture> overlay;  ///< both in one; nothing without `before`
  std::shared_ptr<const OtherFile> other;  ///< if any, `before` is the step and `after` the file
  Arranged arranged = Arranged::kAnew;     ///< whether the boxes of the pair before it have stayed where they were
  std::shared_ptr<const ShownGroups> beforeGroups, afterGroups;
};

/// What is known about a model once it is open.
struct ModelFacts {
  QString name, path, device;
  QStringList remarks;
  QStringList projectRemarks;              ///< what is not as the project was saved
  ViewState view;                          ///< of the project
  std::vector<SelectionGroup> madeGroups;  ///< of the project
  bool isRestored = false;                 ///< with work that was never saved
  ProjectFacts project;
};

/// Where in the model the graph is that is shown: inside which nodes.
struct BodyPlace {
  QStringList way;       ///< "loop_1, body", from the outermost on; empty: the model's own graph
  QStringList siblings;  ///< names of the graphs inside the same node, this one included
  int sibling = 0;       ///< which of them it is
};

/// Why a project does not open as it is.
enum class ModelTrouble { kMissing, kChanged };

class SessionHost : public QObject {
  Q_OBJECT

 public:
  explicit SessionHost(QObject* parent = nullptr);
  ~SessionHost() override;

  void openFile(const QString& path, const SessionOptions& options);
  void openZoo(const QString& name, const SessionOptions& options);
  void openProject(const QString& path, const OpenProjectOptions& options);
  /// Unsaved work, from its journal.
  void restore(const QString& journal, const OpenProjectOptions& options);
  void saveProject(const QString& path, const ViewState& view);
  /// Where journals are kept of what is opened from now on; empty: none are.
  void setStateFolder(const QString& folder) { m_stateFolder = folder.toStdString(); }
  void close();
  void setDevice(const QString& name);
  void setSymbols(const SymbolValues& values);
  void setScenarios(const std::vector<Scenario>& scenarios);
  /// The graph inside a node of the shown graph becomes the one that is shown, searched and changed; `sibling`: which.
  void enterBody(OpId op, int sibling);
  /// Another graph inside the same node.
  void enterSibling(int sibling);
  /// Back to the graph around.
  void leaveBody();
  void goTo(StepId step);
  void undo();
  void redo();
  /// Asks for the pictures of a pair of steps; an earlier request that has not been answered is dropped. What is laid
  /// out as a whole is answered twice: at once, and again when a finer layout is ready.
  void requestPair(std::optional<StepId> before, StepId after);
  /// Frees a pair that is not shown any more, without keeping the window waiting.
  void dispose(ShownPair pair);
  /// The next pair is laid out as a whole, whatever moves by it.
  void layOutAnew();
  /// The next pair goes on from the places before layOutAnew().
  void restoreLayout();
  bool canRestoreLayout() const { return m_canRestoreLayout; }
  /// The pictures asked for from now on show groups like this; they are laid out anew. Those made by hand are kept
  /// with the session.
  void setGroups(const GroupState& groups);
  /// The pictures asked for from now on run this way; they are laid out anew.
  void setFlow(Flow flow);
  /// Opens a file to compare the model with, priced for the same device.
  void openOther(const QString& path);
  void closeOther();
  /// The current step and the other file as a pair; answered like requestPair().
  void requestComparison(StepId step);
  /// Draws everything anew: boxes need more room, or less, when the size of text has changed.
  void redraw();
  /// Looks for what fits the current graph; goes on where an earlier look was stopped.
  void requestCandidates();
  /// `isPaused`: it waits for steps from the start.
  void search(const QString& strategy, const SearchLimits& limits, bool isPaused = false);
  void pauseSearch(bool isPaused);
  /// Lets a search expand one graph and pause.
  void stepSearch();
  /// Does something with the session on its thread and gives the answer on the window's; nothing when no model is open.
  /// What it throws is told as `failed`.
  template <typename Answer>
  void ask(const QString& activity, std::function<Answer(Session&, const Progress&)> question,
           std::function<void(const Answer&)> reply);
  /// The same with the session of the whole model, whichever graph inside it is shown: for files and projects.
  template <typename Answer>
  void askWhole(const QString& activity, std::function<Answer(Session&, const Progress&)> question,
                std::function<void(const Answer&)> reply);
  /// Changes the session on its thread; trail, picture and candidates are read anew after it.
  void change(const QString& activity, std::function<void(Session&)> command);
  /// Stops whatever runs, as soon as it asks.
  void cancel();

  bool isBusy() const { return m_pending > 0; }
  /// Busy with nothing but a search that waits for the user.
  bool isResting() const { return m_pending == 1 && m_isSearching && m_isResting; }
  bool isSearching() const { return m_isSearching; }
  bool isPaused() const { return m_control && m_control->pause; }
  /// What is being done, for the status line; empty when idle.
  QString activity() const { return m_activity; }

 Q_SIGNALS:
  void busyChanged();
  void progressed(const QString& what, double done, double total);
  void opened(const tasoscope::ModelFacts& facts);
  void closed();
  /// `exitCode`: what a script ends with (exit_codes.h).
  void failed(const QString& sentence, int exitCode);
  /// Before `failed`, when a project's model is the reason; `path` is where it should be.
  void modelNeeded(tasoscope::ModelTrouble trouble, const QString& path);
  void projectChanged(const tasoscope::ProjectFacts& facts);
  void projectSaved(const QString& path);
  void otherOpened(const QString& path);
  void trailChanged(const tasoscope::TrailView& trail);
  /// Another graph of the model is shown from now on; its trail follows.
  void bodyShown(const tasoscope::BodyPlace& place);
  /// Those known are of another graph; new ones are looked for.
  void candidatesStarted();
  /// More of them, while the rest is looked for.
  void candidatesFound(const std::vector<tasoscope::CandidateView>& batch);
  /// All of them; or, not complete, none: it was stopped, and those found until then are all that there are.
  void candidatesFinished(const std::vector<tasoscope::CandidateView>& candidates, bool isComplete);
  void pairReady(const tasoscope::ShownPair& pair);
  /// Drawing was cancelled, and no newer pair has been asked for: what was shown stays.
  void pairCancelled();
  void deviceChanged(const QString& device);
  void searchStarted();
  /// What the search said since the last time, in order; some times a second.
  void searchSampled(const std::vector<tasoscope::SearchSample>& samples);
  void searchFinished(const tasoscope::SearchResult& result);

 private:
  /// Lives on the worker thread.
  struct Worker;
  using Reply = std::function<void()>;  // run on the window's thread
  using Work = std::function<Reply(Worker&, const Progress&)>;
  void run(const QString& activity, Work work);
  void open(std::function<OpenedProject(const Progress&)> make);
  void openRecorded(std::function<OpenedProject(const Progress&)> make);
  void withSession(const QString& activity, std::function<Reply(Session&, const Progress&)> work);
  void withWhole(const QString& activity, std::function<Reply(Session&, const Progress&)> work);
  /// Goes to another graph of the model, if `move` does.
  void moveInside(std::function<bool(Worker&)> move);
  void refresh();
  Reply tellCancelled(int pair);
  void refine(int asked, const ShownPair& shown);
  void cancelCandidates();
  /// Hands on what the search said since the last time.
  void sampleSearch();
  Progress makeProgress();
  void finish(const Reply& reply);

  NoLongCalls m_noLongCalls;  // on the thread of the window
  QThread m_thread;
  Worker* m_worker;
  int m_pending = 0;
  bool m_isSearching = false, m_isResting = false, m_canRestoreLayout = false;
  QString m_activity;
  std::filesystem::path m_stateFolder;
  std::atomic<bool> m_isEnding{false};
  std::atomic<bool> m_cancel{false};
  std::atomic<bool> m_cancelCandidates{false};
  std::atomic<int> m_candidatesAsked{0}, m_candidatesCancelled{0}, m_pairAsked{0};
  std::shared_ptr<SearchControl> m_control;
  Refiner m_refiner;
  std::shared_ptr<SearchMonitor> m_monitor;
  QTimer m_sampling;
  QElapsedTimer m_sinceProgress;  // used by the worker's thread only
};

template <typename Answer>
void SessionHost::ask(const QString& activity, std::function<Answer(Session&, const Progress&)> question,
                      std::function<void(const Answer&)> reply) {
  withSession(activity,
              [question = std::move(question), reply = std::move(reply)](
                  Session& session, const Progress& progress) -> std::function<void()> {
                return [reply, answer = question(session, progress)] { reply(answer); };
              });
}

template <typename Answer>
void SessionHost::askWhole(const QString& activity, std::function<Answer(Session&, const Progress&)> question,
                           std::function<void(const Answer&)> reply) {
  withWhole(activity,
            [question = std::move(question), reply = std::move(reply)](Session& session, const Progress& progress)
                -> std::function<void()> { return [reply, answer = question(session, progress)] { reply(answer); }; });
}

}  // namespace tasoscope
