#include "features/timeline_feature.h"

#include <QDockWidget>

#include "actions/definitions.h"
#include "panels/pictures_panel.h"
#include "panels/steps_panel.h"
#include "window/workbench.h"

namespace tasoscope {
namespace {

/// The dock that a panel is in may be closed or behind another.
void bringUp(QWidget* panel) {
  for (QWidget* parent = panel->parentWidget(); parent; parent = parent->parentWidget()) {
    if (auto* dock = qobject_cast<QDockWidget*>(parent)) {
      dock->show();
      dock->raise();
    }
  }
}

}  // namespace

TimelineFeature::TimelineFeature(Workbench& bench) : Feature(bench) {
  connectWriting();
  connectBookmarks();
  StepsPanel* panel = parts().steps;
  const auto raise = [this](QWidget* page) {
    this->bench().raiseTab(page);
    bringUp(page);
    page->setFocus();
  };
  on("timeline.show", [raise, panel] { raise(panel); });
  on("timeline.pictures", [raise, this] { raise(parts().pictures); });
  on("timeline.wider", [panel] { panel->timeline()->zoom(1.25); });
  on("timeline.narrower", [panel] { panel->timeline()->zoom(0.8); });
}

void TimelineFeature::connectWriting() {
  StepsPanel* panel = parts().steps;
  for (const StepModel::Column column : {StepModel::NameColumn, StepModel::NoteColumn}) {
    on(column == StepModel::NameColumn ? "timeline.rename" : "timeline.note", [this, panel, column] {
      bench().raiseTab(panel);
      bringUp(panel);
      panel->edit(column);
    });
  }
  connect(&panel->model(), &StepModel::renamed, this, [this](StepId step, const QString& name) {
    write(tr("Naming"), [step, name](Session& session) { session.rename(step, name.toStdString()); });
  });
  connect(&panel->model(), &StepModel::noteWritten, this, [this](StepId step, const QString& note) {
    write(tr("Noting"), [step, note](Session& session) { session.setNote(step, note.toStdString()); });
  });
  connect(&panel->model(), &StepModel::bookmarkWritten, this, [this](StepId step, int number) {
    write(tr("Bookmarking"), [step, number](Session& session) { session.setBookmark(step, number); });
  });
}

void TimelineFeature::connectBookmarks() {
  on("timeline.bookmark", [this] { toggleBookmark(); });
  const StepModel* steps = &parts().steps->model();
  Workbench* workbench = &bench();
  for (const int direction : {-1, 1}) {
    on(direction < 0 ? "timeline.previousBookmark" : "timeline.nextBookmark", [workbench, steps, direction] {
      if (const auto step = steps->nextBookmark(direction)) workbench->goTo(*step);
    });
  }
  for (int number = 1; number <= kNumberedBookmarks; ++number) {
    on(qPrintable(QStringLiteral("bookmark.go%1").arg(number)), [workbench, number] {
      if (const auto step = workbench->trail().bookmarked(number)) workbench->goTo(*step);
    });
    on(qPrintable(QStringLiteral("bookmark.set%1").arg(number)), [this, number] { toggleNumber(number); });
  }
}

void TimelineFeature::toggleBookmark() {
  const TrailView& trail = bench().trail();
  const int given = trail.steps[trail.current].marks.bookmark;
  toggleNumber(given != 0 ? given : trail.freeBookmark());
}

void TimelineFeature::toggleNumber(int number) {
  const StepId current = bench().trail().current;
  const int next = bench().trail().steps[current].marks.bookmark == number ? 0 : number;
  write(tr("Bookmarking"), [current, next](Session& session) { session.setBookmark(current, next); });
}

void TimelineFeature::write(const QString& activity, const std::function<void(Session&)>& command) {
  if (bench().canStep()) bench().host().change(activity, command);
}

void TimelineFeature::updateActions() {
  const bool canWrite = bench().canStep() && !bench().trail().steps.empty();
  for (const char* name : {"timeline.rename", "timeline.note", "timeline.bookmark"}) enable(name, canWrite);
  const bool hasBookmarks = canWrite && parts().steps->model().nextBookmark(1);
  enable("timeline.nextBookmark", hasBookmarks);
  enable("timeline.previousBookmark", hasBookmarks);
  for (int number = 1; number <= kNumberedBookmarks; ++number) {
    enable(qPrintable(QStringLiteral("bookmark.go%1").arg(number)), canWrite && bench().trail().bookmarked(number));
    enable(qPrintable(QStringLiteral("bookmark.set%1").arg(number)), canWrite);
  }
}

}  // namespace tasoscope
