#include "views/models/properties.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>

#include "graph/operator_documentation.h"
#include "views/canvas/graph_picture.h"
#include "views/text/cost_facts.h"
#include "views/text/cost_text.h"
#include "views/text/rule_words.h"
#include "views/text/step_text.h"

namespace tasoscope {
namespace {

struct Properties {
  Q_DECLARE_TR_FUNCTIONS(tasoscope::Properties)
};

QString text(const std::string& from) { return QString::fromStdString(from); }

PropertySection tensorSection(const QString& title, const std::vector<TensorView>& tensors) {
  PropertySection section{title, {}};
  int position = 0;
  for (const TensorView& tensor : tensors) {
    QString value = titleOf(tensor) + QChar('\n') + text(tensor.type);
    if (tensor.isConstant) value += Properties::tr(", constant");
    section.rows.emplace_back(QString::number(position), value, tensor.tensor);
    ++position;
  }
  return section;
}

PropertySection costSection(const NodeView& node, std::int64_t total) {
  PropertySection section{Properties::tr("Cost"), {}};
  auto& rows = section.rows;
  if (node.isCostUnknown) {
    rows.emplace_back(Properties::tr("Time"), Properties::tr("unknown"));
  } else {
    rows.emplace_back(Properties::tr("Time"), costText(node.picoseconds));
    if (total > 0) rows.emplace_back(Properties::tr("Of the graph"), shareText(node.picoseconds, total));
    rows.emplace_back(Properties::tr("Source"), glyphOf(node.provenance) + QChar(' ') + wordOf(node.provenance));
    if (!node.limit.empty()) rows.emplace_back(Properties::tr("Limit"), limitText(node.limit));
    if (node.flops > 0) rows.emplace_back(Properties::tr("Operations"), workText(node.flops));
    rows.emplace_back(Properties::tr("Memory"),
                      Properties::tr("%1 read, %2 written").arg(sizeText(node.bytesRead), sizeText(node.bytesWritten)));
  }
  for (const std::string& fact : node.costFacts) rows.emplace_back(costFactText(fact), QString());
  return section;
}

void addNodes(std::vector<PropertyRow>& rows, const QString& title, const std::vector<OpId>& ops,
              const std::vector<std::string>& names, StepId step) {
  for (std::size_t i = 0; i < ops.size() && i < names.size(); ++i)
    rows.emplace_back(i == 0 ? title : QString(), text(names[i]), NodeLink{keyOf(ops[i]), step});
}

const NodeView* nodeIn(const Surroundings& around, OpId op) {
  for (const GraphView* graph : {around.graph, around.before}) {
    if (const NodeView* found = graph ? findNode(*graph, op) : nullptr) return found;
  }
  return nullptr;
}

/// What a step took away or put in its place: each node with its operator and cost, where a graph that is shown has it.
PropertySection nodesSection(const QString& title, const std::vector<OpId>& ops, const std::vector<std::string>& names,
                             StepId step, const Surroundings& around) {
  PropertySection section{title, {}};
  for (std::size_t i = 0; i < ops.size() && i < names.size(); ++i) {
    const NodeView* node = nodeIn(around, ops[i]);
    const QString what = node ? text(node->operatorName) : Properties::tr("Node");
    const QString name = text(names[i]) + (node ? QChar('\n') + costOf(*node) : QString());
    section.rows.emplace_back(what, name, NodeLink{keyOf(ops[i]), step});
  }
  return section;
}

/// What nodes cost together and how many of them are launched; nothing where one of them is not shown.
std::optional<std::pair<std::int64_t, int>> sumOf(const std::vector<OpId>& ops, const Surroundings& around) {
  std::int64_t time = 0;
  int launches = 0;
  for (const OpId op : ops) {
    const NodeView* node = nodeIn(around, op);
    if (!node || node->isCostUnknown) return std::nullopt;
    time += node->picoseconds;
    if (node->picoseconds > 0) ++launches;
  }
  return std::pair(time, launches);
}

/// Why a step costs less or more: what it takes away against what it puts in its place.
void addReason(std::vector<PropertyRow>& rows, const StepView& step, const Surroundings& around) {
  const auto removed = sumOf(step.removed, around), added = sumOf(step.added, around);
  if (!removed || !added) return;
  const QString arrow = QStringLiteral(" \u2192 ");
  rows.emplace_back(Properties::tr("This part"), costText(removed->first) + arrow + costText(added->first));
  rows.emplace_back(Properties::tr("Its launches"),
                    QLocale().toString(removed->second) + arrow + QLocale().toString(added->second));
}

/// The steps that made the node and took it away, and what it stands for, as far as the trail tells.
PropertySection historySection(const NodeView& node, const TrailView& trail) {
  PropertySection section{Properties::tr("History"), {}};
  const StepWords words(trail);
  bool isMade = false;
  for (const StepView& step : trail.steps) {
    if (step.id == 0 || step.isHidden) continue;
    const auto has = [&](const std::vector<OpId>& ops) { return std::ranges::count(ops, node.op) > 0; };
    if (has(step.added)) {
      section.rows.emplace_back(Properties::tr("Made by"), words.named(step.id), step.id);
      addNodes(section.rows, Properties::tr("From"), step.removed, step.removedNames, step.id);
      isMade = true;
    }
    if (has(step.removed)) {
      section.rows.emplace_back(Properties::tr("Replaced by"), words.named(step.id), step.id);
      addNodes(section.rows, Properties::tr("With"), step.added, step.addedNames, step.id);
    }
  }
  if (!isMade)
    section.rows.emplace(section.rows.begin(), Properties::tr("Made by"), Properties::tr("the model, as loaded"));
  return section;
}

PropertySection conditionsSection(const Rule& rule) {
  PropertySection section{Properties::tr("Conditions"), {}};
  for (const ConditionText& condition : conditionsInWords(rule)) section.rows.emplace_back(condition.words, QString());
  return section;
}

PropertySection countsSection(const RuleView& view) {
  PropertySection section{Properties::tr("In this session"), {}};
  const auto number = [](std::int64_t value) { return QLocale().toString(static_cast<qlonglong>(value)); };
  if (view.rule.isDeviceRule) return section;
  section.rows.emplace_back(Properties::tr("Places found"), number(view.places));
  section.rows.emplace_back(Properties::tr("Steps"), number(view.applied));
  section.rows.emplace_back(Properties::tr("Made cheaper"), number(view.improved));
  if (view.searched.tried > 0)
    section.rows.emplace_back(Properties::tr("Searches"),
                              Properties::tr("%1 tries, %2 graphs made cheaper")
                                  .arg(number(view.searched.tried), number(view.searched.improved)));
  return section;
}

/// The operator explained: the first word of "Conv + Relu" is what is registered.
PropertySection documentationSection(const NodeView& node) {
  const QString name = text(node.operatorName).section(QStringLiteral(" + "), 0, 0);
  PropertySection section{Properties::tr("About %1").arg(name), {}};
  const OperatorDocumentation* documentation = node.isOpaque ? nullptr : documentationOf(name.toStdString());
  if (!documentation) return section;
  section.rows.emplace_back(text(documentation->text), QString());
  for (const std::string& formula : documentation->formulas)
    section.rows.emplace_back(Properties::tr("Formula"), text(formula));
  for (const auto& [attribute, meaning] : documentation->attributes)
    section.rows.emplace_back(text(attribute), text(meaning));
  const OperatorDefinition* definition = findOperator(documentation->name);
  if (definition) section.rows.emplace_back(Properties::tr("More"), Properties::tr("onnx.ai, page onnx__%1").arg(name));
  return section;
}

}  // namespace

QString titleOf(const TensorView& tensor) {
  return tensor.name.empty() ? Properties::tr("tensor %1").arg(tensor.tensor.value) : text(tensor.name);
}

const NodeView* findNode(const GraphView& graph, OpId op) {
  const auto found = std::ranges::find(graph.nodes, op, &NodeView::op);
  return found == graph.nodes.end() ? nullptr : &*found;
}

const TensorView* findTensor(const GraphView& graph, TensorId tensor) {
  for (const EdgeView& edge : graph.edges)
    if (edge.tensor.tensor == tensor) return &edge.tensor;
  for (const NodeView& node : graph.nodes) {
    for (const auto* list : {&node.inputs, &node.outputs}) {
      const auto found = std::ranges::find(*list, tensor, &TensorView::tensor);
      if (found != list->end()) return &*found;
    }
  }
  return nullptr;
}

std::vector<PropertySection> propertiesOf(const NodeView& node, const Surroundings& around) {
  PropertySection general{Properties::tr("Node"), {}};
  general.rows.emplace_back(Properties::tr("Operator"), text(node.operatorName));
  general.rows.emplace_back(Properties::tr("Name"), text(node.name));
  if (!node.bodies.empty())
    general.rows.emplace_back(Properties::tr("Inside"), Properties::tr("%n graphs of its own: open one to change it",
                                                                       nullptr, static_cast<int>(node.bodies.size())));
  else if (node.isOpaque)
    general.rows.emplace_back(Properties::tr("Opaque"),
                              Properties::tr("no definition: carried along and never changed"));
  PropertySection attributes{Properties::tr("Attributes"), {}};
  for (const auto& [name, value] : node.attributes) attributes.rows.emplace_back(text(name), text(value));
  std::vector<PropertySection> sections{std::move(general),
                                        costSection(node, around.graph->price.picoseconds),
                                        std::move(attributes),
                                        tensorSection(Properties::tr("Inputs"), node.inputs),
                                        tensorSection(Properties::tr("Outputs"), node.outputs),
                                        historySection(node, *around.trail),
                                        documentationSection(node)};
  return sections;
}

std::vector<PropertySection> propertiesOf(const Surroundings& around) {
  const QLocale locale;
  const GraphView& graph = *around.graph;
  PropertySection general{Properties::tr("Graph"), {}};
  general.rows.emplace_back(Properties::tr("Model"), around.model);
  general.rows.emplace_back(Properties::tr("Nodes"), locale.toString(static_cast<qulonglong>(graph.nodes.size())));
  PropertySection cost{Properties::tr("Cost"), {}};
  cost.rows.emplace_back(Properties::tr("Device"), around.device);
  cost.rows.emplace_back(Properties::tr("Sum of kernels"), costText(graph.price.picoseconds));
  cost.rows.emplace_back(Properties::tr("Source"), mixText(mixOf(graph)));
  cost.rows.emplace_back(Properties::tr("Launches"), locale.toString(static_cast<qlonglong>(graph.price.launches)));
  cost.rows.emplace_back(Properties::tr("Weights"), sizeText(static_cast<double>(graph.price.weightBytes)));
  PropertySection inputs{Properties::tr("Inputs"), {}}, outputs{Properties::tr("Outputs"), {}};
  std::vector<TensorId> seen;
  for (const EdgeView& edge : graph.edges) {
    const QString value = titleOf(edge.tensor) + QChar('\n') + text(edge.tensor.type);
    if (!edge.to) outputs.rows.emplace_back(QString::number(outputs.rows.size()), value, edge.tensor.tensor);
    if (edge.from || std::ranges::count(seen, edge.tensor.tensor) > 0) continue;
    seen.push_back(edge.tensor.tensor);
    inputs.rows.emplace_back(QString::number(inputs.rows.size()), value, edge.tensor.tensor);
  }
  return {std::move(general), std::move(cost), std::move(inputs), std::move(outputs)};
}

std::vector<PropertySection> propertiesOf(const StepView& step, const Surroundings& around) {
  const StepView& parent = around.trail->steps[step.parent];
  const StepWords words(*around.trail);
  PropertySection general{Properties::tr("Step"), {}};
  general.rows.emplace_back(Properties::tr("Number"), words.label(step.id));
  if (!step.marks.name.empty()) general.rows.emplace_back(Properties::tr("Name"), text(step.marks.name));
  if (step.id != 0) {
    general.rows.emplace_back(Properties::tr("Rule"), ruleWords(step.rule), RuleLink{text(step.rule)});
    general.rows.emplace_back(Properties::tr("Standing"), wordOf(step.standing));
    general.rows.emplace_back(Properties::tr("Place"), text(step.place));
    general.rows.emplace_back(Properties::tr("Taken by"), step.by == "hand" ? Properties::tr("hand") : text(step.by));
  }
  PropertySection cost{Properties::tr("Cost"), {}};
  if (step.id != 0) {
    cost.rows.emplace_back(Properties::tr("Change"), changeText(step.delta, parent.price.picoseconds));
    addReason(cost.rows, step, around);
  }
  cost.rows.emplace_back(Properties::tr("Sum then"),
                         QStringLiteral("%1, %2").arg(costText(step.price.picoseconds), scopeText(around.device)));
  PropertySection removed = nodesSection(Properties::tr("Removed"), step.removed, step.removedNames, step.id, around);
  PropertySection added = nodesSection(Properties::tr("Added"), step.added, step.addedNames, step.id, around);
  PropertySection history{Properties::tr("History"), {}};
  if (step.id != 0) history.rows.emplace_back(Properties::tr("After"), words.named(parent.id), parent.id);
  for (const StepView& next : around.trail->steps)
    if (next.id != 0 && next.parent == step.id && !next.isHidden)
      history.rows.emplace_back(Properties::tr("Before"), words.named(next.id), next.id);
  PropertySection notes{Properties::tr("Notes"), {}};
  if (!step.marks.note.empty()) notes.rows.emplace_back(text(step.marks.note), QString());
  if (!step.note.empty()) notes.rows.emplace_back(text(step.note), QString());
  return {std::move(general), std::move(cost),    std::move(removed),
          std::move(added),   std::move(history), std::move(notes)};
}

std::vector<PropertySection> propertiesOf(const RuleView& view, const Surroundings& around) {
  const Rule& rule = view.rule;
  PropertySection general{Properties::tr("Rule"), {}};
  general.rows.emplace_back(Properties::tr("Name"), text(rule.name));
  general.rows.emplace_back(Properties::tr("Family"), familyTitle(rule.family));
  general.rows.emplace_back(Properties::tr("Standing"), wordOf(rule.standing));
  general.rows.emplace_back(Properties::tr("Numbers"), wordOf(rule.numericClass));
  if (rule.isDeviceRule)
    general.rows.emplace_back(Properties::tr("Used"), Properties::tr("always: every runtime does this by itself"));
  else
    general.rows.emplace_back(Properties::tr("Used"), !view.isAllowed
                                                          ? Properties::tr("no: its numbers are not allowed")
                                                      : view.isOn ? Properties::tr("yes")
                                                                  : Properties::tr("no: it is switched off"));
  PropertySection conditions = conditionsSection(rule);
  PropertySection history{Properties::tr("History"), {}};
  const StepWords words(*around.trail);
  for (const StepView& step : around.trail->steps)
    if (step.id != 0 && !step.isHidden && step.rule == rule.name)
      history.rows.emplace_back(Properties::tr("Used in"), words.named(step.id), step.id);
  PropertySection notes{Properties::tr("Notes"), {}};
  if (!rule.note.empty()) notes.rows.emplace_back(text(rule.note), QString());
  if (!rule.source.empty()) notes.rows.emplace_back(Properties::tr("From"), text(rule.source));
  notes.rows.emplace_back(sentenceOf(rule.standing), QString());
  notes.rows.emplace_back(sentenceOf(rule.numericClass), QString());
  return {std::move(general), std::move(conditions), countsSection(view), std::move(history), std::move(notes)};
}

std::vector<PropertySection> propertiesOf(const CandidateView& candidate, const RuleView* rule,
                                          const CandidatePreview* preview, const Surroundings& around) {
  PropertySection general{Properties::tr("Substitution"), {}};
  general.rows.emplace_back(Properties::tr("Rule"), ruleWords(candidate.rule), RuleLink{text(candidate.rule)});
  general.rows.emplace_back(Properties::tr("Standing"), wordOf(candidate.standing));
  general.rows.emplace_back(Properties::tr("Place"), text(candidate.place));
  PropertySection cost{Properties::tr("Cost"), {}};
  const std::int64_t total = around.trail->steps[around.trail->current].price.picoseconds;
  cost.rows.emplace_back(Properties::tr("Change"), changeText(candidate.delta, total));
  cost.rows.emplace_back(Properties::tr("Source"),
                         glyphOf(candidate.provenance) + QChar(' ') + wordOf(candidate.provenance));
  PropertySection removed{Properties::tr("Would remove"), {}}, added{Properties::tr("Would add"), {}};
  for (const OpId op : candidate.removed)
    if (const NodeView* node = findNode(*around.graph, op))
      removed.rows.emplace_back(text(node->operatorName), text(node->name), NodeLink{keyOf(op)});
  for (const NodeView& node : preview ? preview->added.nodes : SharedList<NodeView>())
    added.rows.emplace_back(text(node.operatorName), text(node.keyFacts));
  PropertySection notes{Properties::tr("Notes"), {}};
  if (!candidate.note.empty()) notes.rows.emplace_back(text(candidate.note), QString());
  notes.rows.emplace_back(sentenceOf(candidate.standing), QString());
  return {std::move(general),
          std::move(cost),
          std::move(removed),
          std::move(added),
          rule ? conditionsSection(rule->rule) : PropertySection{},
          std::move(notes)};
}

}  // namespace tasoscope
