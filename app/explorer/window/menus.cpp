#include "window/menus.h"

#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QToolBar>

#include "actions/definitions.h"
#include "learn/lesson.h"
#include "window/explorer_window.h"

namespace tasoscope {
namespace {

/// Adds the named actions; an empty name is a separator.
template <typename Target>
void fill(Target* target, const ActionRegistry& actions, std::initializer_list<const char*> names) {
  for (const char* name : names) {
    if (*name == '\0')
      target->addSeparator();
    else
      target->addAction(actions.find(QString::fromLatin1(name)));
  }
}

/// What colours and labels tell, each in a menu of its own.
void addChoices(QMenu* view, const ActionRegistry& actions) {
  fill(view->addMenu(ExplorerWindow::tr("&Colours")), actions,
       {"view.heatOperator", "view.heatCost", "view.heatChange", "view.heatElementType", "view.heatMemory", "",
        "view.cycleHeat"});
  fill(view->addMenu(ExplorerWindow::tr("&Labels")), actions,
       {"view.labelShapes", "view.labelNames", "view.labelCosts", "view.labelNone", "", "view.cycleLabels"});
  fill(view->addMenu(ExplorerWindow::tr("&Groups")), actions,
       {"group.toggle", "group.expandLevel", "group.collapseAll", "group.expandAll", "", "group.make", "group.dissolve",
        "", "group.byNames", "group.byBlocks", "group.off"});
  fill(view->addMenu(ExplorerWindow::tr("Graphs &inside nodes")), actions,
       {"body.open", "body.dearest", "body.other", "body.leave"});
  view->addSeparator();
}

QWidget* spacer() {
  auto* widget = new QWidget;
  widget->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  return widget;
}

void makeStepMenu(ExplorerWindow& window, QMenu* menu) {
  QMenu* bookmarks = menu->addMenu(ExplorerWindow::tr("Bookmarks b&y number"));
  for (const char* name : {"bookmark.go%1", "bookmark.set%1"}) {
    for (int number = 1; number <= kNumberedBookmarks; ++number)
      bookmarks->addAction(window.actions().find(QString::fromLatin1(name).arg(number)));
    bookmarks->addSeparator();
  }
  menu->addSeparator();
  fill(menu, window.actions(), {"timeline.show", "timeline.pictures", "timeline.wider", "timeline.narrower"});
}

}  // namespace

void makeMenus(ExplorerWindow& window) {
  const auto menu = [&](const QString& title, std::initializer_list<const char*> names) {
    QMenu* made = window.menuBar()->addMenu(title);
    fill(made, window.actions(), names);
    return made;
  };
  menu(ExplorerWindow::tr("&File"), {"file.open",
                                     "file.locateModel",
                                     "file.openAnyway",
                                     "",
                                     "file.save",
                                     "file.saveAs",
                                     "",
                                     "file.compare",
                                     "file.endComparison",
                                     "",
                                     "file.close",
                                     "file.nextModel",
                                     "file.previousModel",
                                     "",
                                     "file.export",
                                     "file.exportRegion",
                                     "file.exportPicture",
                                     "file.exportReport",
                                     "file.exportCosts",
                                     "",
                                     "file.quit"});
  menu(ExplorerWindow::tr("&Edit"), {"edit.undo", "edit.redo", "", "edit.copy", "edit.copyTable", "", "edit.find",
                                     "edit.findNext", "edit.findPrevious", "", "edit.preferences"});
  QMenu* view = menu(ExplorerWindow::tr("&View"), {"view.pairPrevious",
                                                   "view.pairOriginal",
                                                   "view.pairChosen",
                                                   "",
                                                   "view.before",
                                                   "view.after",
                                                   "view.overlay",
                                                   "view.split",
                                                   "view.cyclePanes",
                                                   "view.peek",
                                                   "",
                                                   "view.followTensor",
                                                   "view.isolate",
                                                   "view.hide",
                                                   "view.showAll",
                                                   "",
                                                   "view.fit",
                                                   "view.actualSize",
                                                   "view.fitSelection",
                                                   "view.showChange",
                                                   "view.zoomIn",
                                                   "view.zoomOut",
                                                   "",
                                                   "view.redraw",
                                                   "view.tidy",
                                                   "view.untidy",
                                                   "view.toTheRight",
                                                   "",
                                                   "view.dark",
                                                   "view.fullScreen",
                                                   "view.nextPane",
                                                   "view.previousPane",
                                                   ""});
  addChoices(view, window.actions());
  for (QDockWidget* dock : window.findChildren<QDockWidget*>()) view->addAction(dock->toggleViewAction());
  menu(ExplorerWindow::tr("&Inspect"), {"inspector.back", "inspector.forward", "", "inspector.graph", "inspector.step",
                                        "", "inspector.pin", "", "device.choose"});
  QMenu* search = menu(
      ExplorerWindow::tr("&Search"),
      {"search.run", "search.step", "search.stop", "job.cancel", "", "candidate.filter", "candidate.next",
       "candidate.previous", "candidate.apply", "candidate.applyEverywhere", "candidate.applyOnBranch",
       "candidate.lookAgain", "", "rule.list", "rule.show", "rule.enlarge", "rule.use", "rule.test", "rule.whyNot"});
  fill(search->addMenu(ExplorerWindow::tr("Rules a&llowed")), window.actions(),
       {"search.exact", "search.reassociating", "search.folding", "search.approximate"});
  makeStepMenu(window, menu(ExplorerWindow::tr("S&tep"), {"place.back",
                                                          "place.forward",
                                                          "",
                                                          "step.first",
                                                          "step.previous",
                                                          "step.next",
                                                          "step.last",
                                                          "step.previousChange",
                                                          "step.nextChange",
                                                          "step.best",
                                                          "step.mostGained",
                                                          "",
                                                          "step.leaveOut",
                                                          "",
                                                          "step.branchStart",
                                                          "step.nextBranch",
                                                          "",
                                                          "step.rangeBack",
                                                          "step.rangeOn",
                                                          "",
                                                          "timeline.rename",
                                                          "timeline.note",
                                                          "timeline.bookmark",
                                                          "timeline.nextBookmark",
                                                          "timeline.previousBookmark"}));
  QMenu* learn = menu(ExplorerWindow::tr("&Learn"), {});
  learn->setObjectName(QStringLiteral("learnMenu"));
  for (QAction* action : window.actions().all()) {
    if (action->objectName().startsWith(kLessonPrefix)) learn->addAction(action);
  }
  fill(learn, window.actions(),
       {"", "learn.back", "learn.hint", "learn.skip", "learn.next", "learn.close", "", "learn.open"});
  menu(ExplorerWindow::tr("&Help"), {"help.palette", "help.keys", "help.about"});
}

void makeToolBars(ExplorerWindow& window) {
  QToolBar* bar = window.addToolBar(ExplorerWindow::tr("Tools"));
  bar->setObjectName(QStringLiteral("tools"));
  bar->setMovable(false);
  bar->setIconSize({20, 20});
  fill(bar, window.actions(),
       {"file.open",
        "file.export",
        "",
        "edit.undo",
        "edit.redo",
        "",
        "search.run",
        "search.step",
        "search.stop",
        "",
        "step.first",
        "step.previous",
        "step.next",
        "step.last",
        "",
        "view.pairPrevious",
        "view.pairOriginal",
        "",
        "view.before",
        "view.overlay",
        "view.after",
        "view.split",
        "",
        "view.fit",
        "view.zoomIn",
        "view.zoomOut",
        "edit.find"});
  bar->addWidget(spacer());
  auto* label = new QLabel(ExplorerWindow::tr("Device "));
  label->setBuddy(window.parts().device);
  bar->addWidget(label);
  bar->addWidget(window.parts().device);
  window.setContextMenuPolicy(Qt::NoContextMenu);
}

}  // namespace tasoscope
