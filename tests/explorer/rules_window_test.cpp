// Candidates, rules and searches in a real window: by keys and clicks, off-screen.

#include <QCheckBox>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QTreeView>
#include <QTreeWidget>
#include <QtTest>

#include "features/candidates_feature.h"
#include "open_window.h"
#include "panels/candidates_panel.h"
#include "panels/inspector_panel.h"
#include "panels/rule_card.h"
#include "panels/rule_drawing.h"
#include "panels/rule_window.h"
#include "panels/rules_panel.h"
#include "panels/search_panel.h"
#include "script/clipped_texts.h"
#include "stage/stage.h"
#include "views/models/rule_statistics_model.h"
#include "views/text/step_text.h"

using namespace tasoscope;

class RulesWindowTest : public QObject {
  Q_OBJECT

 private:
  std::unique_ptr<OpenWindow> m_open;

  const TrailView& trail() const { return m_open->workbench().trail(); }
  CandidatesPanel* panel() const { return m_open->parts().candidates; }
  QTreeView* list() const { return panel()->view(); }
  Canvas* canvas() const { return m_open->parts().stage->after(); }

  /// The first row of this kind, in the order of the list.
  QModelIndex rowOf(CandidateRow kind, const QModelIndex& parent = {}) const {
    const QAbstractItemModel* model = list()->model();
    for (int i = 0; i < model->rowCount(parent); ++i) {
      const QModelIndex row = model->index(i, 0, parent);
      if (row.data(CandidateModel::KindRole).toInt() == static_cast<int>(kind)) return row;
      if (const QModelIndex found = rowOf(kind, row); found.isValid()) return found;
    }
    return {};
  }

  QString statusText() const { return m_open->window.findChild<QLabel*>("searchStatus")->text(); }

 private Q_SLOTS:
  void init() {
    m_open = std::make_unique<OpenWindow>();
    QVERIFY(QTest::qWaitForWindowExposed(&m_open->window));
  }
  void cleanup() { m_open.reset(); }

  void whyARuleDoesNotFitIsAnsweredAtTheSelectedNodeFirst() {
    QVERIFY(m_open->openSample("taso-module"));
    m_open->parts().rules->select("merge-convolutions");
    QVERIFY(m_open->workbench().selectNamed("Add"));
    const auto selected = m_open->parts().stage->selectedKey();
    m_open->action("rule.whyNot")->trigger();
    QVERIFY(m_open->settle());
    auto* window = m_open->window.findChild<QDialog*>("whyNotWindow");
    QVERIFY(window && window->isVisible());
    auto* places = window->findChild<QTreeWidget*>("whyNotPlaces");
    QVERIFY(places->topLevelItemCount() > 1);
    QVERIFY(window->findChild<QLabel*>("whyNotAnswer")->text().contains("Add"));
    QCOMPARE(m_open->parts().stage->selectedKey(), selected);
    QTest::keyClick(places, Qt::Key_Down);
    QVERIFY(m_open->settle());
    QVERIFY(m_open->parts().stage->selectedKey() != selected);
    QVERIFY(!window->findChild<QLabel*>("whyNotSummary")->text().isEmpty());
    for (const ShownText& text : shownTexts(*window))
      QVERIFY2(!text.isClipped || text.where.contains("whyNotPlaces"), qPrintable(text.where + ": " + text.text));
    window->close();
  }

  void shiftEnterAppliesAtEveryPlaceThatIsTheSame() {
    QVERIFY(m_open->openSample("resnext50"));
    const QModelIndex folded = rowOf(CandidateRow::kAlike);
    QVERIFY(folded.isValid());
    list()->setCurrentIndex(folded);
    const auto places = panel()->previewed().size();
    QVERIFY(places > 1);
    list()->setFocus();
    QTest::keyClick(list(), Qt::Key_Return, Qt::ShiftModifier);
    QVERIFY(m_open->settle());
    QVERIFY2(trail().path().size() > 2, qPrintable(QStringLiteral("%1 of %2 places of %3")
                                                       .arg(trail().path().size() - 1)
                                                       .arg(places)
                                                       .arg(QString::fromStdString(trail().steps[1].rule))));
    QVERIFY(trail().path().size() <= places + 1);
    m_open->action("edit.undo")->trigger();
    QVERIFY(m_open->settle());
    QCOMPARE(trail().current, StepId{0});
  }

  void controlEnterBeginsABranch() {
    QVERIFY(m_open->openSample("taso-module"));
    QTest::keyClick(canvas(), Qt::Key_N);
    QTest::keyClick(canvas(), Qt::Key_A);
    QVERIFY(m_open->settle());
    QCOMPARE(trail().branches().size(), std::size_t{1});
    QTest::keyClick(canvas(), Qt::Key_N);
    list()->setFocus();
    QTest::keyClick(list(), Qt::Key_Return, Qt::ControlModifier);
    QVERIFY(m_open->settle());
    QCOMPARE(trail().branches().size(), std::size_t{2});
    QVERIFY(!trail().steps[trail().current].marks.name.empty());
  }

  void theFilterIsReachedByItsKeyAndNarrowsTheList() {
    QVERIFY(m_open->openSample("taso-module"));
    canvas()->setFocus();
    QTest::keyClick(canvas(), Qt::Key_R);
    auto* filter = m_open->window.findChild<QLineEdit*>("candidateFilter");
    QVERIFY(filter->hasFocus());
    QTest::keyClicks(filter, "enlarge");
    QVERIFY(list()->model()->rowCount() > 0);
    QTest::keyClick(filter, Qt::Key_Return);
    QVERIFY(list()->hasFocus());
    QVERIFY(panel()->current());
    QVERIFY(panel()->currentRule().contains("enlarge"));
    filter->setText("no such rule");
    QCOMPARE(list()->model()->rowCount(), 0);
  }

  void whatWasClosedStaysClosedWhenTheListIsNew() {
    QVERIFY(m_open->openSample("taso-module"));
    const QModelIndex outcome = list()->model()->index(0, 0);
    QVERIFY(list()->isExpanded(outcome));
    list()->collapse(outcome);
    m_open->workbench().setDevice("v100");
    m_open->workbench().setDevice("h100");
    QVERIFY(m_open->settle());
    QVERIFY(!list()->isExpanded(list()->model()->index(0, 0)));
  }

  void theMatchUnderTheCursorIsPreviewed() {
    QVERIFY(m_open->openSample("taso-module"));
    std::vector<std::shared_ptr<const CandidatePreview>> seen;
    connect(&m_open->workbench().feature<CandidatesFeature>(), &CandidatesFeature::previewed, this,
            [&](const std::shared_ptr<const CandidatePreview>& preview) { seen.push_back(preview); });
    QTest::keyClick(canvas(), Qt::Key_N);
    QVERIFY(m_open->settle());
    QCOMPARE(seen.size(), std::size_t{1});
    QCOMPARE(seen[0]->match, panel()->current()->match);
    QCOMPARE(seen[0]->added.nodes.size(), panel()->current()->added.size());
    list()->setCurrentIndex(list()->model()->index(0, 0));
    QCOMPARE(seen.size(), std::size_t{2});
    QVERIFY(!seen[1]);
  }

  void theContextMenuHasTheSameActions() {
    QVERIFY(m_open->openSample("taso-module"));
    QTest::keyClick(canvas(), Qt::Key_N);
    Q_EMIT list()->customContextMenuRequested(list()->visualRect(list()->currentIndex()).center());
    auto* menu = list()->findChild<QMenu*>();
    QVERIFY(menu && menu->isVisible());
    QVERIFY(menu->actions().contains(m_open->action("candidate.applyOnBranch")));
    QTest::keyClick(menu, Qt::Key_Escape);
  }

  void aMatchShowsTheCardOfItsRule() {
    QVERIFY(m_open->openSample("taso-module"));
    QTest::keyClick(canvas(), Qt::Key_N);
    m_open->action("rule.show")->trigger();
    const RuleCard* card = m_open->parts().rules->card();
    QCOMPARE(QString::fromStdString(card->rule()), panel()->currentRule());
    QVERIFY(card->isVisible());
    for (const ShownText& shown : shownTexts(*card)) QVERIFY2(!shown.isClipped, qPrintable(shown.text));
  }

  void aClickOnTheSmallDrawingOfARuleShowsItLarge() {
    QVERIFY(m_open->openSample("taso-module") && m_open->search());
    m_open->action("step.previous")->trigger();
    QVERIFY(m_open->settle());
    auto* small = m_open->parts().inspector->page()->findChild<RuleDrawing*>();
    QVERIFY(small && small->isVisible());
    QTest::mouseClick(small, Qt::LeftButton, {}, {20, 20});
    const auto* window = m_open->window.findChild<RuleWindow*>();
    QVERIFY(window && window->isVisible() && !window->isModal());
    const auto* large = window->findChild<RuleDrawing*>();
    QCOMPARE(large->rule().name, small->rule().name);
    QVERIFY(large->width() > small->width());
    m_open->action("rule.enlarge")->trigger();
    QCOMPARE(m_open->window.findChildren<RuleWindow*>().size(), 1);
  }

  void aRuleThatIsSwitchedOffLeavesTheListAndComesBack() {
    QVERIFY(m_open->openSample("taso-module"));
    const int all = panel()->model().candidateCount();
    QTest::keyClick(canvas(), Qt::Key_N);
    m_open->action("rule.show")->trigger();
    auto* use = m_open->window.findChild<QCheckBox*>("useRule");
    QVERIFY(use->isChecked());
    QTest::keyClick(use, Qt::Key_Space);
    QVERIFY(m_open->settle());
    QVERIFY(!use->isChecked());
    QVERIFY(panel()->model().candidateCount() < all);
    m_open->action("rule.use")->trigger();
    QVERIFY(m_open->settle());
    QVERIFY(use->isChecked());
    QCOMPARE(panel()->model().candidateCount(), all);
  }

  void aRuleIsTestedWhenAskedFor() {
    QVERIFY(m_open->openSample("taso-module"));
    m_open->parts().rules->select("merge-convolutions");
    m_open->action("rule.test")->trigger();
    QVERIFY(m_open->settle());
    const auto labels = m_open->parts().rules->card()->findChildren<QLabel*>();
    QVERIFY(
        std::ranges::any_of(labels, [](const QLabel* label) { return label->text().contains("both sides agree"); }));
  }

  void numericClassesAreAllowedByTheirActions() {
    QVERIFY(m_open->openSample("bert"));
    QVERIFY(m_open->action("search.exact")->isChecked());
    QVERIFY(!m_open->action("search.approximate")->isChecked());
    const int used = m_open->parts().rules->model().usedCount();
    m_open->action("search.approximate")->trigger();
    QVERIFY(m_open->settle());
    QVERIFY(m_open->action("search.approximate")->isChecked());
    QVERIFY(m_open->parts().rules->model().usedCount() > used);
  }

  void aStepOfTheSearchExpandsOneGraphAndPauses() {
    QVERIFY(m_open->openSample("taso-module"));
    canvas()->setFocus();
    QTest::keyClick(canvas(), Qt::Key_F8);
    QVERIFY(m_open->settle());
    QVERIFY(m_open->workbench().host().isSearching());
    QVERIFY(statusText().contains("1 expanded"));
    QTest::keyClick(canvas(), Qt::Key_F8);
    QTRY_VERIFY(statusText().contains("2 expanded"));
    QVERIFY(m_open->action("search.run")->text().contains("Continue"));
    m_open->action("search.stop")->trigger();
    QTRY_VERIFY(!m_open->workbench().host().isSearching());
    QVERIFY(statusText().contains("it was stopped"));
  }

  void aSearchShowsWhatEachRuleDidAndAClickItsCard() {
    QVERIFY(m_open->openSample("taso-module"));
    QVERIFY(m_open->search());
    QVERIFY(m_open->parts().search->statistics().rowCount() > 0);
    m_open->workbench().raiseTab(m_open->parts().search);
    auto* table = m_open->window.findChild<QTreeView*>("ruleStatistics");
    const QModelIndex first = table->model()->index(0, 0);
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(first).center());
    QCOMPARE(ruleWords(m_open->parts().rules->card()->rule()), first.data().toString());
    QVERIFY(m_open->parts().rules->isVisible());
  }
};

QTEST_MAIN(RulesWindowTest)
#include "rules_window_test.moc"
