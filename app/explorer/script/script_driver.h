#pragma once
// Plays a script in the window, one command a line: action NAME, wait idle, select NODE, step N,
// candidate RULE, screenshot FILE, dump FILE, export FILE, quit; empty lines and lines that start with # are passed
// over. Tests, pictures for documents and acceptance use it.

#include <QObject>
#include <QStringList>
#include <optional>

namespace tasoscope {

class Explorer;
class Workbench;

class ScriptDriver : public QObject {
  Q_OBJECT

 public:
  /// Throws FileError when the script cannot be read.
  ScriptDriver(Explorer& explorer, const QString& file);
  /// Plays these lines.
  ScriptDriver(Explorer& explorer, const QStringList& lines, QObject* parent = nullptr);
  void start();
  /// What could not be done; empty when all was.
  QString problem() const { return m_problem; }

 Q_SIGNALS:
  /// The program is to end with this code: 0 after `quit`, 2 for what cannot be done, 3 or 4 when work failed.
  void finished(int exitCode);

 private:
  void proceed();
  bool perform(const QString& command, const QString& argument);
  /// What needs a model in front.
  bool performOnModel(Workbench& workbench, const QString& command, const QString& argument);
  bool performAction(const QString& name);
  bool write(const QString& path, const QByteArray& content);
  void fail(int exitCode, const QString& why);

  Explorer& m_explorer;
  QStringList m_lines;
  QString m_problem;
  qsizetype m_next = 0;
  bool m_isWaiting = false, m_isOver = false;
};

}  // namespace tasoscope
