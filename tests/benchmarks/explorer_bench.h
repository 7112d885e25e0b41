#pragma once
// What the benchmark of the explorer measures with: samples of two clocks, and a window that is worked without people.

#include <sys/resource.h>

#include <QAction>
#include <QApplication>
#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTimer>
#include <algorithm>
#include <cstdio>
#include <functional>
#include <vector>

#include "stage/stage.h"
#include "window/explorer.h"
#include "window/explorer_window.h"
#include "window/workbench.h"

namespace tasoscope {

constexpr qint64 kLongestWait = 120000;  // milliseconds

/// Milliseconds: what people wait, and what all threads of the program work meanwhile. The second is what a wait would
/// be, at most, on a machine that does nothing else.
struct Duration {
  double waited = 0, worked = 0;
};

class Stopwatch {
 public:
  Stopwatch() : m_worked(worked()) { m_timer.start(); }
  Duration elapsed() const { return {static_cast<double>(m_timer.nsecsElapsed()) / 1e6, worked() - m_worked}; }

 private:
  static double worked() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const auto milliseconds = [](const timeval& time) {
      return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_usec) / 1e3;
    };
    return milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime);
  }

  QElapsedTimer m_timer;
  double m_worked;
};

class Samples {
 public:
  Samples(QString what, double target) : m_what(std::move(what)), m_target(target) {}
  void add(Duration duration) {
    m_waited.push_back(duration.waited);
    m_worked.push_back(duration.worked);
  }

  static void printHeader() {
    std::printf("%-58s %8s %8s %8s   %9s\n", "milliseconds", "median", "95 %", "worst", "processor");
  }

  void print() const {
    if (m_waited.empty()) {
      std::printf("%-58s no sample\n", qPrintable(m_what));
      return;
    }
    const double nearlyAll = at(m_waited, 0.95);
    std::printf("%-58s %8.1f %8.1f %8.1f   %9.1f  of %6.0f ms  %s\n", qPrintable(m_what), at(m_waited, 0.5), nearlyAll,
                at(m_waited, 1), at(m_worked, 0.5), m_target, nearlyAll <= m_target ? "" : "missed");
    std::fflush(stdout);
  }

 private:
  static double at(std::vector<double> values, double share) {
    std::sort(values.begin(), values.end());
    return values[static_cast<std::size_t>(share * double(values.size() - 1))];
  }

  QString m_what;
  double m_target;
  std::vector<double> m_waited, m_worked;
};

inline bool waitFor(const std::function<bool()>& isDone) {
  QElapsedTimer timer;
  timer.start();
  while (!isDone()) {
    if (timer.elapsed() > kLongestWait) return false;
    QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);  // done by no loop here
  }
  return true;
}

/// A window with one model, opened and at rest.
class Bench {
 public:
  Bench() : m_settings(m_folder.path()), m_window(m_settings), m_explorer(m_window) {
    m_settings.setReducesMotion(true);
    m_window.resize(1600, 1000);
    m_window.show();
    // What waits for events wakes up regularly.
    m_tick.start(5);
  }

  Workbench& bench() { return *m_explorer.front(); }
  Stage& stage() { return *bench().parts().stage; }
  bool rest() {
    return waitFor([this] { return m_explorer.isIdle(); });
  }
  void act(const char* action) { m_window.actions().find(QString::fromLatin1(action))->trigger(); }

  /// Until the first picture is painted.
  Duration open(const QString& path) {
    const Stopwatch watch;
    m_explorer.openFile(path);
    Workbench* opened = m_explorer.workbenches().back();
    waitFor([&] { return !opened->parts().stage->after()->picture().isEmpty(); });
    opened->parts().stage->after()->repaint();
    return watch.elapsed();
  }

  /// Until the model is gone from memory.
  Duration close() {
    const Stopwatch watch;
    act("file.close");
    rest();
    return watch.elapsed();
  }

 private:
  QTemporaryDir m_folder;
  Settings m_settings;
  ExplorerWindow m_window;
  Explorer m_explorer;
  QTimer m_tick;
};

}  // namespace tasoscope
