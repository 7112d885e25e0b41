#include "views/canvas/shown_groups.h"

#include <QCoreApplication>
#include <QLocale>
#include <QString>

namespace tasoscope {
namespace {

struct Groups {
  Q_DECLARE_TR_FUNCTIONS(tasoscope::Groups)
};

constexpr std::size_t kMostInCluster = 60;

std::size_t at(int index) { return static_cast<std::size_t>(index); }

}  // namespace

void GroupState::toggle(std::uint64_t key) {
  if (exceptions.erase(key) == 0) exceptions.insert(key);
}

int ShownGroups::collapsedAround(int group) const {
  int outermost = -1;
  for (int around = group; around >= 0; around = grouping.groups[at(around)].parent)
    if (isCollapsed[at(around)]) outermost = around;
  return outermost;
}

int ShownGroups::clusterOf(int group) const {
  int outermost = -1;
  for (int around = group; around >= 0; around = grouping.groups[at(around)].parent)
    if (grouping.groups[at(around)].size() <= kMostInCluster) outermost = around;
  return outermost;
}

ShownGroups shownGroups(const GroupPlan& plan, const GroupState& state, bool isLarge, const GraphView& view) {
  ShownGroups shown;
  shown.by = plan.by();
  shown.grouping = plan.apply(view, state.selections);
  const Grouping& grouping = shown.grouping;
  std::vector<int> seats;  // of groups: parents come before their children
  for (const Group& group : grouping.groups) {
    shown.isCollapsed.push_back(state.isCollapsed(group.key, isLarge));
    const int around = group.parent < 0 ? -1 : seats[at(group.parent)];
    const int own = static_cast<int>(seats.size());
    seats.push_back(around >= 0 ? around : shown.isCollapsed.back() ? own : -1);
  }
  for (const int group : grouping.innermost) shown.seats.push_back(group < 0 ? -1 : seats[at(group)]);
  return shown;
}

void compare(ShownGroups& before, const GraphView& beforeView, ShownGroups& after, const GraphView& afterView) {
  before.deltas = compareGroups(before.grouping, beforeView, after.grouping, afterView);
  after.deltas = compareGroups(after.grouping, afterView, before.grouping, beforeView);
  before.isFirst = true;
}

QString titleOf(const Group& group) {
  const QString name = QString::fromStdString(group.name), number = QLocale().toString(group.number);
  QString title = name;
  if (group.kind == GroupKind::kBlock) title = Groups::tr("Block %1 %2").arg(name, number);
  if (group.kind == GroupKind::kPart) title = Groups::tr("Part %1").arg(number);
  return group.piece > 0 ? Groups::tr("%1, piece %2").arg(title, QLocale().toString(group.piece)) : title;
}

}  // namespace tasoscope
