#pragma once
// Running the real program, for tests of the command line.

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

namespace tasoscope::testing {

inline const QString kProgram = QStringLiteral(TASOSCOPE_BIN_DIR "/tasoscope");

struct Outcome {
  int code = -1;  ///< -1: it crashed, or did not start
  QByteArray out, err;

  /// Standard output as the one JSON object that it must be; empty otherwise.
  const QJsonObject json() const { return QJsonDocument::fromJson(out).object(); }
  /// "tasoscope: ..." in one line, which is how an error is told.
  bool isOneSentence() const {
    const bool isAlone = out.isEmpty() || json().keys() == QStringList{"error"};
    return err.startsWith("tasoscope: ") && err.endsWith('\n') && err.count('\n') == 1 && isAlone;
  }
};

inline Outcome runProgram(const QStringList& words, const QString& program = kProgram) {
  QProcess process;
  process.start(program, words);
  if (!process.waitForFinished(120'000)) process.kill();
  bool isNormal = process.exitStatus() == QProcess::NormalExit && process.error() != QProcess::FailedToStart;
  return {isNormal ? process.exitCode() : -1, process.readAllStandardOutput(), process.readAllStandardError()};
}

/// A folder with small models of the zoo in it, made once each.
class ModelFolder {
 public:
  QString path(const QString& name) const { return m_folder.filePath(name); }
  QString zoo(const QString& name) const {
    QString file = path(name + ".onnx");
    if (!QFile::exists(file)) runProgram({"zoo", "make", name, "-o", file, "--small"});
    return file;
  }
  QString text(const QString& name, const QByteArray& content) const {
    QFile file(path(name));
    if (file.open(QIODevice::WriteOnly)) file.write(content);
    return file.fileName();
  }
  QByteArray bytes(const QString& name) const {
    QFile file(path(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
  }

 private:
  QTemporaryDir m_folder;
};

}  // namespace tasoscope::testing
