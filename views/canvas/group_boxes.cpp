#include "views/canvas/group_boxes.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>
#include <array>

#include "views/text/cost_text.h"

namespace tasoscope {
namespace {

constexpr qsizetype kLongestTitle = 34;

struct GroupBoxes {
  Q_DECLARE_TR_FUNCTIONS(tasoscope::GroupBoxes)
};

std::size_t at(int index) { return static_cast<std::size_t>(index); }

/// The ends of names differ most.
QString shortened(const QString& text) {
  return text.size() <= kLongestTitle ? text : QChar(0x2026) + text.right(kLongestTitle - 1);
}

/// The family whose nodes cost most; of those that cost nothing the most frequent.
Family mainFamily(const Grouping& grouping, int group, const GraphView& view) {
  std::array<std::pair<std::int64_t, int>, kFamilyCount> weights{};
  for (const int node : grouping.nodesOf(group)) {
    const NodeView& facts = view.nodes[at(node)];
    auto& [cost, count] = weights[static_cast<std::size_t>(familyNamed(facts.family))];
    cost += facts.picoseconds;
    ++count;
  }
  return static_cast<Family>(std::max_element(weights.begin(), weights.end()) - weights.begin());
}

/// What a pair changes inside: the same words before and after.
QString changeLine(const GroupDelta& delta, bool isBefore) {
  const auto added = static_cast<int>(isBefore ? delta.onlyThere : delta.onlyHere);
  const auto removed = static_cast<int>(isBefore ? delta.onlyHere : delta.onlyThere);
  QStringList parts;
  if (removed > 0) parts << GroupBoxes::tr("%n removed", nullptr, removed);
  if (added > 0) parts << GroupBoxes::tr("%n added", nullptr, added);
  return parts.join(QStringLiteral(", "));
}

/// The first and the last group in a part, which has no name of its own.
QString rangeOf(const Grouping& grouping, const Group& group) {
  if (group.kind != GroupKind::kPart || group.groups.size() < 2) return {};
  const Group &first = grouping.groups[at(group.groups.front())], &last = grouping.groups[at(group.groups.back())];
  return shortened(titleOf(first)) + QStringLiteral(" \u2013 ") + shortened(titleOf(last));
}

QString costOf(const Group& group) {
  if (group.picoseconds == 0) return group.unknownCosts > 0 ? unknownCostGlyph() : QString();
  return costText(group.picoseconds) +
         (group.unknownCosts > 0 ? QStringLiteral(" + ") + unknownCostGlyph() : QString());
}

}  // namespace

PictureBox boxOf(const ShownGroups& groups, int index, const GraphView& view) {
  const Group& group = groups.grouping.groups[at(index)];
  PictureBox box;
  box.key = group.key;
  box.shape = BoxShape::kGroup;
  box.family = mainFamily(groups.grouping, index, view);
  box.title = shortened(titleOf(group));
  box.cost = costOf(group);
  box.name = titleOf(group);
  box.picoseconds = group.picoseconds;
  box.isPriced = group.unknownCosts < group.size();
  box.repetition = group.repetition;
  box.copies = group.copies;
  box.content = group.content;
  QStringList facts{GroupBoxes::tr("%n nodes", nullptr, static_cast<int>(group.size()))};
  if (const QString range = rangeOf(groups.grouping, group); !range.isEmpty()) facts.prepend(range);
  QStringList changes;
  if (!groups.deltas.empty() && groups.deltas[at(index)].isElsewhere) {
    const GroupDelta& delta = groups.deltas[at(index)];
    if (delta.isChanged()) changes << changeLine(delta, groups.isFirst);
    if (delta.picoseconds != 0 && !groups.isFirst)
      changes << changeText(delta.picoseconds, group.picoseconds - delta.picoseconds);
  }
  box.lines = changes + facts;
  QStringList words = QStringList{box.name} + facts + changes;
  if (!box.cost.isEmpty()) words << box.cost;
  if (group.copies > 1) words << GroupBoxes::tr("one of %n alike", nullptr, group.copies);
  box.toolTip = words.join(QChar('\n'));
  box.accessibleName = GroupBoxes::tr("group %1").arg(words.join(QStringLiteral(", ")));
  box.searchText = box.name;
  return box;
}

void addFrames(Picture& picture, const ShownGroups& groups, const std::vector<int>& boxOfNode) {
  const Grouping& grouping = groups.grouping;
  std::vector<int> frameOf(grouping.groups.size(), -1);
  for (std::size_t i = 0; i < grouping.groups.size(); ++i) {
    if (groups.collapsedAround(static_cast<int>(i)) >= 0) continue;
    const Group& group = grouping.groups[i];
    PictureFrame frame;
    frame.key = group.key;
    frame.title = titleOf(group);
    if (group.copies > 1) frame.title += QStringLiteral("  ") + QChar(0xd7) + QLocale().toString(group.copies);
    frame.repetition = group.repetition;
    for (const int node : grouping.nodesOf(static_cast<int>(i))) frame.boxes.push_back(boxOfNode[at(node)]);
    std::sort(frame.boxes.begin(), frame.boxes.end());
    frame.boxes.erase(std::unique(frame.boxes.begin(), frame.boxes.end()), frame.boxes.end());
    picture.standIns.emplace(group.key, frame.boxes.front());
    if (group.kind == GroupKind::kPart) continue;  // parts mean nothing that a frame could tell
    frameOf[i] = static_cast<int>(picture.frames.size());
    picture.frames.push_back(std::move(frame));
  }
  for (std::size_t i = grouping.groups.size(); i-- > 0;) {
    int around = grouping.groups[i].parent;
    while (around >= 0 && frameOf[at(around)] < 0) around = grouping.groups[at(around)].parent;
    if (frameOf[i] < 0 || around < 0) continue;
    int& inner = picture.frames[at(frameOf[at(around)])].inner;
    inner = std::max(inner, picture.frames[at(frameOf[i])].inner + 1);
  }
}

}  // namespace tasoscope
