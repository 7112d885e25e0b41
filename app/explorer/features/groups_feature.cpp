#include "features/groups_feature.h"

#include <QAction>
#include <QLocale>
#include <algorithm>

#include "features/body_feature.h"
#include "panels/nodes_panel.h"
#include "panels/outline_panel.h"
#include "stage/stage.h"
#include "views/canvas/graph_picture.h"
#include "views/text/cost_text.h"
#include "window/explorer_window.h"
#include "window/file_choice.h"
#include "window/find_bar.h"
#include "window/workbench.h"

namespace tasoscope {
namespace {

struct Kind {
  GroupBy by;
  const char* action;
  const char* name;
};
constexpr Kind kKinds[] = {{GroupBy::kNames, "group.byNames", "names"},
                           {GroupBy::kBlocks, "group.byBlocks", "blocks"},
                           {GroupBy::kNothing, "group.off", "off"}};

std::size_t at(int index) { return static_cast<std::size_t>(index); }

/// What collapsed groups hide, as it can be found.
std::vector<FindEntry> hiddenIn(const GraphView& graph, const ShownGroups& groups) {
  std::vector<FindEntry> hidden;
  for (std::size_t i = 0; i < groups.seats.size(); ++i) {
    const NodeView& node = graph.nodes[i];
    if (groups.seats[i] >= 0)
      hidden.push_back({keyOf(node.op), QString::fromStdString(node.operatorName + ' ' + node.name)});
  }
  return hidden;
}

}  // namespace

int GroupsFeature::Side::nodeOf(std::uint64_t key) const {
  if (positions.empty() && graph)
    for (std::size_t i = 0; i < graph->nodes.size(); ++i)
      positions.emplace(keyOf(graph->nodes[i].op), static_cast<int>(i));
  const auto found = positions.find(key);
  return found == positions.end() ? -1 : found->second;
}

int GroupsFeature::Side::groupOf(std::uint64_t key) const {
  if (!groups) return -1;
  const int node = nodeOf(key);
  if (node < 0) return groups->grouping.find(key);
  const int seat = groups->seats[at(node)];
  return seat >= 0 ? seat : groups->grouping.innermost[at(node)];
}

GroupsFeature::GroupsFeature(Workbench& bench) : Feature(bench) {
  connectKinds();
  connectCollapsing();
  connectSelections();
  connectOutline();
  connect(&bench, &Workbench::pairShown, this, &GroupsFeature::takePair);
  connect(parts().find, &FindBar::visited, this, &GroupsFeature::reveal);
  connect(parts().nodes, &NodesPanel::nodeChosen, this, &GroupsFeature::reveal);
}

void GroupsFeature::connectKinds() {
  for (const Kind& kind : kKinds) on(kind.action, [this, by = kind.by] { setKind(by); });
}

void GroupsFeature::connectCollapsing() {
  on("group.toggle", [this] { toggleSelected(); });
  on("group.expandLevel", [this] { expandLevel(); });
  on("group.collapseAll", [this] { setAllCollapsed(true); });
  on("group.expandAll", [this] { setAllCollapsed(false); });
  connect(parts().stage, &Stage::activated, this, [this](std::uint64_t key) {
    const Side* side = sideOf(key);
    if (side && side->nodeOf(key) < 0) toggleSelected();  // a collapsed group
  });
}

void GroupsFeature::connectSelections() {
  on("group.make", [this] { groupSelection(); });
  on("group.dissolve", [this] { ungroup(); });
  on("file.exportRegion", [this] { exportRegion(); });
}

void GroupsFeature::connectOutline() {
  connect(parts().outline, &OutlinePanel::chosen, this, [this](std::uint64_t key) {
    const Side* side = sideOf(key);
    const bool isShown = side && (side->nodeOf(key) < 0 || side->groups->seats[at(side->nodeOf(key))] < 0);
    parts().stage->select(key);
    if (!isShown) parts().outline->setSelectedKey(key);
  });
  connect(parts().outline, &OutlinePanel::activated, this, &GroupsFeature::reveal);
  connect(parts().stage, &Stage::selectionChanged, parts().outline, &OutlinePanel::setSelectedKey);
}

void GroupsFeature::writeView(ViewState& view) const {
  for (const Kind& kind : kKinds)
    if (kind.by == m_state.by) view["groups.by"] = kind.name;
  if (m_state.areCollapsed) view["groups.areCollapsed"] = *m_state.areCollapsed ? "yes" : "no";
  QStringList keys;
  for (const std::uint64_t key : m_state.exceptions) keys << QString::number(key, 16);
  if (!keys.isEmpty()) view["groups.exceptions"] = keys.join(QChar(' ')).toStdString();
}

void GroupsFeature::readView(const ViewState& view) {
  m_state = {};
  m_before = m_after = {};
  m_revealed.reset();
  const auto said = [&](const char* key) {
    const auto found = view.find(key);
    return found == view.end() ? QString() : QString::fromStdString(found->second);
  };
  const QString remembered = bench().window().settings().groupsOf(bench().modelKey());
  const QString by = view.empty() ? remembered : said("groups.by");
  for (const Kind& kind : kKinds)
    if (by == QLatin1String(kind.name)) m_state.by = kind.by;
  const QString collapsed = said("groups.areCollapsed");
  if (!collapsed.isEmpty()) m_state.areCollapsed = collapsed == QLatin1String("yes");
  for (const QString& key : said("groups.exceptions").split(QChar(' '), Qt::SkipEmptyParts)) {
    bool isNumber = false;
    const std::uint64_t number = key.toULongLong(&isNumber, 16);
    if (isNumber) m_state.exceptions.insert(number);
  }
  m_state.selections = bench().model().madeGroups;
  m_nextSelection = 1;
  for (const SelectionGroup& made : m_state.selections) m_nextSelection = std::max(m_nextSelection, made.id + 1);
  bench().host().setGroups(m_state);
}

void GroupsFeature::takePair() {
  const ShownPair& pair = parts().stage->pair();
  m_before = {pair.beforeGraph, pair.beforeGroups, {}};
  m_after = {pair.afterGraph, pair.afterGroups, {}};
  parts().find->setHidden([graph = pair.afterGraph, groups = pair.afterGroups] {
    return groups ? hiddenIn(*graph, *groups) : std::vector<FindEntry>();
  });
  parts().outline->setGraph(m_after.graph, m_after.groups);
  if (std::exchange(m_fitsNext, false)) parts().stage->fitAll();
  if (m_revealed) parts().stage->select(*std::exchange(m_revealed, std::nullopt));
  parts().outline->setSelectedKey(parts().stage->selectedKey());
}

const GroupsFeature::Side* GroupsFeature::sideOf(std::uint64_t key) const {
  for (const Side* side : {&m_after, &m_before})
    if (side->groups && (side->nodeOf(key) >= 0 || side->groups->grouping.find(key) >= 0)) return side;
  return nullptr;
}

void GroupsFeature::change(const std::function<void(GroupState&)>& edit) {
  edit(m_state);
  bench().host().setGroups(m_state);
  bench().requestPair();
}

void GroupsFeature::toggleSelected() {
  std::set<std::uint64_t> keys;
  for (const std::uint64_t key : parts().stage->selection()) {
    const Side* side = sideOf(key);
    const int group = side ? side->groupOf(key) : -1;
    if (group >= 0) keys.insert(side->groups->grouping.groups[at(group)].key);
  }
  if (keys.empty()) return;
  m_revealed = *keys.begin();
  change([&](GroupState& state) {
    for (const std::uint64_t key : keys) state.toggle(key);
  });
}

void GroupsFeature::expandLevel() {
  std::set<std::uint64_t> keys;
  for (const Side* side : {&m_after, &m_before}) {
    if (!side->groups) continue;
    for (const int seat : side->groups->seats)
      if (seat >= 0) keys.insert(side->groups->grouping.groups[at(seat)].key);
  }
  change([&](GroupState& state) {
    for (const std::uint64_t key : keys) state.toggle(key);
  });
}

/// A graph of collapsed groups is small: it is shown whole, wherever the view was.
void GroupsFeature::setAllCollapsed(bool areCollapsed) {
  m_fitsNext = areCollapsed;
  change([&](GroupState& state) {
    state.areCollapsed = areCollapsed;
    state.exceptions.clear();
  });
}

void GroupsFeature::setKind(GroupBy by) {
  for (const Kind& kind : kKinds)
    if (kind.by == by) bench().window().settings().setGroupsOf(bench().modelKey(), QString::fromLatin1(kind.name));
  change([&](GroupState& state) {
    state.by = by;
    state.exceptions.clear();
  });
}

void GroupsFeature::reveal(std::uint64_t key) {
  const Side* side = sideOf(key);
  const int node = side ? side->nodeOf(key) : -1;
  if (node < 0 || side->groups->seats[at(node)] < 0) {
    parts().stage->select(key);
    return;
  }
  m_revealed = key;
  change([&](GroupState& state) {
    const Grouping& grouping = side->groups->grouping;
    for (const int group : grouping.around(grouping.innermost[at(node)]))
      if (side->groups->isCollapsed[at(group)]) state.toggle(grouping.groups[at(group)].key);
  });
}

bool GroupsFeature::revealNamed(const QString& name) {
  const std::string wanted = name.toStdString();
  for (const Side* side : {&m_after, &m_before}) {
    if (!side->graph) continue;
    for (const NodeView& node : side->graph->nodes) {
      if (node.name != wanted) continue;
      reveal(keyOf(node.op));
      return true;
    }
  }
  return false;
}

std::vector<OpId> GroupsFeature::selectedOps() const {
  std::set<int> nodes;
  if (!m_after.groups) return {};
  for (const std::uint64_t key : parts().stage->selection()) {
    if (const int node = m_after.nodeOf(key); node >= 0) {
      nodes.insert(node);
    } else if (const int group = m_after.groups->grouping.find(key); group >= 0) {
      const auto inside = m_after.groups->grouping.nodesOf(group);
      nodes.insert(inside.begin(), inside.end());
    }
  }
  std::vector<OpId> ops;
  for (const int node : nodes) ops.push_back(m_after.graph->nodes[at(node)].op);
  return ops;
}

void GroupsFeature::groupSelection() {
  const std::vector<OpId> ops = selectedOps();
  if (ops.size() < 2) {
    bench().say(MessageKind::kHint, tr("A group has at least two nodes. Shift and click selects more."));
    return;
  }
  if (const auto between = nodeBetween(*m_after.graph, ops)) {
    const int node = m_after.nodeOf(keyOf(*between));
    const QString name = QString::fromStdString(m_after.graph->nodes[at(node)].name);
    bench().say(MessageKind::kHint,
                tr("These nodes cannot be one group, because %1 lies between them. Select it as well.").arg(name));
    return;
  }
  SelectionGroup made;
  made.id = m_nextSelection++;
  made.name = tr("Group %1").arg(made.id).toStdString();
  made.ops = ops;
  for (const OpId op : ops)
    for (const TensorView& output : m_after.graph->nodes[at(m_after.nodeOf(keyOf(op)))].outputs)
      made.values.push_back(output.tensor);
  m_revealed = keyOf(ops.front());
  change([&](GroupState& state) { state.selections.push_back(std::move(made)); });
}

std::uint64_t GroupsFeature::selectedSelection() const {
  const auto key = parts().stage->selectedKey();
  const Side* side = key ? sideOf(*key) : nullptr;
  if (!side) return 0;
  const Grouping& grouping = side->groups->grouping;
  for (int group = side->groupOf(*key); group >= 0; group = grouping.groups[at(group)].parent)
    if (grouping.groups[at(group)].kind == GroupKind::kSelection) return grouping.groups[at(group)].selection;
  return 0;
}

void GroupsFeature::ungroup() {
  const std::uint64_t id = selectedSelection();
  const std::vector<OpId> ops = selectedOps();
  if (id == 0) return;
  if (!ops.empty()) m_revealed = keyOf(ops.front());
  change([&](GroupState& state) {
    std::erase_if(state.selections, [&](const SelectionGroup& selection) { return selection.id == id; });
  });
}

void GroupsFeature::exportRegion() {
  const QString what = tr("Export %n nodes as a model", nullptr, static_cast<int>(selectedOps().size()));
  const ModelFacts& model = bench().model();
  chooseTarget(&bench().window(), what, exportProposal(model.path, model.name, QStringLiteral("-region.onnx")), this,
               [this](const QString& path) { exportRegionTo(path); });
}

void GroupsFeature::exportRegionTo(const QString& path) {
  const StepId step = parts().stage->pair().afterStep;
  bench().host().ask<RegionReport>(
      tr("Writing the selected part"),
      [step, ops = selectedOps(), target = path.toStdString()](Session& session, const Progress& progress) {
        return session.exportRegion(step, ops, target, progress);
      },
      [this, path](const RegionReport& report) {
        const QString inputs = tr("%n inputs", nullptr, static_cast<int>(report.inputs.size()));
        const QString outputs = tr("%n outputs", nullptr, static_cast<int>(report.outputs.size()));
        const QString nodes = tr("%n nodes", nullptr, static_cast<int>(report.nodes));
        bench().say(MessageKind::kVerdict,
                    tr("Exported %1 to %2: %3, %4, %5.")
                        .arg(nodes, path, inputs, outputs, byteText(static_cast<std::int64_t>(report.bytes))));
      });
}

void GroupsFeature::updateActions() {
  if (m_after.groups)
    for (const Kind& kind : kKinds) action(kind.action)->setChecked(kind.by == m_after.groups->by);
  const bool hasGroups = m_after.groups && !m_after.groups->grouping.isEmpty();
  const bool hasSelection = !parts().stage->selection().empty();
  const auto key = parts().stage->selectedKey();
  const Side* side = key ? sideOf(*key) : nullptr;
  enable("group.toggle", side && side->groupOf(*key) >= 0);
  enable("group.expandLevel", hasGroups && std::ranges::any_of(m_after.groups->seats, [](int s) { return s >= 0; }));
  enable("group.collapseAll", hasGroups);
  enable("group.expandAll", hasGroups);
  enable("group.make", hasSelection && side);
  enable("group.dissolve", selectedSelection() != 0);
  // What a graph inside a node takes from around it is no part of it.
  enable("file.exportRegion", side && bench().canStep() && !bench().feature<BodyFeature>().isInside());
}

}  // namespace tasoscope
