#include "script/script_driver.h"

#include <QAction>
#include <QApplication>
#include <QFile>
#include <QJsonDocument>
#include <QPixmap>
#include <QTimer>
#include <cstdio>

#include "features/export_feature.h"
#include "panels/candidates_panel.h"
#include "panels/steps_panel.h"
#include "script/state_dump.h"
#include "tensor/error.h"
#include "window/explorer.h"
#include "window/explorer_window.h"
#include "window/workbench.h"

namespace tasoscope {
namespace {

QStringList linesOf(const QString& file) {
  QFile script(file);
  if (!script.open(QIODevice::ReadOnly | QIODevice::Text)) {
    throw FileError(QStringLiteral("%1: cannot be read: %2").arg(file, script.errorString()).toStdString());
  }
  return QString::fromUtf8(script.readAll()).split(QChar('\n'));
}

/// The first one in the list whose rule contains `rule`.
bool previewCandidate(CandidatesPanel& panel, const QString& rule) {
  for (int i = 0; i < panel.model().candidateCount(); ++i) {
    panel.move(1);
    const CandidateView* candidate = panel.current();
    if (candidate && QString::fromStdString(candidate->rule).contains(rule)) return true;
  }
  return false;
}

}  // namespace

ScriptDriver::ScriptDriver(Explorer& explorer, const QString& file) : ScriptDriver(explorer, linesOf(file)) {
  connect(this, &ScriptDriver::finished, this, [this] {
    if (m_problem.isEmpty()) return;
    std::fprintf(stderr, "script, line %lld: %s\n", static_cast<long long>(m_next), qPrintable(m_problem));
  });
}

ScriptDriver::ScriptDriver(Explorer& explorer, const QStringList& lines, QObject* parent)
    : QObject(parent), m_explorer(explorer), m_lines(lines) {
  connect(&explorer, &Explorer::settled, this, [this] {
    if (m_isWaiting) QTimer::singleShot(0, this, &ScriptDriver::proceed);
  });
  connect(&explorer, &Explorer::failed, this,
          [this](const QString& sentence, int exitCode) { fail(exitCode, sentence); });
}

void ScriptDriver::start() { QTimer::singleShot(0, this, &ScriptDriver::proceed); }

void ScriptDriver::proceed() {
  m_isWaiting = false;
  while (!m_isOver && m_next < m_lines.size()) {
    const QString line = m_lines[m_next].trimmed();
    const QString command = line.section(QChar(' '), 0, 0), argument = line.section(QChar(' '), 1).trimmed();
    if (command == QLatin1String("wait")) {
      if (argument != QLatin1String("idle")) return fail(2, QStringLiteral("unknown: %1").arg(line));
      if (!m_explorer.isIdle()) {
        m_isWaiting = true;
        return;
      }
      QApplication::processEvents();  // what has been asked for is laid out and painted
      if (!m_explorer.isIdle()) continue;
      ++m_next;
      continue;
    }
    ++m_next;
    if (line.isEmpty() || line.startsWith(QChar('#'))) continue;
    if (!perform(command, argument)) return;
    if (command == QLatin1String("export") && !m_explorer.isIdle()) m_lines.insert(m_next, QStringLiteral("wait idle"));
  }
}

bool ScriptDriver::perform(const QString& command, const QString& argument) {
  if (command == QLatin1String("action")) return performAction(argument);
  if (command == QLatin1String("screenshot")) {
    if (m_explorer.window().grab().save(argument)) return true;
    fail(4, QStringLiteral("%1: cannot be written").arg(argument));
    return false;
  }
  if (command == QLatin1String("dump")) return write(argument, QJsonDocument(dumpState(m_explorer)).toJson());
  if (command == QLatin1String("quit")) {
    m_isOver = true;
    Q_EMIT finished(0);
    return false;
  }
  const bool needsModel = QStringList{QStringLiteral("select"), QStringLiteral("step"), QStringLiteral("candidate"),
                                      QStringLiteral("export")}
                              .contains(command);
  if (needsModel && m_explorer.front()) return performOnModel(*m_explorer.front(), command, argument);
  fail(2, needsModel ? QStringLiteral("'%1' needs an open model").arg(command)
                     : QStringLiteral("unknown command '%1'").arg(command));
  return false;
}

bool ScriptDriver::performOnModel(Workbench& workbench, const QString& command, const QString& argument) {
  if (command == QLatin1String("select")) {
    if (workbench.selectNamed(argument)) return true;
    fail(2, QStringLiteral("no node '%1'").arg(argument));
    return false;
  }
  if (command == QLatin1String("export")) {
    workbench.feature<ExportFeature>().exportTo(argument);
    return !m_isOver;
  }
  if (command == QLatin1String("candidate")) {
    if (previewCandidate(*workbench.parts().candidates, argument)) return true;
    fail(2, QStringLiteral("no candidate '%1'").arg(argument));
    return false;
  }
  const auto& lane = workbench.parts().steps->model().walk();
  bool isNumber = false;
  const int step = argument.toInt(&isNumber);
  if (isNumber && step >= 0 && static_cast<std::size_t>(step) < lane.size()) {
    workbench.goTo(lane[static_cast<std::size_t>(step)]);
    return true;
  }
  fail(2, QStringLiteral("no step '%1'").arg(argument));
  return false;
}

bool ScriptDriver::performAction(const QString& name) {
  QAction* action = m_explorer.window().actions().find(name);
  if (!action || !action->isEnabled()) {
    fail(2,
         action ? QStringLiteral("the action '%1' is disabled").arg(name) : QStringLiteral("no action '%1'").arg(name));
    return false;
  }
  action->trigger();
  return !m_isOver;
}

bool ScriptDriver::write(const QString& path, const QByteArray& content) {
  QFile file(path);
  if (file.open(QIODevice::WriteOnly) && file.write(content) == content.size()) return true;
  fail(4, QStringLiteral("%1: cannot be written: %2").arg(path, file.errorString()));
  return false;
}

void ScriptDriver::fail(int exitCode, const QString& why) {
  if (m_isOver) return;
  m_isOver = true;
  m_problem = why;
  Q_EMIT finished(exitCode);
}

}  // namespace tasoscope
