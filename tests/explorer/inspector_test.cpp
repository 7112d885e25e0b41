// The inspector, the costs at the bottom and the devices, as a person uses them.

#include <QAbstractButton>
#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QDockWidget>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSpinBox>
#include <QTableWidget>
#include <QTreeView>
#include <QtTest>

#include "../cli/small_models.h"
#include "features/costs_feature.h"
#include "features/inspector_feature.h"
#include "open_window.h"
#include "panels/inspector_panel.h"
#include "panels/nodes_panel.h"
#include "script/clipped_texts.h"
#include "stage/stage.h"
#include "views/canvas/graph_picture.h"
#include "views/models/property_delegate.h"
#include "window/status_line.h"

using namespace tasoscope;

class InspectorTest : public QObject {
  Q_OBJECT

  std::unique_ptr<OpenWindow> m_open;

  InspectorPanel* panel() const { return m_open->parts().inspector; }

  QStringList titles() const {
    QStringList result;
    for (const PropertySection& section : panel()->model().sections()) result << section.title;
    return result;
  }

  /// The value of a row of the page.
  QString value(const QString& section, const QString& name) const {
    for (const PropertySection& shown : panel()->model().sections())
      for (const PropertyRow& row : shown.rows)
        if (shown.title == section && row.name == name) return row.value;
    return {};
  }

  /// Goes to the row with the keyboard and presses Enter.
  bool follow(const QString& section, const QString& name) const {
    const PropertyModel& model = panel()->model();
    for (int i = 0; i < model.rowCount(); ++i) {
      const QModelIndex parent = model.index(i, 0);
      for (int row = 0; row < model.rowCount(parent); ++row) {
        const QModelIndex index = model.index(row, 0, parent);
        if (parent.data().toString() != section || index.data().toString() != name) continue;
        panel()->view()->setCurrentIndex(index);
        QTest::keyClick(panel()->view(), Qt::Key_Return);
        return true;
      }
    }
    return false;
  }

  const NodeView& firstConvolution() const {
    const auto& nodes = m_open->parts().stage->pair().afterGraph->nodes;
    return *std::ranges::find_if(nodes, [](const NodeView& node) { return node.operatorName.starts_with("Conv"); });
  }

 private Q_SLOTS:
  void noWordIsBrokenWhereBothColumnsHaveRoomForTheirWords() {
    QVERIFY(m_open->search());
    m_open->action("inspector.step")->trigger();
    QVERIFY(m_open->settle());
    const QTreeView* view = panel()->view();
    for (const int width : {260, 300, 340}) {
      auto* dock = m_open->window.findChild<QDockWidget*>("dock.inspector");
      m_open->window.resizeDocks({dock}, {width}, Qt::Horizontal);
      QTest::qWait(20);
      const PropertyModel& model = panel()->model();
      double name = 0, value = 0;
      for (int i = 0; i < model.rowCount(); ++i) {
        const QModelIndex section = model.index(i, 0);
        for (int row = 0; row < model.rowCount(section); ++row) {
          const QModelIndex index = model.index(row, 0, section);
          if (model.isWide(index)) continue;
          name = std::max(name, PropertyDelegate::leastWidthOf(index, view->font()) + 2 * view->indentation());
          value = std::max(value, PropertyDelegate::leastWidthOf(index.siblingAtColumn(1), view->font()));
        }
      }
      if (name + value + 2 > view->viewport()->width()) continue;
      QVERIFY2(view->columnWidth(0) >= name && view->columnWidth(1) >= value,
               qPrintable(QString("%1: %2 for %3, %4 for %5")
                              .arg(width)
                              .arg(view->columnWidth(0))
                              .arg(name)
                              .arg(view->columnWidth(1))
                              .arg(value)));
    }
  }

  void nodesThatNoShownGraphHasAreNodesStill() {
    QVERIFY(m_open->search());
    m_open->action("inspector.step")->trigger();
    QVERIFY(m_open->settle());
    int nodes = 0;
    for (const PropertySection& section : panel()->model().sections()) {
      if (section.title != "Removed" && section.title != "Added") continue;
      for (const PropertyRow& row : section.rows) QVERIFY2(!row.name.isEmpty(), qPrintable(row.value));
      nodes += static_cast<int>(section.rows.size());
    }
    QVERIFY(nodes > 0);
  }

  void longNamesGoOnAfterTheirJoints() {
    PropertyModel model;
    model.setSections({{"Section", {{"activation_params", "layer1.0.conv2.weight"}, {"activation", "0.123456789"}}}});
    const QModelIndex section = model.index(0, 0);
    const auto least = [&](int row, int column) {
      return PropertyDelegate::leastWidthOf(model.index(row, column, section), panel()->font());
    };
    QVERIFY(least(0, 0) <= least(1, 0) * 1.2);
    QVERIFY(least(0, 1) < QFontMetricsF(panel()->font()).horizontalAdvance("layer1.0.conv2.weight"));
    QVERIFY(least(1, 1) + 1 >= QFontMetricsF(panel()->font()).horizontalAdvance("0.123456789"));
  }

  void aGroupIsToldWithItsMembersItsCostAndWhatChangedInIt() {
    m_open->action("file.close")->trigger();
    QVERIFY(m_open->settle());
    QVERIFY(m_open->openSample("resnext50"));
    for (const char* action : {"candidate.next", "candidate.apply", "group.collapseAll"}) {
      m_open->action(action)->trigger();
      QVERIFY(m_open->settle());
    }
    const Picture& picture = m_open->parts().stage->after()->picture();
    const auto changed = std::ranges::find_if(picture.boxes, [](const PictureBox& box) {
      return box.shape == BoxShape::kGroup && box.state == DiffState::kChanged;
    });
    QVERIFY(changed != picture.boxes.end());
    const QString name = changed->name;
    m_open->parts().stage->select(changed->key);
    QCOMPARE(panel()->page()->title(), name);
    QVERIFY(titles().contains("Members") && titles().contains("Changed"));
    QVERIFY(!value("Group", "Nodes").isEmpty());
    QVERIFY(value("Cost", "Of the graph").contains("%"));
    QVERIFY(!value("Changed", "Nodes removed").isEmpty());
    // A member leads on, and back again.
    const PropertyRow member = panel()->model().sections().back().rows.front();
    QVERIFY(follow("Members", member.name));
    QVERIFY(m_open->settle());
    QVERIFY(panel()->page()->title() != name);
    m_open->action("inspector.back")->trigger();
    QCOMPARE(panel()->page()->title(), name);
  }

  void aSubstitutionIsToldWithItsRuleDrawnUntilItIsTaken() {
    auto* drawing = panel()->findChild<QWidget*>("inspector.drawing");
    QVERIFY(!drawing->isVisible());
    m_open->action("candidate.next")->trigger();
    QVERIFY(m_open->settle());
    QVERIFY(drawing->isVisible());
    QVERIFY(titles().contains("Substitution") && titles().contains("Would remove") && titles().contains("Would add"));
    QVERIFY(!value("Cost", "Change").isEmpty());
    const QString rule = panel()->page()->title();
    QVERIFY(follow("Substitution", "Rule"));
    QCOMPARE(panel()->page()->title(), rule);
    QVERIFY(titles().contains("Rule") && titles().contains("In this session"));
    QVERIFY(drawing->isVisible());
    m_open->action("inspector.back")->trigger();
    m_open->action("candidate.apply")->trigger();
    QVERIFY(m_open->settle());
    QVERIFY2(titles().contains("Step"), qPrintable(titles().join(',')));
    QVERIFY(drawing->isVisible());
    m_open->parts().stage->select(keyOf(firstConvolution().op));
    QVERIFY(!drawing->isVisible());
  }

  void init() {
    m_open = std::make_unique<OpenWindow>();
    QVERIFY(QTest::qWaitForWindowExposed(&m_open->window));
    QVERIFY(m_open->openSample("taso-module"));
  }
  void cleanup() { m_open.reset(); }

  void aNodeIsExplainedWithItsCostItsTensorsAndItsOperator() {
    m_open->parts().stage->select(keyOf(firstConvolution().op));
    QCOMPARE(titles(), QStringList({"Node", "Cost", "Attributes", "Inputs", "Outputs", "History", "About Conv"}));
    QVERIFY(value("Cost", "Source").contains("estimated"));
    QCOMPARE(value("History", "Made by"), QString("the model, as loaded"));
    QVERIFY(value("About Conv", "More").contains("onnx__Conv"));
    QVERIFY(!value("About Conv", "strides").isEmpty());
  }

  void aConstantsValuesAreReadWhenItIsLookedAt() {
    const QAbstractItemModelTester tester(panel()->view()->model(),
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    m_open->parts().stage->select(keyOf(firstConvolution().op));
    const QString node = panel()->page()->title();
    QVERIFY(follow("Inputs", "1"));
    QCOMPARE(value("Tensor", "Role"), QString("constant"));
    QVERIFY(m_open->settle());
    QVERIFY(!value("Values", "Mean").isEmpty());
    QVERIFY(value("Values", "About").startsWith("all"));
    QVERIFY(!value("Values", "Histogram").isEmpty());
    QVERIFY(!value("Connections", "Read by").isEmpty());
    QVERIFY(m_open->action("inspector.back")->isEnabled());
    m_open->window.activateWindow();
    panel()->view()->setFocus();
    QTest::keyClick(panel()->view(), Qt::Key_Backspace, Qt::ControlModifier);
    QCOMPARE(panel()->page()->title(), node);
    m_open->action("inspector.forward")->trigger();
    QVERIFY(!value("Values", "Mean").isEmpty());
    QVERIFY(follow("Connections", "Read by"));
    QCOMPARE(panel()->page()->title(), node);
  }

  void aPinnedPageStaysWhileAnotherIsLookedAt() {
    m_open->parts().stage->select(keyOf(firstConvolution().op));
    m_open->action("inspector.pin")->trigger();
    QVERIFY(panel()->pinnedPage()->isVisible());
    const QString pinned = panel()->pinnedPage()->title();
    QVERIFY(pinned.startsWith("Pinned: Conv"));
    m_open->action("inspector.graph")->trigger();
    QCOMPARE(titles().front(), QString("Graph"));
    QCOMPARE(panel()->pinnedPage()->title(), pinned);
    m_open->action("inspector.pin")->trigger();
    QVERIFY(!panel()->pinnedPage()->isVisible());
  }

  void aStepLeadsToItsRuleAndToTheNodesThatItRemoved() {
    QVERIFY(m_open->search());
    m_open->action("inspector.step")->trigger();
    QCOMPARE(titles().front(), QString("Step"));
    QVERIFY(value("Cost", "Change").contains("\u25bc") || value("Cost", "Change").contains("\u25b2"));
    QVERIFY(follow("Step", "Rule"));
    QVERIFY(m_open->settle());
    QCOMPARE(titles().front(), QString("Rule"));
    QVERIFY(follow("History", "Used in"));
    QVERIFY(m_open->settle());
    QCOMPARE(titles().front(), QString("Step"));
    const StepView step = m_open->workbench().trail().steps[m_open->workbench().trail().current];
    QVERIFY(!step.removed.empty());
    const NodeView* removed = m_open->workbench().nodeOf(keyOf(step.removed.front()));
    QVERIFY(removed);
    const QString name = QString::fromStdString(removed->operatorName);
    QVERIFY(value("Removed", name).startsWith(QString::fromStdString(step.removedNames.front())));
    QVERIFY(follow("Removed", name));
    QVERIFY(m_open->settle());
    QCOMPARE(m_open->parts().stage->selectedKey(), std::optional<std::uint64_t>(keyOf(step.removed.front())));
    QVERIFY(!value("History", "Replaced by").isEmpty());
  }

  void namesAndTablesAreCopied() {
    const NodeView& node = firstConvolution();
    m_open->parts().stage->select(keyOf(node.op));
    m_open->parts().stage->after()->setFocus();
    m_open->action("edit.copy")->trigger();
    QCOMPARE(QGuiApplication::clipboard()->text(), QString::fromStdString(node.name));
    m_open->action("edit.copyTable")->trigger();
    QVERIFY(QGuiApplication::clipboard()->text().contains("Node\tName\t" + QString::fromStdString(node.name)));
    m_open->workbench().raiseTab(m_open->parts().nodes);
    m_open->window.activateWindow();
    m_open->parts().nodes->view()->setFocus();
    m_open->action("edit.copyTable")->trigger();
    const QStringList lines = QGuiApplication::clipboard()->text().split('\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), m_open->parts().nodes->view()->model()->rowCount() + 1);
    QVERIFY(lines.front().startsWith("Operator\tName"));
  }

  void theTableIsFilteredAndSaysWhatIsLeft() {
    NodesPanel* nodes = m_open->parts().nodes;
    const QAbstractItemModelTester tester(nodes->view()->model(),
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    const int all = nodes->view()->model()->rowCount();
    m_open->workbench().raiseTab(nodes);
    QTest::keyClicks(nodes->filter(), "conv");
    const int left = nodes->view()->model()->rowCount();
    QVERIFY(left > 0 && left < all);
    QVERIFY2(nodes->summary().startsWith(QString("%1 of %2 nodes").arg(left).arg(all)), qPrintable(nodes->summary()));
    QCOMPARE(static_cast<int>(nodes->shownGraph().nodes.size()), left);
    nodes->view()->sortByColumn(NodeModel::CostColumn, Qt::DescendingOrder);
    double last = std::numeric_limits<double>::max();
    for (int row = 0; row < left; ++row) {
      const double cost =
          nodes->view()->model()->index(row, NodeModel::CostColumn).data(NodeModel::SortRole).toDouble();
      QVERIFY(cost <= last);
      last = cost;
    }
  }

  void theStatusLineNamesTheScopeTheDeviceAndWhereCostsComeFrom() {
    const QString source = m_open->window.findChild<QAbstractButton*>("source")->text();
    QVERIFY2(source.contains("sum of kernels on") && source.contains("\u25cb estimated"), qPrintable(source));
  }

  void opsWithoutAPriceAreCountedAtTheBottom() {
    const std::string file = m_open->folder.filePath("opaque.onnx").toStdString();
    tasoscope::testing::writeOneNode(file, "NoSuchOperator");
    m_open->explorer.openFile(QString::fromStdString(file));
    QVERIFY(m_open->settle());
    const QString source = m_open->window.findChild<QAbstractButton*>("source")->text();
    QVERIFY2(source.contains("1 op"), qPrintable(source));
  }

  void anotherDeviceAndOtherDimensionsPriceAnew() {
    const std::string file = m_open->folder.filePath("symbolic.onnx").toStdString();
    tasoscope::testing::writeOneNode(file, "Erf");
    m_open->explorer.openFile(QString::fromStdString(file));
    QVERIFY(m_open->settle());
    const auto price = [&] { return m_open->workbench().trail().steps[0].price.picoseconds; };
    const std::int64_t before = price();
    m_open->action("device.choose")->trigger();
    QVERIFY(m_open->settle());
    DeviceDialog* dialog = m_open->workbench().feature<CostsFeature>().dialog();
    QVERIFY(dialog && dialog->isVisible() && !dialog->isModal());
    auto* devices = dialog->findChild<QListWidget*>("devices");
    QVERIFY(devices->count() >= 5);
    const int t4 = [&] {
      for (int row = 0; row < devices->count(); ++row)
        if (devices->item(row)->data(Qt::UserRole).toString() == "t4") return row;
      return -1;
    }();
    devices->setCurrentRow(t4);
    QTest::keyClick(devices, Qt::Key_Return);
    QVERIFY(m_open->settle());
    QCOMPARE(m_open->workbench().model().device, QString("t4"));
    const std::int64_t onT4 = price();
    QVERIFY(onT4 != before);
    auto* batch = dialog->findChild<QSpinBox*>("dimension.batch");
    QVERIFY(batch);
    batch->setValue(100'000'000);
    QVERIFY(m_open->settle());
    QVERIFY(price() > 10 * onT4);
    dialog->findChild<QSpinBox*>("dimension.batch")->setValue(0);
    QVERIFY(m_open->settle());
    QCOMPARE(price(), onT4);
  }

  void scenariosArePricedSideBySideAndAsTheirMean() {
    const std::string file = m_open->folder.filePath("scenarios.onnx").toStdString();
    tasoscope::testing::writeOneNode(file, "Erf");
    m_open->explorer.openFile(QString::fromStdString(file));
    QVERIFY(m_open->settle());
    const auto price = [&] { return m_open->workbench().trail().steps[0].price.picoseconds; };
    const std::int64_t chosen = price();
    m_open->action("device.choose")->trigger();
    QVERIFY(m_open->settle());
    DeviceDialog* dialog = m_open->workbench().feature<CostsFeature>().dialog();
    auto* table = dialog->findChild<QTableWidget*>("scenarios");
    auto* add = dialog->findChild<QPushButton*>("scenarios.add");
    QVERIFY(table && add && table->rowCount() == 0);
    for (int rows : {1, 2}) {
      add->click();
      QVERIFY(m_open->settle());
      QCOMPARE(table->rowCount(), rows);
    }
    QCOMPARE(price(), chosen);  // both with the extents that were chosen
    QCOMPARE(table->horizontalHeaderItem(1)->text(), QString("batch"));
    table->item(1, 1)->setText("100000000");
    QVERIFY(m_open->settle());
    QVERIFY(price() > 10 * chosen);
    QVERIFY(table->item(0, 3)->text() != table->item(1, 3)->text());
    const std::int64_t mean = price();
    table->item(1, 1)->setText("no number");
    QVERIFY(m_open->settle());
    QCOMPARE(table->item(1, 1)->text(), QString("100000000"));
    QCOMPARE(price(), mean);
    for (const ShownText& text : shownTexts(*dialog))
      QVERIFY2(!text.isClipped, qPrintable(text.where + ": " + text.text));
    table->selectRow(1);
    dialog->findChild<QPushButton*>("scenarios.remove")->click();
    QVERIFY(m_open->settle());
    QCOMPARE(table->rowCount(), 1);
    QCOMPARE(price(), chosen);
  }

  void noTextOfTheInspectorIsCut() {
    m_open->parts().stage->select(keyOf(firstConvolution().op));
    QVERIFY(follow("Inputs", "1"));
    QVERIFY(m_open->settle());
    m_open->action("inspector.pin")->trigger();
    QApplication::processEvents();
    for (const ShownText& text : shownTexts(m_open->window))
      QVERIFY2(!text.isClipped, qPrintable(text.where + ": " + text.text));
  }
};

QTEST_MAIN(InspectorTest)
#include "inspector_test.moc"
