#include "script/state_dump.h"

#include <QAbstractButton>
#include <QApplication>
#include <QComboBox>
#include <QDialog>
#include <QJsonArray>
#include <QLabel>
#include <QLineEdit>
#include <QTabBar>

#include "features/body_feature.h"
#include "script/clipped_texts.h"
#include "script/shown_widgets.h"
#include "stage/stage.h"
#include "views/canvas/legend.h"
#include "views/text/cost_text.h"
#include "window/explorer.h"
#include "window/explorer_window.h"
#include "window/workbench.h"

namespace tasoscope {
namespace {

QJsonArray rectangle(const QRectF& rect) { return {rect.x(), rect.y(), rect.width(), rect.height()}; }

QJsonArray dumpActions(const ActionRegistry& registry) {
  QJsonArray actions;
  for (const QAction* action : registry.all()) {
    actions.append(QJsonObject{{"name", action->objectName()},
                               {"text", action->text()},
                               {"keys", ActionRegistry::keysText(*action)},
                               {"enabled", action->isEnabled()},
                               {"checked", action->isChecked()}});
  }
  return actions;
}

QJsonArray dumpPanes(const Stage& stage) {
  QJsonArray panes;
  for (const Canvas* pane : stage.panes()) {
    panes.append(
        QJsonObject{{"name", pane->objectName()},
                    {"header", stage.headerOf(pane)},
                    {"rect", rectangle(QRectF(pane->mapTo(pane->window(), QPoint(0, 0)), QSizeF(pane->size())))},
                    {"boxes", static_cast<int>(pane->picture().boxes.size())},
                    {"edges", static_cast<int>(pane->picture().edges.size())},
                    {"scale", pane->view()->scale()}});
  }
  return panes;
}

QJsonObject dumpStage(const Stage& stage) {
  QJsonArray selection;
  for (const std::uint64_t key : stage.selection()) selection.append(static_cast<double>(key));
  return {{"presentation", static_cast<int>(stage.presentation())},
          {"peeking", stage.isPeeking()},
          {"colours", nameOf(stage.heatMode())},
          {"labels", nameOf(stage.labels())},
          {"selection", selection},
          {"following", stage.followedTensor().has_value()},
          {"hidden", stage.hiddenCounts().nodes}};
}

QJsonArray dumpBoxes(const Stage& stage) {
  QJsonArray boxes;
  for (const Canvas* pane : stage.panes()) {
    const Picture& picture = pane->picture();
    const QPointF origin = pane->mapTo(pane->window(), QPoint(0, 0));
    for (const int i : pane->visibleBoxes()) {
      const PictureBox& box = picture.boxes[static_cast<std::size_t>(i)];
      boxes.append(QJsonObject{{"pane", pane->objectName()},
                               {"key", static_cast<double>(box.key)},
                               {"title", box.title},
                               {"cost", box.cost},
                               {"lines", QJsonArray::fromStringList(box.lines)},
                               {"name", box.accessibleName},
                               {"state", nameOf(box.state)},
                               {"selected", pane->isSelected(box.key)},
                               {"rect", rectangle(pane->widgetRect(i).translated(origin))}});
    }
  }
  return boxes;
}

QJsonArray dumpTrail(const TrailView& trail) {
  QJsonArray steps;
  for (const StepView& step : trail.steps) {
    if (step.isHidden) continue;
    steps.append(QJsonObject{{"id", static_cast<int>(step.id)},
                             {"parent", static_cast<int>(step.parent)},
                             {"rule", QString::fromStdString(step.rule)},
                             {"place", QString::fromStdString(step.place)},
                             {"by", QString::fromStdString(step.by)},
                             {"delta_ms", static_cast<double>(step.delta) / 1e9},
                             {"cost_ms", static_cast<double>(step.price.picoseconds) / 1e9},
                             {"current", step.id == trail.current}});
  }
  return steps;
}

QJsonObject dumpCosts(const Workbench& workbench) {
  const TrailView& trail = workbench.trail();
  if (trail.steps.empty()) return {};
  const StepView& current = trail.steps[trail.current];
  const std::int64_t original = trail.steps.front().price.picoseconds - workbench.feature<BodyFeature>().work().delta;
  return {{"device", workbench.model().device},
          {"original_ms", static_cast<double>(original) / 1e9},
          {"current_ms", static_cast<double>(current.price.picoseconds) / 1e9},
          {"text", changeText(current.price.picoseconds - original, original)}};
}

/// The window and the dialogs beside it.
std::vector<const QWidget*> shownWindows(const ExplorerWindow& window) {
  std::vector<const QWidget*> shown{&window};
  for (const QWidget* other : QApplication::topLevelWidgets()) {
    if (other != &window && other->isVisible() && qobject_cast<const QDialog*>(other)) shown.push_back(other);
  }
  return shown;
}

}  // namespace

QJsonObject dumpState(Explorer& explorer) {
  const ExplorerWindow& window = explorer.window();
  QJsonArray texts, widgets, targets;
  for (const QWidget* shown : shownWindows(window)) {
    const QString name = shown->objectName();
    for (const ShownText& text : shownTexts(*shown)) {
      texts.append(QJsonObject{{"window", name},
                               {"where", text.where},
                               {"text", text.text},
                               {"clipped", text.isClipped},
                               {"rect", rectangle(text.rect)}});
    }
    for (const ShownWidget& widget : shownWidgets(*shown)) {
      widgets.append(QJsonObject{{"window", name},
                                 {"where", widget.where},
                                 {"outside", widget.isOutside},
                                 {"rect", rectangle(QRectF(widget.rect))}});
    }
    for (const ShownTarget& target : shownTargets(*shown)) {
      targets.append(QJsonObject{{"window", name},
                                 {"where", target.where},
                                 {"small", target.isSmall},
                                 {"rect", rectangle(QRectF(target.rect))}});
    }
  }
  const Workbench* front = explorer.front();
  const bool isStageShown = front && front->isOpen();
  QJsonArray models;
  for (const Workbench* workbench : explorer.workbenches()) models.append(workbench->model().name);
  return {{"model", front ? front->model().name : QString()},
          {"models", models},
          {"actions", dumpActions(window.actions())},
          {"stage", isStageShown ? dumpStage(*front->parts().stage) : QJsonObject()},
          {"panes", isStageShown ? dumpPanes(*front->parts().stage) : QJsonArray()},
          {"boxes", isStageShown ? dumpBoxes(*front->parts().stage) : QJsonArray()},
          {"texts", texts},
          {"widgets", widgets},
          {"targets", targets},
          {"trail", front ? dumpTrail(front->trail()) : QJsonArray()},
          {"costs", front ? dumpCosts(*front) : QJsonObject()}};
}

}  // namespace tasoscope
