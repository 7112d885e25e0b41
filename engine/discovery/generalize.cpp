#include "discovery/generalize.h"

#include <algorithm>
#include <map>
#include <set>

namespace tasoscope::discovery {

using exchange::ForeignOp;
using exchange::ForeignRule;
using exchange::ForeignTensor;

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// The tensors of one side, op by op.
class SideEvaluation {
 public:
  SideEvaluation(const std::vector<ForeignOp>& ops, const Vocabulary& vocabulary)
      : ops_(ops), vocabulary_(vocabulary) {}

  /// False when an operator does not fit.
  bool run(bool withElements) {
    for (const ForeignOp& op : ops_)
      if (!runOp(op, withElements)) return false;
    return true;
  }

  const FieldTensor& tensor(const ForeignTensor& reference) const {
    return reference.isExternal() ? vocabulary_.variables[at(-1 - reference.op)]
                                  : results_[at(reference.op)][at(reference.output)];
  }

 private:
  bool runOp(const ForeignOp& op, bool withElements) {
    const OperatorForm form = formOf(op, vocabulary_);
    std::array<const FieldTensor*, 2> operands{};
    if (op.inputs.size() != at(form.arity())) return false;
    for (std::size_t i = 0; i < op.inputs.size(); ++i) operands[i] = &tensor(op.inputs[i]);
    const auto shapeOf = [](const FieldTensor* operand) { return operand ? &operand->shape : nullptr; };
    const auto shapes = shapesOf(form, shapeOf(operands[0]), shapeOf(operands[1]), vocabulary_.mostElements * 4);
    if (!shapes) return false;
    std::vector<FieldTensor> made;
    for (std::size_t k = 0; k < shapes->size(); ++k) {
      made.push_back({(*shapes)[k], {}});
      if (withElements) made.back().elements = evaluate(form, static_cast<int>(k), operands[0], operands[1]);
    }
    results_.push_back(std::move(made));
    return true;
  }

  const std::vector<ForeignOp>& ops_;
  const Vocabulary& vocabulary_;
  std::vector<std::vector<FieldTensor>> results_;
};

bool agree(const ForeignRule& rule, const Vocabulary& vocabulary, bool withElements) {
  SideEvaluation source(rule.source, vocabulary), target(rule.target, vocabulary);
  if (!source.run(withElements) || !target.run(withElements)) return false;
  return std::ranges::all_of(rule.outputs, [&](const exchange::ForeignOutput& output) {
    const FieldTensor& a = source.tensor({output.sourceOp, output.sourceOutput});
    const FieldTensor& b = target.tensor({output.targetOp, output.targetOutput});
    return a.shape.rank == b.shape.rank && a.shape.extents == b.shape.extents && a.elements == b.elements;
  });
}

using Places = std::vector<std::pair<std::size_t, std::size_t>>;  // op and operand

Places placesOf(const std::vector<ForeignOp>& ops, int variable) {
  Places places;
  for (std::size_t i = 0; i < ops.size(); ++i)
    for (std::size_t k = 0; k < ops[i].inputs.size(); ++k)
      if (ops[i].inputs[k].op == variable) places.emplace_back(i, k);
  return places;
}

void put(std::vector<ForeignOp>& ops, const Places& places, unsigned chosen, int variable) {
  for (std::size_t i = 0; i < places.size(); ++i)
    if (chosen >> i & 1) ops[places[i].first].inputs[places[i].second].op = variable;
}

std::set<int> variablesOf(const ForeignRule& rule) {
  std::set<int> variables = externalsOf(rule.source);
  variables.merge(externalsOf(rule.target));
  for (const auto& output : rule.outputs)
    if (output.targetOp < 0) variables.insert(output.targetOp);
  return variables;
}

/// A variable of this shape that the rule does not read; 0: there is none.
int spareFor(const ForeignRule& rule, const FieldShape& shape, const Vocabulary& vocabulary) {
  const std::set<int> used = variablesOf(rule);
  for (std::size_t i = 0; i < vocabulary.variables.size(); ++i) {
    const int variable = -1 - static_cast<int>(i);
    if (vocabulary.variables[i].shape == shape && !used.contains(variable)) return variable;
  }
  return 0;
}

/// Reads another tensor at some of a variable's places on both sides.
bool splitVariable(ForeignRule& rule, int variable, const Vocabulary& vocabulary) {
  constexpr std::size_t kMostPlaces = 6;
  const Places source = placesOf(rule.source, variable), target = placesOf(rule.target, variable);
  if (source.size() < 2 || target.size() < 2 || source.size() > kMostPlaces || target.size() > kMostPlaces)
    return false;
  const int spare = spareFor(rule, vocabulary.variables[at(-1 - variable)].shape, vocabulary);
  if (spare == 0) return false;
  for (unsigned there = 1; there + 1 < 1U << source.size(); ++there)
    for (unsigned here = 1; here + 1 < 1U << target.size(); ++here) {
      ForeignRule other = rule;
      put(other.source, source, there, spare);
      put(other.target, target, here, spare);
      if (!holds(other, vocabulary)) continue;
      rule = std::move(other);
      return true;
    }
  return false;
}

}  // namespace

bool holds(const ForeignRule& rule, const Vocabulary& vocabulary) { return agree(rule, vocabulary, true); }

ForeignRule generalized(ForeignRule rule, const Vocabulary& vocabulary) {
  bool hasChanged = true;
  while (hasChanged)
    hasChanged =
        std::ranges::any_of(variablesOf(rule), [&](int variable) { return splitVariable(rule, variable, vocabulary); });
  return rule;
}

std::optional<ForeignRule> inVariablesOf(const ForeignRule& rule, const Vocabulary& vocabulary) {
  const std::set<int> variables = variablesOf(rule);
  const std::vector<int> order(variables.begin(), variables.end());
  std::vector<FieldShape> shapes;
  for (const FieldTensor& variable : vocabulary.variables)
    if (std::ranges::count(shapes, variable.shape) == 0) shapes.push_back(variable.shape);
  std::vector<std::size_t> chosen(order.size(), 0);
  for (;;) {
    std::map<int, int> names;
    std::set<int> used;
    for (std::size_t i = 0; i < order.size(); ++i)
      for (std::size_t k = 0; k < vocabulary.variables.size(); ++k) {
        const int variable = -1 - static_cast<int>(k);
        if (vocabulary.variables[k].shape != shapes[chosen[i]] || !used.insert(variable).second) continue;
        names[order[i]] = variable;
        break;
      }
    if (names.size() == order.size()) {
      ForeignRule renamed = rule;
      for (auto* side : {&renamed.source, &renamed.target})
        for (ForeignOp& op : *side)
          for (ForeignTensor& input : op.inputs)
            if (input.isExternal()) input.op = names.at(input.op);
      for (auto& output : renamed.outputs)
        if (output.targetOp < 0) output.targetOp = names.at(output.targetOp);
      if (agree(renamed, vocabulary, false)) return renamed;
    }
    std::size_t digit = 0;
    while (digit < chosen.size() && ++chosen[digit] == shapes.size()) chosen[digit++] = 0;
    if (digit == chosen.size()) return std::nullopt;
  }
}

}  // namespace tasoscope::discovery
