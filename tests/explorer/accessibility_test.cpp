// What a screen reader finds in the window, asked through Qt's accessibility interfaces.

#include <QAccessible>
#include <QLineEdit>
#include <QTreeView>
#include <QtTest>

#include "open_window.h"
#include "panels/candidates_panel.h"
#include "stage/stage.h"
#include "views/canvas/canvas_accessible.h"
#include "window/announcer.h"
#include "window/habits.h"

using namespace tasoscope;

class AccessibilityTest : public QObject {
  Q_OBJECT

 private:
  std::unique_ptr<OpenWindow> m_open;

  QAccessibleInterface* canvas() const { return QAccessible::queryAccessibleInterface(m_open->parts().stage->after()); }
  static QString nameOf(QAccessibleInterface* interface) { return interface->text(QAccessible::Name); }
  int childWith(const QString& text) const {
    for (int i = 0; i < canvas()->childCount(); ++i) {
      if (nameOf(canvas()->child(i)).contains(text)) return i;
    }
    return -1;
  }
  bool step() {
    m_open->action("candidate.next")->trigger();
    m_open->action("candidate.apply")->trigger();
    return m_open->settle();
  }

 private Q_SLOTS:
  void initTestCase() {
    QAccessible::setActive(true);
    installCanvasAccessibility();
  }
  void init() {
    m_open = std::make_unique<OpenWindow>();
    QVERIFY(QTest::qWaitForWindowExposed(&m_open->window));
    QVERIFY(m_open->openSample("taso-module"));
  }
  void cleanup() { m_open.reset(); }

  void theCanvasListsEachVisibleNodeWithNameShapeAndCost() {
    QCOMPARE(canvas()->role(), QAccessible::List);
    QVERIFY(!nameOf(canvas()).isEmpty());
    QCOMPARE(canvas()->childCount(), int(m_open->parts().stage->after()->visibleBoxes().size()));
    const int conv = childWith("Conv");
    QVERIFY(conv >= 0);
    QAccessibleInterface* node = canvas()->child(conv);
    QVERIFY2(nameOf(node).contains("µs") || nameOf(node).contains("ms"), qPrintable(nameOf(node)));
    QVERIFY2(nameOf(node).contains("56"), qPrintable(nameOf(node)));
    QCOMPARE(canvas()->indexOfChild(node), conv);
    QCOMPARE(node->parent(), canvas());
    QVERIFY(!node->rect().isEmpty());
    QCOMPARE(canvas()->childAt(node->rect().center().x(), node->rect().center().y()), node);
    QVERIFY(node->state().selectable && !node->state().selected);
  }

  void aNodeIsSelectedAndFollowedThroughItsActions() {
    QAccessibleInterface* node = canvas()->child(childWith("Conv"));
    QAccessibleActionInterface* actions = node->actionInterface();
    QVERIFY(actions);
    const QStringList names = actions->actionNames();
    actions->doAction(names.front());
    QVERIFY(node->state().selected);
    const auto first = m_open->parts().stage->selectedKey();
    QVERIFY(first);
    const auto consumer =
        std::find_if(names.begin(), names.end(), [](const QString& name) { return name.contains("consumer"); });
    QVERIFY(consumer != names.end());
    actions->doAction(*consumer);
    QVERIFY(m_open->parts().stage->selectedKey() != first);
    QVERIFY(!node->state().selected);
  }

  void theFocusFollowsTheArrowKeys() {
    m_open->window.activateWindow();
    Canvas* pane = m_open->parts().stage->after();
    pane->setFocus();
    QTest::keyClick(pane, Qt::Key_Down);
    QAccessibleInterface* focused = canvas()->focusChild();
    QVERIFY(focused);
    QVERIFY(focused->state().selected);
    const QString before = nameOf(focused);
    QTest::keyClick(pane, Qt::Key_Down);
    QVERIFY(canvas()->focusChild() && nameOf(canvas()->focusChild()) != before);
  }

  void whatAStepDidIsInTheNames() {
    QVERIFY(step());
    QVERIFY(childWith("added") >= 0);
  }

  void stepsVerdictsAndErrorsAreAnnounced() {
    QSignalSpy said(m_open->window.parts().announcer, &Announcer::said);
    QVERIFY(step());
    QCOMPARE(said.count(), 1);
    const QString sentence = said.takeFirst().front().toString();
    QVERIFY2(sentence.startsWith("step 1") && sentence.contains("slower"), qPrintable(sentence));
    QCOMPARE(nameOf(QAccessible::queryAccessibleInterface(m_open->window.findChild<QWidget*>("costs"))), sentence);
    m_open->action("edit.undo")->trigger();
    QVERIFY(m_open->settle());
    QVERIFY(said.takeFirst().front().toString().contains("as loaded"));
    QVERIFY(m_open->search());
    QStringList sentences;
    for (const auto& call : said) sentences << call.front().toString();
    QVERIFY2(!sentences.filter("faster").isEmpty(), qPrintable(sentences.join('\n')));
    said.clear();
    m_open->explorer.openFile("/no/such/model.onnx");
    QVERIFY(m_open->settle());
    const auto isError = [](const QList<QVariant>& call) {
      return call.front().toString().contains("/no/such/model.onnx");
    };
    QTRY_VERIFY(std::any_of(said.begin(), said.end(), isError));
  }

  void everythingThatTakesTheKeyboardHasAName() {
    QStringList nameless;
    for (QWidget* widget : m_open->window.findChildren<QWidget*>()) {
      const bool isReached = widget->isVisible() && widget->isEnabled() && (widget->focusPolicy() & Qt::TabFocus);
      if (!isReached) continue;
      QAccessibleInterface* interface = QAccessible::queryAccessibleInterface(widget);
      if (interface && nameOf(interface).isEmpty())
        nameless << QString("%1 %2").arg(widget->metaObject()->className(), widget->objectName());
    }
    QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(", ")));
  }

  void tabGoesAroundAndIsTrappedNowhere() {
    m_open->window.activateWindow();
    QWidget* start = m_open->parts().stage->after();
    start->setFocus();
    QSet<QWidget*> seen;
    bool isBack = false;
    for (int i = 0; i < 200 && !isBack; ++i) {
      QWidget* here = QApplication::focusWidget();
      QVERIFY(here);
      seen.insert(here);
      QTest::keyClick(here, Qt::Key_Tab);
      QVERIFY2(
          QApplication::focusWidget() != here,
          qPrintable(QString("%1 %2 in %3 %4")
                         .arg(here->metaObject()->className(), here->objectName())
                         .arg(here->parentWidget()->metaObject()->className(), here->parentWidget()->objectName())));
      isBack = QApplication::focusWidget() == start;
    }
    QVERIFY(isBack);
    QVERIFY(seen.size() > 5);
    QVERIFY(seen.contains(m_open->parts().candidates->view()));
  }

  void theCardOfALessonCanBeReachedByKeyAndIsRead() {
    QSignalSpy said(m_open->window.parts().announcer, &Announcer::said);
    Learning& learning = m_open->explorer.habits().learning();
    learning.start(builtInLessons().front());
    QTRY_VERIFY_WITH_TIMEOUT(learning.card()->isVisible(), 60000);
    QVERIFY(!said.isEmpty());
    QVERIFY(learning.card()->text().contains(said.last().front().toString()));
    m_open->window.activateWindow();
    m_open->parts().stage->after()->setFocus();
    bool isReached = false;
    for (int i = 0; i < 6 && !isReached; ++i) {
      QTest::keyClick(&m_open->window, Qt::Key_F6);
      isReached = learning.card()->isAncestorOf(QApplication::focusWidget());
    }
    QVERIFY(isReached);
  }
};

QTEST_MAIN(AccessibilityTest)
#include "accessibility_test.moc"
