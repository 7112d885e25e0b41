#pragma once
// The program: its window and the models open in it, each in a tab.

#include <QObject>
#include <functional>
#include <vector>

namespace tasoscope {

class ExplorerWindow;
class Habits;
class ProjectDoor;
class Workbench;

class Explorer : public QObject {
  Q_OBJECT

 public:
  explicit Explorer(ExplorerWindow& window);
  ~Explorer() override;

  /// In a new tab, or in the one where it is open already.
  void openFile(const QString& path);
  void openSample(const QString& name);
  /// A model, and beside it another file.
  void compare(const QString& model, const QString& other);
  /// Unsaved work, from its journal.
  void restore(const QString& journal);
  /// Of the model in front; without one, of those opened from now on.
  void setDevice(const QString& device);
  /// Starts a search in the next model as soon as it is open.
  void searchWhenOpened() { m_searchesNext = true; }

  /// The model in front; nullptr while the start page is shown.
  Workbench* front() const { return m_front; }
  const std::vector<Workbench*>& workbenches() const { return m_workbenches; }
  ExplorerWindow& window() { return m_window; }
  bool isIdle() const;
  Habits& habits() { return *m_habits; }

 Q_SIGNALS:
  /// A tab for a model that is about to be opened.
  void added(Workbench& workbench);
  /// Something that may have made it idle has happened.
  void settled();
  void frontChanged();
  /// `exitCode`: what a script ends with (exit_codes.h).
  void failed(const QString& sentence, int exitCode);

 private:
  friend class ProjectDoor;
  void connectWindow();
  void on(const char* action, const std::function<void()>& run);
  Workbench& add(const QString& name);
  void close(Workbench* workbench);
  void bringToFront(Workbench* workbench);
  void showFront(QWidget* page);
  void failToOpen(Workbench* workbench, const QString& sentence);
  void showUnsavedWork();

  ExplorerWindow& m_window;
  std::vector<Workbench*> m_workbenches, m_closing;
  Workbench* m_front = nullptr;
  Habits* m_habits;
  ProjectDoor* m_projects;
  bool m_searchesNext = false;
};

}  // namespace tasoscope
