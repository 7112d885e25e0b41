#include "features/export_feature.h"

#include <QFileInfo>
#include <QLocale>
#include <QSaveFile>

#include "exit_codes.h"
#include "features/body_feature.h"
#include "panels/nodes_panel.h"
#include "session/certificate.h"
#include "session/cost_table.h"
#include "session/report.h"
#include "stage/stage.h"
#include "text/report_words.h"
#include "views/canvas/arrange.h"
#include "views/canvas/graph_picture.h"
#include "views/canvas/picture_export.h"
#include "views/text/cost_text.h"
#include "window/explorer_window.h"
#include "window/workbench.h"

namespace tasoscope {
namespace {

constexpr std::size_t kMostNodesInReport = 2000;

ExportKind kindOf(const QString& path) {
  const QString suffix = QFileInfo(path).suffix().toLower();
  if (suffix == QLatin1String("onnx")) return ExportKind::kModel;
  if (suffix == QLatin1String("csv")) return ExportKind::kCosts;
  const bool isPage = suffix == QLatin1String("html") || suffix == QLatin1String("htm");
  return isPage ? ExportKind::kReport : ExportKind::kPicture;
}

/// Both graphs of a report, drawn so that what is in both has the same place. Runs on the session's thread.
std::vector<ReportPicture> picturesOf(const Report& report, const Progress& progress) {
  const bool isLarge = std::max(report.before.nodes.size(), report.after.nodes.size()) > kMostNodesInReport;
  if (isLarge) return {};
  const QString name = QString::fromStdString(report.model);
  Picture after = pictureOf(report.after, name);
  const auto svg = [](const Picture& picture) { return svgOf(picture, Theme::light()).toStdString(); };
  if (report.steps.size() < 2) {
    arrange(after, layeredEngine(), progress);
    return {{ExportFeature::tr("The graph").toStdString(), svg(after)}};
  }
  Picture before = pictureOf(report.before, name);
  arrangeTogether(before, after, layeredEngine(), progress);
  return {{ExportFeature::tr("Before: what the steps removed is marked").toStdString(), svg(before)},
          {ExportFeature::tr("After: what the steps added is marked").toStdString(), svg(after)}};
}

}  // namespace

ExportFeature::ExportFeature(Workbench& bench) : Feature(bench) {
  on("file.export", [this] { open(ExportKind::kModel); });
  on("file.exportPicture", [this] { open(ExportKind::kPicture); });
  on("file.exportCosts", [this] { open(ExportKind::kCosts); });
  on("file.exportReport", [this] { open(ExportKind::kReport); });
  connect(&this->bench(), &Workbench::pairShown, this, &ExportFeature::updateDialog);
  const SessionHost* host = &this->bench().host();
  connect(host, &SessionHost::failed, this, &ExportFeature::fail);
  connect(host, &SessionHost::progressed, this, [this](const QString& what, double done, double total) {
    if (m_dialog && m_isRunning) m_dialog->showProgress(what, done, total);
  });
  connect(host, &SessionHost::busyChanged, this, [this, host] {
    // What ends without an answer was cancelled.
    if (m_isRunning && !host->isBusy()) fail(tr("It was cancelled."));
  });
}

void ExportFeature::updateActions() {
  for (const char* name : {"file.export", "file.exportReport"}) enable(name, bench().canStep());
}

void ExportFeature::open(ExportKind kind) {
  if (!m_dialog) {
    m_dialog = new ExportDialog(action("job.cancel"), &bench().window());
    m_dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_dialog, &ExportDialog::exportRequested, this, &ExportFeature::perform);
    connect(&bench(), &QObject::destroyed, m_dialog, &QDialog::close);
    updateDialog();
  }
  m_dialog->setKind(kind);
  m_dialog->show();
  m_dialog->raise();
  m_dialog->activateWindow();
}

PictureOf ExportFeature::shownGraph() const {
  const Stage* stage = parts().stage;
  if (!stage->pair().before) return PictureOf::kAfter;
  if (stage->presentation() == Presentation::kOverlay) return PictureOf::kBoth;
  return stage->activePane() == stage->before() ? PictureOf::kBefore : PictureOf::kAfter;
}

ExportSubject ExportFeature::subjectOf(const TrailView& trail, const InnerWork& inside) const {
  const ModelFacts& model = bench().model();
  const std::int64_t original = trail.steps.front().price.picoseconds - inside.delta;
  const std::int64_t now = trail.steps[trail.current].price.picoseconds;
  ExportSubject subject;
  subject.model = model.name;
  subject.path = model.path;
  subject.device = model.device;
  subject.isFile = !model.path.isEmpty();
  subject.inner = inside.steps;
  subject.words = StepWords(BodyFeature::told(trail, inside));
  subject.title = subject.words.named(trail.current);
  if (const QString branch = subject.words.branch(trail.current); !branch.isEmpty())
    subject.title = tr("%1, on the branch “%2”").arg(subject.title, branch);
  if (const QStringList& way = bench().feature<BodyFeature>().way(); !way.isEmpty())
    subject.shownTitle = tr("%1, %2").arg(way.join(QStringLiteral(", ")), bench().nameOfStep(bench().trail().current));
  for (const auto& [file, step] : m_files)
    if (step != trail.current) subject.taken << file;
  const bool isAsRead = trail.current == 0 && inside.isEmpty();
  subject.costs = isAsRead ? QStringLiteral("%1, %2").arg(costText(original), scopeText(model.device))
                           : tr("%1 before, %2 now, %3; %4")
                                 .arg(costText(original), costText(now), changeText(now - original, original),
                                      scopeText(model.device));
  for (const StepId step : trail.path())
    if (step != 0) subject.steps.push_back(trail.steps[step]);
  subject.hasBefore = parts().stage->pair().beforeGraph != nullptr;
  subject.shown = shownGraph();
  return subject;
}

/// What is written is the whole model, whichever graph inside it is shown.
void ExportFeature::updateDialog() {
  if (!m_dialog || bench().trail().steps.empty()) return;
  const BodyFeature& bodies = bench().feature<BodyFeature>();
  if (!bodies.isInside()) return m_dialog->setSubject(subjectOf(bench().trail(), bodies.work()));
  struct Whole {
    TrailView trail;
    InnerWork inside;
  };
  bench().host().askWhole<Whole>(
      tr("Reading the steps"),
      [](Session& session, const Progress&) {
        return Whole{session.trail(), innerWorkOf(session)};
      },
      [this](const Whole& whole) {
        if (m_dialog) m_dialog->setSubject(subjectOf(whole.trail, whole.inside));
      });
}

void ExportFeature::exportTo(const QString& path) {
  ExportRequest request;
  request.kind = kindOf(path);
  request.path = path;
  request.graph = shownGraph();
  perform(request);
}

void ExportFeature::perform(const ExportRequest& request) {
  switch (request.kind) {
    case ExportKind::kModel:
      return writeModel(request);
    case ExportKind::kReport:
      return writeReport(request);
    case ExportKind::kPicture:
    case ExportKind::kCosts:
      break;
  }
  try {
    if (request.kind == ExportKind::kPicture)
      writePicture(request);
    else
      writeCosts(request);
  } catch (const std::exception& error) {
    m_isRunning = true;
    Q_EMIT bench().host().failed(QString::fromUtf8(error.what()), exitCodeOf(error));
  }
}

void ExportFeature::writePicture(const ExportRequest& request) {
  const Stage* stage = parts().stage;
  constexpr Presentation kPresentations[] = {Presentation::kAfter, Presentation::kBefore, Presentation::kOverlay};
  const auto picture = stage->shownPart(kPresentations[static_cast<int>(request.graph)]);
  if (!picture) return;
  exportPicture(*picture, request.path, stage->after()->theme(), request.scale, {*stage->heat(), stage->labels()});
  finish(tr("The picture is in %1.").arg(request.path));
}

void ExportFeature::writeCosts(const ExportRequest& request) {
  const auto& whole = parts().stage->pair().afterGraph;
  const GraphView graph = request.hasOnlyShownNodes ? parts().nodes->shownGraph() : *whole;
  QSaveFile file(request.path);
  const QByteArray table = QByteArray::fromStdString(costTableCsv(graph));
  if (!file.open(QIODevice::WriteOnly) || file.write(table) != table.size() || !file.commit())
    throw FileError(tr("%1: cannot be written: %2").arg(request.path, file.errorString()).toStdString());
  finish(tr("The costs of %n nodes are in %1.", nullptr, static_cast<int>(graph.nodes.size())).arg(request.path));
}

void ExportFeature::writeModel(const ExportRequest& request) {
  m_isRunning = true;
  const QString activity = tr("Exporting");
  if (m_dialog) m_dialog->showRunning(activity);
  bench().host().askWhole<Written>(
      activity,
      [request](Session& session, const Progress& progress) {
        const StepId step = session.trail().current;
        ExportOptions options = request.options;
        if (!request.inputsFolder.isEmpty())
          options.equivalence.givenInputs = {session.readInputs(request.inputsFolder.toStdString())};
        const std::string target = request.path.toStdString();
        Written written{step, request.path, request.certificate, session.exportOnnx(step, target, options, progress)};
        if (!request.certificate.isEmpty())
          writeCertificate(session, step, target, request.certificate.toStdString(), progress);
        return written;
      },
      [this](const Written& written) {
        m_last = written;
        m_files[written.path] = written.step;
        finish(resultOf(written));
      });
}

void ExportFeature::writeReport(const ExportRequest& request) {
  m_isRunning = true;
  const QString activity = tr("Writing the report");
  if (m_dialog) m_dialog->showRunning(activity);
  bench().host().askWhole<QString>(
      activity,
      [request, last = m_last](Session& session, const Progress& progress) {
        const StepId step = session.trail().current;
        Report report = reportOf(session, step);
        translate(report);
        if (last && last->step == step) {
          report.exported = last->report;
          report.written = last->path.toStdString();
        }
        if (request.hasPictures) report.pictures = picturesOf(report, progress);
        tasoscope::writeReport(report, request.path.toStdString());
        return request.path;
      },
      [this](const QString& path) { finish(tr("The report is in %1.").arg(path)); });
}

QString ExportFeature::resultOf(const Written& written) const {
  const ExportReport& report = written.report;
  QString text =
      tr("Exported to %1, %2 on %3.").arg(written.path, costText(report.price.picoseconds), bench().model().device);
  if (report.isCopy) text += QChar(' ') + tr("Nothing was changed: the bytes are those that were read.");
  const QString after = sizeText(static_cast<double>(report.bytesAfter));
  text += QChar(' ') +
          (report.bytesBefore > 0
               ? tr("It has %1, the original %2.").arg(after, sizeText(static_cast<double>(report.bytesBefore)))
               : tr("It has %1.").arg(after));
  if (!written.certificate.isEmpty()) text += QChar(' ') + tr("Its certificate is in %1.").arg(written.certificate);
  if (!report.equivalence) return text + QChar(' ') + tr("It was not checked, as you asked.");
  const EquivalenceReport& check = *report.equivalence;
  if (check.verdict != Verdict::kEquivalent)
    return text + QChar(' ') + tr("Not verified: %1").arg(QString::fromStdString(check.note));
  if (check.inputsTried == 0) return text;
  const QLocale locale;
  return text + QChar(' ') +
         tr("Checked on %n inputs: the largest relative difference is %1, the tolerance %2.", nullptr,
            check.inputsTried)
             .arg(locale.toString(check.maxRelError, 'g', 2), locale.toString(check.tolerance, 'g', 2));
}

void ExportFeature::finish(const QString& sentence) {
  m_isRunning = false;
  if (m_dialog) m_dialog->showResult(sentence);
  bench().say(MessageKind::kVerdict, sentence);
}

void ExportFeature::fail(const QString& sentence) {
  if (!std::exchange(m_isRunning, false)) return;
  if (m_dialog) m_dialog->showFailure(sentence);
}

}  // namespace tasoscope
