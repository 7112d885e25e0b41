#include "features/inspector_feature.h"

#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QTreeView>

#include "features/view_feature.h"
#include "panels/inspector_panel.h"
#include "panels/nodes_panel.h"
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
  return {parts().stage->pair().afterGraph.get(), &bench().trail(), bench().model().name, bench().model().device};
}

void InspectorFeature::followSelection(std::optional<std::uint64_t> key) {
  parts().nodes->setSelectedKey(key);
  if (!key) return inspect(WholeGraph{});
  if (const auto op = opOf(*key)) return inspect(*op);
  for (const EdgeView& edge : parts().stage->pair().afterGraph->edges) {
    const TensorId tensor = edge.tensor.tensor;
    const bool isInput = !edge.from && inputKeyOf(tensor) == *key;
    const bool isOutput = !edge.to && outputKeyOf(tensor) == *key;
    if (isInput || isOutput) return inspect(tensor);
  }
}

void InspectorFeature::inspect(const InspectorSubject& subject) {
  if (const auto content = contentOf(subject)) visit(subject, *content);
}

void InspectorFeature::inspect(const OtherSubject& subject, const InspectorContent& content) {
  visit(subject, content);
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
  const InspectorSubject subject = m_visited[m_at].subject;
  const bool follows = std::holds_alternative<WholeGraph>(subject) || std::holds_alternative<OpId>(subject);
  if (follows)
    followSelection(stage->selectedKey());
  else if (const auto content = contentOf(subject))
    visit(subject, *content);
}

std::optional<InspectorContent> InspectorFeature::contentOf(const InspectorSubject& subject) {
  const Surroundings around = surroundings();
  if (!around.graph || around.trail->steps.empty()) return std::nullopt;
  if (std::holds_alternative<WholeGraph>(subject)) return InspectorContent{around.model, propertiesOf(around)};
  if (const auto* op = std::get_if<OpId>(&subject)) {
    const NodeView* node = bench().nodeOf(keyOf(*op));
    if (!node) return std::nullopt;
    return InspectorContent{QString::fromStdString(node->operatorName), propertiesOf(*node, around)};
  }
  if (const auto* tensor = std::get_if<TensorId>(&subject)) {
    const TensorView* view = tensorOf(*tensor);
    return view ? contentOf(*view) : std::nullopt;
  }
  if (const auto* step = std::get_if<StepId>(&subject)) {
    if (*step >= around.trail->steps.size()) return std::nullopt;
    return InspectorContent{bench().nameOfStep(*step), propertiesOf(around.trail->steps[*step], around)};
  }
  if (const auto* rule = std::get_if<RuleSubject>(&subject)) {
    const auto known = m_rules.find(rule->rule);
    if (known != m_rules.end())
      return InspectorContent{ruleWords(rule->rule.toStdString()), propertiesOf(known->second, around)};
  }
  return std::nullopt;
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
  return InspectorContent{titleOf(tensor), propertiesOf(tensor, values, surroundings())};
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
  if (const auto* rule = std::get_if<RuleLink>(&link)) return askForRule(rule->rule);
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
  if (bench().nodeOf(link.key)) {
    parts().stage->select(link.key);
    if (const auto op = opOf(link.key)) inspect(*op);
    return;
  }
  if (link.step == 0 || !bench().canStep()) return;
  m_selectNext = link.key;
  if (link.step != bench().trail().current) return bench().goTo(link.step);
  bench().feature<ViewFeature>().compareWithOriginal(false);
  bench().requestPair();
}

void InspectorFeature::askForRule(const QString& name) {
  if (m_rules.find(name) != m_rules.end()) return inspect(RuleSubject{name});
  bench().host().ask<std::optional<Rule>>(
      tr("Reading the rule"),
      [rule = name.toStdString()](Session& session, const Progress&) -> std::optional<Rule> {
        const Rule* found = session.rules().find(rule);
        return found ? std::optional(*found) : std::nullopt;
      },
      [this, name](const std::optional<Rule>& rule) {
        if (!rule) return;
        m_rules.emplace(name, *rule);
        inspect(RuleSubject{name});
      });
}

}  // namespace tasoscope
