// Preferences apply at once and are remembered; keys can be chosen, not twice in one place.

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QtTest>

#include "actions/action_registry.h"
#include "preferences/key_model.h"
#include "preferences/key_page.h"
#include "preferences/preferences_dialog.h"
#include "preferences/text_size.h"
#include "tensor/error.h"
#include "views/canvas/theme.h"
#include "views/text/text_scale.h"
#include "window/dark_palette.h"

using namespace tasoscope;

class PreferencesTest : public QObject {
  Q_OBJECT

 private:
  struct Fixture {
    QTemporaryDir folder;
    Settings settings{folder.path()};
    ActionRegistry actions;
    QAction *undo, *next, *comment, *note;
    Preferences preferences;

    Fixture()
        : undo(actions.add({"edit.undo", "&Undo", {QKeySequence("Ctrl+Z")}, {}, "Takes back"})),
          next(actions.addLocal({"step.next", "Next", {QKeySequence("PgDown"), QKeySequence("]")}, {}, "On"}, "stage")),
          comment(actions.addLocal({"view.labels", "Labels", {QKeySequence("L")}, {}, "Labels"}, "stage")),
          note(actions.addLocal({"step.note", "Note", {QKeySequence("L")}, {}, "Notes"}, "timeline")),
          preferences(settings, actions, nullptr) {}
  };

 private Q_SLOTS:
  void cleanup() { applyTextSize(100); }

  void settingsSurvive() {
    QTemporaryDir folder;
    {
      Settings settings(folder.path());
      settings.setLanguage("zh_CN");
      settings.setTextSize(150);
      settings.setReducesMotion(true);
      settings.setSearchDefaults({"taso", 50, 1.2});
      settings.setKeys({{"edit.undo", "Ctrl+U"}});
      settings.setLesson("first", 3, false);
    }
    const Settings settings(folder.path());
    QCOMPARE(settings.language(), QString("zh_CN"));
    QCOMPARE(settings.textSize(), 150);
    QVERIFY(settings.reducesMotion());
    QCOMPARE(settings.searchDefaults().strategy, QString("taso"));
    QCOMPARE(settings.searchDefaults().budget, 50);
    QCOMPARE(settings.keys().value("edit.undo"), QString("Ctrl+U"));
    QCOMPARE(settings.lessonStep("first"), 3);
    QVERIFY(!settings.isLessonFinished("first"));
  }

  void aChosenKeyTakesThePlaceOfTheProgramsOwn() {
    Fixture fixture;
    KeyMap& keys = fixture.preferences.keys();
    keys.setKeys(*fixture.undo, {QKeySequence("Ctrl+U")});
    QCOMPARE(fixture.undo->shortcuts(), QList<QKeySequence>{QKeySequence("Ctrl+U")});
    QVERIFY(fixture.undo->toolTip().contains("Ctrl+U"));
    QCOMPARE(fixture.settings.keys().value("edit.undo"), QString("Ctrl+U"));
    keys.reset(*fixture.undo);
    QCOMPARE(fixture.undo->shortcut(), QKeySequence("Ctrl+Z"));
    QVERIFY(fixture.settings.keys().isEmpty());
  }

  void keysMeetOnlyWhereBothWork() {
    Fixture fixture;
    const KeyMap& keys = fixture.preferences.keys();
    QVERIFY(keys.conflicts(*fixture.comment, QKeySequence("L")).empty());  // the timeline is another place
    QCOMPARE(keys.conflicts(*fixture.comment, QKeySequence("]")), std::vector<QAction*>{fixture.next});
    QCOMPARE(keys.conflicts(*fixture.comment, QKeySequence("Ctrl+Z")), std::vector<QAction*>{fixture.undo});
  }

  void aKeyOfAnotherActionIsNotTakenUnasked() {
    Fixture fixture;
    KeyPage page(fixture.actions, fixture.preferences.keys());
    page.choose("view.labels");
    page.setKey(QKeySequence("Ctrl+Z"));
    QVERIFY(page.message().contains("Undo"));
    QCOMPARE(fixture.undo->shortcut(), QKeySequence("Ctrl+Z"));
    page.setKey(QKeySequence("Ctrl+L"));
    QCOMPARE(fixture.comment->shortcut(), QKeySequence("Ctrl+L"));
    QVERIFY(page.message().isEmpty());
  }

  void lettersCanBeTurnedOffAndComeBack() {
    Fixture fixture;
    fixture.preferences.setUsesLetterKeys(false);
    QVERIFY(fixture.comment->shortcuts().isEmpty());
    QCOMPARE(fixture.next->shortcuts(), QList<QKeySequence>{QKeySequence("PgDown")});
    QCOMPARE(fixture.undo->shortcut(), QKeySequence("Ctrl+Z"));
    fixture.preferences.setUsesLetterKeys(true);
    QCOMPARE(fixture.next->shortcuts().size(), 2);
  }

  void keysTravelAsAFileAndOtherFilesAreRefused() {
    Fixture first, second;
    first.preferences.keys().setKeys(*first.undo, {QKeySequence("Ctrl+U")});
    second.preferences.keys().import(first.preferences.keys().exported(), "keys.json");
    QCOMPARE(second.undo->shortcut(), QKeySequence("Ctrl+U"));
    QVERIFY_THROWS_EXCEPTION(FileError, second.preferences.keys().import("[1, 2]", "other.json"));
    QCOMPARE(second.undo->shortcut(), QKeySequence("Ctrl+U"));
  }

  void theTableOfKeysFollows() {
    Fixture fixture;
    KeyModel model(fixture.actions, fixture.preferences.keys());
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(model.index(0, KeyModel::kKeys).data().toString(), QString("Ctrl+Z"));
    fixture.preferences.keys().setKeys(*fixture.undo, {});
    QCOMPARE(model.index(0, KeyModel::kKeys).data().toString(), QString());
  }

  void textGrowsAtOnceAlsoWhereASizeWasChosen() {
    QLabel plain("text"), chosen("text");
    QFont large = chosen.font();
    large.setPointSizeF(large.pointSizeF() * 2);
    chosen.setFont(large);
    plain.show();
    chosen.show();
    const int plainBefore = plain.sizeHint().width(), chosenBefore = chosen.sizeHint().width();
    applyTextSize(300);
    QCoreApplication::processEvents();
    QVERIFY(plain.sizeHint().width() > plainBefore * 2.5);
    QVERIFY(chosen.sizeHint().width() > chosenBefore * 2.5);
    QCOMPARE(scaled(10), 30);
    applyTextSize(100);
    QCoreApplication::processEvents();
    QCOMPARE(plain.sizeHint().width(), plainBefore);
  }

  void bothPalettesAreLegibleAndTheirFocusIsSeen() {
    for (const QPalette& palette : {lightPalette(), darkPalette()}) {
      const auto contrast = [&](QPalette::ColorRole a, QPalette::ColorRole b) {
        return contrastRatio(palette.color(QPalette::Active, a), palette.color(QPalette::Active, b));
      };
      QVERIFY(contrast(QPalette::WindowText, QPalette::Window) >= 4.5);
      QVERIFY(contrast(QPalette::Text, QPalette::Base) >= 4.5);
      QVERIFY(contrast(QPalette::Text, QPalette::AlternateBase) >= 4.5);
      QVERIFY(contrast(QPalette::ButtonText, QPalette::Button) >= 4.5);
      QVERIFY(contrast(QPalette::HighlightedText, QPalette::Highlight) >= 4.5);
      QVERIFY(contrast(QPalette::ToolTipText, QPalette::ToolTipBase) >= 4.5);
      QVERIFY(contrast(QPalette::Link, QPalette::Base) >= 4.5);
      QVERIFY(contrast(QPalette::PlaceholderText, QPalette::Base) >= 3);
      QVERIFY(contrast(QPalette::Highlight, QPalette::Base) >= 3);  // rows and rings that have the focus
    }
  }

  void everythingInTheDialogAppliesAtOnce() {
    Fixture fixture;
    PreferencesDialog dialog(fixture.preferences, fixture.actions);
    QSignalSpy appearance(&fixture.preferences, &Preferences::appearanceChosen);
    QSignalSpy device(&fixture.preferences, &Preferences::deviceChosen);
    const auto choose = [&](const char* name, int index) {
      auto* combo = dialog.findChild<QComboBox*>(name);
      combo->setCurrentIndex(index);
      Q_EMIT combo->activated(index);
    };
    choose("appearance", 2);
    QCOMPARE(fixture.settings.appearance(), Appearance::kDark);
    QCOMPARE(appearance.count(), 1);
    choose("language", 2);
    QCOMPARE(fixture.settings.language(), QString("zh_CN"));
    choose("defaultDevice", 0);
    QCOMPARE(device.count(), 1);
    dialog.findChild<QSpinBox*>("textSize")->setValue(200);
    QCOMPARE(textScale(), 2.0);
    dialog.findChild<QCheckBox*>("reducedMotion")->click();
    QVERIFY(fixture.settings.reducesMotion());
    dialog.findChild<QCheckBox*>("letterKeys")->click();
    QVERIFY(fixture.comment->shortcuts().isEmpty());
    dialog.findChild<QSpinBox*>("defaultBudget")->setValue(77);
    QCOMPARE(fixture.settings.searchDefaults().budget, 77);
  }
};

QTEST_MAIN(PreferencesTest)
#include "preferences_test.moc"
