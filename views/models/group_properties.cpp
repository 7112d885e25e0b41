// What there is to say about a group of the graph that is shown.

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>

#include "views/canvas/graph_picture.h"
#include "views/models/properties.h"
#include "views/text/cost_text.h"

namespace tasoscope {
namespace {

struct GroupProperties {
  Q_DECLARE_TR_FUNCTIONS(tasoscope::GroupProperties)
};

constexpr std::size_t kMostMembers = 200;
constexpr std::size_t kMostAlike = 50;

QString text(const std::string& from) { return QString::fromStdString(from); }
QString number(std::size_t value) { return QLocale().toString(static_cast<qulonglong>(value)); }
std::size_t at(int index) { return static_cast<std::size_t>(index); }

QString kindOf(GroupKind kind) {
  switch (kind) {
    case GroupKind::kNames:
      return GroupProperties::tr("nodes whose names start alike");
    case GroupKind::kBlock:
      return GroupProperties::tr("a copy of a structure that repeats");
    case GroupKind::kSelection:
      return GroupProperties::tr("made by hand");
    case GroupKind::kPart:
      return GroupProperties::tr("a part of a group with many members");
  }
  return {};
}

PropertySection generalSection(const Grouping& grouping, const Group& group) {
  PropertySection section{GroupProperties::tr("Group"), {}};
  section.rows.emplace_back(GroupProperties::tr("Name"), titleOf(group));
  section.rows.emplace_back(GroupProperties::tr("What it is"), kindOf(group.kind));
  section.rows.emplace_back(GroupProperties::tr("Nodes"), number(group.size()));
  if (!group.groups.empty())
    section.rows.emplace_back(GroupProperties::tr("Groups inside"), number(group.groups.size()));
  if (group.parent >= 0) {
    const Group& around = grouping.groups[at(group.parent)];
    section.rows.emplace_back(GroupProperties::tr("Part of"), titleOf(around), NodeLink{around.key});
  }
  return section;
}

PropertySection costSection(const Group& group, std::int64_t total) {
  PropertySection section{GroupProperties::tr("Cost"), {}};
  section.rows.emplace_back(GroupProperties::tr("Sum of its nodes"), costText(group.picoseconds));
  if (total > 0) section.rows.emplace_back(GroupProperties::tr("Of the graph"), shareText(group.picoseconds, total));
  if (group.unknownCosts > 0)
    section.rows.emplace_back(GroupProperties::tr("Not known"),
                              GroupProperties::tr("of %n nodes", nullptr, static_cast<int>(group.unknownCosts)));
  return section;
}

/// Against the other graph of the pair.
PropertySection changeSection(const ShownGroups& groups, int index) {
  PropertySection section{GroupProperties::tr("Changed"), {}};
  if (groups.deltas.empty()) return section;
  const GroupDelta& delta = groups.deltas[at(index)];
  const Group& group = groups.grouping.groups[at(index)];
  if (!delta.isElsewhere) {
    section.rows.emplace_back(groups.isFirst ? GroupProperties::tr("The graph after has no such group.")
                                             : GroupProperties::tr("The graph before has no such group."),
                              QString());
    return section;
  }
  const std::size_t removed = groups.isFirst ? delta.onlyHere : delta.onlyThere;
  const std::size_t added = groups.isFirst ? delta.onlyThere : delta.onlyHere;
  if (removed > 0) section.rows.emplace_back(GroupProperties::tr("Nodes removed"), number(removed));
  if (added > 0) section.rows.emplace_back(GroupProperties::tr("Nodes added"), number(added));
  const std::int64_t change = groups.isFirst ? -delta.picoseconds : delta.picoseconds;
  const std::int64_t before = groups.isFirst ? group.picoseconds : group.picoseconds - delta.picoseconds;
  if (change != 0) section.rows.emplace_back(GroupProperties::tr("Cost"), changeText(change, before));
  if (section.rows.empty())
    section.rows.emplace_back(GroupProperties::tr("Nothing between these two graphs."), QString());
  return section;
}

PropertySection likeSection(const Grouping& grouping, int index) {
  const Group& group = grouping.groups[at(index)];
  PropertySection section{GroupProperties::tr("One of %n alike", nullptr, group.copies), {}};
  if (group.copies < 2) return section;
  for (std::size_t i = 0; i < grouping.groups.size() && section.rows.size() < kMostAlike; ++i) {
    const Group& other = grouping.groups[i];
    if (i != at(index) && other.structure == group.structure)
      section.rows.emplace_back(titleOf(other), costText(other.picoseconds), NodeLink{other.key});
  }
  if (static_cast<std::size_t>(group.copies) > kMostAlike + 1)
    section.rows.emplace_back(GroupProperties::tr("and %n more", nullptr, group.copies - 1 - int(kMostAlike)),
                              QString());
  return section;
}

/// The groups directly in it, then its own nodes, those that cost most first.
PropertySection memberSection(const Grouping& grouping, const Group& group, const GraphView& graph) {
  PropertySection section{GroupProperties::tr("Members"), {}};
  std::vector<std::pair<std::int64_t, PropertyRow>> rows;
  for (const int inner : group.groups) {
    const Group& each = grouping.groups[at(inner)];
    rows.emplace_back(each.picoseconds,
                      PropertyRow(GroupProperties::tr("%n nodes", nullptr, int(each.size())),
                                  titleOf(each) + QChar('\n') + costText(each.picoseconds), NodeLink{each.key}));
  }
  for (const int position : group.nodes) {
    const NodeView& node = graph.nodes[at(position)];
    const QString cost = node.isCostUnknown ? unknownCostGlyph() : costText(node.picoseconds);
    rows.emplace_back(node.picoseconds, PropertyRow(text(node.operatorName), text(node.name) + QChar('\n') + cost,
                                                    NodeLink{keyOf(node.op)}));
  }
  std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  const std::size_t left = rows.size() - std::min(rows.size(), kMostMembers);
  for (std::size_t i = 0; i < std::min(rows.size(), kMostMembers); ++i)
    section.rows.push_back(std::move(rows[i].second));
  if (left > 0)
    section.rows.emplace_back(GroupProperties::tr("and %n more", nullptr, static_cast<int>(left)), QString());
  return section;
}

}  // namespace

std::vector<PropertySection> propertiesOf(const ShownGroups& groups, int index, const Surroundings& around) {
  const Group& group = groups.grouping.groups[at(index)];
  return {generalSection(groups.grouping, group), costSection(group, around.graph->price.picoseconds),
          changeSection(groups, index), likeSection(groups.grouping, index),
          memberSection(groups.grouping, group, *around.graph)};
}

}  // namespace tasoscope
