#include "features/menu_feature.h"

#include <QContextMenuEvent>
#include <QMenu>
#include <QTreeView>
#include <algorithm>

#include "panels/steps_panel.h"
#include "stage/stage.h"
#include "window/explorer_window.h"
#include "window/workbench.h"

namespace tasoscope {

MenuFeature::MenuFeature(Workbench& bench) : Feature(bench) {
  for (Canvas* pane : {parts().stage->before(), parts().stage->after()}) pane->installEventFilter(this);
  for (QWidget* steps : std::initializer_list<QWidget*>{parts().steps->view(), parts().steps->timeline()}) {
    steps->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(steps, &QWidget::customContextMenuRequested, this,
            [this, steps](const QPoint& at) { showStepMenu(steps->mapToGlobal(at)); });
  }
}

bool MenuFeature::eventFilter(QObject* watched, QEvent* event) {
  const auto* canvas = qobject_cast<const Canvas*>(watched);
  if (!canvas || event->type() != QEvent::ContextMenu) return Feature::eventFilter(watched, event);
  openStageMenu(*canvas, *static_cast<QContextMenuEvent*>(event));
  return true;
}

/// The right button selects what is under it, unless that is selected with others; the menu key means the selection.
void MenuFeature::openStageMenu(const Canvas& canvas, const QContextMenuEvent& event) {
  const Picture& picture = canvas.picture();
  if (event.reason() == QContextMenuEvent::Keyboard) {
    const int box = canvas.selectedKey() ? picture.boxOf(*canvas.selectedKey()) : -1;
    const QPointF at = box >= 0 ? canvas.widgetRect(box).center() : QRectF(canvas.rect()).center();
    return showStageMenu(canvas.mapToGlobal(at.toPoint()));
  }
  const std::vector<int> seen = canvas.visibleBoxes();
  const auto under = std::ranges::find_if(seen, [&](int box) { return canvas.widgetRect(box).contains(event.pos()); });
  if (under == seen.end()) {
    parts().stage->select(std::nullopt);
  } else if (const std::uint64_t key = picture.boxes[static_cast<std::size_t>(*under)].key; !canvas.isSelected(key)) {
    parts().stage->setSelection({key});
  }
  showStageMenu(event.globalPos());
}

QMenu* MenuFeature::makeMenu(const char* name) {
  auto* menu = new QMenu(&bench().window());
  menu->setObjectName(QString::fromLatin1(name));
  menu->setAttribute(Qt::WA_DeleteOnClose);
  return menu;
}

void MenuFeature::fill(QMenu* menu, std::initializer_list<const char*> names) const {
  for (const char* name : names) {
    if (*name == '\0')
      menu->addSeparator();
    else
      menu->addAction(action(name));
  }
}

/// About the selection where there is one: the right button has selected what is under it.
void MenuFeature::showStageMenu(const QPoint& where) {
  if (!bench().isOpen()) return;
  QMenu* menu = nullptr;
  if (parts().stage->selectedKey()) {
    menu = makeMenu("nodeMenu");
    fill(menu, {"body.open", "group.toggle", "", "view.fitSelection", "view.followTensor", "view.isolate", "view.hide",
                "view.showAll", "", "group.make", "group.dissolve", "", "edit.copy", "file.exportRegion"});
  } else {
    menu = makeMenu("stageMenu");
    fill(menu, {"view.fit", "view.actualSize", "view.showChange", "view.tidy", "view.untidy", "view.toTheRight", ""});
    fill(menu->addMenu(tr("&Colours")),
         {"view.heatOperator", "view.heatCost", "view.heatChange", "view.heatElementType", "view.heatMemory"});
    fill(menu->addMenu(tr("&Labels")), {"view.labelShapes", "view.labelNames", "view.labelCosts", "view.labelNone"});
    fill(menu, {"view.showAll", "", "group.collapseAll", "group.expandAll", "body.dearest", "body.leave", "",
                "file.exportPicture"});
  }
  menu->popup(where);
}

/// About the current step: a press on a row of the table has gone there.
void MenuFeature::showStepMenu(const QPoint& where) {
  if (!bench().isOpen()) return;
  QMenu* menu = makeMenu("stepMenu");
  fill(menu, {"step.previous", "step.next", "step.best", "", "timeline.rename", "timeline.note", "timeline.bookmark",
              "", "view.pairPrevious", "view.pairOriginal", "view.pairChosen", "", "step.leaveOut", "file.export"});
  menu->popup(where);
}

}  // namespace tasoscope
