// What the session's thread does for projects.

#include "session/session_host.h"

namespace tasoscope {

void SessionHost::openRecorded(std::function<OpenedProject(const Progress&)> make) {
  const auto tell = [this](ModelTrouble trouble, const std::filesystem::path& path) {
    QMetaObject::invokeMethod(
        this, [this, trouble, where = QString::fromStdString(path.string())] { Q_EMIT modelNeeded(trouble, where); });
  };
  open([make = std::move(make), tell](const Progress& progress) {
    try {
      return make(progress);
    } catch (const ModelMissing& missing) {
      tell(ModelTrouble::kMissing, missing.expected);
      throw;
    } catch (const ModelChanged& changed) {
      tell(ModelTrouble::kChanged, changed.found);
      throw;
    }
  });
}

void SessionHost::openProject(const QString& path, const OpenProjectOptions& given) {
  OpenProjectOptions options = given;
  options.stateFolder = m_stateFolder;
  openRecorded([file = std::filesystem::path(path.toStdString()), options](const Progress& progress) {
    return Session::openProject(file, options, progress);
  });
}

void SessionHost::restore(const QString& journal, const OpenProjectOptions& given) {
  OpenProjectOptions options = given;
  options.stateFolder = m_stateFolder;
  openRecorded([file = std::filesystem::path(journal.toStdString()), options](const Progress& progress) {
    return Session::restore(file, options, progress);
  });
}

void SessionHost::saveProject(const QString& path, const ViewState& view) {
  const std::filesystem::path file = path.toStdString();
  askWhole<ProjectFacts>(
      tr("Saving"),
      [file, view](Session& session, const Progress&) {
        session.setViewState(view);
        session.saveProject(file);
        return session.project();
      },
      [this, path](const ProjectFacts& facts) {
        Q_EMIT projectChanged(facts);
        Q_EMIT projectSaved(path);
      });
}

}  // namespace tasoscope
