#include <QCoreApplication>

#include "actions/definitions.h"
#include "learn/lesson.h"

namespace tasoscope {
namespace {

struct Actions {
  Q_DECLARE_TR_FUNCTIONS(tasoscope::Actions)
};

}  // namespace

void defineLearnActions(ActionRegistry& registry) {
  for (const Lesson& lesson : builtInLessons()) {
    registry.add({kLessonPrefix + lesson.id, lesson.title.in("en"), {}, {}, lesson.summary.in("en"), Needs::kNothing});
  }
  registry.add({"learn.open",
                Actions::tr("&Open a lesson…"),
                {},
                {},
                Actions::tr("Plays a lesson from a file; the guide to writing one comes with the program's source"),
                Needs::kNothing});
  registry.add({"learn.back",
                Actions::tr("Previous &card"),
                {QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_Left)},
                {},
                Actions::tr("Goes to the lesson's previous card"),
                Needs::kNothing});
  registry.add({"learn.hint",
                Actions::tr("&Hint"),
                {QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_H)},
                {},
                Actions::tr("Shows the next hint of the lesson's card"),
                Needs::kNothing});
  registry.add({"learn.skip",
                Actions::tr("&Do it for me"),
                {QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_S)},
                {},
                Actions::tr("Does what the lesson waits for, and goes on"),
                Needs::kNothing});
  registry.add({"learn.next",
                Actions::tr("&Next card"),
                {QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_Right)},
                {},
                Actions::tr("Goes to the lesson's next card"),
                Needs::kNothing});
  registry.add({"learn.close",
                Actions::tr("&Close lesson"),
                {},
                {},
                Actions::tr("Ends the lesson; it can be taken up again where it was left"),
                Needs::kNothing});
}

}  // namespace tasoscope
