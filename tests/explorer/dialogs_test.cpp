// The program waits for nobody: no dialog runs a loop of its own, in which the rest of the window would be dead.

#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QtTest>

class DialogsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void dialogsAreOpenedAndNeverExecuted() {
    // exec() of anything but the application, and the static functions of Qt that call it.
    const QRegularExpression waiting(
        "(->|\\.)exec\\(|QFileDialog::get|QMessageBox::(question|information|warning|critical|about)|"
        "QInputDialog::get|QColorDialog::get|QFontDialog::get|QEventLoop");
    QStringList found;
    int files = 0;
    for (const char* folder : {"/app/explorer", "/views"}) {
      QDirIterator all(QStringLiteral(TASOSCOPE_SOURCE_DIR) + folder, {"*.cpp", "*.h"}, QDir::Files,
                       QDirIterator::Subdirectories);
      while (all.hasNext()) {
        QFile file(all.next());
        QVERIFY(file.open(QIODevice::ReadOnly));
        ++files;
        int line = 0;
        while (!file.atEnd()) {
          ++line;
          const QString text = QString::fromUtf8(file.readLine());
          if (waiting.match(text).hasMatch()) found << QString("%1:%2").arg(file.fileName()).arg(line);
        }
      }
    }
    QVERIFY(files > 50);
    QVERIFY2(found.isEmpty(), qPrintable(found.join('\n')));
  }
};

QTEST_APPLESS_MAIN(DialogsTest)
#include "dialogs_test.moc"
