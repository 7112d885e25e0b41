#include "features/inspector_feature.h"

#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QTreeView>

#include "features/candidates_feature.h"
#include "features/groups_feature.h"
#include "features/view_feature.h"
#include "panels/candidates_panel.h"
#include "panels/inspector_panel.h"
#include "panels/nodes_panel.h"
#include "panels/rules_panel.h"
#include "session/comparison.h"
#include "stage/stage.h"
#include "views/canvas/graph_picture.h"
#include "views/text/step_text.h"
#include "views/text/table_text.h"
#include "window/explorer_window.h"
#include "window/workbench.h"

namespace tasoscope {
namespace {

constexpr std::size_t kMostVisited = 200;

/// The list or table that has the keyboard, if it belongs to this model.
const QAbstractItemView* focusedList(const WorkbenchParts& parts) {
  const auto* view = qobject_cast<const QAbstractItemView*>(QApplication::focusWidget());
  const bool isOurs = view && (parts.bottom->isAncestorOf(view) || parts.inspector->isAncestorOf(view));
  return isOurs ? view : nullptr;
}

}  // namespace

InspectorFeature::InspectorFeature(Workbench& bench) : Feature(bench), m_visited{{WholeGraph{}, {}}} {
  Stage* stage = parts().stage;
  InspectorPanel* panel = parts().inspector;
  connect(stage, &Stage::selectionChanged, this, &InspectorFeature::followSelection);
  connect(parts().nodes, &NodesPanel::nodeChosen, stage, &Stage::select);
  connect(panel, &InspectorPanel::linkFollowed, this, &InspectorFeature::follow);
  connect(&this->bench(), &Workbench::pairShown, this, &InspectorFeature::refresh);
  connect(&this->bench().host(), &SessionHost::busyChanged, this, &InspectorFeature::forgetUnread);
  const auto* candidates = &this->bench().feature<CandidatesFeature>();
  connect(candidates, &CandidatesFeature::chosen, this, &InspectorFeature::followCandidate);
  connect(candidates, &CandidatesFeature::previewed, this, [this] {
    if (std::holds_alternative<CandidateSubject>(this->subject())) followCandidate();
  });
  connect(&this->bench(), &Workbench::wentTo, this, &InspectorFeature::followWalk);
  on("inspector.back", [this] { move(-1); });
  on("inspector.forward", [this] { move(1); });
  on("inspector.pin", [this, panel] { panel->setPinned(action("inspector.pin")->isChecked()); });
  on("inspector.graph", [this] { inspect(WholeGraph{}); });
  on("inspector.step", [this] { inspect(this->bench().trail().current); });
  connectCopying();
}

void InspectorFeature::connectCopying() {
  on("edit.copy", [this] { QApplication::clipboard()->setText(selectedNames()); });
  on("edit.copyTable", [this] { QApplication::clipboard()->setText(shownTable()); });
}

QString InspectorFeature::selectedNames() const {
  if (const QAbstractItemView* list = focusedList(parts())) {
    const int column = list == parts().nodes->view() ? int(NodeModel::NameColumn) : list->currentIndex().column();
    QStringList names;
    for (const QModelIndex& index : list->selectionModel()->selectedIndexes())
      if (index.column() == column) names << index.data().toString();
    return names.join(QChar('\n'));
  }
  const auto key = parts().stage->selectedKey();
  const NodeView* node = key ? bench().nodeOf(*key) : nullptr;
  return node ? QString::fromStdString(node->name) : bench().model().name;
}

QString InspectorFeature::shownTable() const {
  const QAbstractItemView* list = focusedList(parts());
  return list && !parts().inspector->isAncestorOf(list) ? tableText(*list) : parts().inspector->model().table();
}

void InspectorFeature::updateActions() {
  enable("inspector.back", m_at > 0);
  enable("inspector.forward", m_at + 1 < m_visited.size());
  action("inspector.pin")->setChecked(parts().inspector->isPinned());
}

Surroundings InspectorFeature::surroundings() const {
  const ShownPair& pair = parts().stage->pair();
  const QString& name = pair.other ? pair.other->name : bench().model().name;
  return {pair.afterGraph.get(), &bench().trail(), name, bench().model().device, pair.beforeGraph.get()};
}

void InspectorFeature::followSelection(std::optional<std::uint64_t> key) {
  parts().nodes->setSelectedKey(key);
  if (!key) return inspect(WholeGraph{});
  if (const auto op = opOf(*key)) return inspect(*op);
  if (contentOf(GroupSubject{*key})) return inspect(GroupSubject{*key});
  for (const EdgeView& edge : parts().stage->pair().afterGraph->edges) {
    const TensorId tensor = edge.tensor.tensor;
    const bool isInput = !edge.from && inputKeyOf(tensor) == *key;
    const bool isOutput = !edge.to && outputKeyOf(tensor) == *key;
    if (isInput || isOutput) return inspect(tensor);
  }
}

void InspectorFeature::followCandidate() {
  const CandidatesPanel* panel = parts().candidates;
  if (const CandidateView* candidate = panel->current())
    inspect(CandidateSubject{candidate->match, bench().trail().current});
  else if (const QString rule = panel->currentRule(); !rule.isEmpty())
    inspect(RuleSubject{rule});
}

/// Who walks the trail is told about each step, unless a node is looked at over several steps.
void InspectorFeature::followWalk(StepId step) {
  const InspectorSubject& shown = m_visited[m_at].subject;
  const bool isFollowed = std::holds_alternative<WholeGraph>(shown) || std::holds_alternative<StepId>(shown) ||
                          std::holds_alternative<CandidateSubject>(shown);
  if (!isFollowed) return;
  if (step == 0)
    inspect(WholeGraph{});
  else
    inspect(step);
}

void InspectorFeature::inspect(const InspectorSubject& subject) {
  if (const auto content = contentOf(subject)) visit(subject, *content);
}

void InspectorFeature::visit(const InspectorSubject& subject, const InspectorContent& content) {
  if (m_visited[m_at].subject != subject) {
    m_visited.resize(m_at + 1);
    m_visited.push_back({subject, {}});
    if (m_visited.size() > kMostVisited) m_visited.erase(m_visited.begin());
    m_at = m_visited.size() - 1;
  }
  m_visited[m_at].content = content;
  parts().inspector->show(content);
  bench().updateActions();
}

void InspectorFeature::move(int direction) {
  const auto to = static_cast<std::ptrdiff_t>(m_at) + direction;
  if (to < 0 || to >= static_cast<std::ptrdiff_t>(m_visited.size())) return;
  m_at = static_cast<std::size_t>(to);
  Visited& visited = m_visited[m_at];
  if (const auto content = contentOf(visited.subject)) visited.content = *content;
  parts().inspector->show(visited.content);
  bench().updateActions();
}

/// A new pair of graphs is shown: the node that is selected, or what was looked at, is told anew.
void InspectorFeature::refresh() {
  Stage* stage = parts().stage;
  parts().nodes->setGraph(stage->pair().afterGraph);
  if (m_selectNext) {
    const std::uint64_t key = *m_selectNext;
    m_selectNext.reset();
    if (bench().nodeOf(key)) stage->select(key);
  }
  const StepId current = bench().trail().current;
  const bool hasMoved = std::exchange(m_currentStep, current) != current;
  if (hasMoved && std::holds_alternative<StepId>(subject())) return followWalk(current);
  const InspectorSubject subject = m_visited[m_at].subject;
  const bool follows = std::holds_alternative<WholeGraph>(subject) || std::holds_alternative<OpId>(subject);
  const auto* candidate = std::get_if<CandidateSubject>(&subject);
  if (follows)
    followSelection(stage->selectedKey());
  else if (candidate && candidate->step != current)
    inspect(current);  // it was taken, or is left behind
  else if (const auto content = contentOf(subject))
    visit(subject, *content);
}

std::optional<InspectorContent> InspectorFeature::contentOf(const InspectorSubject& subject) {
  const Surroundings around = surroundings();
  if (!around.graph || around.trail->steps.empty()) return std::nullopt;
  if (std::holds_alternative<WholeGraph>(subject)) return InspectorContent{around.model, propertiesOf(around), nullptr};
  if (const auto* op = std::get_if<OpId>(&subject)) {
    const NodeView* node = bench().nodeOf(keyOf(*op));
    if (!node) return std::nullopt;
    return InspectorContent{QString::fromStdString(node->operatorName), propertiesOf(*node, around), nullptr};
  }
  if (const auto* tensor = std::get_if<TensorId>(&subject)) {
    const TensorView* view = tensorOf(*tensor);
    return view ? contentOf(*view) : std::nullopt;
  }
  if (const auto* step = std::get_if<StepId>(&subject)) {
    return *step < around.trail->steps.size() ? contentOf(around.trail->steps[*step]) : std::nullopt;
  }
  if (const auto* rule = std::get_if<RuleSubject>(&subject)) return contentOf(*rule);
  if (const auto* group = std::get_if<GroupSubject>(&subject)) return contentOf(*group);
  return contentOf(std::get<CandidateSubject>(subject));
}

std::optional<InspectorContent> InspectorFeature::contentOf(const StepView& step) {
  return InspectorContent{bench().nameOfStep(step.id), propertiesOf(step, surroundings()),
                          drawingOf(QString::fromStdString(step.rule))};
}

std::optional<InspectorContent> InspectorFeature::contentOf(const RuleSubject& subject) {
  const RuleView* view = ruleOf(subject.rule);
  if (!view) return std::nullopt;
  return InspectorContent{ruleWords(view->rule.name), propertiesOf(*view, surroundings()), drawingOf(subject.rule)};
}

std::optional<InspectorContent> InspectorFeature::contentOf(const GroupSubject& subject) {
  const ShownPair& pair = parts().stage->pair();
  Surroundings around = surroundings();
  for (const bool isAfter : {true, false}) {
    const auto& groups = isAfter ? pair.afterGroups : pair.beforeGroups;
    const int group = groups ? groups->grouping.find(subject.key) : -1;
    if (group < 0) continue;
    around.graph = isAfter ? pair.afterGraph.get() : pair.beforeGraph.get();
    return InspectorContent{titleOf(groups->grouping.groups[static_cast<std::size_t>(group)]),
                            propertiesOf(*groups, group, around), nullptr};
  }
  return std::nullopt;
}

std::optional<InspectorContent> InspectorFeature::contentOf(const CandidateSubject& subject) {
  const CandidateView* candidate = parts().candidates->current();
  const bool isHere = candidate && candidate->match == subject.match && subject.step == bench().trail().current;
  if (!isHere) return std::nullopt;
  const QString rule = QString::fromStdString(candidate->rule);
  const auto& preview = bench().feature<CandidatesFeature>().knownPreview();
  const CandidatePreview* known = preview && preview->match == subject.match ? preview.get() : nullptr;
  return InspectorContent{ruleWords(candidate->rule), propertiesOf(*candidate, ruleOf(rule), known, surroundings()),
                          drawingOf(rule)};
}

const RuleView* InspectorFeature::ruleOf(const QString& name) const {
  const std::vector<RuleView>& rules = parts().rules->model().rules();
  const auto found =
      std::ranges::find_if(rules, [&](const RuleView& view) { return view.rule.name == name.toStdString(); });
  return found == rules.end() ? nullptr : &*found;
}

std::shared_ptr<const Rule> InspectorFeature::drawingOf(const QString& rule) {
  auto& kept = m_drawn[rule];
  const RuleView* view = kept ? nullptr : ruleOf(rule);
  if (view) kept = std::make_shared<const Rule>(view->rule);
  return kept;
}

const TensorView* InspectorFeature::tensorOf(TensorId tensor) const {
  const ShownPair& pair = parts().stage->pair();
  for (const GraphView* graph : {pair.afterGraph.get(), pair.beforeGraph.get()}) {
    const TensorView* found = graph ? findTensor(*graph, tensor) : nullptr;
    if (found) return found;
  }
  return nullptr;
}

std::optional<InspectorContent> InspectorFeature::contentOf(const TensorView& tensor) {
  if (tensor.isConstant && m_values.find(tensor.tensor) == m_values.end()) readValues(tensor.tensor);
  const auto known = m_values.find(tensor.tensor);
  const ConstantValues values = known == m_values.end() ? ConstantValues() : known->second;
  return InspectorContent{titleOf(tensor), propertiesOf(tensor, values, surroundings()), nullptr};
}

void InspectorFeature::readValues(TensorId tensor) {
  m_values[tensor] = {ValuesState::kReading, {}};
  bench().host().ask<ConstantValues>(
      tr("Reading values"),
      [tensor](Session& session, const Progress& progress) -> ConstantValues {
        if (isForeign(tensor)) return {};  // of the file that the model is compared with
        const ConstantPtr& constant = session.space().tensor(tensor).constant;
        if (!constant) return {};
        return {ValuesState::kRead, statisticsOf(*constant, {}, progress)};
      },
      [this, tensor](const ConstantValues& values) {
        m_values[tensor] = values;
        if (subject() == InspectorSubject(tensor)) inspect(tensor);
      });
}

/// Reading that was cancelled, or failed, has no answer; it can be asked for again.
void InspectorFeature::forgetUnread() {
  if (bench().host().isBusy()) return;
  for (auto& [tensor, values] : m_values) {
    if (values.state != ValuesState::kReading) continue;
    values.state = ValuesState::kNotRead;
    if (subject() == InspectorSubject(tensor)) inspect(tensor);
  }
}

void InspectorFeature::follow(const PropertyLink& link) {
  if (const auto* node = std::get_if<NodeLink>(&link)) return selectNode(*node);
  if (const auto* tensor = std::get_if<TensorId>(&link)) return inspect(*tensor);
  if (const auto* step = std::get_if<StepId>(&link)) {
    inspect(*step);
    return bench().goTo(*step);
  }
  if (const auto* rule = std::get_if<RuleLink>(&link)) {
    parts().rules->select(rule->rule);  // what its actions speak of
    return inspect(RuleSubject{rule->rule});
  }
  if (std::holds_alternative<ValuesLink>(link)) {
    if (const auto* tensor = std::get_if<TensorId>(&subject())) {
      const TensorId asked = *tensor;
      readValues(asked);
      inspect(asked);
    }
  }
}

/// Selects the node; where the shown graphs do not have it, goes to the step that has it in its pictures.
void InspectorFeature::selectNode(const NodeLink& link) {
  if (contentOf(GroupSubject{link.key})) {
    bench().feature<GroupsFeature>().reveal(link.key);
    return inspect(GroupSubject{link.key});
  }
  if (bench().nodeOf(link.key)) {
    bench().feature<GroupsFeature>().reveal(link.key);
    if (const auto op = opOf(link.key)) inspect(*op);
    return;
  }
  if (link.step == 0 || !bench().canStep()) return;
  m_selectNext = link.key;
  if (link.step != bench().trail().current) return bench().goTo(link.step);
  bench().feature<ViewFeature>().compareWithOriginal(false);
  bench().requestPair();
}

}  // namespace tasoscope
