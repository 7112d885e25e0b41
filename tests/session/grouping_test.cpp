// Groups of a graph: from names, from blocks that repeat, from selections; the same in every graph of a session, and
// none that closes a cycle when it is collapsed.

#include "session/groups/grouping.h"

#include <QtTest>
#include <algorithm>
#include <random>
#include <set>

#include "parsed_view.h"
#include "processor_time.h"
#include "session/groups/node_links.h"

using namespace tasoscope;

namespace {

constexpr unsigned kSeed = 20250711;

std::size_t at(int index) { return static_cast<std::size_t>(index); }

const Group* groupNamed(const Grouping& grouping, const std::string& name, int number = 0) {
  for (const Group& group : grouping.groups)
    if (group.name == name && group.number == number) return &group;
  return nullptr;
}

std::set<std::string> namesOf(const Grouping& grouping, const GraphView& view, const Group& group) {
  std::set<std::string> names;
  for (std::size_t i = group.begin; i < group.end; ++i) names.insert(view.nodes[at(grouping.order[i])].name);
  return names;
}

/// Whether what is seen has no cycle when these groups are collapsed.
bool isAcyclic(const GraphView& view, const Grouping& grouping, const std::set<int>& collapsed) {
  const NodeLinks links(view);
  std::vector<int> seen(view.nodes.size());  // node, or ~ the outermost collapsed group around it
  for (std::size_t i = 0; i < seen.size(); ++i) {
    seen[i] = static_cast<int>(i);
    for (const int group : grouping.around(grouping.innermost[i])) {
      if (!collapsed.contains(group)) continue;
      seen[i] = ~group;
      break;
    }
  }
  std::map<int, std::set<int>> edges;
  std::map<int, int> missing;
  for (std::size_t i = 0; i < seen.size(); ++i) {
    missing[seen[i]];
    for (const int consumer : links.consumersOf(static_cast<int>(i)))
      if (seen[at(consumer)] != seen[i] && edges[seen[i]].insert(seen[at(consumer)]).second)
        ++missing[seen[at(consumer)]];
  }
  std::vector<int> ready;
  for (const auto& [box, count] : missing)
    if (count == 0) ready.push_back(box);
  std::size_t done = 0;
  for (; !ready.empty(); ++done) {
    const int box = ready.back();
    ready.pop_back();
    for (const int target : edges[box])
      if (--missing[target] == 0) ready.push_back(target);
  }
  return done == missing.size();
}

void checkInvariants(const GraphView& view, const Grouping& grouping) {
  std::vector<std::size_t> rank(view.nodes.size(), view.nodes.size());
  for (std::size_t i = 0; i < grouping.order.size(); ++i) rank[at(grouping.order[i])] = i;
  QCOMPARE(grouping.order.size(), view.nodes.size());
  const NodeLinks links(view);
  for (std::size_t i = 0; i < rank.size(); ++i)
    for (const int consumer : links.consumersOf(static_cast<int>(i))) QVERIFY(rank[i] < rank[at(consumer)]);
  std::set<std::uint64_t> keys;
  for (std::size_t i = 0; i < grouping.groups.size(); ++i) {
    const Group& group = grouping.groups[i];
    QVERIFY(group.size() >= 2);
    QVERIFY(group.parent < static_cast<int>(i));
    QVERIFY(keys.insert(group.key).second);
    std::size_t inside = group.nodes.size();
    for (const int inner : group.groups) inside += grouping.groups[at(inner)].size();
    QCOMPARE(inside, group.size());
  }
}

GraphView zooView(const char* name) { return Session::openZoo(name, {})->view(0); }

/// As an exporter without names leaves it.
GraphView withoutNames(GraphView view) {
  view.nodes.changeEach([](NodeView& node) { node.name = "node" + std::to_string(node.op.value); });
  return view;
}

/// `layers` times the same chain of five nodes with a way around it.
std::string layeredGraph(int layers) {
  std::string text = "graph { x0: input float32 4 ";
  for (int i = 0; i < layers; ++i) {
    const std::string n = std::to_string(i), next = std::to_string(i + 1);
    text += "a" + n + " = Relu(x" + n + ") b" + n + " = Tanh(a" + n + ") c" + n + " = Exp(a" + n + ") d" + n +
            " = Mul(b" + n + ", c" + n + ") x" + next + " = Add(d" + n + ", x" + n + ") ";
  }
  return text + "output x" + std::to_string(layers) + " }";
}

}  // namespace

class GroupingTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void nodesWhoseNamesStartAlikeAreAGroup() {
    const ParsedGraph parsed = parseGraph(
        "graph { x: input float32 4 m__a__p = Relu(x) m__a__q = Tanh(m__a__p) m__b__inner__r = Exp(m__a__q) "
        "m__b__inner__s = Neg(m__b__inner__r) m__t = Abs(m__b__inner__s) output m__t }");
    const GraphView view = parsedView(parsed);
    const Grouping grouping = GroupPlan(view, GroupBy::kNames).apply(view);
    checkInvariants(view, grouping);
    QCOMPARE(grouping.groups.size(), std::size_t{2});
    const Group* a = groupNamed(grouping, "a");
    const Group* b = groupNamed(grouping, "b/inner");
    QVERIFY2(a && b, "what all names share is dropped, and a group in a group of the same nodes is one");
    QCOMPARE(namesOf(grouping, view, *a), (std::set<std::string>{"m/a/p", "m/a/q"}));
    QCOMPARE(a->picoseconds, std::int64_t{2'000'000});
    QCOMPARE(grouping.outer.size(), std::size_t{2});
  }

  void groupsThatDependOnEachOtherAreSplit() {
    const ParsedGraph parsed = parseGraph(
        "graph { x: input float32 4 a__1 = Relu(x) a__2 = Tanh(a__1) b__1 = Exp(a__2) b__2 = Neg(b__1) "
        "a__3 = Abs(b__2) a__4 = Relu(a__3) b__3 = Tanh(a__4) output b__3 }");
    const GraphView view = parsedView(parsed);
    const Grouping grouping = GroupPlan(view, GroupBy::kNames).apply(view);
    checkInvariants(view, grouping);
    QVERIFY(isAcyclic(view, grouping, {0, 1, 2}));
    QCOMPARE(grouping.groups.size(), std::size_t{3});
    std::vector<std::pair<std::string, int>> pieces;
    for (const int group : grouping.outer)
      pieces.emplace_back(grouping.groups[at(group)].name, grouping.groups[at(group)].piece);
    QCOMPARE(pieces, (std::vector<std::pair<std::string, int>>{{"a", 1}, {"b", 0}, {"a", 2}}));
  }

  void whateverIsCollapsedNoCycleArises() {
    std::mt19937 random(kSeed);
    qInfo("seed %u", kSeed);
    for (int round = 0; round < 60; ++round) {
      std::string text = "graph { x: input float32 4 ";
      std::vector<std::string> names{"x"};
      const int count = 5 + static_cast<int>(random() % 60);
      for (int i = 0; i < count; ++i) {
        std::string name;
        for (unsigned depth = random() % 4; depth > 0; --depth)
          name += std::string(1, static_cast<char>('a' + random() % 3)) + "__";
        name += "n" + std::to_string(i);
        const auto pick = [&] { return names[names.size() - 1 - random() % std::min<std::size_t>(names.size(), 9)]; };
        text += name + " = Add(" + pick() + ", " + pick() + ") ";
        names.push_back(name);
      }
      const ParsedGraph parsed = parseGraph(text + "output " + names.back() + " }");
      const GraphView view = parsedView(parsed);
      const Grouping grouping = GroupPlan(view, round % 2 ? GroupBy::kNames : GroupBy::kBlocks).apply(view);
      checkInvariants(view, grouping);
      for (int choice = 0; choice < 8; ++choice) {
        std::set<int> collapsed;
        for (std::size_t i = 0; i < grouping.groups.size(); ++i)
          if (random() % 2) collapsed.insert(static_cast<int>(i));
        QVERIFY(isAcyclic(view, grouping, collapsed));
      }
    }
  }

  void copiesOfABlockAreFoundWithoutNames() {
    const ParsedGraph parsed = parseGraph(layeredGraph(7));
    const GraphView view = parsedView(parsed);
    const Grouping grouping = GroupPlan(view, GroupBy::kBlocks).apply(view);
    checkInvariants(view, grouping);
    QCOMPARE(grouping.outer.size(), std::size_t{7});
    for (const int outer : grouping.outer) {
      const Group& copy = grouping.groups[at(outer)];
      QCOMPARE(copy.kind, GroupKind::kBlock);
      QCOMPARE(copy.name, std::string("A"));
      QCOMPARE(copy.size(), std::size_t{5});
      QCOMPARE(copy.copies, 7);
    }
    QCOMPARE(grouping.repetitions, 1);
  }

  void aBlockThatDiffersInOneAttributeIsNoCopy() {
    const ParsedGraph parsed = parseGraph(
        "graph { x: input float32 1x4x4 a__1 = Transpose(x) {perm = [0, 2, 1]} a__2 = Relu(a__1) "
        "b__1 = Transpose(a__2) {perm = [0, 2, 1]} b__2 = Relu(b__1) c__1 = Transpose(b__2) {perm = [0, 1, 2]} "
        "c__2 = Relu(c__1) output c__2 }");
    const GraphView view = parsedView(parsed);
    const Grouping grouping = GroupPlan(view, GroupBy::kNames).apply(view);
    QCOMPARE(groupNamed(grouping, "a")->copies, 2);
    QCOMPARE(groupNamed(grouping, "a")->structure, groupNamed(grouping, "b")->structure);
    QCOMPARE(groupNamed(grouping, "c")->copies, 1);
    QCOMPARE(groupNamed(grouping, "c")->repetition, -1);
  }

  void theTwelveLayersOfBertAreOneKind() {
    const GraphView view = zooView("bert");
    for (const bool hasNames : {true, false}) {
      const GraphView shown = hasNames ? view : withoutNames(view);
      const GroupPlan plan = bestGroupPlan(shown);
      QCOMPARE(plan.by(), hasNames ? GroupBy::kNames : GroupBy::kBlocks);
      const Grouping grouping = plan.apply(shown);
      checkInvariants(shown, grouping);
      const auto layers = std::count_if(grouping.outer.begin(), grouping.outer.end(),
                                        [&](int group) { return grouping.groups[at(group)].copies == 12; });
      QCOMPARE(layers, 12);
    }
  }

  void theBlocksOfResNetRepeatWithinTheirStage() {
    const GraphView view = zooView("resnet50");
    const Grouping grouping = bestGroupPlan(view).apply(view);
    checkInvariants(view, grouping);
    std::map<std::string, int> copies;
    for (const Group& group : grouping.groups) copies[group.name] = group.copies;
    QCOMPARE(copies.at("layer1.1"), 2);
    QCOMPARE(copies.at("layer2.1"), 3);
    QCOMPARE(copies.at("layer3.5"), 5);
    QCOMPARE(copies.at("layer4.2"), 2);
    QCOMPARE(copies.at("layer3.0"), 1);
  }

  void cellsOfNasNetCollapseWithoutCycles() {
    const GraphView view = zooView("nasnet-a");
    for (const GroupBy by : {GroupBy::kNames, GroupBy::kBlocks}) {
      const Grouping grouping = GroupPlan(view, by).apply(view);
      checkInvariants(view, grouping);
      QVERIFY(grouping.repetitions > 0);
      std::set<int> outer(grouping.outer.begin(), grouping.outer.end());
      QVERIFY(isAcyclic(view, grouping, outer));
    }
    const Grouping named = GroupPlan(view, GroupBy::kNames).apply(view);
    QVERIFY2(named.outer.size() < 30, "cells are not split");
  }

  void tooManyChildrenAreCutIntoParts() {
    std::string text = "graph { x0: input float32 4 ";
    constexpr int kNodes = 2000;
    for (int i = 0; i < kNodes; ++i)
      text += "x" + std::to_string(i + 1) + " = " +
              (i * i % 7 < 3 ? "Relu"
               : i % 5       ? "Tanh"
                             : "Exp") +
              "(x" + std::to_string(i) + ") ";
    const ParsedGraph parsed = parseGraph(text + "output x2000 }");
    const GraphView view = parsedView(parsed);
    const Grouping grouping = GroupPlan(view, GroupBy::kNames).apply(view);
    checkInvariants(view, grouping);
    QVERIFY(grouping.outer.size() > 20 && grouping.outer.size() < 100);
    for (const int outer : grouping.outer) {
      QCOMPARE(grouping.groups[at(outer)].kind, GroupKind::kPart);
      QVERIFY(grouping.groups[at(outer)].nodes.size() < 100);
    }
  }

  void groupsAreTheSameAfterAStepAndTheChangedOneSaysSo() {
    const std::unique_ptr<Session> session = Session::openZoo("bert", {});
    const GraphView before = session->view(0);
    const GroupPlan plan(before, GroupBy::kNames);
    const std::vector<CandidateView> candidates = session->candidates();
    const auto merge = std::find_if(candidates.begin(), candidates.end(), [](const CandidateView& candidate) {
      return candidate.place.find("encoder.layer.3") != std::string::npos;
    });
    QVERIFY(merge != candidates.end());
    const GraphView after = session->view(session->apply(merge->match));
    const Grouping was = plan.apply(before), is = plan.apply(after);
    checkInvariants(after, is);
    const std::vector<GroupDelta> deltas = compareGroups(is, after, was, before);
    int changed = 0;
    std::int64_t gained = 0;
    for (const int outer : is.outer) {
      const Group& group = is.groups[at(outer)];
      const GroupDelta& delta = deltas[at(outer)];
      QVERIFY(delta.isElsewhere);
      QCOMPARE(delta.isChanged(), group.name == "encoder.layer.3");
      QCOMPARE(delta.isChanged(), group.content != was.groups[at(was.find(group.key))].content);
      changed += delta.isChanged();
      gained += delta.picoseconds;
      if (group.name.starts_with("encoder.layer.")) QCOMPARE(group.copies, delta.isChanged() ? 1 : 11);
    }
    QCOMPARE(changed, 1);
    QCOMPARE(gained, after.price.picoseconds - before.price.picoseconds);
  }

  void aSelectionBecomesAGroupInsideTheGroupsItsNodesShare() {
    const ParsedGraph parsed = parseGraph(
        "graph { x: input float32 4 a__p = Relu(x) a__q = Tanh(a__p) a__r = Exp(a__q) b__s = Neg(a__r) b__t = "
        "Abs(b__s) "
        "output b__t }");
    const GraphView view = parsedView(parsed);
    const GroupPlan plan(view, GroupBy::kNames);
    const SelectionGroup pair{1, "mine", {view.nodes[0].op, view.nodes[1].op}, {}};
    const Grouping inner = plan.apply(view, std::vector{pair});
    checkInvariants(view, inner);
    const Group* mine = groupNamed(inner, "mine");
    QVERIFY(mine && mine->parent >= 0);
    QCOMPARE(inner.groups[at(mine->parent)].name, std::string("a"));
    SelectionGroup all{2, "all", {}, {}};
    for (const NodeView& node : view.nodes) all.ops.push_back(node.op);
    const Grouping outer = plan.apply(view, std::vector{pair, all});
    checkInvariants(view, outer);
    QCOMPARE(outer.outer.size(), std::size_t{1});
    QCOMPARE(outer.groups[at(outer.outer[0])].name, std::string("all"));
    const Grouping alone = GroupPlan().apply(view, std::vector{pair});
    QCOMPARE(alone.groups.size(), std::size_t{1});
  }

  void aNodeBetweenTwoSelectedOnesIsNamed() {
    const ParsedGraph parsed =
        parseGraph("graph { x: input float32 4 a = Relu(x) b = Tanh(a) c = Exp(b) d = Neg(x) output c, d }");
    const GraphView view = parsedView(parsed);
    const auto opOf = [&](const char* name) { return parsed.space->tensor(parsed.tensor(name)).op; };
    QCOMPARE(nodeBetween(view, std::vector{opOf("a"), opOf("c")}), std::optional(opOf("b")));
    QVERIFY(!nodeBetween(view, std::vector{opOf("a"), opOf("b"), opOf("d")}));
  }

  void fiftyThousandNodesAreGroupedInTimeThatGrowsWithTheirNumber() {
    const auto measure = [](int layers) {
      const ParsedGraph parsed = parseGraph(layeredGraph(layers));
      const GraphView view = parsedView(parsed);
      std::size_t outer = 0;
      const double least =
          processorTime(3, [&] { outer = GroupPlan(view, GroupBy::kBlocks).apply(view).outer.size(); });
      qInfo("%d nodes: %.1f ms", layers * 5, least * 1e3);
      return outer > kMostGroupsSeen ? -1.0 : least;
    };
    const double small = measure(1250), large = measure(10000);
    QVERIFY(small > 0 && large > 0);
    QVERIFY2(large < small * 8 * 6, "not much worse than in proportion");
  }

 private:
  static constexpr std::size_t kMostGroupsSeen = 600;
};

QTEST_GUILESS_MAIN(GroupingTest)
#include "grouping_test.moc"
