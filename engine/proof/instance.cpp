#include "proof/instance.h"

#include <fmt/format.h>

#include <algorithm>

#include "rules/rule_operators.h"

namespace tasoscope {
namespace {

std::size_t index(int i) { return static_cast<std::size_t>(i); }

bool isMentioned(const Equation& equation, std::string_view name) {
  return std::ranges::find(equation.attributes, name, &AttributePattern::name) != equation.attributes.end();
}

/// Well-typed ops have no parameters for these activations.
bool takesNoParameters(const Symbolic& activation) {
  const auto* name = std::get_if<std::string>(&activation);
  return name && (*name == "none" || *name == "relu" || *name == "sigmoid" || *name == "tanh");
}

/// An input of a left side that nothing stands for yet.
constexpr TermId kOpen = ~TermId{0};

const std::vector<AttributeSpec>& attributesOfOperator(const std::string& op) {
  static const std::vector<AttributeSpec> kNone;
  const OperatorDefinition* definition = findRuleOperator(op);
  return definition ? definition->attributes : kNone;
}

}  // namespace

std::vector<int> inOrder(const std::vector<Equation>& side) {
  std::vector<int> order;
  std::vector<bool> isDone(side.size());
  const auto isReady = [&](const TensorReference& input) {
    for (std::size_t i = 0; i < side.size(); ++i) {
      if (isDone[i]) continue;
      for (const TensorReference& output : side[i].outputs)
        if (output.variable == input.variable) return false;
    }
    return true;
  };
  for (bool isChanged = true; isChanged;) {
    isChanged = false;
    for (std::size_t i = 0; i < side.size(); ++i) {
      if (isDone[i] || !std::ranges::all_of(side[i].inputs, isReady)) continue;
      isDone[i] = isChanged = true;
      order.push_back(static_cast<int>(i));
    }
  }
  return order;
}

Instance::Instance(const RulePattern& pattern, Terms& terms)
    : plain(pattern.tensors.size()),
      sequences(pattern.tensors.size()),
      values(pattern.values.size()),
      rests(pattern.values.size()),
      pattern_(&pattern),
      terms_(&terms) {}

Instance::Instance(const Instance& other, Terms& terms) : Instance(*other.pattern_, terms) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (other.values[i]) values[i] = normal(*other.values[i], terms.arithmetic());
    if (!other.rests[i]) continue;
    rests[i].emplace();
    for (const auto& [name, value] : *other.rests[i]) set(*rests[i], name, normal(value, terms.arithmetic()));
  }
  for (const auto& [where, value] : other.opened) opened[where] = normal(value, terms.arithmetic());
}

TermId Instance::boundTensor(int variable, int element) const {
  if (!pattern_->tensors[index(variable)].isSequence) {
    if (!plain[index(variable)] || *plain[index(variable)] == kOpen)
      throw NotShown{pattern_->tensors[index(variable)].name + " is not bound"};
    return *plain[index(variable)];
  }
  const auto& sequence = sequences[index(variable)];
  if (!sequence || element < 0 || index(element) >= sequence->size() || (*sequence)[index(element)] == kOpen)
    throw NotShown{pattern_->tensors[index(variable)].name + " has too few elements"};
  return (*sequence)[index(element)];
}

std::optional<std::vector<TermId>> Instance::tensorsOf(int variable) const {
  if (pattern_->tensors[index(variable)].isSequence) return sequences[index(variable)];
  if (!plain[index(variable)]) return std::nullopt;
  return std::vector<TermId>{*plain[index(variable)]};
}

Symbolic Instance::valueOf(int variable, int element) {
  const ValueVariable& value = pattern_->values[index(variable)];
  if (value.definition) return evaluate(*value.definition, *this, element);
  return values[index(variable)].value_or(Symbolic());
}

std::optional<bool> Instance::isValuePresent(int variable) {
  if (pattern_->values[index(variable)].definition) return true;
  if (!values[index(variable)]) return std::nullopt;
  return !isUnknown(*values[index(variable)]);
}

namespace {

template <typename Answer, typename Ask>
std::optional<Answer> unlessUnbound(Ask ask) {
  try {
    return ask();
  } catch (const NotShown&) {
    return std::nullopt;
  }
}

}  // namespace

std::optional<SymbolicType> Instance::typeOf(int tensor, int element) {
  const auto id = unlessUnbound<TermId>([&] { return boundTensor(tensor, element); });
  return id && *id != terms_->absent() ? terms_->typeOf(*id) : std::nullopt;
}

std::optional<bool> Instance::isPresent(int tensor, int element) {
  const auto id = unlessUnbound<TermId>([&] { return boundTensor(tensor, element); });
  return id ? std::optional(*id != terms_->absent()) : std::nullopt;
}

std::optional<bool> Instance::areSame(int tensorA, int elementA, int tensorB, int elementB) {
  const auto a = unlessUnbound<TermId>([&] { return boundTensor(tensorA, elementA); });
  const auto b = unlessUnbound<TermId>([&] { return boundTensor(tensorB, elementB); });
  // Different names may stand for one tensor.
  return a && b && terms_->graph().areEqual(*a, *b) ? std::optional(true) : std::nullopt;
}

std::optional<int> Instance::countOf(int sequence) {
  const auto& bound = sequences[index(sequence)];
  return bound ? std::optional(static_cast<int>(bound->size())) : std::nullopt;
}

std::optional<int> Instance::elementsOf(const Expression& expression) {
  std::optional<int> count;
  forEachExpression(expression, [&](const Expression& inside) {
    if (!count && inside.isElement && inside.tensor >= 0) count = countOf(inside.tensor);
    if (!count && inside.isElement && inside.value >= 0 && pattern_->values[index(inside.value)].definition)
      count = elementsOf(*pattern_->values[index(inside.value)].definition);
  });
  return count;
}

std::optional<int> Instance::lengthOf(const Equation& equation) {
  for (const auto* references : {&equation.outputs, &equation.inputs})
    for (const TensorReference& reference : *references)
      if (reference.form == ReferenceForm::kElement)
        if (const auto count = countOf(reference.variable)) return count;
  return std::nullopt;
}

void Instance::make(const std::vector<Equation>& side, bool isLeft, OpenNames* open) {
  for (const int i : inOrder(side)) {
    const Equation& equation = side[index(i)];
    if (!equation.isIndexed()) {
      makeOne(equation, i, -1, isLeft, open);
      continue;
    }
    auto count = lengthOf(equation);
    if (!count && open) count = open->lengthOf(equation.outputs[0].variable);
    if (!count) throw NotShown{"the length of a sequence is not known"};
    for (const TensorReference& output : equation.outputs)
      if (output.form == ReferenceForm::kElement && !sequences[index(output.variable)])
        sequences[index(output.variable)].emplace(index(*count), terms_->absent());
    for (const TensorReference& input : equation.inputs)
      if (open && input.form == ReferenceForm::kElement && !sequences[index(input.variable)])
        sequences[index(input.variable)].emplace(index(*count), kOpen);
    for (int element = 0; element < *count; ++element) makeOne(equation, i, element, isLeft, open);
  }
}

void Instance::bindLeaf(OpenNames& open, TermId& id, const TensorReference& reference, int element) {
  id = open.leaf(reference.variable, element, reference.isOptional);
  open.check();
}

TermId Instance::tensor(const TensorReference& reference, int element, OpenNames* open) {
  if (reference.form == ReferenceForm::kPlain && !plain[index(reference.variable)] && open)
    bindLeaf(*open, plain[index(reference.variable)].emplace(kOpen), reference, -1);
  auto& sequence = sequences[index(reference.variable)];
  if (reference.form == ReferenceForm::kElement && open && sequence && (*sequence)[index(element)] == kOpen)
    bindLeaf(*open, (*sequence)[index(element)], reference, element);
  return boundTensor(reference.variable, element);
}

std::vector<TermId> Instance::operandsOf(const Equation& equation, int element, OpenNames* open) {
  std::vector<TermId> operands;
  for (const TensorReference& input : equation.inputs) {
    if (input.form != ReferenceForm::kSplice) {
      operands.push_back(tensor(input, element, open));
      continue;
    }
    auto& sequence = sequences[index(input.variable)];
    if (!sequence && open) {
      sequence.emplace(index(open->lengthOf(input.variable)), kOpen);
    }
    if (!sequence) throw NotShown{"a sequence is not bound"};
    for (std::size_t i = 0; i < sequence->size(); ++i)
      if ((*sequence)[i] == kOpen && open) bindLeaf(*open, (*sequence)[i], input, static_cast<int>(i));
    operands.insert(operands.end(), sequence->begin(), sequence->end());
  }
  return operands;
}

std::optional<int> Instance::outputCountOf(const Equation& equation) {
  int count = 0;
  for (const TensorReference& output : equation.outputs) {
    if (output.form != ReferenceForm::kSplice) {
      ++count;
      continue;
    }
    const auto length = countOf(output.variable);
    if (!length) return std::nullopt;
    count += *length;
  }
  return count;
}

SymbolicAttributes Instance::attributesOf(const Equation& equation, int index_, int element, bool isLeft,
                                          const std::vector<TermId>& operands, int outputCount, OpenNames* open) {
  SymbolicAttributes result;
  const auto ask = [&](const std::string& attribute, const std::string& name) -> Symbolic {
    const Symbolic* activation = find(result, "activation");
    if (attribute == "activation_params" && activation && takesNoParameters(*activation)) return std::vector<double>();
    return open->attribute(equation.op, attribute, name, operands, outputCount);
  };
  for (const AttributePattern& attribute : equation.attributes) {
    const auto where = std::tuple(index_, element, attribute.name);
    if (const auto known = opened.find(where); isLeft && known != opened.end()) {
      set(result, attribute.name, known->second);
      continue;
    }
    const Expression& e = *attribute.value;
    const bool isBareName =
        e.kind == ExpressionKind::kName && e.value >= 0 && !pattern_->values[index(e.value)].definition;
    if (isBareName && !values[index(e.value)] && open) {
      const bool isThere = !attribute.isOptional || open->isAttributePresent();
      values[index(e.value)] = isThere ? ask(attribute.name, e.text) : Symbolic();
    }
    Symbolic value = evaluate(e, *this, element);
    if (isUnknown(value) && isBareName && values[index(e.value)]) continue;  // absent
    if (isUnknown(value) && open) {
      open->makeKnown(*attribute.value, element);
      value = evaluate(e, *this, element);
    }
    if (isUnknown(value) && open) {
      value = ask(attribute.name,
                  fmt::format("_{}{}{}", attribute.name, index_, element < 0 ? "" : std::to_string(element)));
      opened[where] = value;
      open->mustEqual(value, attribute.value, element);
    }
    if (isUnknown(value)) throw NotShown{fmt::format("{} of {} cannot be computed", attribute.name, equation.op)};
    set(result, attribute.name, value);
  }
  if (equation.rest < 0 && !equation.ignoresRest) return result;
  if (equation.rest >= 0 && rests[index(equation.rest)]) {
    for (const auto& [name, value] : *rests[index(equation.rest)])
      if (!isMentioned(equation, name)) set(result, name, value);
    return result;
  }
  SymbolicAttributes others;
  const std::string prefix =
      equation.rest >= 0 ? pattern_->values[index(equation.rest)].name : fmt::format("_{}", index_);
  for (const AttributeSpec& spec : attributesOfOperator(equation.op)) {
    if (isMentioned(equation, spec.name)) continue;
    const auto where = std::tuple(index_, element, spec.name);
    const auto known = opened.find(where);
    if (known == opened.end() && !open) throw NotShown{"other attributes are not bound"};
    const Symbolic value = known != opened.end() ? known->second : ask(spec.name, prefix + "." + spec.name);
    if (equation.ignoresRest) opened[where] = value;
    set(others, spec.name, value);
  }
  const Symbolic* activation = find(others, "activation") ? find(others, "activation") : find(result, "activation");
  if (activation && find(others, "activation_params") && takesNoParameters(*activation))
    set(others, "activation_params", std::vector<double>());
  for (const auto& [name, value] : others) set(result, name, value);
  if (equation.rest >= 0) rests[index(equation.rest)] = std::move(others);
  return result;
}

void Instance::define(const Equation& equation, int element, const std::vector<TermId>& results) {
  std::size_t at = 0;
  for (const TensorReference& output : equation.outputs) {
    const std::size_t v = index(output.variable);
    if (output.form == ReferenceForm::kSplice) {
      const std::size_t others = equation.outputs.size() - 1;
      const std::size_t count = results.size() - others;
      sequences[v].emplace(results.begin() + static_cast<std::ptrdiff_t>(at),
                           results.begin() + static_cast<std::ptrdiff_t>(at + count));
      at += count;
    } else if (output.form == ReferenceForm::kElement) {
      (*sequences[v])[index(element)] = results[at++];
    } else {
      plain[v] = results[at++];
    }
  }
}

void Instance::makeOne(const Equation& equation, int i, int element, bool isLeft, OpenNames* open) {
  if (equation.isAlias()) return define(equation, element, {tensor(equation.inputs[0], element, open)});
  if (equation.preferred) {
    const TermId preferred = tensor(*equation.preferred, element, open);
    if (preferred != terms_->absent()) return define(equation, element, {preferred});
  }
  std::vector<TermId> operands = operandsOf(equation, element, open);
  const bool lacksOne = std::ranges::find(operands, terms_->absent()) != operands.end();
  if (equation.isOptional && lacksOne)
    return define(equation, element, std::vector<TermId>(equation.outputs.size(), terms_->absent()));
  while (!operands.empty() && operands.back() == terms_->absent()) operands.pop_back();
  auto outputCount = outputCountOf(equation);
  if (!outputCount && open) {
    outputCount = static_cast<int>(equation.outputs.size()) - 1;
    for (const TensorReference& output : equation.outputs)
      if (output.form == ReferenceForm::kSplice) *outputCount += open->lengthOf(output.variable);
  }
  SymbolicAttributes attributes = attributesOf(equation, i, element, isLeft, operands, outputCount.value_or(1), open);
  if (!outputCount) {
    const Symbolic* sizes = find(attributes, "split");
    const auto* list = sizes ? std::get_if<Integers>(sizes) : nullptr;
    if (!list) throw NotShown{"the number of results is not known"};
    outputCount = static_cast<int>(list->size());
  }
  define(equation, element, terms_->make({equation.op, std::move(attributes)}, operands, *outputCount));
  if (open) open->check();
}

}  // namespace tasoscope
