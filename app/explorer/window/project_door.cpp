#include "window/project_door.h"

#include <QAction>
#include <QFileInfo>

#include "window/explorer.h"
#include "window/explorer_window.h"
#include "window/file_choice.h"
#include "window/workbench.h"

namespace tasoscope {

ProjectDoor::ProjectDoor(Explorer& explorer) : QObject(&explorer), m_explorer(explorer) {
  const auto on = [this](const char* name, void (ProjectDoor::*run)()) {
    connect(m_explorer.window().actions().find(QString::fromLatin1(name)), &QAction::triggered, this, run);
  };
  on("file.locateModel", &ProjectDoor::locate);
  on("file.openAnyway", &ProjectDoor::openAnyway);
  updateActions();
}

void ProjectDoor::open(const QString& path) {
  const QString file = QFileInfo(path).canonicalFilePath();
  for (Workbench* workbench : m_explorer.workbenches()) {
    const QString known = QString::fromStdString(workbench->project().path.string());
    if (!file.isEmpty() && QFileInfo(known).canonicalFilePath() == file) return m_explorer.bringToFront(workbench);
  }
  run({path, false, {}});
}

void ProjectDoor::restore(const QString& journal) { run({journal, true, {}}); }

void ProjectDoor::run(const Request& request) {
  m_request = request;
  m_trouble.reset();
  updateActions();
  Workbench& workbench = m_explorer.add(QFileInfo(request.file).fileName());
  if (request.isJournal)
    workbench.restore(request.file, request.options);
  else
    workbench.openProject(request.file, request.options);
}

void ProjectDoor::watch(Workbench& workbench) {
  connect(&workbench.host(), &SessionHost::modelNeeded, this, [this](ModelTrouble kind, const QString& path) {
    m_trouble = {kind, path};
    updateActions();
  });
  connect(&workbench, &Workbench::opened, this, [this, &workbench] {
    const QString project = QString::fromStdString(workbench.project().path.string());
    if (!project.isEmpty()) m_explorer.window().settings().addRecentFile(project);
  });
}

Message ProjectDoor::messageFor(const QString& sentence) const {
  const ActionRegistry& actions = m_explorer.window().actions();
  Message message{MessageKind::kError, sentence};
  if (m_trouble) message.action = actions.find(QStringLiteral("file.locateModel"));
  if (m_trouble && m_trouble->kind == ModelTrouble::kChanged)
    message.other = actions.find(QStringLiteral("file.openAnyway"));
  return message;
}

void ProjectDoor::updateActions() {
  const ActionRegistry& actions = m_explorer.window().actions();
  actions.find(QStringLiteral("file.locateModel"))->setEnabled(m_trouble.has_value());
  actions.find(QStringLiteral("file.openAnyway"))->setEnabled(m_trouble && m_trouble->kind == ModelTrouble::kChanged);
}

void ProjectDoor::locate() {
  locateModel(&m_explorer.window(), m_trouble->path, this, [this](const QString& path) {
    Request request = m_request;
    request.options.model = std::filesystem::path(path.toStdString());
    run(request);
  });
}

void ProjectDoor::openAnyway() {
  Request request = m_request;
  request.options.acceptsChangedModel = true;
  run(request);
}

}  // namespace tasoscope
