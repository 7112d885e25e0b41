#include <QAction>
#include <QMenuBar>
#include <QToolBar>
#include <QToolButton>
#include <memory>

#include "learn/learning.h"
#include "panels/candidates_panel.h"
#include "script/script_driver.h"
#include "stage/stage.h"
#include "window/explorer.h"
#include "window/explorer_window.h"
#include "window/workbench.h"

namespace tasoscope {
namespace {

/// The child of this name that can be seen: every open model has one.
QWidget* visibleChild(const QWidget& window, const QString& name) {
  for (QWidget* widget : window.findChildren<QWidget*>(name)) {
    if (widget->isVisible()) return widget;
  }
  return nullptr;
}

QRect rectIn(const QWidget& window, const QWidget& widget) {
  return {widget.mapTo(&window, QPoint(0, 0)), widget.size()};
}

QString presentationOf(const ActionRegistry& actions) {
  for (const char* name : {"before", "after", "overlay", "split", "both"}) {
    const QAction* action = actions.find(QStringLiteral("view.") + QString::fromLatin1(name));
    if (action && action->isChecked()) return QString::fromLatin1(name);
  }
  return {};
}

}  // namespace

LessonState ExplorerWorld::state() const {
  LessonState state;
  const Workbench* bench = m_explorer.front();
  if (!bench || !bench->isOpen() || bench->trail().steps.empty()) return state;
  const TrailView& trail = bench->trail();
  state.isOpen = true;
  state.originalCost = static_cast<double>(trail.steps.front().price.picoseconds) / 1e9;
  state.cost = static_cast<double>(trail.steps[trail.current].price.picoseconds) / 1e9;
  state.step = static_cast<int>(trail.path().size()) - 1;
  const Stage* stage = bench->parts().stage;
  if (stage->pair().afterGraph) {
    for (const NodeView& node : stage->pair().afterGraph->nodes) {
      state.operators << QString::fromStdString(node.operatorName);
    }
  }
  if (const auto key = stage->selectedKey()) {
    if (const NodeView* node = bench->nodeOf(*key))
      state.selected = QString::fromStdString(node->operatorName + ' ' + node->name);
  }
  if (const CandidateView* candidate = bench->parts().candidates->current())
    state.candidate = QString::fromStdString(candidate->rule);
  state.presentation = presentationOf(m_explorer.window().actions());
  return state;
}

void ExplorerWorld::open(const Lesson& lesson, std::function<void()> done) {
  m_explorer.openSample(lesson.model);
  perform({QStringLiteral("step 0")}, [this, device = lesson.device, done = std::move(done)](const QString&) {
    Workbench* bench = m_explorer.front();
    if (!bench || device.isEmpty() || bench->model().device == device) return done();
    m_explorer.setDevice(device);
    perform({}, [done](const QString&) { done(); });
  });
}

void ExplorerWorld::perform(const QStringList& commands, std::function<void(const QString&)> done) {
  QStringList lines{QStringLiteral("wait idle")};
  for (const QString& command : commands) lines << command << QStringLiteral("wait idle");
  lines << QStringLiteral("quit");
  auto* driver = new ScriptDriver(m_explorer, lines, &m_explorer);
  QObject::connect(driver, &ScriptDriver::finished, driver, [driver, done = std::move(done)] {
    driver->deleteLater();
    done(driver->problem());
  });
  driver->start();
}

void ExplorerWorld::watchActions(QObject* context, std::function<void(const QString&)> noted) {
  for (QAction* action : m_explorer.window().actions().all()) {
    QObject::connect(action, &QAction::triggered, context, [action, noted] { noted(action->objectName()); });
  }
}

bool ExplorerWorld::hasAction(const QString& name) const { return m_explorer.window().actions().find(name); }

QRect ExplorerWorld::rectOf(const LessonTarget& target) const {
  if (!target.action.isEmpty()) return rectOfAction(target.action);
  if (!target.node.isEmpty()) return rectOfNode(target.node);
  const QWidget* widget = target.widget.isEmpty() ? nullptr : visibleChild(m_explorer.window(), target.widget);
  return widget ? rectIn(m_explorer.window(), *widget) : QRect();
}

/// Its button in a bar, or else the menu that it is in.
QRect ExplorerWorld::rectOfAction(const QString& name) const {
  const ExplorerWindow& window = m_explorer.window();
  QAction* action = window.actions().find(name);
  if (!action) return {};
  for (const QToolButton* button : window.findChildren<QToolButton*>()) {
    const bool isOnCard = button->parentWidget()->parentWidget() &&
                          button->parentWidget()->parentWidget()->objectName() == QLatin1String("lessonCard");
    if (button->defaultAction() == action && button->isVisible() && !isOnCard) return rectIn(window, *button);
  }
  for (QAction* menu : window.menuBar()->actions()) {
    if (menu->menu() && menu->menu()->actions().contains(action)) {
      return window.menuBar()->actionGeometry(menu).translated(window.menuBar()->mapTo(&window, QPoint(0, 0)));
    }
  }
  return {};
}

QRect ExplorerWorld::rectOfNode(const QString& pattern) const {
  const Workbench* bench = m_explorer.front();
  if (!bench) return {};
  for (const Canvas* pane : bench->parts().stage->panes()) {
    const QPoint origin = pane->mapTo(&m_explorer.window(), QPoint(0, 0));
    for (const int box : pane->visibleBoxes()) {
      if (!pane->picture().boxes[static_cast<std::size_t>(box)].searchText.contains(pattern, Qt::CaseInsensitive))
        continue;
      const QRect seen = pane->widgetRect(box).toRect() & pane->rect();
      if (!seen.isEmpty()) return seen.translated(origin);
    }
  }
  return {};
}

}  // namespace tasoscope
