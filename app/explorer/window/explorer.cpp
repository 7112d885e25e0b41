#include "window/explorer.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QFileInfo>
#include <algorithm>

#include "features/compare_feature.h"
#include "features/search_feature.h"
#include "stage/stage.h"
#include "start/start_page.h"
#include "start/unsaved_work_list.h"
#include "window/explorer_window.h"
#include "window/file_choice.h"
#include "window/habits.h"
#include "window/help.h"
#include "window/message_bar.h"
#include "window/project_door.h"
#include "window/status_line.h"
#include "window/workbench.h"

namespace tasoscope {

Explorer::Explorer(ExplorerWindow& window) : m_window(window), m_projects(new ProjectDoor(*this)) {
  connectWindow();
  m_window.chooseDevice(m_window.settings().device());
  m_window.actions().setModelOpen(false);
  m_habits = new Habits(*this);
  showUnsavedWork();
}

Explorer::~Explorer() {
  delete m_habits;
  m_front = nullptr;
  m_window.disconnect(this);  // it would show each next model in front while they go
  for (Workbench* workbench : m_workbenches) delete workbench;
  for (Workbench* workbench : m_closing) delete workbench;
}

void Explorer::on(const char* action, const std::function<void()>& run) {
  connect(m_window.actions().find(QString::fromLatin1(action)), &QAction::triggered, this, [run] { run(); });
}

void Explorer::connectWindow() {
  connect(m_window.parts().start, &StartPage::sampleChosen, this, &Explorer::openSample);
  connect(m_window.parts().start, &StartPage::fileChosen, this, &Explorer::openFile);
  connect(m_window.parts().start->unsavedWork(), &UnsavedWorkList::chosen, this, &Explorer::restore);
  connect(m_window.parts().start->unsavedWork(), &UnsavedWorkList::shown, this, &Explorer::settled);
  connect(&m_window, &ExplorerWindow::fileDropped, this, &Explorer::openFile);
  connect(&m_window, &ExplorerWindow::modelChosen, this, &Explorer::showFront);
  connect(&m_window, &ExplorerWindow::closeRequested, this, [this](QWidget* page) {
    for (Workbench* workbench : m_workbenches) {
      if (workbench->parts().page != page) continue;
      close(workbench);
      return;
    }
  });
  connect(m_window.parts().device, &QComboBox::activated, this, [this] { setDevice(m_window.chosenDevice()); });
  on("file.open", [this] { chooseModel(&m_window, this, [this](const QString& path) { openFile(path); }); });
  on("file.close", [this] {
    if (m_front) close(m_front);
  });
  on("file.nextModel", [this] { m_window.showNextModel(1); });
  on("file.previousModel", [this] { m_window.showNextModel(-1); });
  on("file.quit", [this] { m_window.close(); });
  on("help.keys", [this] { showKeys(m_window); });
  on("help.about", [this] { showAbout(m_window); });
  on("view.dark", [this] {
    const bool isDark = m_window.actions().find(QStringLiteral("view.dark"))->isChecked();
    m_window.setAppearance(isDark ? Appearance::kDark : Appearance::kLight);
  });
  on("view.fullScreen", [this] { m_window.setWindowState(m_window.windowState() ^ Qt::WindowFullScreen); });
  on("view.nextPane", [this] { m_window.cyclePane(1); });
  on("view.previousPane", [this] { m_window.cyclePane(-1); });
}

Workbench& Explorer::add(const QString& name) {
  auto* workbench = new Workbench(m_window, name);
  m_workbenches.push_back(workbench);
  connect(workbench, &Workbench::settled, this, &Explorer::settled);
  connect(workbench, &Workbench::renamed, this, [this, workbench] {
    m_window.setModelName(workbench->parts(), workbench->title(), workbench->model().path);
  });
  connect(&workbench->host(), &SessionHost::failed, this, [this, workbench](const QString& sentence, int exitCode) {
    if (!workbench->isOpen()) failToOpen(workbench, sentence);
    Q_EMIT failed(sentence, exitCode);
  });
  m_projects->watch(*workbench);
  Q_EMIT added(*workbench);
  if (std::exchange(m_searchesNext, false)) workbench->feature<SearchFeature>().searchWhenOpened();
  bringToFront(workbench);
  return *workbench;
}

void Explorer::openFile(const QString& path) {
  if (isProjectFile(path.toStdString())) return m_projects->open(path);
  const QString file = QFileInfo(path).canonicalFilePath();
  for (Workbench* workbench : m_workbenches) {
    if (!file.isEmpty() && QFileInfo(workbench->model().path).canonicalFilePath() == file)
      return bringToFront(workbench);
  }
  add(QFileInfo(path).fileName()).openFile(path);
}

void Explorer::openSample(const QString& name) {
  for (Workbench* workbench : m_workbenches) {
    if (workbench->model().path.isEmpty() && workbench->model().name == name) return bringToFront(workbench);
  }
  add(name).openSample(name);
}

void Explorer::compare(const QString& model, const QString& other) {
  Workbench& workbench = add(QFileInfo(model).fileName());
  workbench.feature<CompareFeature>().compareWith(other);
  workbench.openFile(model);
}

void Explorer::restore(const QString& journal) { m_projects->restore(journal); }

void Explorer::showUnsavedWork() { m_window.parts().start->unsavedWork()->read(m_window.settings().stateFolder()); }

void Explorer::setDevice(const QString& device) {
  m_window.chooseDevice(device);
  if (m_front)
    m_front->setDevice(device);
  else
    m_window.settings().setDevice(device);
}

bool Explorer::isIdle() const {
  if (!m_closing.empty() || m_window.parts().start->unsavedWork()->isReading()) return false;
  return std::all_of(m_workbenches.begin(), m_workbenches.end(),
                     [](const Workbench* workbench) { return workbench->isIdle(); });
}

void Explorer::bringToFront(Workbench* workbench) { m_window.showModel(workbench->parts()); }

/// The window shows another tab, or the start page.
void Explorer::showFront(QWidget* page) {
  const auto found = std::find_if(m_workbenches.begin(), m_workbenches.end(),
                                  [&](const Workbench* workbench) { return workbench->parts().page == page; });
  Workbench* next = found == m_workbenches.end() ? nullptr : *found;
  if (next == m_front) return;
  if (m_front) m_front->setInFront(false);
  m_front = next;
  if (m_front) {
    m_front->setInFront(true);
  } else {
    m_window.actions().setModelOpen(false);
    m_window.parts().message->dismiss();
    m_window.parts().status->setActivity({});
    m_window.parts().status->setCosts({});
    m_window.parts().status->setSource({});
    m_window.parts().device->setEnabled(true);
    showUnsavedWork();
  }
  Q_EMIT frontChanged();
}

/// The tab goes at once; the session ends when what it does has been cancelled.
void Explorer::close(Workbench* workbench) {
  const bool wasInFront = workbench == m_front;
  std::erase(m_workbenches, workbench);
  m_closing.push_back(workbench);
  m_window.removeModel(workbench->parts());
  if (wasInFront && m_front) m_front->parts().stage->activePane()->setFocus();
  connect(workbench, &Workbench::closed, this, [this, workbench] {
    std::erase(m_closing, workbench);
    workbench->deleteLater();
    if (!m_front) showUnsavedWork();
    Q_EMIT settled();
  });
  workbench->close();
}

void Explorer::failToOpen(Workbench* workbench, const QString& sentence) {
  close(workbench);
  const Message message = m_projects->messageFor(sentence);
  if (m_front)
    m_front->say(message);
  else
    m_window.parts().message->show(message);
}

}  // namespace tasoscope
