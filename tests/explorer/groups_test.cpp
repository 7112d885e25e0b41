// Groups in a real window: collapsed to boxes, expanded in frames, made by hand, listed in the outline, found inside,
// and written as models of their own.

#include <QAbstractItemModelTester>
#include <QLineEdit>
#include <QTreeView>
#include <QtTest>

#include "features/groups_feature.h"
#include "onnx/zoo/zoo.h"
#include "open_window.h"
#include "panels/outline_panel.h"
#include "stage/stage.h"
#include "views/canvas/graph_picture.h"
#include "views/canvas/picture_export.h"
#include "window/find_bar.h"

using namespace tasoscope;

class GroupsTest : public QObject {
  Q_OBJECT

 private:
  std::unique_ptr<OpenWindow> m_open;

  Stage& stage() const { return *m_open->parts().stage; }
  const Picture& picture() const { return stage().after()->picture(); }
  GroupsFeature& feature() const { return m_open->workbench().feature<GroupsFeature>(); }
  OutlinePanel& outline() const { return *m_open->parts().outline; }
  const ShownGroups& groups() const { return *stage().pair().afterGroups; }

  bool trigger(const char* action) {
    QAction* found = m_open->action(action);
    if (!found->isEnabled()) return false;
    found->trigger();
    return m_open->settle();
  }
  bool press(int key, Qt::KeyboardModifiers modifiers = {}) {
    stage().after()->setFocus();
    QTest::keyClick(stage().after(), Qt::Key(key), modifiers);
    return m_open->settle();
  }

  const PictureBox* boxTitled(const QString& title) const {
    for (const PictureBox& box : picture().boxes)
      if (box.title == title) return &box;
    return nullptr;
  }
  std::vector<std::uint64_t> keysNamed(const QString& start) const {
    std::vector<std::uint64_t> keys;
    for (const NodeView& node : stage().pair().afterGraph->nodes)
      if (QString::fromStdString(node.name).startsWith(start)) keys.push_back(keyOf(node.op));
    return keys;
  }
  int groupBoxes() const {
    return static_cast<int>(std::count_if(picture().boxes.begin(), picture().boxes.end(),
                                          [](const PictureBox& box) { return box.shape == BoxShape::kGroup; }));
  }
  static bool overlap(const Picture& picture) {
    for (std::size_t i = 0; i < picture.boxes.size(); ++i)
      for (std::size_t j = i + 1; j < picture.boxes.size(); ++j)
        if (picture.boxes[i].rect.intersects(picture.boxes[j].rect)) return true;
    return false;
  }

  /// The boxes of a picture that the step does not change, and that were there before it, are where they were.
  void checkThatNothingUnchangedMoves(const Picture& before, const Picture& after) {
    int unchanged = 0;
    for (const PictureBox& box : after.boxes) {
      const int there = before.boxOf(box.key);
      if (there < 0 || box.state != DiffState::kContext || before.boxes[std::size_t(there)].key != box.key) continue;
      QCOMPARE(box.rect, before.boxes[std::size_t(there)].rect);
      ++unchanged;
    }
    QVERIFY(unchanged > 0);
  }

  /// What a picture takes from an earlier one is what it would say by itself.
  void checkThatItSaysWhatItWouldByItself(const ShownPair& pair) {
    const Picture fresh = pictureOf(*pair.afterGraph, pair.after->title, pair.afterGroups.get());
    QCOMPARE(pair.after->boxes.size(), fresh.boxes.size());
    QCOMPARE(pair.after->edges.size(), fresh.edges.size());
    for (std::size_t i = 0; i < fresh.boxes.size(); ++i) {
      const PictureBox &shown = pair.after->boxes[i], &own = fresh.boxes[i];
      QCOMPARE(shown.key, own.key);
      QCOMPARE(shown.values, own.values);
      QCOMPARE(shown.cluster, own.cluster);
      if (own.shape == BoxShape::kGroup) continue;  // says what the pair changes in it
      QCOMPARE(shown.title, own.title);
      QCOMPARE(shown.lines, own.lines);
      QCOMPARE(shown.cost, own.cost);
      QCOMPARE(shown.toolTip, own.toolTip);
      QCOMPARE(shown.bytes, own.bytes);
    }
    for (std::size_t i = 0; i < fresh.edges.size(); ++i) {
      QCOMPARE(pair.after->edges[i].label, fresh.edges[i].label);
      QCOMPARE(pair.after->edges[i].shape, fresh.edges[i].shape);
    }
  }

 private Q_SLOTS:
  void init() {
    m_open = std::make_unique<OpenWindow>();
    QVERIFY(QTest::qWaitForWindowExposed(&m_open->window));
    QVERIFY(m_open->openSample(QStringLiteral("bert")));
  }

  void allLayersCollapseToOneBoxEachAndSayHowManyAreAlike() {
    QVERIFY(trigger("group.collapseAll"));
    const PictureBox* layer = boxTitled(QStringLiteral("encoder.layer.3"));
    QVERIFY(layer);
    QCOMPARE(layer->copies, 12);
    QVERIFY(layer->repetition >= 0);
    QVERIFY(layer->picoseconds > 0);
    QVERIFY(layer->accessibleName.contains(QStringLiteral("12")));
    QVERIFY(picture().boxes.size() < 25);
    QVERIFY(!overlap(picture()));
    QCOMPARE(picture().boxOf(keysNamed(QStringLiteral("/encoder.layer.3/")).front()), picture().boxOf(layer->key));
    QVERIFY(trigger("group.expandAll"));
    QCOMPARE(groupBoxes(), 0);
    QVERIFY(picture().frames.size() >= 12);
  }

  void aStepMovesNothingThatItLeavesAloneWhetherGroupsAreCollapsedOrNot() {
    SearchLimits limits;
    limits.budget = 300;
    m_open->workbench().host().search(QStringLiteral("greedy"), limits);
    QVERIFY(m_open->settle());
    const std::vector<StepId> path = m_open->workbench().trail().path();
    QVERIFY(path.size() > 3);
    for (const char* action : {"group.collapseAll", "group.expandLevel", "group.expandAll"}) {
      QVERIFY(trigger(action));
      m_open->workbench().goTo(0);
      QVERIFY(m_open->settle());
      std::vector<StepId> walk(path.begin() + 1, path.end());
      walk.insert(walk.end(), path.rbegin() + 1, path.rend());
      for (const StepId step : walk) {
        const auto before = stage().pair().after;
        m_open->workbench().goTo(step);
        QVERIFY(m_open->settle());
        QCOMPARE(stage().pair().afterStep, step);
        checkThatNothingUnchangedMoves(*before, *stage().pair().after);
        checkThatItSaysWhatItWouldByItself(stage().pair());
      }
    }
  }

  void eCollapsesTheGroupOfTheSelectedNodeAndExpandsItAgain() {
    const auto nodes = picture().boxes.size();
    stage().select(keysNamed(QStringLiteral("/encoder.layer.5/intermediate")).front());
    QVERIFY(press(Qt::Key_E));
    while (groupBoxes() > 0 && !boxTitled(QStringLiteral("encoder.layer.5"))) QVERIFY(press(Qt::Key_E));
    QCOMPARE(groupBoxes(), 1);
    QVERIFY(picture().boxes.size() < nodes);
    QVERIFY(picture().boxOf(*stage().selectedKey()) >= 0);
    QVERIFY(press(Qt::Key_E));
    QCOMPARE(groupBoxes(), 0);
    QCOMPARE(picture().boxes.size(), nodes);
    QVERIFY2(picture().boxOf(*stage().selectedKey()) >= 0, "an expanded group stays selected");
  }

  void enterOnACollapsedGroupExpandsIt() {
    QVERIFY(trigger("group.collapseAll"));
    const PictureBox* layer = boxTitled(QStringLiteral("encoder.layer.3"));
    stage().select(layer->key);
    QVERIFY(press(Qt::Key_Return));
    QVERIFY(!boxTitled(QStringLiteral("encoder.layer.3")));
    QVERIFY(boxTitled(QStringLiteral("encoder.layer.4")));
  }

  void aStepInsideACollapsedGroupMarksItAsChanged() {
    QVERIFY(trigger("group.collapseAll"));
    stage().after()->setFocus();
    QVERIFY(trigger("candidate.next"));
    QVERIFY(trigger("candidate.apply"));
    int changed = 0;
    for (const PictureBox& box : picture().boxes) {
      if (box.shape != BoxShape::kGroup || box.state == DiffState::kContext) continue;
      QCOMPARE(box.state, DiffState::kChanged);
      QVERIFY2(box.lines.join(QChar(' ')).contains(QStringLiteral("removed")), qPrintable(box.lines.join(QChar(' '))));
      QVERIFY(box.copies < 12);
      ++changed;
    }
    QCOMPARE(changed, 1);
    QVERIFY(stage().before()->picture().boxes.size() < 25);
  }

  void whatIsFoundInACollapsedGroupIsShown() {
    QVERIFY(trigger("group.collapseAll"));
    QVERIFY(trigger("edit.find"));
    auto* field = m_open->parts().find->findChild<QLineEdit*>(QStringLiteral("findField"));
    QTest::keyClicks(field, QStringLiteral("layer.7 softmax"));
    QVERIFY2(groupBoxes() > 10, "typing alone expands nothing");
    QTest::keyClick(field, Qt::Key_Return);
    QVERIFY(m_open->settle());
    const std::uint64_t key = *stage().selectedKey();
    const int box = picture().boxOf(key);
    QVERIFY(box >= 0);
    QCOMPARE(picture().boxes[static_cast<std::size_t>(box)].key, key);
    QVERIFY(boxTitled(QStringLiteral("encoder.layer.6")));
    QVERIFY(!boxTitled(QStringLiteral("encoder.layer.7")));
    QVERIFY(m_open->workbench().selectNamed(QStringLiteral("/encoder.layer.2/attention.self/Softmax")));
    QVERIFY(m_open->settle());
    QVERIFY(!boxTitled(QStringLiteral("encoder.layer.2")));
  }

  void selectedNodesBecomeAGroupAndPartAgain() {
    QVERIFY(trigger("group.off"));
    QVERIFY(groups().grouping.isEmpty());
    const auto attention = keysNamed(QStringLiteral("/encoder.layer.1/attention.self/"));
    stage().setSelection({attention.front(), attention.back()});
    QVERIFY(press(Qt::Key_G));
    QVERIFY2(groups().grouping.isEmpty(), "a node lies between the two");
    stage().setSelection(attention);
    QVERIFY(press(Qt::Key_G));
    QCOMPARE(groups().grouping.groups.size(), std::size_t{1});
    QCOMPARE(groups().grouping.groups[0].size(), attention.size());
    QVERIFY(trigger("group.collapseAll"));
    QCOMPARE(groupBoxes(), 1);
    stage().select(groups().grouping.groups[0].key);
    QVERIFY(press(Qt::Key_G, Qt::ShiftModifier));
    QVERIFY(groups().grouping.isEmpty());
    QVERIFY(!m_open->action("group.dissolve")->isEnabled());
  }

  void groupsByBlocksAreRememberedForTheModel() {
    QVERIFY(m_open->action("group.byNames")->isChecked());
    QVERIFY(trigger("group.byBlocks"));
    QCOMPARE(groups().by, GroupBy::kBlocks);
    QVERIFY(trigger("file.close"));
    QVERIFY(m_open->openSample(QStringLiteral("bert")));
    QCOMPARE(groups().by, GroupBy::kBlocks);
    QVERIFY(m_open->action("group.byBlocks")->isChecked());
  }

  void theOutlineListsAllGroupsAndNodesAndFollowsTheSelection() {
    QAbstractItemModel* model = outline().view()->model();
    const QAbstractItemModelTester tester(model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    int rows = 0;
    std::vector<QModelIndex> pending{QModelIndex()};
    while (!pending.empty()) {
      const QModelIndex parent = pending.back();
      pending.pop_back();
      for (int row = 0; row < model->rowCount(parent); ++row, ++rows) pending.push_back(model->index(row, 0, parent));
    }
    QCOMPARE(static_cast<std::size_t>(rows), stage().pair().afterGraph->nodes.size() + groups().grouping.groups.size());
    const std::uint64_t key = keysNamed(QStringLiteral("/encoder.layer.9/")).front();
    stage().select(key);
    QCOMPARE(outline().view()->currentIndex().data(OutlineModel::KeyRole).toULongLong(), key);
    QVERIFY(trigger("group.collapseAll"));
    const QModelIndex first = model->index(1, 0);
    outline().view()->setCurrentIndex(first);
    QCOMPARE(*stage().selectedKey(), first.data(OutlineModel::KeyRole).toULongLong());
    QVERIFY(trigger("group.byBlocks"));
    QVERIFY(model->rowCount() > 0);
  }

  void theSelectedPartIsWrittenAsAModelOfItsOwn() {
    QVERIFY(trigger("group.collapseAll"));
    stage().select(boxTitled(QStringLiteral("encoder.layer.3"))->key);
    QVERIFY(m_open->action("file.exportRegion")->isEnabled());
    const QString path = m_open->folder.filePath(QStringLiteral("layer.onnx"));
    feature().exportRegionTo(path);
    QVERIFY(m_open->settle());
    const std::size_t nodes = keysNamed(QStringLiteral("/encoder.layer.3/")).size();
    m_open->explorer.openFile(path);
    QVERIFY(m_open->settle());
    QCOMPARE(stage().pair().afterGraph->nodes.size(), nodes);
    const auto terminals = std::count_if(picture().boxes.begin(), picture().boxes.end(),
                                         [](const PictureBox& box) { return box.shape == BoxShape::kTerminal; });
    QCOMPARE(terminals, 2);
  }

  void largeGraphsOpenCollapsedAndSmallOnesDoNot() {
    QCOMPARE(groupBoxes(), 0);
    const QString path = m_open->folder.filePath(QStringLiteral("large.onnx"));
    ZooOptions options;
    options.small = true;
    options.repeat = 20;
    writeZooModel("bert", options, path.toStdString());
    m_open->explorer.openFile(path);
    QVERIFY(m_open->settle());
    QVERIFY(stage().pair().afterGraph->nodes.size() > 5000);
    QVERIFY(picture().boxes.size() < 300);
    const auto boxes = picture().boxes.size();
    QVERIFY(trigger("group.expandLevel"));
    QVERIFY(picture().boxes.size() > boxes);
  }

  void picturesAreExportedWithTheirGroups() {
    QVERIFY(trigger("group.collapseAll"));
    const QString path = m_open->folder.filePath(QStringLiteral("groups.svg"));
    exportPicture(picture(), path, Theme::light());
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray svg = file.readAll();
    QVERIFY(svg.contains("encoder.layer.3"));
    QVERIFY(
        svg.contains("\xc3\x97"
                     "12"));
  }
};

QTEST_MAIN(GroupsTest)
#include "groups_test.moc"
