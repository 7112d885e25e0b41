#pragma once
// The main window: puts the parts of the open models, bars and menus in their places. Which model does what is in
// explorer.h and workbench.h.

#include <QMainWindow>

#include "actions/action_registry.h"
#include "settings/settings.h"

class QComboBox;
class QDockWidget;
class QStackedWidget;
class QTabWidget;

namespace tasoscope {

class Announcer;
class MessageBar;
class StartPage;
class StatusLine;
struct WorkbenchParts;

/// The parts of the window that all models share, owned by it.
struct WindowParts {
  StartPage* start = nullptr;
  MessageBar* message = nullptr;
  StatusLine* status = nullptr;
  Announcer* announcer = nullptr;
  QComboBox* device = nullptr;
};

class ExplorerWindow : public QMainWindow {
  Q_OBJECT

 public:
  explicit ExplorerWindow(Settings& settings, QWidget* parent = nullptr);
  ~ExplorerWindow() override;

  ActionRegistry& actions() { return m_actions; }
  const ActionRegistry& actions() const { return m_actions; }
  const WindowParts& parts() const { return m_parts; }
  Settings& settings() { return m_settings; }

  /// A tab and dock pages for a model; `name` until setModelName.
  void addModel(const WorkbenchParts& parts, const QString& name);
  /// Takes its tab and its pages away, hidden, for their workbench to delete; nothing for one that has gone already.
  void removeModel(const WorkbenchParts& parts);
  void setModelName(const WorkbenchParts& parts, const QString& name, const QString& path);
  void showModel(const WorkbenchParts& parts);
  void showNextModel(int direction);
  /// A model is in front, not the start page.
  bool isStageShown() const;
  /// Moves the keyboard focus to the next (1) or previous (-1) part.
  void cyclePane(int direction);
  void setAppearance(Appearance appearance);
  /// Gives the docks the room that text of this size needs, as far as the stage can spare it.
  void fitDocks();
  QString chosenDevice() const;
  /// The default device when it is not known.
  void chooseDevice(const QString& name);

 Q_SIGNALS:
  void fileDropped(const QString& path);
  /// The page of the model now in front; nullptr: the start page.
  void modelChosen(QWidget* page);
  void closeRequested(QWidget* page);

 protected:
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  void closeEvent(QCloseEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void makeParts();
  void makeDocks();
  QDockWidget* makeDock(const QString& name, const QString& title, QStackedWidget* content, Qt::DockWidgetArea area);
  void setDocksVisible(bool isVisible);
  void showFront();
  std::vector<QWidget*> focusStops() const;

  Settings& m_settings;
  ActionRegistry m_actions;
  WindowParts m_parts;
  QStackedWidget* m_pages;  // the start page, or the models
  QTabWidget* m_models;
  QStackedWidget *m_candidates, *m_inspectors, *m_bottoms;  // the docks' contents, a page a model
  std::vector<QDockWidget*> m_docks;
  std::vector<WorkbenchParts> m_shown;  // in the order in which they were opened
  QPalette m_systemPalette;
};

}  // namespace tasoscope
