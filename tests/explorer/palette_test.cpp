// Finding actions by a few letters, and the command palette over a window of its own.

#include <QAbstractItemModelTester>
#include <QLineEdit>
#include <QListView>
#include <QMainWindow>
#include <QtTest>

#include "actions/action_registry.h"
#include "palette/command_palette.h"
#include "palette/fuzzy.h"
#include "palette/palette_model.h"

using namespace tasoscope;

class PaletteTest : public QObject {
  Q_OBJECT

 private:
  struct Fixture {
    QMainWindow window;
    ActionRegistry actions;
    QLineEdit* elsewhere = new QLineEdit;
    QAction *open, *undo, *original;

    Fixture()
        : open(actions.add({"file.open", "&Open…", {QKeySequence("Ctrl+O")}, {}, "Opens a model", Needs::kNothing})),
          undo(actions.add({"edit.undo", "&Undo", {}, {}, "Takes back the last step"})),
          original(actions.add({"view.pairOriginal", "Compare with the &original", {}, {}, "Shows all steps"})) {
      window.setCentralWidget(elsewhere);
      window.resize(900, 700);
    }
  };

 private Q_SLOTS:
  void lettersMustOccurInOrder() {
    QVERIFY(fuzzyScore("cwo", "Compare with the original"));
    QVERIFY(!fuzzyScore("owc", "Compare with the original"));
    QVERIFY(!fuzzyScore("x", "Undo"));
    QCOMPARE(fuzzyScore("", "Undo"), std::optional<int>(0));
  }

  void startsOfWordsAndWholePartsCountMore() {
    QVERIFY(*fuzzyScore("or", "Compare with the original") > *fuzzyScore("or", "Export"));
    QVERIFY(*fuzzyScore("undo", "Undo") > *fuzzyScore("undo", "Bundle nodes on"));
    QVERIFY(*fuzzyScore("next step", "Next step") > *fuzzyScore("next step", "Next step that changed the cost"));
    QVERIFY(*fuzzyScore("REDO", "redo") == *fuzzyScore("redo", "Redo"));
  }

  void theModelOffersWhatCanBeDoneFirst() {
    Fixture fixture;
    PaletteModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    fixture.open->setEnabled(false);
    model.setActions(fixture.actions.all());
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(model.actionAt(model.index(2, 0)), fixture.open);
    QVERIFY(!(model.flags(model.index(2, 0)) & Qt::ItemIsEnabled));
    model.setPattern("orig");
    QCOMPARE(model.rowCount(), 1);
    QCOMPARE(model.index(0, 0).data().toString(), QString("Compare with the original"));
    model.setPattern("last step");  // only its help says so
    QCOMPARE(model.actionAt(model.index(0, 0)), fixture.undo);
  }

  void typingAndEnterDoesItAndTheFocusReturns() {
    Fixture fixture;
    CommandPalette palette(fixture.actions, &fixture.window);
    QSignalSpy triggered(fixture.undo, &QAction::triggered);
    fixture.window.show();
    QVERIFY(QTest::qWaitForWindowActive(&fixture.window));
    fixture.elsewhere->setFocus();
    palette.open();
    QVERIFY(palette.isVisible());
    QVERIFY(palette.field()->hasFocus());
    QTest::keyClicks(palette.field(), "und");
    QTest::keyClick(palette.field(), Qt::Key_Return);
    QCOMPARE(triggered.count(), 1);
    QVERIFY(!palette.isVisible());
    QVERIFY(fixture.elsewhere->hasFocus());
  }

  void arrowsChooseAndDisabledActionsCannotBeChosen() {
    Fixture fixture;
    CommandPalette palette(fixture.actions, &fixture.window);
    fixture.original->setEnabled(false);
    QSignalSpy undone(fixture.undo, &QAction::triggered), compared(fixture.original, &QAction::triggered);
    fixture.window.show();
    QVERIFY(QTest::qWaitForWindowActive(&fixture.window));
    palette.open();
    for (int i = 0; i < 5; ++i) QTest::keyClick(palette.field(), Qt::Key_Down);
    QTest::keyClick(palette.field(), Qt::Key_Return);
    QCOMPARE(undone.count(), 1);
    QCOMPARE(compared.count(), 0);
  }

  void escapeAndGoingElsewhereCloseIt() {
    Fixture fixture;
    CommandPalette palette(fixture.actions, &fixture.window);
    fixture.window.show();
    QVERIFY(QTest::qWaitForWindowActive(&fixture.window));
    palette.open();
    QTest::keyClick(palette.field(), Qt::Key_Escape);
    QVERIFY(!palette.isVisible());
    palette.open();
    fixture.elsewhere->setFocus(Qt::TabFocusReason);
    QTRY_VERIFY(!palette.isVisible());
  }
};

QTEST_MAIN(PaletteTest)
#include "palette_test.moc"
