// Random actions, keys and clicks must neither end the program nor leave it in a state that contradicts itself.
// usage: monkey_test [--long] [--seed N]: 1,000 actions with seed 7, or 10,000 with another each time; the seed is
// printed, and can be given.

#include <QDialog>
#include <QFileDialog>
#include <QLineEdit>
#include <QMenu>
#include <QtTest>
#include <cstdio>
#include <optional>
#include <random>

#include "open_window.h"
#include "panels/steps_panel.h"
#include "stage/stage.h"
#include "window/habits.h"

using namespace tasoscope;

namespace {

int actionCount = 1000;
std::optional<unsigned> givenSeed;

}  // namespace

class MonkeyTest : public QObject {
  Q_OBJECT

 private:
  std::mt19937 m_random;
  QStringList m_done;

  int any(int count) { return std::uniform_int_distribution<int>(0, count - 1)(m_random); }

  void useAnAction(OpenWindow& open) {
    std::vector<QAction*> possible;
    for (QAction* action : open.window.actions().all()) {
      if (action->isEnabled() && action->objectName() != "file.quit") possible.push_back(action);
    }
    QAction* action = possible[std::size_t(any(int(possible.size())))];
    m_done << action->objectName();
    action->trigger();
  }

  void pressAKey(OpenWindow& open) {
    static const Qt::Key keys[] = {Qt::Key_Up,       Qt::Key_Down,   Qt::Key_Left,   Qt::Key_Right,
                                   Qt::Key_Tab,      Qt::Key_Return, Qt::Key_Escape, Qt::Key_Home,
                                   Qt::Key_PageDown, Qt::Key_Space,  Qt::Key_A,      Qt::Key_N};
    static const Qt::KeyboardModifiers modifiers[] = {Qt::NoModifier, Qt::NoModifier, Qt::ShiftModifier,
                                                      Qt::ControlModifier};
    QWidget* focus = QApplication::focusWidget() ? QApplication::focusWidget() : &open.window;
    if (qobject_cast<QFileDialog*>(focus->window())) return;  // it asks questions of its own
    const Qt::Key key = keys[any(int(std::size(keys)))];
    const Qt::KeyboardModifiers modifier = modifiers[any(int(std::size(modifiers)))];
    m_done << QKeySequence(key | modifier).toString();
    QTest::keyClick(focus, key, modifier);
  }

  void clickSomewhere(OpenWindow& open) {
    if (!open.explorer.front()) return;
    Canvas* canvas = open.parts().stage->activePane();
    if (canvas->width() < 2 || canvas->height() < 2) return;
    const QPoint place(any(canvas->width()), any(canvas->height()));
    m_done << QString("click %1,%2").arg(place.x()).arg(place.y());
    QTest::mouseClick(canvas, Qt::LeftButton, {}, place);
  }

  static void closeDialogs() {
    for (QWidget* widget : QApplication::topLevelWidgets()) {
      if (qobject_cast<QDialog*>(widget) || qobject_cast<QMenu*>(widget)) widget->close();
    }
  }

  /// What must hold whatever was done.
  static void check(OpenWindow& open) {
    Workbench* front = open.explorer.front();
    QCOMPARE(open.window.isStageShown(), front != nullptr);
    if (!front || !front->isOpen() || front->trail().steps.empty()) return;
    const TrailView& trail = front->trail();
    QVERIFY(trail.current < trail.steps.size());
    if (front->parts().stage->pair().afterStep != trail.current) {  // drawing was cancelled
      open.action("view.redraw")->trigger();
      QVERIFY(open.settle());
    }
    QCOMPARE(front->parts().stage->pair().afterStep, trail.current);
    QVERIFY(!front->parts().stage->panes().empty());
    QCOMPARE(open.action("edit.undo")->isEnabled(), front->canStep() && trail.canUndo);
    for (const StepView& step : trail.steps) QVERIFY(step.price.picoseconds > 0);
  }

 private Q_SLOTS:
  void aThousandRandomActionsDoNoHarm() {
    const unsigned seed = givenSeed.value_or(actionCount > 1000 ? std::random_device()() : 7);
    std::printf("seed %u, %d actions\n", seed, actionCount);
    std::fflush(stdout);
    m_random.seed(seed);
    OpenWindow open;
    QVERIFY(open.openSample("taso-module"));
    for (int i = 0; i < actionCount; ++i) {
      const int kind = any(10);
      if (kind < 7)
        useAnAction(open);
      else if (kind < 9)
        pressAKey(open);
      else
        clickSomewhere(open);
      if (any(3) == 0) QCoreApplication::processEvents();
      if (any(8) == 0) closeDialogs();
      if (open.explorer.workbenches().size() > 3) open.action("file.close")->trigger();
      if (i % 20 == 19) {
        closeDialogs();
        for (const char* stop : {"search.stop", "job.cancel"}) open.action(stop)->trigger();  // a search may be paused
        QVERIFY2(open.settle(),
                 qPrintable("after " + m_done.mid(std::max<qsizetype>(0, m_done.size() - 20)).join(", ")));
        check(open);
        if (QTest::currentTestFailed()) {
          qWarning("after %s", qPrintable(m_done.mid(std::max<qsizetype>(0, m_done.size() - 40)).join(", ")));
          return;
        }
        if (!open.explorer.front()) QVERIFY(open.openSample("taso-module"));
      }
    }
  }
};

int main(int argc, char** argv) {
  QApplication application(argc, argv);
  QStringList rest;
  const QStringList arguments = QApplication::arguments();
  for (int i = 0; i < arguments.size(); ++i) {
    if (arguments[i] == "--long")
      actionCount = 10000;
    else if (arguments[i] == "--seed" && i + 1 < arguments.size())
      givenSeed = arguments[++i].toUInt();
    else
      rest << arguments[i];
  }
  MonkeyTest test;
  return QTest::qExec(&test, rest);
}
#include "monkey_test.moc"
