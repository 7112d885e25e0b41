#pragma once
// The main window: puts stage, panels, bars and menus in their places. What they do together is in workbench.h.

#include <QMainWindow>

#include "actions/action_registry.h"
#include "settings/settings.h"

class QComboBox;
class QDockWidget;
class QStackedWidget;
class QTabWidget;

namespace tasoscope {

class CandidatesPanel;
class FindBar;
class InspectorPanel;
class MessageBar;
class NodesPanel;
class SearchPanel;
class Stage;
class StartPage;
class StatusLine;
class StepsPanel;

/// The parts of the window, owned by it.
struct WindowParts {
  Stage* stage = nullptr;
  StartPage* start = nullptr;
  CandidatesPanel* candidates = nullptr;
  InspectorPanel* inspector = nullptr;
  StepsPanel* steps = nullptr;
  NodesPanel* nodes = nullptr;
  SearchPanel* search = nullptr;
  FindBar* find = nullptr;
  MessageBar* message = nullptr;
  StatusLine* status = nullptr;
  QComboBox* device = nullptr;
  QTabWidget* bottom = nullptr;
};

class ExplorerWindow : public QMainWindow {
  Q_OBJECT

 public:
  explicit ExplorerWindow(Settings& settings, QWidget* parent = nullptr);

  ActionRegistry& actions() { return m_actions; }
  const ActionRegistry& actions() const { return m_actions; }
  const WindowParts& parts() const { return m_parts; }
  Settings& settings() { return m_settings; }
  /// The start page, or the stage with its docks.
  void showStart();
  void showStage();
  bool isStageShown() const;
  void raiseTab(QWidget* panel);
  /// Moves the keyboard focus to the next (1) or previous (-1) part.
  void cyclePane(int direction);
  void setAppearance(Appearance appearance);

 Q_SIGNALS:
  void fileDropped(const QString& path);

 protected:
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  void closeEvent(QCloseEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void makeParts();
  void makeDocks();
  QDockWidget* makeDock(const QString& name, const QString& title, QWidget* content, Qt::DockWidgetArea area);
  void setDocksVisible(bool isVisible);

  Settings& m_settings;
  ActionRegistry m_actions;
  WindowParts m_parts;
  QStackedWidget* m_pages;
  QWidget* m_stagePage;
  std::vector<QDockWidget*> m_docks;
  QPalette m_systemPalette;
};

}  // namespace tasoscope
