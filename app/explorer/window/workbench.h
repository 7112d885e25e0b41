#pragma once
// What the window does: connects the actions, the session on its thread, and the parts that show it.

#include <QObject>
#include <optional>

#include "session/session_host.h"

namespace tasoscope {

class ExplorerWindow;

class Workbench : public QObject {
  Q_OBJECT

 public:
  explicit Workbench(ExplorerWindow& window);

  void openFile(const QString& path);
  void openSample(const QString& name);
  void setDevice(const QString& device);
  /// Starts a search as soon as the model is open.
  void searchWhenOpened() { m_searchesWhenOpened = true; }
  /// ONNX for .onnx, else the shown picture.
  void exportTo(const QString& path);
  void goTo(StepId step);
  /// Selects the first node with this name, or else whose name or operator contains it; false when there is none.
  bool selectNamed(const QString& name);

  bool isIdle() const;
  SessionHost& host() { return m_host; }
  const SessionHost& host() const { return m_host; }
  const TrailView& trail() const { return m_trail; }
  const ModelFacts& model() const { return m_model; }
  ExplorerWindow& window() { return m_window; }

 Q_SIGNALS:
  /// Something that may have made it idle has happened.
  void settled();

 private:
  void connectHost();
  void connectPanels();
  void connectFileActions();
  void connectViewActions();
  void connectSearchActions();
  void connectStepActions();
  void on(const char* action, const std::function<void()>& run);

  void showOpened(const ModelFacts& facts);
  void showClosed();
  void showTrail(const TrailView& trail);
  void showPair(const ShownPair& pair);
  void showSelection(std::optional<std::uint64_t> key);
  void showCandidates(const std::vector<CandidateView>& candidates, bool isComplete);
  void previewCandidate();
  void finishSearch(const SearchResult& result);
  QString verificationText(const EquivalenceReport& report) const;
  void finishExport(const QString& path, const ExportReport& report);
  void requestPair();
  void applyCandidate();
  void toggleSearch();
  void updateActions();
  void updateCosts();
  void exportModel();
  void exportPicture();
  QString nameOfStep(StepId step) const;
  const NodeView* nodeOf(std::uint64_t key) const;
  SessionOptions sessionOptions() const;

  ExplorerWindow& m_window;
  SessionHost m_host;
  ModelFacts m_model;
  TrailView m_trail;
  bool m_isOpen = false, m_searchesWhenOpened = false, m_showsChangeNext = true, m_greetsNext = false;
};

}  // namespace tasoscope
