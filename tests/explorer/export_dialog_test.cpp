// Taking the result home, through the dialog.

#include <QCheckBox>
#include <QComboBox>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QTreeWidget>
#include <QXmlStreamReader>
#include <QtTest>
#include <future>

#include "features/export_feature.h"
#include "onnx/zoo/zoo.h"
#include "open_window.h"
#include "panels/candidates_panel.h"
#include "script/clipped_texts.h"
#include "session/certificate.h"
#include "stage/stage.h"
#include "views/text/step_text.h"

using namespace tasoscope;

class ExportDialogTest : public QObject {
  Q_OBJECT

  std::unique_ptr<OpenWindow> m_open;

  ExportDialog* openDialog(const char* action) {
    m_open->action(action)->trigger();
    return m_open->workbench().feature<ExportFeature>().dialog();
  }

  /// Fills in the path, presses Enter, waits.
  QString write(ExportDialog* dialog, const char* name) {
    const QString path = m_open->folder.filePath(name);
    dialog->findChild<QLineEdit*>("exportPath")->setText(path);
    QTest::keyClick(dialog, Qt::Key_Return);
    m_open->settle();
    return path;
  }

  static QByteArray contentOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
  }

 private Q_SLOTS:
  void init() {
    m_open = std::make_unique<OpenWindow>();
    QVERIFY(QTest::qWaitForWindowExposed(&m_open->window));
    QVERIFY(m_open->openSample("taso-module"));
    QVERIFY(m_open->search());
  }
  void cleanup() { m_open.reset(); }

  void theDialogTellsWhatIsExportedAndStaysBesideTheWindow() {
    ExportDialog* dialog = openDialog("file.export");
    QVERIFY(dialog && dialog->isVisible() && !dialog->isModal());
    const TrailView& trail = m_open->workbench().trail();
    QVERIFY(dialog->findChild<QLabel*>("exportTitle")->text().contains(QString("step %1").arg(trail.current)));
    QVERIFY(dialog->findChild<QLabel*>("exportCosts")->text().contains("faster"));
    QCOMPARE(dialog->findChild<QTreeWidget*>("exportSteps")->topLevelItemCount(),
             static_cast<int>(trail.path().size()) - 1);
    m_open->action("step.first")->trigger();
    QVERIFY(m_open->settle());
    QVERIFY(dialog->findChild<QLabel*>("exportTitle")->text().contains("as loaded"));
    QVERIFY(dialog->findChild<QLabel*>("exportChanges")->text().contains("Nothing was changed"));
  }

  void aStepOnABranchIsToldWithItsBranchAndNumberedAsOnTheTimeline() {
    m_open->action("step.first")->trigger();
    QVERIFY(m_open->settle());
    m_open->action("step.next")->trigger();
    QVERIFY(m_open->settle());
    m_open->action("step.leaveOut")->trigger();
    QVERIFY(m_open->settle());
    m_open->parts().candidates->move(1);
    m_open->action("candidate.applyOnBranch")->trigger();
    QVERIFY(m_open->settle());
    ExportDialog* dialog = openDialog("file.export");
    const QString title = dialog->findChild<QLabel*>("exportTitle")->text();
    const StepWords words(m_open->workbench().trail());
    const StepId current = m_open->workbench().trail().current;
    QVERIFY(!words.branch(current).isEmpty());
    QVERIFY2(title.contains(words.label(current)) && title.contains(words.branch(current)), qPrintable(title));
    const auto* steps = dialog->findChild<QTreeWidget*>("exportSteps");
    QCOMPARE(steps->topLevelItem(steps->topLevelItemCount() - 1)->text(0), words.label(current));
  }

  void theFileOfOneStepIsNotProposedForAnother() {
    ExportDialog* dialog = openDialog("file.export");
    auto* path = dialog->findChild<QLineEdit*>("exportPath");
    m_open->workbench().feature<ExportFeature>().perform([&] {
      ExportRequest request = dialog->request();
      request.path = path->text();
      return request;
    }());
    QVERIFY(m_open->settle());
    const QString first = path->text();
    QVERIFY2(QFileInfo::exists(first), qPrintable(dialog->message()));
    m_open->action("step.previous")->trigger();
    QVERIFY(m_open->settle());
    QVERIFY2(path->text() != first && path->text().endsWith("-optimized-2.onnx"), qPrintable(path->text()));
    m_open->action("step.next")->trigger();
    QVERIFY(m_open->settle());
    QCOMPARE(path->text(), first);
    QVERIFY(dialog->findChild<QLabel*>("exportSizes")->text().contains("will be replaced"));
    QFile::remove(first);
  }

  void whatTheExportCameToIsInSight() {
    ExportDialog* dialog = openDialog("file.export");
    write(dialog, "out.onnx");
    const auto* message = dialog->findChild<QLabel*>("exportMessage");
    QVERIFY(!message->text().isEmpty());
    QTRY_COMPARE(message->visibleRegion().boundingRect(), message->rect());
    QTRY_VERIFY(message->height() >= message->heightForWidth(message->width()));
  }

  void aModelIsCheckedAndWrittenAndTheResultIsSaid() {
    ExportDialog* dialog = openDialog("file.export");
    const QString path = write(dialog, "out.onnx");
    QVERIFY2(QFileInfo::exists(path), qPrintable(dialog->message()));
    QVERIFY2(dialog->message().contains("Checked on") && dialog->message().contains("tolerance"),
             qPrintable(dialog->message()));
  }

  void aModelThatIsAFileIsWrittenWithACertificateThatHolds() {
    QVERIFY(!openDialog("file.export")->findChild<QCheckBox*>("exportCertificate")->isEnabled());
    const std::filesystem::path model = m_open->folder.filePath("original.onnx").toStdString();
    writeZooModel("taso-module", {}, model);
    m_open->explorer.openFile(QString::fromStdString(model.string()));
    QVERIFY(m_open->settle());
    QVERIFY(m_open->search());
    ExportDialog* dialog = openDialog("file.export");
    QVERIFY(dialog->findChild<QCheckBox*>("exportCertificate")->isChecked());
    ReplayOptions options;
    options.optimized = write(dialog, "mine.onnx").toStdString();
    const std::filesystem::path certificate = m_open->folder.filePath("mine.certificate").toStdString();
    QVERIFY(dialog->message().contains(QString::fromStdString(certificate.string())));
    auto replay = std::async(std::launch::async, [&] { return replayCertificate(certificate, model, options); });
    QVERIFY(
        QTest::qWaitFor([&] { return replay.wait_for(std::chrono::seconds(0)) == std::future_status::ready; }, 60000));
    QVERIFY(replay.get().holds());
    dialog->findChild<QCheckBox*>("exportCertificate")->setChecked(false);
    write(dialog, "alone.onnx");
    QVERIFY(!QFile::exists(m_open->folder.filePath("alone.certificate")));
  }

  void aToleranceThatNothingMeetsRefusesInWords() {
    ExportDialog* dialog = openDialog("file.export");
    dialog->findChild<QLineEdit*>("exportTolerance")->setText("1e-300");
    const QString path = write(dialog, "refused.onnx");
    QVERIFY2(dialog->message().startsWith("Not written."), qPrintable(dialog->message()));
    QVERIFY(!QFileInfo::exists(path));
    dialog->findChild<QCheckBox*>("exportVerify")->setChecked(false);
    write(dialog, "refused.onnx");
    QVERIFY2(dialog->message().contains("not checked"), qPrintable(dialog->message()));
    QVERIFY(QFileInfo::exists(path));
  }

  void aFolderWithoutInputsIsSaid() {
    ExportDialog* dialog = openDialog("file.export");
    dialog->findChild<QLineEdit*>("exportInputs")->setText("/no/such/folder");
    const QString path = write(dialog, "out.onnx");
    QVERIFY2(dialog->message().startsWith("Not written."), qPrintable(dialog->message()));
    QVERIFY(!QFileInfo::exists(path));
  }

  void aPictureHasTheScaleThatWasAskedFor() {
    ExportDialog* dialog = openDialog("file.exportPicture");
    auto* scale = dialog->findChild<QDoubleSpinBox*>("exportScale");
    scale->setValue(1);
    const QImage small(write(dialog, "small.png"));
    scale->setValue(3);
    const QImage large(write(dialog, "large.png"));
    QVERIFY(!small.isNull() && std::abs(large.width() - 3 * small.width()) <= 3);
    const QByteArray after = contentOf(write(dialog, "after.svg"));
    dialog->findChild<QComboBox*>("exportGraph")->setCurrentIndex(1);
    QVERIFY(after.size() > 1000 && contentOf(write(dialog, "before.svg")) != after);
  }

  void theCostsAreWrittenAsATable() {
    const QByteArray table = contentOf(write(openDialog("file.exportCosts"), "costs.csv"));
    const auto nodes = m_open->parts().stage->pair().afterGraph->nodes.size();
    QCOMPARE(table.split('\n').size(), static_cast<qsizetype>(nodes) + 2);
  }

  void theReportHasPicturesAndTheCheckOfTheExportBeforeIt() {
    write(openDialog("file.export"), "out.onnx");
    const QByteArray html = contentOf(write(openDialog("file.exportReport"), "report.html"));
    QXmlStreamReader reader(html);
    int pictures = 0;
    while (!reader.atEnd())
      if (reader.readNext() == QXmlStreamReader::StartElement && reader.name() == QLatin1String("svg")) ++pictures;
    QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
    QCOMPARE(pictures, 3);  // the cost over the steps, before, after
    QVERIFY(html.contains("out.onnx") && html.contains("tolerance"));
  }

  void noTextOfTheDialogIsCut() {
    ExportDialog* dialog = openDialog("file.export");
    for (const ExportKind kind : {ExportKind::kModel, ExportKind::kPicture, ExportKind::kCosts, ExportKind::kReport}) {
      dialog->setKind(kind);
      QApplication::processEvents();
      for (const ShownText& text : shownTexts(*dialog))
        QVERIFY2(!text.isClipped, qPrintable(text.where + ": " + text.text));
    }
  }
};

QTEST_MAIN(ExportDialogTest)
#include "export_dialog_test.moc"
