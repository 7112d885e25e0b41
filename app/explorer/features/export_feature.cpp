#include "features/export_feature.h"

#include <QFileInfo>
#include <QLocale>

#include "exit_codes.h"
#include "stage/stage.h"
#include "views/canvas/picture_export.h"
#include "views/text/cost_text.h"
#include "window/explorer_window.h"
#include "window/file_choice.h"
#include "window/workbench.h"

namespace tasoscope {

ExportFeature::ExportFeature(Workbench& bench) : Feature(bench) {
  on("file.export", [this] { exportModel(); });
  on("file.exportPicture", [this] { exportPicture(); });
  connect(&this->bench().host(), &SessionHost::exported, this, &ExportFeature::finish);
}

void ExportFeature::updateActions() { enable("file.export", bench().canStep()); }

void ExportFeature::exportModel() {
  const StepView& step = bench().trail().steps[bench().trail().current];
  const QString what = tr("Export step %1, %2").arg(step.id).arg(costText(step.price.picoseconds));
  chooseExport(&bench().window(), what, bench().model(), this, [this](const QString& path) { exportTo(path); });
}

void ExportFeature::exportPicture() {
  choosePicture(&bench().window(), bench().model(), this, [this](const QString& path) { exportTo(path); });
}

void ExportFeature::exportTo(const QString& path) {
  if (QFileInfo(path).suffix().toLower() == QLatin1String("onnx")) {
    bench().host().exportOnnx(bench().trail().current, path, {});
    return;
  }
  try {
    const Canvas* pane = parts().stage->activePane();
    tasoscope::exportPicture(pane->picture(), path, pane->theme());
    bench().say(MessageKind::kVerdict, tr("The picture is in %1.").arg(path));
  } catch (const std::exception& error) {
    Q_EMIT bench().host().failed(QString::fromUtf8(error.what()), exitCodeOf(error));
  }
}

QString ExportFeature::verificationText(const EquivalenceReport& report) {
  if (report.verdict != Verdict::kEquivalent) return tr("Not verified: %1").arg(QString::fromStdString(report.note));
  return tr("Checked on %n random inputs: the largest relative difference is %1.", nullptr, report.inputsTried)
      .arg(QLocale().toString(report.maxRelError, 'g', 2));
}

void ExportFeature::finish(const QString& path, const ExportReport& report) {
  QString text = tr("Exported to %1, %2 on %3.").arg(path, costText(report.price.picoseconds), bench().model().device);
  if (report.equivalence) text += QChar(' ') + verificationText(*report.equivalence);
  bench().say(MessageKind::kVerdict, text);
}

}  // namespace tasoscope
