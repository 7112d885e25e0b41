#pragma once
// One open model: its session on its thread, the parts that show it, and the features that connect them. The window
// shows one workbench at a time, in front; explorer.h holds them all.

#include <QObject>
#include <optional>
#include <vector>

#include "session/session_host.h"
#include "window/message_bar.h"

class QTabWidget;

namespace tasoscope {

class CandidatesPanel;
class ExplorerWindow;
class Feature;
class FindBar;
class InspectorPanel;
class NodesPanel;
class OutlinePanel;
class PicturesPanel;
class RulesPanel;
class SearchPanel;
class Stage;
class StepsPanel;

/// What shows one model; the window puts them into its places (ExplorerWindow::addModel).
struct WorkbenchParts {
  QWidget* page = nullptr;  ///< the tab: find bar and stage
  FindBar* find = nullptr;
  Stage* stage = nullptr;
  CandidatesPanel* candidates = nullptr;
  InspectorPanel* inspector = nullptr;
  QTabWidget* bottom = nullptr;  ///< holds those below
  StepsPanel* steps = nullptr;
  PicturesPanel* pictures = nullptr;
  SearchPanel* search = nullptr;
  RulesPanel* rules = nullptr;
  NodesPanel* nodes = nullptr;
  OutlinePanel* outline = nullptr;
};

class Workbench : public QObject {
  Q_OBJECT

 public:
  /// `name`: of the model, until it is open.
  Workbench(ExplorerWindow& window, const QString& name);
  ~Workbench() override;

  void openFile(const QString& path);
  void openSample(const QString& name);
  void openProject(const QString& path, const OpenProjectOptions& options);
  /// Unsaved work, from its journal.
  void restore(const QString& journal, const OpenProjectOptions& options);
  void setDevice(const QString& device);
  void close();
  void goTo(StepId step);
  /// Selects the first node with this name, or else whose name or operator contains it; false when there is none.
  bool selectNamed(const QString& name);
  /// Asks for the pictures of the current step and what it is compared with.
  void requestPair();
  /// The next picture is shown from its first change on, rather than where the last one was looked at.
  void showChangeNext() {
    m_showsChangeNext = true;
    m_goingTo.reset();
  }
  void raiseTab(QWidget* panel);
  /// Says something over the stage; kept while another model is in front.
  void say(MessageKind kind, const QString& text, QAction* action = nullptr);
  void say(const Message& message);
  void dismissMessage();

  bool isOpen() const { return m_isOpen; }
  /// Nothing is being worked on, and nothing moves.
  bool isIdle() const;
  bool canStep() const { return m_isOpen && !m_host.isSearching(); }
  bool isInFront() const { return m_isInFront; }
  /// Called by the explorer: the window shows this model from now on, or another.
  void setInFront(bool isInFront);
  void updateActions();

  SessionHost& host() { return m_host; }
  const SessionHost& host() const { return m_host; }
  const TrailView& trail() const { return m_trail; }
  const ModelFacts& model() const { return m_model; }
  /// By which the settings know the model.
  QString modelKey() const { return m_model.path.isEmpty() ? m_model.name : m_model.path; }
  const ProjectFacts& project() const { return m_project; }
  /// Of the tab: the project, or the model; with a mark while something is not saved.
  QString title() const;
  /// What a project keeps of the window.
  ViewState view() const;
  ExplorerWindow& window() { return m_window; }
  const WorkbenchParts& parts() const { return m_parts; }
  /// The node with this key in the graphs that are shown; nullptr when it is none of them.
  const NodeView* nodeOf(std::uint64_t key) const;
  QString nameOfStep(StepId step) const;
  /// The feature of this type.
  template <typename T>
  T& feature() const {
    for (Feature* feature : m_features) {
      if (auto* found = qobject_cast<T*>(feature)) return *found;
    }
    Q_UNREACHABLE();
  }

 Q_SIGNALS:
  void opened();
  void closed();
  void trailShown();
  void pairShown();
  /// Somebody walks to this step.
  void wentTo(StepId step);
  /// Something that may have made it idle has happened.
  void settled();
  /// The model's name has become known.
  void renamed();

 private:
  void makeParts();
  void makeFeatures();
  void connectHost();
  void showOpened(const ModelFacts& facts);
  void showTrail(const TrailView& trail);
  void showPair(const ShownPair& pair);
  void showActivity();
  SessionOptions sessionOptions() const;

  ExplorerWindow& m_window;
  SessionHost m_host;
  WorkbenchParts m_parts;
  std::vector<Feature*> m_features;
  ModelFacts m_model;
  ProjectFacts m_project;
  TrailView m_trail;
  std::optional<Message> m_message;
  std::optional<StepId> m_goingTo;
  bool m_isOpen = false, m_isInFront = false, m_showsChangeNext = true;
};

}  // namespace tasoscope
