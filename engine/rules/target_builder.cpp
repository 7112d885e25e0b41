#include "rules/target_builder.h"

#include <algorithm>

#include "rules/rule_operators.h"
#include "tensor/error.h"

namespace tasoscope {
namespace {

/// A constant that a rule writes out in full may have this many elements.
constexpr std::int64_t kLargestFilledConstant = 1 << 22;

constexpr std::string_view kFromItself = "it would be computed from itself";

std::size_t index(int i) { return static_cast<std::size_t>(i); }

/// The value in the kind that the operator's default has: [] is a list of reals where reals are meant.
AttributeValue fittedTo(AttributeValue value, const OperatorDefinition& definition, const std::string& name) {
  const auto spec = std::find_if(definition.attributes.begin(), definition.attributes.end(),
                                 [&](const AttributeSpec& s) { return s.name == name; });
  if (spec == definition.attributes.end() || !spec->otherwise) return value;
  if (const auto* integers = std::get_if<std::vector<std::int64_t>>(&value)) {
    if (std::holds_alternative<std::vector<double>>(*spec->otherwise))
      return std::vector<double>(integers->begin(), integers->end());
    if (std::holds_alternative<std::vector<std::string>>(*spec->otherwise) && integers->empty())
      return std::vector<std::string>();
  }
  if (const auto* integer = std::get_if<std::int64_t>(&value))
    if (std::holds_alternative<double>(*spec->otherwise)) return static_cast<double>(*integer);
  return value;
}

bool isMentioned(const CompiledEquation& equation, const std::string& name) {
  return std::any_of(equation.attributes.begin(), equation.attributes.end(),
                     [&](const CompiledAttribute& a) { return a.name == name; });
}

}  // namespace

std::optional<BuiltTarget> TargetBuilder::build(const Graph& graph, const CompiledRule& rule, const Binding& binding) {
  graph_ = &graph;
  rule_ = &rule;
  binding_ = &binding;
  replaced_.clear();
  madeChoices_.clear();
  elements_.clear();
  inner_.clear();
  roots_.clear();
  changes_ = false;
  for (const int root : rule.roots) {
    const auto add = [&](TensorId tensor) {
      if (!graph.isLive(tensor)) return;
      const Choice choice = graph.choice(tensor);
      if (!choice.isOp()) return;
      for (const TensorId name : graph.chosenBy(choice.op))
        if (graph.choice(name) == choice) replaced_.push_back(name);
    };
    if (rule.pattern->tensors[index(root)].isSequence)
      for (const TensorId tensor : binding.sequences[index(root)].tensors) add(tensor);
    else
      add(binding.plain[index(root)].tensor);
  }
  failure_.clear();
  try {
    for (std::size_t e = 0; e < rule.pattern->right.size(); ++e) {
      failed_equation_ = static_cast<int>(e);
      if (!makeEquation(rule.pattern->right[e], rule.right[e])) return std::nullopt;
    }
  } catch (const ModelError& error) {
    failure_ = error.what();  // the ops do not fit here
    return std::nullopt;
  } catch (const EvaluationError& error) {
    failure_ = error.what();
    return std::nullopt;
  }
  failed_equation_ = -1;
  if (!changes_) return std::nullopt;
  BuiltTarget result;
  result.facts = inner_;
  result.facts.insert(result.facts.end(), roots_.begin(), roots_.end());
  for (const Fact& fact : roots_) result.roots.push_back(fact.tensor);
  return result;
}

bool TargetBuilder::isReplaced(TensorId tensor) const {
  return std::find(replaced_.begin(), replaced_.end(), tensor) != replaced_.end();
}

bool TargetBuilder::makeEquation(const Equation& equation, const OperatorDefinition* definition) {
  if (!equation.isIndexed()) {
    if (equation.isAlias()) return makeAlias(equation, equation.inputs[0], -1);
    if (equation.op == kFilledConstant) return makeFilledConstant(equation);
    return makeOp(equation, definition, -1);
  }
  const auto count = elementCount(equation);
  if (!count || *count < 1) return false;
  elements_.clear();
  for (int i = 0; i < *count; ++i) {
    const bool isMade =
        equation.isAlias() ? makeAlias(equation, equation.inputs[0], i) : makeOp(equation, definition, i);
    if (!isMade) return false;
  }
  for (auto& [variable, tensors] : elements_) scope_.addMadeSequence(variable, std::move(tensors));
  elements_.clear();
  return true;
}

/// The length that all sequences mentioned by element agree on.
std::optional<std::int64_t> TargetBuilder::elementCount(const Equation& equation) const {
  std::optional<std::int64_t> count;
  for (const auto* list : {&equation.inputs, &equation.outputs})
    for (const auto& r : *list) {
      if (r.form != ReferenceForm::kElement) continue;
      const auto one = scope_.countOf(r.variable);
      if (one && count && *one != *count) return std::nullopt;
      if (one) count = one;
    }
  return count;
}

std::optional<std::vector<TensorId>> TargetBuilder::inputsOf(const Equation& equation, int element) {
  std::vector<TensorId> inputs;
  for (const auto& r : equation.inputs) {
    if (r.form == ReferenceForm::kSplice) {
      const auto count = scope_.countOf(r.variable);
      if (!count) return std::nullopt;
      for (int i = 0; i < *count; ++i) inputs.push_back(scope_.tensorOf(r.variable, i));
    } else {
      inputs.push_back(scope_.tensorOf(r.variable, r.form == ReferenceForm::kElement ? element : -1));
    }
    const bool isMissing = !inputs.empty() && !inputs.back().isValid() && !r.isOptional;
    if (isMissing) return std::nullopt;
  }
  // A root's own new producer may be read; the tensor that is replaced may not.
  if (std::any_of(inputs.begin(), inputs.end(), [&](TensorId t) { return t.isValid() && isReplaced(t); })) {
    failure_ = kFromItself;
    return std::nullopt;
  }
  return inputs;
}

std::optional<Attributes> TargetBuilder::attributesOf(const Equation& equation, const OperatorDefinition* definition,
                                                      int element) {
  Attributes result;
  if (equation.rest >= 0) {
    const BoundValue& rest = binding_->values[index(equation.rest)];
    if (rest.state != Bound::kYes || !rest.op) return std::nullopt;
    for (const auto& [name, value] : rest.op->attributes)
      if (!isMentioned(*rest.equation, name)) result.set(name, value);
  }
  for (const auto& attribute : equation.attributes) {
    const Expression& e = *attribute.value;
    const bool isBareName = e.kind == ExpressionKind::kName && e.value >= 0;
    if (isBareName && !scope_.isValuePresent(e.value) && !rule_->pattern->values[index(e.value)].definition) {
      if (!attribute.isOptional) return std::nullopt;
      result.erase(attribute.name);
      continue;
    }
    auto value = attributeOf(evaluate(e, scope_, element));
    if (!value) return std::nullopt;
    result.set(attribute.name,
               definition ? fittedTo(std::move(*value), *definition, attribute.name) : std::move(*value));
  }
  return result;
}

std::optional<int> TargetBuilder::outputCountOf(const Equation& equation, const Attributes& attributes) const {
  int count = 0;
  for (const auto& r : equation.outputs) {
    if (r.form != ReferenceForm::kSplice) {
      ++count;
      continue;
    }
    std::optional<std::int64_t> length = scope_.countOf(r.variable);
    if (!length && equation.op == "Split" && attributes.has("split"))
      length = static_cast<std::int64_t>(attributes.integers("split").size());
    if (!length) return std::nullopt;
    count += static_cast<int>(*length);
  }
  return count;
}

bool TargetBuilder::makeOp(const Equation& equation, const OperatorDefinition* definition, int element) {
  if (equation.preferred) {
    const bool isElement = equation.preferred->form == ReferenceForm::kElement;
    if (scope_.tensorOf(equation.preferred->variable, isElement ? element : -1).isValid())
      return makeAlias(equation, *equation.preferred, element);
  }
  auto inputs = inputsOf(equation, element);
  if (!inputs) return equation.isOptional;
  const bool isIncomplete = std::any_of(inputs->begin(), inputs->end(), [](TensorId t) { return !t.isValid(); });
  if (equation.isOptional && (isIncomplete || inputs->empty())) return true;
  auto attributes = attributesOf(equation, definition, element);
  if (!attributes) return false;
  const auto outputCount = outputCountOf(equation, *attributes);
  if (!outputCount || *outputCount < 1) return false;
  while (!inputs->empty() && !inputs->back().isValid()) inputs->pop_back();
  const OpId id = space_.intern({definition, std::move(*attributes), std::move(*inputs), *outputCount});
  const Op& op = space_.op(id);
  if (static_cast<int>(op.outputs.size()) != *outputCount) return false;
  std::uint16_t output = 0;
  for (const auto& r : equation.outputs) {
    if (r.form != ReferenceForm::kSplice) {
      if (!define(r, element, {id, output, {}}, op.outputs[output])) return false;
      ++output;
      continue;
    }
    const std::size_t plainAfter = static_cast<std::size_t>(&equation.outputs.back() - &r);
    std::vector<TensorId> tensors;
    for (int i = 0; output + plainAfter < op.outputs.size(); ++i, ++output) {
      tensors.push_back(op.outputs[output]);
      if (!define(r, i, {id, output, {}}, op.outputs[output])) return false;
    }
    scope_.addMadeSequence(r.variable, std::move(tensors));
  }
  return true;
}

bool TargetBuilder::makeFilledConstant(const Equation& equation) {
  const auto attributes = attributesOf(equation, nullptr, -1);
  if (!attributes) return false;
  const ElementType type = elementTypeFromOnnx(static_cast<int>(attributes->integer("element_type")));
  std::vector<std::int64_t> shape = attributes->integers("shape");
  const auto count = Shape(std::span<const std::int64_t>(shape)).elementCount();
  if (!count || *count > kLargestFilledConstant) return false;
  const auto* given = attributes->find("value");
  if (!given) return false;
  const auto* integer = std::get_if<std::int64_t>(given);
  const double value = integer ? static_cast<double>(*integer) : attributes->real("value");
  const auto size = static_cast<std::size_t>(*count);
  Value elements = isFloatingPoint(type)
                       ? Value::ofFloats(type, std::move(shape), std::vector<double>(size, value))
                       : Value::ofIntegers(type, std::move(shape),
                                           std::vector<std::int64_t>(size, static_cast<std::int64_t>(value)));
  const TensorId tensor = space_.internConstant(std::move(elements));
  return define(equation.outputs[0], -1, {{}, 0, tensor}, tensor);
}

/// `y = x`: the tensor is that one; where x is made by the target, y chooses what makes x.
bool TargetBuilder::makeAlias(const Equation& equation, const TensorReference& from, int element) {
  const TensorId tensor = scope_.tensorOf(from.variable, from.form == ReferenceForm::kElement ? element : -1);
  if (!tensor.isValid()) return equation.isOptional;
  if (isReplaced(tensor)) return false;
  const auto made =
      std::find_if(madeChoices_.begin(), madeChoices_.end(), [&](const auto& m) { return m.first == tensor; });
  const Choice choice = made == madeChoices_.end() ? Choice{{}, 0, tensor} : made->second;
  return define(equation.outputs[0], element, choice, tensor);
}

/// The variable stands for `tensor` from here on; a root gets the choice.
bool TargetBuilder::define(const TensorReference& reference, int element, const Choice& choice, TensorId tensor) {
  const int variable = reference.variable;
  const bool isPart = reference.form != ReferenceForm::kPlain;
  if (choice.isOp()) {
    const bool isInner = !rule_->isRoot[index(variable)];
    if (isInner && isReplaced(tensor)) {
      failure_ = kFromItself;
      return false;
    }
    madeChoices_.emplace_back(tensor, choice);
    if (isInner) inner_.push_back({tensor, choice, false});
  }
  if (reference.form == ReferenceForm::kPlain) {
    scope_.addMade(variable, tensor);
  } else if (reference.form == ReferenceForm::kElement) {
    if (elements_.empty() || elements_.back().first != variable) elements_.push_back({variable, {}});
    elements_.back().second.push_back(tensor);
  }
  if (rule_->isRoot[index(variable)]) {
    const TensorId root =
        isPart ? binding_->sequences[index(variable)].tensors[index(element)] : binding_->plain[index(variable)].tensor;
    return replaceRoot(root, choice);
  }
  return true;
}

/// All names of the root's value get the new choice; names that are not live need none.
bool TargetBuilder::replaceRoot(TensorId root, const Choice& choice) {
  if (!graph_->isLive(root)) return true;
  const Choice before = graph_->choice(root);
  const TensorId made = choice.isAlias() ? choice.alias : space_.op(choice.op).outputs[choice.output];
  if (!space_.tensor(made).type.shape.hasRank()) return false;
  for (const TensorId name : graph_->chosenBy(before.op)) {
    if (graph_->choice(name) != before) continue;
    if (!space_.canProduce(choice, name)) return false;
    if (choice.isAlias() && choice.alias == name) return false;
    changes_ = changes_ || before != choice;
    roots_.push_back({name, choice, true});
  }
  return true;
}

}  // namespace tasoscope
