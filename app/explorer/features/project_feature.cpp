#include "features/project_feature.h"

#include <QAction>
#include <QFileInfo>
#include <QLocale>

#include "window/explorer_window.h"
#include "window/file_choice.h"
#include "window/workbench.h"

namespace tasoscope {
namespace {

constexpr int kViewInterval = 1000;  // milliseconds between looks at what a project keeps of the window

QString pathOf(const ProjectFacts& facts) { return QString::fromStdString(facts.path.string()); }

}  // namespace

ProjectFeature::ProjectFeature(Workbench& bench) : Feature(bench) {
  on("file.save", [this] { save(); });
  on("file.saveAs", [this] { saveAs(); });
  SessionHost* host = &this->bench().host();
  connect(host, &SessionHost::projectSaved, this, &ProjectFeature::finish);
  connect(host, &SessionHost::projectChanged, this, [this](const ProjectFacts& facts) {
    const QString problem = QString::fromStdString(facts.journalProblem);
    if (problem != std::exchange(m_journalProblem, problem) && !problem.isEmpty())
      this->bench().say(MessageKind::kError, tr("What you do is not kept until you save: %1").arg(problem),
                        action("file.save"));
  });
  connect(&this->bench(), &Workbench::opened, this, &ProjectFeature::greet);
  m_viewTimer.setInterval(kViewInterval);
  connect(&m_viewTimer, &QTimer::timeout, this, &ProjectFeature::keepView);
}

void ProjectFeature::updateActions() {
  enable("file.save", bench().canStep() && (bench().project().isModified || bench().project().path.empty()));
  enable("file.saveAs", bench().canStep());
}

void ProjectFeature::save() {
  if (bench().project().path.empty() || bench().project().isReadOnly)
    saveAs();
  else
    saveTo(pathOf(bench().project()));
}

void ProjectFeature::saveAs() {
  const ModelFacts& model = bench().model();
  const QString known = pathOf(bench().project());
  const QString proposal =
      known.isEmpty() ? exportProposal(model.path, model.name, QStringLiteral(".tasoscope")) : known;
  chooseTarget(&bench().window(), tr("Save the project"), proposal, this,
               [this](const QString& path) { saveTo(path); });
}

void ProjectFeature::saveTo(const QString& path) { bench().host().saveProject(path, bench().view()); }

void ProjectFeature::finish(const QString& path) {
  bench().window().settings().addRecentFile(path);
  bench().say(MessageKind::kVerdict, tr("The project is in %1.").arg(path));
}

void ProjectFeature::greet() {
  m_keptView = bench().view();
  m_viewTimer.start();
  const ModelFacts& model = bench().model();
  QStringList sentences;
  const QDateTime time = std::exchange(m_workOf, QDateTime());
  if (model.isRestored)
    sentences
        << (time.isValid()
                ? tr("Work of %1 that was not saved is here again.").arg(QLocale().toString(time, QLocale::ShortFormat))
                : tr("Work that was not saved is here again."));
  if (model.project.isReadOnly)
    sentences << tr("The project is open in another window: here it can be saved under another name only.");
  sentences << model.projectRemarks;
  if (sentences.isEmpty()) return;
  const MessageKind kind = model.projectRemarks.isEmpty() ? MessageKind::kVerdict : MessageKind::kError;
  bench().say(kind, sentences.join(QChar(' ')), model.isRestored ? action("file.save") : nullptr);
}

/// Tells the journal how the window looks, when it looks otherwise than a second ago.
void ProjectFeature::keepView() {
  if (!bench().canStep() || !bench().isIdle()) return;
  const ViewState view = bench().view();
  if (view == m_keptView) return;
  m_keptView = view;
  bench().host().askWhole<bool>(
      tr("Keeping the view"),
      [view](Session& session, const Progress&) {
        session.setViewState(view);
        return true;
      },
      [](const bool&) {});
}

}  // namespace tasoscope
