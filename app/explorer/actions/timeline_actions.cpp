#include <QCoreApplication>

#include "actions/definitions.h"

namespace tasoscope {
namespace {

struct Actions {
  Q_DECLARE_TR_FUNCTIONS(tasoscope::Actions)
};

/// Digits are aliases: many keyboards reach them badly, so F4 and Ctrl+D do the same.
void defineNumberedBookmarks(ActionRegistry& registry) {
  for (int number = 1; number <= kNumberedBookmarks; ++number) {
    const auto digit = static_cast<Qt::Key>(Qt::Key_0 + number);
    registry.addLocal({QStringLiteral("bookmark.go%1").arg(number),
                       Actions::tr("Go to bookmark &%1").arg(number),
                       {QKeySequence(digit)},
                       {},
                       Actions::tr("Goes to the step with bookmark %1").arg(number)},
                      kTrail);
    registry.addLocal({QStringLiteral("bookmark.set%1").arg(number),
                       Actions::tr("Set bookmark %1 here").arg(number),
                       {QKeySequence(Qt::SHIFT | digit)},
                       {},
                       Actions::tr("Gives this step bookmark %1, or takes it away").arg(number)},
                      kTrail);
  }
}

}  // namespace

void defineTimelineActions(ActionRegistry& registry) {
  registry.add({"timeline.rename",
                Actions::tr("Na&me this step…"),
                {QKeySequence(Qt::Key_F2)},
                {},
                Actions::tr("Gives this step a name of its own")});
  registry.add({"timeline.note",
                Actions::tr("N&ote on this step…"),
                {QKeySequence(Qt::CTRL | Qt::Key_M)},
                {},
                Actions::tr("Writes a note on this step")});
  registry.add({"timeline.bookmark",
                Actions::tr("&Bookmark this step"),
                {QKeySequence(Qt::CTRL | Qt::Key_D)},
                {},
                Actions::tr("Gives this step the next free bookmark, or takes its bookmark away")});
  registry.add({"timeline.nextBookmark",
                Actions::tr("Next boo&kmark"),
                {QKeySequence(Qt::Key_F4)},
                {},
                Actions::tr("Goes to the next bookmarked step")});
  registry.add({"timeline.previousBookmark",
                Actions::tr("Previous bookmar&k"),
                {QKeySequence(Qt::SHIFT | Qt::Key_F4)},
                {},
                Actions::tr("Goes to the previous bookmarked step")});
  registry.addLocal({"timeline.wider",
                     Actions::tr("&Wider timeline"),
                     {QKeySequence(Qt::Key_Plus), QKeySequence(Qt::Key_Equal)},
                     {},
                     Actions::tr("Gives every step on the timeline more room")},
                    kTimeline);
  registry.addLocal({"timeline.narrower",
                     Actions::tr("&Narrower timeline"),
                     {QKeySequence(Qt::Key_Minus)},
                     {},
                     Actions::tr("Shows more steps on the timeline")},
                    kTimeline);
  registry.add({"timeline.show",
                Actions::tr("Show the &timeline"),
                {},
                {},
                Actions::tr("Brings the timeline and the table of steps to the front")});
  registry.add({"timeline.pictures",
                Actions::tr("Show p&ictures of the steps"),
                {},
                {},
                Actions::tr("Brings the small pictures of what each step changes to the front")});
  defineNumberedBookmarks(registry);
}

}  // namespace tasoscope
