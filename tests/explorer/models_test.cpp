// The item models, under Qt's own model tester, and the words for costs.

#include <QAbstractItemModelTester>
#include <QtTest>

#include "views/models/candidate_model.h"
#include "views/models/node_model.h"
#include "views/models/properties.h"
#include "views/models/property_model.h"
#include "views/models/rule_model.h"
#include "views/models/rule_statistics_model.h"
#include "views/models/step_model.h"
#include "views/text/cost_text.h"
#include "views/text/step_text.h"

using namespace tasoscope;

class ModelsTest : public QObject {
  Q_OBJECT

 private:
  static StepView makeStep(StepId id, StepId parent, std::int64_t delta, std::int64_t cost) {
    StepView step;
    step.id = id;
    step.parent = parent;
    step.rule = id == 0 ? "" : "rule-" + std::to_string(id);
    step.delta = delta;
    step.price.picoseconds = cost;
    step.by = "hand";
    return step;
  }

  /// 0 - 1 - 2 - 4, and 3 as another child of 1.
  static TrailView branchedTrail(StepId current) {
    TrailView trail;
    trail.steps = {makeStep(0, 0, 0, 100), makeStep(1, 0, -10, 90), makeStep(2, 1, 5, 95), makeStep(3, 1, -1, 89),
                   makeStep(4, 2, -20, 75)};
    trail.current = current;
    return trail;
  }

  static CandidateView candidate(MatchId match, std::int64_t delta, std::string rule) {
    CandidateView view;
    view.match = view.like = match;
    view.delta = delta;
    view.rule = std::move(rule);
    view.place = "conv1, conv2";
    return view;
  }

  static RuleView ruleView(std::string name, std::string family) {
    RuleView view;
    view.rule.name = std::move(name);
    view.rule.family = std::move(family);
    return view;
  }

  static std::shared_ptr<GraphView> twoNodes() {
    auto graph = std::make_shared<GraphView>();
    for (std::uint32_t i = 0; i < 2; ++i) {
      NodeView node;
      node.op = OpId{i};
      node.name = "node" + std::to_string(i);
      node.operatorName = "Conv";
      node.attributes = {{"group", "1"}};
      node.picoseconds = 25 * (i + 1);
      TensorView output;
      output.tensor = TensorId{i};
      output.type = "float32 1x64x56x56";
      node.outputs.push_back(output);
      graph->nodes.push_back(node);
    }
    graph->price.picoseconds = 75;
    return graph;
  }

 private Q_SLOTS:
  void changesAreWrittenWithSignShareAndWord() {
    const QString nbsp(1, QChar(QChar::Nbsp)), minus(1, QChar(0x2212));
    QCOMPARE(changeText(-120'000'000, 3'870'000'000),
             minus + "0.120" + nbsp + "ms (" + minus + "3.1" + nbsp + "%) \u25bc" + nbsp + "faster");
    QCOMPARE(changeText(41'300'000, 413'000'000),
             "+41.3" + nbsp + "\u00b5s (+10" + nbsp + "%) \u25b2" + nbsp + "slower");
    QCOMPARE(changeText(0, 100), QString("no change"));
    QVERIFY(!changeText(-5'000'000, 0).contains('%'));
    QVERIFY(changeText(-5'000'000, 100'000'000, 6'000'000).endsWith("within noise"));
    QVERIFY(changeText(-7'000'000, 100'000'000, 6'000'000).endsWith("faster"));
  }

  void aTotalTellsWhereItComesFrom() {
    auto graph = twoNodes();
    QCOMPARE(mixText(mixOf(*graph)), QString("\u25cb estimated"));
    graph->nodes.change(0, [](NodeView& node) { node.provenance = Provenance::kMeasured; });
    QCOMPARE(mixText(mixOf(*graph)), QString("\u25cf 1 measured here, \u25cb 1 estimated"));
    graph->nodes.change(1, [](NodeView& node) { node.isCostUnknown = true; });
    QVERIFY(mixText(mixOf(*graph)).startsWith("\u25cf measured here, ? 1 op"));
    QCOMPARE(scopeText("h100"), QString("sum of kernels on h100"));
  }

  void theStepsOfOtherBranchesFollowTheWalkAndAreNamedByTheirBranch() {
    StepModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const auto label = [&](int row) { return model.index(row, StepModel::NumberColumn).data().toString(); };
    model.setTrail(branchedTrail(3));
    QCOMPARE(model.walk(), (std::vector<StepId>{0, 1, 3}));
    QCOMPARE(model.rowCount(), 5);
    QCOMPARE(model.rowOf(4), 4);
    QCOMPARE(label(2), QString("2b"));
    QCOMPARE(label(3), QString("2"));
    QCOMPARE(label(4), QString("3"));
    QVERIFY(model.index(3, StepModel::ChangeColumn).data().toString().contains("slower"));
    model.setTrail({});
    QCOMPARE(model.rowCount(), 0);
    QVERIFY(!model.nextBranch() && !model.branchStart() && !model.next() && !model.previous());
  }

  void stepsAreWalkedAlongAndAcrossBranches() {
    StepModel model;
    TrailView trail = branchedTrail(3);
    model.setTrail(trail);
    QCOMPARE(model.next(), std::nullopt);
    QCOMPARE(model.previous(), std::optional<StepId>(1));
    QCOMPARE(model.branchStart(), std::optional<StepId>(1));
    QCOMPARE(model.nextBranch(), std::optional<StepId>(2));
    trail.current = 4;
    trail.steps[2].delta = 0;
    model.setTrail(trail);
    QCOMPARE(model.branchStart(), std::nullopt);
    QCOMPARE(model.nextBranch(), std::optional<StepId>(3));  // not as deep: the nearest
    QCOMPARE(model.previous(), std::optional<StepId>(2));
    QCOMPARE(model.nextChange(-1), std::optional<StepId>(1));
    QCOMPARE(model.nextChange(1), std::nullopt);
  }

  void bookmarksAreWalkedRoundAndRoundByNumber() {
    StepModel model;
    TrailView trail = branchedTrail(0);
    model.setTrail(trail);
    QCOMPARE(model.nextBookmark(1), std::nullopt);
    trail.steps[4].marks.bookmark = 1;
    trail.steps[3].marks.bookmark = 7;
    model.setTrail(trail);
    QCOMPARE(model.nextBookmark(1), std::optional<StepId>(4));
    QCOMPARE(model.nextBookmark(-1), std::optional<StepId>(3));
    trail.current = 3;
    model.setTrail(trail);
    QCOMPARE(model.nextBookmark(1), std::optional<StepId>(4));
    trail.steps[3].isHidden = true;
    model.setTrail(trail);
    QCOMPARE(model.nextBookmark(1), std::optional<StepId>(4));
  }

  void whatIsWrittenAtAStepIsToldAndRowsAreKept() {
    StepModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setTrail(branchedTrail(1));
    QSignalSpy renamed(&model, &StepModel::renamed), noted(&model, &StepModel::noteWritten);
    QSignalSpy bookmarked(&model, &StepModel::bookmarkWritten), reset(&model, &StepModel::modelReset);
    QVERIFY(model.setData(model.index(1, StepModel::NameColumn), " the fold ", Qt::EditRole));
    QCOMPARE(renamed.takeFirst().at(1).toString(), QString("the fold"));
    QVERIFY(model.setData(model.index(1, StepModel::NoteColumn), "why", Qt::EditRole));
    QCOMPARE(noted.takeFirst().at(0).value<StepId>(), StepId{1});
    QVERIFY(model.setData(model.index(1, StepModel::BookmarkColumn), "12", Qt::EditRole));
    QCOMPARE(bookmarked.takeFirst().at(1).toInt(), 12);
    QVERIFY(!model.setData(model.index(1, StepModel::BookmarkColumn), "first", Qt::EditRole));
    QVERIFY(!model.setData(model.index(1, StepModel::CostColumn), "1", Qt::EditRole));
    TrailView trail = branchedTrail(3);  // the same walk
    trail.steps[1].marks.name = "the fold";
    model.setTrail(trail);
    QCOMPARE(model.index(1, StepModel::NameColumn).data().toString(), QString("the fold"));
    QCOMPARE(reset.size(), 0);
  }

  void stepsAreSaidInWords() {
    TrailView trail = branchedTrail(3);
    trail.steps[2].rule = "merge-two";
    trail.steps[3].marks.name = "the better way";
    const StepWords words(trail);
    QVERIFY(words.sentence(0).startsWith("as loaded"));
    QCOMPARE(words.sentence(2), "step 2 of 3, merge two, " + spokenChangeText(5));
    QVERIFY(words.sentence(2).endsWith("slower"));
    QVERIFY(words.sentence(3).startsWith("step 2 of 2 on branch b, the better way, "));
    QCOMPARE(words.named(3), QString("step 2b, the better way"));
    QVERIFY(words.description(4).contains("the best so far"));
    trail.steps[3].isHidden = true;
    QCOMPARE(StepWords(trail).label(3), QString("(2)"));
    QCOMPARE(branchLetter(25), QString("z"));
    QCOMPARE(branchLetter(26), QString("aa"));
  }

  void candidatesStandUnderTheirOutcomeAndRuleTheBestFirst() {
    CandidateModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setCandidates({candidate(7, 3000, "a"), candidate(8, -900000, "b"), candidate(9, -8000000, "a"),
                         candidate(10, -7000000, "a")},
                        10'000'000);
    QCOMPARE(model.rowCount(), 2);
    const QModelIndex faster = model.index(0, 0), slower = model.index(1, 0);
    QCOMPARE(model.kindOf(faster), CandidateRow::kOutcome);
    QCOMPARE(faster.data(CandidateModel::CountRole).toInt(), 3);
    QCOMPARE(slower.data(CandidateModel::CountRole).toInt(), 1);
    QVERIFY(model.candidatesUnder(faster).empty());
    const QModelIndex best = model.index(0, 0, faster);
    QCOMPARE(model.kindOf(best), CandidateRow::kRule);
    QCOMPARE(best.data(CandidateModel::TitleRole).toString(), QString("a"));
    QCOMPARE(best.data(CandidateModel::CountRole).toInt(), 2);
    QCOMPARE(model.candidate(best), nullptr);
    QCOMPARE(model.candidatesUnder(best).size(), std::size_t{2});
    QCOMPARE(model.candidate(model.index(0, 0, best))->match, MatchId{9});
    QCOMPARE(model.candidate(model.index(1, 0, best))->match, MatchId{10});
    QVERIFY(model.index(0, 0, best).data(Qt::AccessibleTextRole).toString().contains("faster"));
    QCOMPARE(model.improvingCount(), 3);
    model.setCandidates({}, 0);
    QCOMPARE(model.rowCount(), 0);
  }

  void placesThatAreTheSameAreFoldedIntoOneRow() {
    CandidateModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    std::vector<CandidateView> candidates{candidate(7, -3000, "a"), candidate(8, -3000, "a"), candidate(9, -2000, "a")};
    candidates[1].like = candidates[0].match;
    model.setCandidates(candidates, 10'000'000);
    const QModelIndex rule = model.index(0, 0, model.index(0, 0));
    QCOMPARE(model.rowCount(rule), 2);
    const QModelIndex folded = model.index(0, 0, rule);
    QCOMPARE(model.kindOf(folded), CandidateRow::kAlike);
    QCOMPARE(model.rowCount(folded), 2);
    QVERIFY(folded.data().toString().contains("2 identical"));
    QCOMPARE(model.candidate(folded)->match, MatchId{7});
    QCOMPARE(model.candidatesUnder(folded).size(), std::size_t{2});
    QCOMPARE(model.kindOf(model.index(1, 0, rule)), CandidateRow::kMatch);
    const QString key = folded.data(CandidateModel::KeyRole).toString();
    candidates.erase(candidates.begin() + 2);
    model.setCandidates(candidates, 10'000'000);
    QCOMPARE(model.index(0, 0, model.index(0, 0, model.index(0, 0))).data(CandidateModel::KeyRole).toString(), key);
  }

  void rulesStandUnderTheirFamiliesAndAreSwitchedByTheirBoxes() {
    RuleModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    std::vector<RuleView> rules{ruleView("a", "convolution"), ruleView("b", "convolution"), ruleView("c", "device")};
    rules[2].rule.isDeviceRule = true;
    model.setRules(rules);
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(model.ownCount(), 2);
    QSignalSpy asked(&model, &RuleModel::switchRequested);
    const QModelIndex family = model.index(0, 0), device = model.index(1, 0);
    QCOMPARE(family.data(Qt::CheckStateRole).toInt(), static_cast<int>(Qt::Checked));
    QVERIFY(model.setData(model.indexOf("b"), Qt::Unchecked, Qt::CheckStateRole));
    QCOMPARE(asked.takeFirst(), (QVariantList{QStringList{"b"}, false}));
    rules[1].isOn = false;
    model.setRules(rules);
    QCOMPARE(family.data(Qt::CheckStateRole).toInt(), static_cast<int>(Qt::PartiallyChecked));
    QCOMPARE(model.usedCount(), 1);
    QVERIFY(model.setData(family, Qt::Checked, Qt::CheckStateRole));
    QCOMPARE(asked.takeFirst(), (QVariantList{QStringList({"a", "b"}), true}));
    QVERIFY(!model.setData(device, Qt::Unchecked, Qt::CheckStateRole));
    QVERIFY(!(model.flags(model.indexOf("c")) & Qt::ItemIsUserCheckable));
    QVERIFY(!model.indexOf("d").isValid());
  }

  void statisticsGainRowsAsRulesFitAndSortByNumber() {
    RuleStatisticsModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setNames({"a", "b", "c"});
    model.setStatistics({{0, 0, 0}, {12, 5, 1}, {0, 0, 0}});
    QCOMPARE(model.rowCount(), 1);
    QCOMPARE(model.nameOf(0), QString("b"));
    model.setStatistics({{3, 0, 0}, {13, 7, 2}, {0, 0, 0}});
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(model.index(0, RuleStatisticsModel::kTried).data(RuleStatisticsModel::SortRole).toLongLong(), 7);
    QCOMPARE(model.nameOf(1), QString("a"));
    model.clear();
    QCOMPARE(model.rowCount(), 0);
  }

  void nodesAreListedInTheOrderOfTheGraphWithTheirShares() {
    NodeModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setGraph(twoNodes());
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(model.index(1, NodeModel::NameColumn).data().toString(), QString("node1"));
    QCOMPARE(model.index(1, NodeModel::ShapeColumn).data().toString(), QString("64\u00d756\u00d756"));
    QVERIFY(model.index(1, NodeModel::ShareColumn).data().toString().startsWith("66.7"));
    QCOMPARE(model.rowOf(1), 1);
    QCOMPARE(model.rowOf(77), -1);
  }

  void theInspectorTellsWhereANodeComesFrom() {
    TrailView trail = branchedTrail(1);
    trail.steps[1].added = {OpId{1}};
    PropertyModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const auto graph = twoNodes();
    model.setSections(propertiesOf(graph->nodes[1], Surroundings{graph.get(), &trail, "m", "h100"}));
    QStringList all;
    for (const PropertySection& section : model.sections()) {
      for (const PropertyRow& row : section.rows) all << section.title + "/" + row.name + "=" + row.value;
    }
    QVERIFY(all.contains("Attributes/group=1"));
    QVERIFY(all.contains("History/Made by=step 1, rule 1"));
    QVERIFY(all.contains("Node/Name=node1"));
    QCOMPARE(model.rowCount(), static_cast<int>(model.sections().size()));
    QCOMPARE(model.index(0, 1, model.index(0, 0)).data().toString(), QString("Conv"));
  }

  void everySubjectHasItsSectionsInOneOrder() {
    const QStringList order{"Node",    "Tensor",  "Step",  "Cost",        "Attributes", "Values", "Inputs",
                            "Outputs", "Removed", "Added", "Connections", "History",    "Notes",  "About Conv"};
    TrailView trail = branchedTrail(1);
    trail.steps[1].note = "a note";
    trail.steps[1].removed = {OpId{0}};
    trail.steps[1].removedNames = {"node0"};
    const auto graph = twoNodes();
    const Surroundings around{graph.get(), &trail, "m", "h100"};
    TensorView weight{TensorId{7}, "w", "float32 3", ElementType::kFloat32, 12, true, false, false};
    const std::vector<std::vector<PropertySection>> subjects{
        propertiesOf(graph->nodes[0], around), propertiesOf(trail.steps[1], around),
        propertiesOf(weight, ConstantValues{ValuesState::kReading, {}}, around)};
    for (const auto& sections : subjects) {
      qsizetype last = -1;
      for (const PropertySection& section : sections) {
        const qsizetype place = order.indexOf(section.title);
        QVERIFY2(place > last, qPrintable(section.title));
        last = place;
      }
    }
  }

  void theValuesOfAConstantAreToldWithAHistogram() {
    PropertyModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    ConstantValues values{ValuesState::kRead, {}};
    values.statistics.elements = std::int64_t{8} << 20;
    values.statistics.read = std::int64_t{4} << 20;
    values.statistics.zeros = 1 << 20;
    values.statistics.histogram = {1, 2, 3};
    values.statistics.firstValues = {"0.5", "nan"};
    const auto graph = twoNodes();
    const TrailView trail = branchedTrail(1);
    model.setSections(propertiesOf(
        TensorView{TensorId{7}, "w", "float32 8388608", ElementType::kFloat32, 33554432, true, false, false}, values,
        Surroundings{graph.get(), &trail, "m", "h100"}));
    const QString table = model.table();
    QVERIFY2(table.contains("first 4 Mi of 8 Mi values"), qPrintable(table));
    QVERIFY(table.contains("Values\tFirst\t0.5, nan"));
    QVERIFY(table.contains("(25.0"));
    bool isDrawn = false;
    for (int row = 0; row < model.rowCount(model.index(1, 0)); ++row) {
      const QModelIndex index = model.index(row, 0, model.index(1, 0));
      isDrawn |= index.data(PropertyModel::HistogramRole).toList().size() == 3 && model.isWide(index);
    }
    QVERIFY(isDrawn);
  }

  void aNodeWithoutAPriceSaysSo() {
    auto graph = twoNodes();
    graph->nodes.change(0, [](NodeView& node) { node.isCostUnknown = true; });
    NodeModel model;
    model.setGraph(graph);
    QCOMPARE(model.index(0, NodeModel::CostColumn).data().toString(), unknownCostGlyph());
  }
};

QTEST_MAIN(ModelsTest)
#include "models_test.moc"
