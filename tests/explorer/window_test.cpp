// The window as a person uses it, on the module of TASO's README: real clicks and keys, off-screen.

#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QStatusBar>
#include <QStatusTipEvent>
#include <QToolBar>
#include <QTreeView>
#include <QtTest>

#include "features/export_feature.h"
#include "open_window.h"
#include "panels/candidates_panel.h"
#include "panels/inspector_panel.h"
#include "panels/nodes_panel.h"
#include "panels/steps_panel.h"
#include "script/clipped_texts.h"
#include "stage/stage.h"
#include "start/sample_card.h"
#include "start/start_page.h"
#include "window/message_bar.h"
#include "window/status_line.h"

using namespace tasoscope;

class WindowTest : public QObject {
  Q_OBJECT

 private:
  std::unique_ptr<OpenWindow> m_open;

  const TrailView& trail() const { return m_open->workbench().trail(); }

  bool hasState(const Canvas* canvas, DiffState state) const {
    const auto& boxes = canvas->picture().boxes;
    return std::any_of(boxes.begin(), boxes.end(), [&](const PictureBox& box) { return box.state == state; });
  }

 private Q_SLOTS:
  void init() {
    m_open = std::make_unique<OpenWindow>();
    QVERIFY(QTest::qWaitForWindowExposed(&m_open->window));
  }
  void cleanup() { m_open.reset(); }

  void theStartPageOffersTheSamplesAndTheFirstIsTheModule() {
    const auto& cards = m_open->window.parts().start->cards();
    QVERIFY(cards.size() >= 12);
    QCOMPARE(cards.front()->name(), QString("taso-module"));
    for (const SampleCard* card : cards) QVERIFY(!card->accessibleDescription().isEmpty());
  }

  void theCardsTellWhatTheSamplesCostBeforeAndAfterASearch() {
    const std::map<QString, SampleCosts> recorded = recordedSampleCosts();
    for (const SampleCard* card : m_open->window.parts().start->cards()) {
      QVERIFY2(!card->costs().isEmpty(), qPrintable(card->name()));
      QVERIFY(card->accessibleDescription().contains("h100"));
    }
    // make_sample_pictures.cpp makes the record anew where rules and prices have moved away from it.
    const auto isClose = [](std::int64_t told, std::int64_t now) { return std::abs(told - now) * 20 <= now; };
    for (const char* name : {"taso-module", "resnext50", "bert"}) {
      const auto session = Session::openZoo(name, {});
      const SearchResult result = session->search("auto", SearchLimits());
      QVERIFY2(isClose(recorded.at(name).before, result.initial.picoseconds), name);
      QVERIFY2(isClose(recorded.at(name).after, result.best.picoseconds), name);
    }
  }

  void aClickOnASampleOpensIt() {
    QTest::mouseClick(m_open->window.parts().start->cards().front(), Qt::LeftButton);
    QVERIFY(m_open->settle());
    QVERIFY(m_open->window.isStageShown());
    QVERIFY(m_open->parts().stage->after()->picture().boxes.size() >= 4);
    QCOMPARE(m_open->parts().stage->panes().size(), std::size_t{1});
    QVERIFY(m_open->parts().candidates->model().candidateCount() > 0);
    QCOMPARE(m_open->window.parts().message->kind(), MessageKind::kHint);
  }

  void movingThroughTheCandidatesOutlinesThemAndEnterApplies() {
    QVERIFY(m_open->openSample("taso-module"));
    QTreeView* list = m_open->parts().candidates->view();
    list->setFocus();
    list->setCurrentIndex({});
    const QImage before = m_open->parts().stage->after()->grab().toImage();
    QTest::keyClick(list, Qt::Key_Down);  // the first outcome
    QTest::keyClick(list, Qt::Key_Down);  // its first rule
    QVERIFY(!m_open->parts().candidates->current());
    QVERIFY(m_open->parts().stage->after()->grab().toImage() != before);
    QTest::keyClick(list, Qt::Key_Down);  // its best match
    QVERIFY(m_open->parts().candidates->current());
    QVERIFY(m_open->parts().stage->after()->grab().toImage() != before);
    QCOMPARE(trail().current, StepId{0});
    QTest::keyClick(list, Qt::Key_Return);
    QVERIFY(m_open->settle());
    QVERIFY(trail().current != 0);
    QCOMPARE(m_open->parts().stage->panes().size(), std::size_t{2});
    QVERIFY(hasState(m_open->parts().stage->before(), DiffState::kRemoved));
    QVERIFY(hasState(m_open->parts().stage->after(), DiffState::kAdded));
  }

  void undoAndRedoByKeysReturnToTheSameCosts() {
    QVERIFY(m_open->openSample("taso-module"));
    const Price original = trail().steps[0].price;
    m_open->parts().candidates->move(1);
    m_open->action("candidate.apply")->trigger();
    QVERIFY(m_open->settle());
    const Price applied = trail().steps[trail().current].price;
    QTest::keyClick(m_open->parts().stage->after(), Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(m_open->settle());
    QCOMPARE(trail().current, StepId{0});
    QVERIFY(trail().steps[0].price == original);
    QVERIFY(!m_open->action("edit.undo")->isEnabled());
    QTest::keyClick(m_open->parts().stage->after(), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(m_open->settle());
    QVERIFY(trail().current != 0);
    QVERIFY(trail().steps[trail().current].price == applied);
  }

  void aSearchMakesStepsThatCanBeWalked() {
    QVERIFY(m_open->openSample("taso-module"));
    QVERIFY(m_open->search());
    QVERIFY(trail().steps.size() >= 2);
    QCOMPARE(m_open->window.parts().message->kind(), MessageKind::kVerdict);
    QVERIFY(m_open->window.parts().message->text().contains("faster"));
    QVERIFY(m_open->action("view.pairOriginal")->isChecked());
    const StepId last = trail().current;
    m_open->parts().stage->after()->setFocus();
    QTest::keyClick(m_open->parts().stage->after(), Qt::Key_PageUp);
    QVERIFY(m_open->settle());
    QCOMPARE(trail().current, trail().steps[last].parent);
    QVERIFY(m_open->action("view.pairPrevious")->isChecked());
    m_open->action("step.next")->trigger();
    QVERIFY(m_open->settle());
    QCOMPARE(trail().current, last);
    m_open->action("step.first")->trigger();
    QVERIFY(m_open->settle());
    QCOMPARE(trail().current, StepId{0});
  }

  void choosingAStepInTheTableGoesThere() {
    QVERIFY(m_open->openSample("taso-module"));
    QVERIFY(m_open->search());
    QTreeView* table = m_open->parts().steps->view();
    table->setCurrentIndex(table->model()->index(0, 0));
    QVERIFY(m_open->settle());
    QCOMPARE(trail().current, StepId{0});
  }

  void theInspectorShowsWhatIsSelected() {
    QVERIFY(m_open->openSample("taso-module"));
    const Canvas* canvas = m_open->parts().stage->after();
    m_open->action("view.fit")->trigger();
    int box = -1;
    for (const int i : canvas->visibleBoxes()) {
      if (canvas->picture().boxes[std::size_t(i)].shape == BoxShape::kOperator) box = i;
    }
    QVERIFY(box >= 0);
    QTest::mouseClick(m_open->parts().stage->after(), Qt::LeftButton, {}, canvas->widgetRect(box).center().toPoint());
    const auto& sections = m_open->parts().inspector->model().sections();
    QVERIFY(sections.size() >= 3);
    QCOMPARE(sections[0].rows[0].value, canvas->picture().boxes[std::size_t(box)].title);
    QVERIFY(m_open->parts().nodes->view()->currentIndex().isValid());
  }

  void findGoesToANodeByItsOperator() {
    QVERIFY(m_open->openSample("taso-module"));
    QTest::keyClick(m_open->parts().stage->after(), Qt::Key_F, Qt::ControlModifier);
    auto* field = m_open->window.findChild<QLineEdit*>("findField");
    QVERIFY(field && field->isVisible());
    QTest::keyClicks(field, "conv");
    const auto first = m_open->parts().stage->selectedKey();
    QVERIFY(first);
    QTest::keyClick(&m_open->window, Qt::Key_F3);
    QVERIFY(m_open->parts().stage->selectedKey() != first);
  }

  void anotherDevicePricesAnew() {
    QVERIFY(m_open->openSample("taso-module"));
    const Price before = trail().steps[0].price;
    auto* chooser = m_open->window.parts().device;
    const int other = chooser->findData("t4");
    QVERIFY(other >= 0);
    chooser->setCurrentIndex(other);
    Q_EMIT chooser->activated(other);
    QVERIFY(m_open->settle());
    QVERIFY(trail().steps[0].price != before);
    QCOMPARE(m_open->settings.device(), QString("t4"));
  }

  void aFileThatCannotBeReadIsSaidInWordsAndNothingElseHappens() {
    QVERIFY(m_open->openSample("taso-module"));
    m_open->explorer.openFile("/no/such/model.onnx");
    QVERIFY(m_open->settle());
    QCOMPARE(m_open->window.parts().message->kind(), MessageKind::kError);
    QVERIFY(m_open->window.parts().message->text().contains("/no/such/model.onnx"));
    QVERIFY(m_open->parts().stage->after()->picture().boxes.size() >= 4);
  }

  void anExportedModelOpensAgainAndIsRemembered() {
    QVERIFY(m_open->openSample("taso-module"));
    QVERIFY(m_open->search());
    const Price best = trail().steps[trail().current].price;
    const QString path = m_open->folder.filePath("out.onnx");
    m_open->workbench().feature<ExportFeature>().exportTo(path);
    QVERIFY(m_open->settle());
    QVERIFY2(QFileInfo::exists(path), qPrintable(m_open->window.parts().message->text()));
    m_open->explorer.openFile(path);
    QVERIFY(m_open->settle());
    QCOMPARE(trail().steps[0].price.picoseconds, best.picoseconds);
    QCOMPARE(m_open->settings.recentFiles(), QStringList{path});
  }

  void aDroppedFileIsOpened() {
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile("/no/such/dropped.onnx")});
    QDragEnterEvent enter(QPoint(200, 200), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&m_open->window, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop(QPointF(200, 200), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&m_open->window, &drop);
    QVERIFY(m_open->settle());
    QVERIFY(m_open->window.parts().message->text().contains("dropped.onnx"));
  }

  void everyModelHasATabOfItsOwnWithItsTrailAndItsMessage() {
    QVERIFY(m_open->openSample("taso-module"));
    QVERIFY(m_open->search());
    const QString verdict = m_open->window.parts().message->text();
    const StepId last = trail().current;
    QVERIFY(m_open->openSample("squeezenet"));
    QCOMPARE(m_open->explorer.workbenches().size(), std::size_t{2});
    QCOMPARE(trail().current, StepId{0});
    QVERIFY(!m_open->action("edit.undo")->isEnabled());
    QVERIFY(m_open->window.parts().message->text() != verdict);
    m_open->action("file.nextModel")->trigger();
    QCOMPARE(m_open->workbench().model().name, QString("taso-module"));
    QCOMPARE(trail().current, last);
    QVERIFY(m_open->action("edit.undo")->isEnabled());
    QCOMPARE(m_open->window.parts().message->text(), verdict);
  }

  void aModelThatIsOpenAlreadyIsBroughtToTheFront() {
    QVERIFY(m_open->openSample("taso-module"));
    QVERIFY(m_open->openSample("squeezenet"));
    QVERIFY(m_open->openSample("taso-module"));
    QCOMPARE(m_open->explorer.workbenches().size(), std::size_t{2});
    QCOMPARE(m_open->workbench().model().name, QString("taso-module"));
    m_open->action("file.close")->trigger();
    QVERIFY(m_open->settle());
    QCOMPARE(m_open->workbench().model().name, QString("squeezenet"));
    QVERIFY(m_open->window.isStageShown());
  }

  void closingTheModelShowsTheStartPage() {
    QVERIFY(m_open->openSample("taso-module"));
    m_open->action("file.close")->trigger();
    QVERIFY(m_open->settle());
    QVERIFY(!m_open->window.isStageShown());
    QVERIFY(!m_open->action("search.run")->isEnabled());
  }

  void theDocksLieBesideEachOtherInASmallWindow() {
    QVERIFY(m_open->openSample("taso-module") && m_open->search());
    for (const QSize size : {QSize(1024, 700), QSize(1400, 900), QSize(1024, 700)}) {
      m_open->window.resize(size);
      QTest::qWait(50);
      const auto docks = m_open->window.findChildren<QDockWidget*>();
      for (const QDockWidget* a : docks) {
        QVERIFY(m_open->window.rect().contains(a->geometry()));
        for (const QDockWidget* b : docks)
          QVERIFY2(a == b || !a->geometry().intersects(b->geometry()), qPrintable(a->objectName() + b->objectName()));
      }
      QVERIFY(m_open->parts().stage->width() >= 400);
    }
  }

  void headersGiveBackTheRoomThatANarrowWindowMadeThemTake() {
    QVERIFY(m_open->openSample("taso-module") && m_open->search());
    const auto* header = m_open->parts().stage->findChild<QLabel*>("paneHeader");
    QTest::qWait(50);
    const int before = header->height();
    m_open->window.resize(900, 700);
    QTest::qWait(50);
    QVERIFY(header->height() > before);
    m_open->window.resize(1400, 900);
    QTest::qWait(50);
    QCOMPARE(header->height(), before);
  }

  void theCostsStayInSightWhileThePointerIsOnATool() {
    QVERIFY(m_open->openSample("taso-module"));
    QStatusTipEvent tip(m_open->action("edit.undo")->statusTip());
    QApplication::sendEvent(m_open->window.findChild<QToolBar*>("tools"), &tip);
    QVERIFY(m_open->window.parts().status->isVisible());
    QCOMPARE(m_open->window.statusBar()->currentMessage(), QString());
  }

  void noTextIsCut() {
    QVERIFY(m_open->openSample("taso-module"));
    QVERIFY(m_open->search());
    QApplication::processEvents();
    const auto texts = shownTexts(m_open->window);
    QVERIFY(texts.size() > 20);
    for (const ShownText& text : texts) QVERIFY2(!text.isClipped, qPrintable(text.where + ": " + text.text));
  }

  void noTwoActionsShareAKeyInOnePlace() {
    QMap<QString, QString> keys;
    for (const QAction* action : m_open->window.actions().all()) {
      for (const QKeySequence& key : action->shortcuts()) {
        const QString text = key.toString();
        QVERIFY2(!keys.contains(text), qPrintable(text + ": " + keys.value(text) + " and " + action->objectName()));
        keys.insert(text, action->objectName());
      }
    }
    QVERIFY(keys.size() > 25);
  }

  void lettersAndPagingKeysWorkOnTheStageOnly() {
    for (const QAction* action : m_open->window.actions().all()) {
      for (const QKeySequence& key : action->shortcuts()) {
        if (key.count() != 1 || key[0].keyboardModifiers() != Qt::NoModifier) continue;
        const int code = key[0].key();
        // No list is searched for a question mark.
        const bool isLetter = code < Qt::Key_Escape && code != Qt::Key_Question;
        const bool isForLists = isLetter || (code >= Qt::Key_Home && code <= Qt::Key_PageDown);
        if (isForLists) QCOMPARE(action->shortcutContext(), Qt::WidgetWithChildrenShortcut);
      }
    }
  }

  void everyActionHasATextAndAHelp() {
    for (const QAction* action : m_open->window.actions().all()) {
      QVERIFY2(!action->text().isEmpty() && !action->statusTip().isEmpty(), qPrintable(action->objectName()));
    }
  }

  void f6GoesAroundThePanes() {
    QVERIFY(m_open->openSample("taso-module"));
    m_open->window.activateWindow();
    m_open->parts().stage->after()->setFocus();
    QSet<QWidget*> seen;
    for (int i = 0; i < 4; ++i) {
      QTest::keyClick(&m_open->window, Qt::Key_F6);
      seen.insert(m_open->window.focusWidget());
    }
    QCOMPARE(seen.size(), 4);
    QVERIFY(seen.contains(m_open->parts().stage->after()));
  }
};

QTEST_MAIN(WindowTest)
#include "window_test.moc"
