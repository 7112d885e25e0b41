#include "proof/instance_sampler.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <set>

#include "rules/rule_operators.h"
#include "rules/rule_text.h"
#include "tensor/error.h"

namespace tasoscope {
namespace {

std::size_t index(int i) { return static_cast<std::size_t>(i); }

/// What conditions ask of a leaf: to be constant, and filled with one number.
struct LeafWish {
  bool isConstant = false;
  bool isFilled = false;
  ExpressionPtr uniform;
};

class InstanceSampler final : public ExpressionScope {
 public:
  InstanceSampler(const RulePattern& pattern, Random& random) : pattern_(pattern), random_(random) {
    instance_.space = std::make_unique<Space>();
    plain_.resize(pattern.tensors.size());
    isAbsent_.resize(pattern.tensors.size());
    sequences_.resize(pattern.tensors.size());
    lengths_.resize(pattern.tensors.size(), -1);
    values_.resize(pattern.values.size());
    wishes_.resize(pattern.tensors.size());
    for (const auto& condition : pattern.conditions) readWish(*condition);
    chooseElement();
    chooseLengths();
  }

  std::optional<RuleInstance> run() {
    for (const int e : order())
      if (!makeEquation(pattern_.left[index(e)])) return std::nullopt;
    for (const int root : pattern_.roots()) {
      const auto& tensors = sequences_[index(root)];
      if (pattern_.tensors[index(root)].isSequence)
        instance_.outputs.insert(instance_.outputs.end(), tensors.begin(), tensors.end());
      else
        instance_.outputs.push_back(plain_[index(root)]);
    }
    addSinks();
    return std::move(instance_);
  }

 private:
  /// What no equation reads must be an output to be alive.
  void addSinks() {
    for (const Equation& equation : pattern_.left)
      for (const auto& output : equation.outputs) {
        if (output.form != ReferenceForm::kPlain || isNullary(equation)) continue;
        const bool isRead = std::any_of(pattern_.left.begin(), pattern_.left.end(), [&](const Equation& reader) {
          return std::any_of(reader.inputs.begin(), reader.inputs.end(),
                             [&](const auto& input) { return input.variable == output.variable; });
        });
        const TensorId tensor = plain_[index(output.variable)];
        if (!isRead && !std::count(instance_.outputs.begin(), instance_.outputs.end(), tensor))
          instance_.outputs.push_back(tensor);
      }
  }

  // What is known before.

  void readWish(const Expression& e) {
    if (e.kind != ExpressionKind::kCall || e.arguments.empty()) return;
    if (e.text == "and") {
      for (const auto& argument : e.arguments) readWish(*argument);
      return;
    }
    if (e.text == "or") return readWish(*e.arguments[static_cast<std::size_t>(random_.integer(0, 1))]);
    const Expression& first = *e.arguments[0];
    if (e.text == "near" && first.kind == ExpressionKind::kName && first.value >= 0)
      values_[index(first.value)].value = attributeOf(evaluate(*e.arguments[1], *this, -1));
    if (e.text == "constant" && first.tensor >= 0) wishes_[index(first.tensor)].isConstant = true;
    const bool isUniform =
        (e.text == "==" || e.text == "near") && first.kind == ExpressionKind::kCall && first.text == "uniform";
    if (isUniform && first.arguments[0]->tensor >= 0)
      wishes_[index(first.arguments[0]->tensor)] = {true, true, e.arguments[1]};
    if ((e.text == "==" || e.text == "<=" || e.text == "<" || e.text == ">=" || e.text == ">" || e.text == "!=") &&
        !isUniform)
      for (const auto& side : e.arguments)
        forEachExpression(*side, [&](const Expression& inside) {
          if (inside.kind == ExpressionKind::kCall && inside.text == "uniform" && inside.arguments[0]->tensor >= 0) {
            wishes_[index(inside.arguments[0]->tensor)].isConstant = true;
            wishes_[index(inside.arguments[0]->tensor)].isFilled = true;
          }
        });
  }

  void chooseElement() {
    const bool quantizes = std::ranges::any_of(
        pattern_.left, [](const Equation& equation) { return equation.op.find("uantizeLinear") != std::string::npos; });
    if (quantizes) {
      element_ =
          ElementType::kFloat32;  // of the scales and what is quantized; the integers' type is chosen for each op
      return;
    }
    std::vector<ElementType> types = pattern_.types;
    if (types.empty()) types = {ElementType::kFloat32, ElementType::kFloat32, ElementType::kInt64, ElementType::kInt32};
    const bool isDefault =
        types == defaultRuleTypes(NumericClass::kExact) || types == defaultRuleTypes(NumericClass::kReassociating);
    if (isDefault) types = {ElementType::kFloat64};  // constants that rules write are not rounded
    element_ = random_.oneOf(types);
  }

  /// Sequences that one indexed equation mentions are of one length; so, most often, are all others.
  void chooseLengths() {
    const std::int64_t shared = random_.integer(2, 3);
    for (std::size_t i = 0; i < lengths_.size(); ++i)
      if (pattern_.tensors[i].isSequence) lengths_[i] = random_.chance(0.75) ? shared : random_.integer(1, 3);
    for (const auto* side : {&pattern_.left, &pattern_.right})
      for (const Equation& equation : *side)
        for (const auto* list : {&equation.inputs, &equation.outputs})
          for (const auto& r : *list)
            if (r.form == ReferenceForm::kElement) lengths_[index(r.variable)] = shared;
  }

  bool isNullary(const Equation& equation) const {
    const OperatorDefinition* definition = findRuleOperator(equation.op);
    return definition && definition->maxInputs == 0;
  }
  const Equation* nullaryOf(int variable) const {
    for (const Equation& equation : pattern_.left)
      if (isNullary(equation) && equation.outputs[0].variable == variable) return &equation;
    return nullptr;
  }

  /// Equations after those whose outputs they read.
  std::vector<int> order() const {
    std::vector<int> result;
    std::set<int> done;
    const auto isReady = [&](const Equation& equation) {
      for (const auto& input : equation.inputs)
        for (std::size_t other = 0; other < pattern_.left.size(); ++other)
          for (const auto& output : pattern_.left[other].outputs)
            if (output.variable == input.variable && !done.contains(static_cast<int>(other))) return false;
      return true;
    };
    for (bool changed = true; changed;) {
      changed = false;
      for (int e = 0; e < static_cast<int>(pattern_.left.size()); ++e) {
        const Equation& equation = pattern_.left[index(e)];
        if (done.contains(e) || (!isNullary(equation) && !isReady(equation))) continue;
        done.insert(e);
        if (!isNullary(equation)) result.push_back(e);
        changed = true;
      }
    }
    return result;
  }

  // Ops.

  struct Slot {
    int variable;
    int element;  ///< -1: a plain tensor
  };

  bool makeEquation(const Equation& equation) {
    if (!equation.isIndexed()) return makeOp(equation, -1);
    std::int64_t count = 0;
    for (const auto* list : {&equation.inputs, &equation.outputs})
      for (const auto& r : *list)
        if (r.form == ReferenceForm::kElement) count = lengths_[index(r.variable)];
    for (int i = 0; i < count; ++i)
      if (!makeOp(equation, i)) return false;
    return true;
  }

  std::vector<Slot> slotsOf(const std::vector<TensorReference>& references, int element) const {
    std::vector<Slot> slots;
    for (const auto& r : references) {
      if (r.form == ReferenceForm::kSplice)
        for (int i = 0; i < lengths_[index(r.variable)]; ++i) slots.push_back({r.variable, i});
      else
        slots.push_back({r.variable, r.form == ReferenceForm::kElement ? element : -1});
    }
    return slots;
  }

  TensorId& at(const Slot& slot) {
    if (slot.element < 0) return plain_[index(slot.variable)];
    auto& sequence = sequences_[index(slot.variable)];
    if (sequence.size() <= index(slot.element)) sequence.resize(index(slot.element) + 1);
    return sequence[index(slot.element)];
  }

  bool makeOp(const Equation& equation, int element) {
    OpSample sample;
    sample.definition = findRuleOperator(equation.op);
    if (!sample.definition) return false;
    sample.element = element_;
    const std::vector<Slot> inputs = slotsOf(equation.inputs, element), outputs = slotsOf(equation.outputs, element);
    sample.outputCount = static_cast<int>(outputs.size());
    for (const Slot& slot : inputs) {
      OpSample::Input input;
      if (const TensorId known = at(slot); known.isValid())
        input.type = instance_.space->tensor(known).type;
      else
        input.isAbsent = decideAbsence(slot);
      input.isFilled = wishes_[index(slot.variable)].isFilled || nullaryOf(slot.variable);
      if (!input.type && !input.isAbsent && !input.isFilled)
        input.type = typeOfSibling(equation.op, sample.inputs.size());
      sample.inputs.push_back(std::move(input));
    }
    if (!readAttributes(equation, sample, element)) return false;
    const std::set<std::string> wereOpen = sample.open;
    if (!sampleOp(sample, random_)) return false;
    for (std::size_t i = 0; i < inputs.size(); ++i)
      if (!at(inputs[i]).isValid() && !sample.inputs[i].isAbsent && !makeLeaf(inputs[i], sample.inputs[i]))
        return false;
    for (std::size_t i = 0; i < inputs.size(); ++i)
      if (sample.inputs[i].type) used_[{equation.op, i}] = *sample.inputs[i].type;
    return internOp(equation, sample, inputs, outputs);
  }

  /// Ops of one kind often have inputs of one type, perhaps of another extent along one axis.
  std::optional<TensorType> typeOfSibling(const std::string& op, std::size_t input) {
    const auto found = used_.find({op, input});
    if (found == used_.end() || random_.chance(0.5)) return std::nullopt;
    TensorType type = found->second;
    const int rank = type.shape.rank();
    if (rank > 0 && random_.chance(0.4))
      type.shape[static_cast<int>(random_.integer(0, rank - 1))] = Dim(random_.integer(1, 4));
    return type;
  }

  bool decideAbsence(const Slot& slot) {
    if (!pattern_.tensors[index(slot.variable)].isOptional) return false;
    if (slot.element >= 0) return random_.chance(element_choice_ < 0 ? 0.5 : element_choice_);
    auto& isAbsent = isAbsent_[index(slot.variable)];
    if (!isAbsent) isAbsent = random_.chance(0.5);
    return *isAbsent;
  }

  bool readAttributes(const Equation& equation, OpSample& sample, int element) {
    std::set<std::string> mentioned;
    for (const auto& attribute : equation.attributes) {
      mentioned.insert(attribute.name);
      const Expression& e = *attribute.value;
      const bool isBare =
          e.kind == ExpressionKind::kName && e.value >= 0 && !pattern_.values[index(e.value)].definition;
      if (isBare) {
        const Chosen& chosen = values_[index(e.value)];
        if (chosen.isAbsent) continue;
        if (chosen.value)
          sample.attributes.set(attribute.name, *chosen.value);
        else if (attribute.isOptional && random_.chance(0.4))
          values_[index(e.value)].isAbsent = true;
        else
          sample.open.insert(attribute.name);
        continue;
      }
      auto value = attributeOf(evaluate(e, *this, element));
      if (value)
        sample.attributes.set(attribute.name, fitted(std::move(*value), *sample.definition, attribute.name));
      else
        sample.open.insert(attribute.name);
    }
    if (equation.rest < 0 && !equation.ignoresRest) return true;
    const Chosen* rest = equation.rest >= 0 ? &values_[index(equation.rest)] : nullptr;
    if (rest && rest->rest) {
      for (const auto& [name, value] : *rest->rest)
        if (!mentioned.contains(name)) sample.attributes.set(name, value);
      return true;
    }
    for (const AttributeSpec& spec : sample.definition->attributes)
      if (!mentioned.contains(spec.name)) sample.open.insert(spec.name);
    return true;
  }

  static AttributeValue fitted(AttributeValue value, const OperatorDefinition& definition, const std::string& name) {
    for (const AttributeSpec& spec : definition.attributes) {
      if (spec.name != name || !spec.otherwise || !std::holds_alternative<std::vector<double>>(*spec.otherwise))
        continue;
      if (const auto* list = std::get_if<std::vector<std::int64_t>>(&value))
        return std::vector<double>(list->begin(), list->end());
    }
    return value;
  }

  bool internOp(const Equation& equation, const OpSample& sample, const std::vector<Slot>& inputs,
                const std::vector<Slot>& outputs) {
    OpRequest request{sample.definition, sample.attributes, {}, sample.outputCount};
    for (std::size_t i = 0; i < inputs.size(); ++i)
      request.inputs.push_back(sample.inputs[i].isAbsent ? TensorId() : at(inputs[i]));
    OpId id;
    try {
      // Loaded, not interned: equal ops stay two.
      const auto outputCount = static_cast<std::size_t>(request.outputCount);
      id = instance_.space->addLoaded(std::move(request), std::vector<std::string>(outputCount),
                                      std::vector<TensorType>(outputCount), ops_++);
    } catch (const ModelError&) {
      return false;
    }
    const Op& op = instance_.space->op(id);
    if (op.outputs.size() != outputs.size()) return false;
    for (std::size_t i = 0; i < outputs.size(); ++i) at(outputs[i]) = op.outputs[i];
    std::set<std::string> mentioned;
    for (const auto& attribute : equation.attributes) {
      mentioned.insert(attribute.name);
      const Expression& e = *attribute.value;
      const bool isBare =
          e.kind == ExpressionKind::kName && e.value >= 0 && !pattern_.values[index(e.value)].definition;
      const AttributeValue* given = op.attributes.find(attribute.name);
      if (isBare && given && !values_[index(e.value)].value) values_[index(e.value)].value = *given;
      if (isBare && !given) values_[index(e.value)].isAbsent = true;
    }
    if (equation.rest >= 0 && !values_[index(equation.rest)].rest) {
      Attributes rest;
      for (const auto& [name, value] : op.attributes)
        if (!mentioned.contains(name)) rest.set(name, value);
      values_[index(equation.rest)].rest = std::move(rest);
    }
    describe(op);
    return true;
  }

  void describe(const Op& op) {
    instance_.text += op.name() + "(";
    for (const TensorId input : op.inputs)
      instance_.text += input.isValid() ? instance_.space->tensor(input).type.text() + ";" : ";";
    instance_.text += ")";
    for (const auto& [name, value] : op.attributes) instance_.text += " " + name + "=" + textOf(value);
    instance_.text += "\n";
  }

  // Leaves.

  bool makeLeaf(const Slot& slot, const OpSample::Input& input) {
    const TensorType& type = *input.type;
    if (const Equation* nullary = nullaryOf(slot.variable)) return makeNullary(*nullary, slot, type);
    const LeafWish& wish = wishes_[index(slot.variable)];
    Value value = numbersFor(input);
    if (wish.uniform) {
      const auto wanted = attributeOf(evaluate(*wish.uniform, *this, slot.element));
      if (!wanted) return false;
      const auto* integer = std::get_if<std::int64_t>(&*wanted);
      const auto* real = std::get_if<double>(&*wanted);
      if (!integer && !real) return false;
      value = filled(type, integer ? static_cast<double>(*integer) : *real);
    } else if (wish.isConstant && random_.chance(wish.isFilled ? 0.8 : 0.2)) {
      value = filled(type, random_.oneOf(std::vector<double>{0, 1, 2, 0.5}));
    }
    if (wish.isConstant) {
      at(slot) = instance_.space->addConstant(fmt::format("c{}", leaves_++), makeConstant(std::move(value)));
      return true;
    }
    at(slot) = instance_.space->addInput(fmt::format("x{}", leaves_++), type);
    instance_.inputs.emplace_back(at(slot), std::move(value));
    return true;
  }

  /// Zeros() and the like: as the op, or as a constant with such values.
  bool makeNullary(const Equation& equation, const Slot& slot, const TensorType& type) {
    const OperatorDefinition* definition = findRuleOperator(equation.op);
    Attributes attributes;
    attributes.set("element_type", static_cast<std::int64_t>(type.element));
    if (equation.op == "IdentityMatrix") {
      if (type.shape.rank() != 2) return false;
      attributes.set("size", type.shape[0].value());
    } else {
      attributes.set("shape", type.shape.extents());
    }
    try {
      if (random_.chance(0.5)) {
        at(slot) = instance_.space->op(instance_.space->intern({definition, attributes, {}, 1})).outputs[0];
        if (instance_.space->tensor(at(slot)).type != type) return false;
      } else {
        auto values = definition->evaluate({attributes, {}, {}});
        if (values[0].type() != type) return false;
        at(slot) = instance_.space->addConstant(fmt::format("c{}", leaves_++), makeConstant(std::move(values[0])));
      }
    } catch (const Error&) {
      return false;  // there is no such constant of this shape
    }
    for (const auto& attribute : equation.attributes) {
      const Expression& e = *attribute.value;
      if (e.kind == ExpressionKind::kName && e.value >= 0 && attributes.has(attribute.name))
        values_[index(e.value)].value = *attributes.find(attribute.name);
    }
    return true;
  }

  Value numbersFor(const OpSample::Input& input) {
    const TensorType& type = *input.type;
    Value value = Value::zeros(type.element, type.shape.extents());
    if (value.isFloat()) {
      for (double& x : value.mutableFloats()) x = input.isPositive ? random_.real(0.5, 2) : random_.real(-2, 2);
    } else if (input.integers) {
      std::copy(input.integers->begin(), input.integers->end(), value.mutableIntegers().begin());
    } else {
      const bool isTruth = type.element == ElementType::kBool;
      const std::int64_t least = nameOf(type.element).starts_with("uint") ? 0 : -5;
      for (std::int64_t& x : value.mutableIntegers())
        x = isTruth ? random_.integer(0, 1) : random_.integer(input.isPositive ? 1 : least, 5);
    }
    return value;
  }

  static Value filled(const TensorType& type, double number) {
    Value value = Value::zeros(type.element, type.shape.extents());
    if (value.isFloat())
      std::ranges::fill(value.mutableFloats(), roundTo(type.element, number));
    else
      std::ranges::fill(value.mutableIntegers(), static_cast<std::int64_t>(number));
    return value;
  }

  // The scope of expressions.

  struct Chosen {
    std::optional<AttributeValue> value;
    std::optional<Attributes> rest;
    bool isAbsent = false;
  };

  TensorId tensorOf(int variable, int element) const {
    if (element < 0) return plain_[index(variable)];
    const auto& sequence = sequences_[index(variable)];
    return index(element) < sequence.size() ? sequence[index(element)] : TensorId();
  }
  Evaluated valueOf(int variable, int element) const override {
    if (const auto& definition = pattern_.values[index(variable)].definition)
      return evaluate(*definition, *this, element);
    const auto& chosen = values_[index(variable)].value;
    return chosen ? evaluatedOf(*chosen) : Evaluated();
  }
  bool isValuePresent(int variable) const override { return values_[index(variable)].value.has_value(); }
  const TensorType* typeOf(int variable, int element) const override {
    const TensorId id = tensorOf(variable, element);
    return id.isValid() ? &instance_.space->tensor(id).type : nullptr;
  }
  bool isConstant(int variable, int element) const override {
    const TensorId id = tensorOf(variable, element);
    return id.isValid() && instance_.space->tensor(id).isConstant;
  }
  std::optional<double> uniformValueOf(int, int) const override { return std::nullopt; }
  bool areSame(int a, int i, int b, int j) const override { return tensorOf(a, i) == tensorOf(b, j); }
  std::optional<std::int64_t> countOf(int variable) const override {
    const std::int64_t length = lengths_[index(variable)];
    return length < 0 ? std::nullopt : std::optional(length);
  }
  int opset() const override { return 25; }

  const RulePattern& pattern_;
  Random& random_;
  RuleInstance instance_;
  ElementType element_ = ElementType::kFloat32;
  double element_choice_ =
      random_.oneOf(std::vector<double>{-1, 0, 1});  ///< of optional elements: mixed, none, all absent
  std::vector<TensorId> plain_;
  std::vector<std::optional<bool>> isAbsent_;
  std::vector<std::vector<TensorId>> sequences_;
  std::vector<std::int64_t> lengths_;
  std::vector<Chosen> values_;
  std::vector<LeafWish> wishes_;
  std::map<std::pair<std::string, std::size_t>, TensorType> used_;
  int leaves_ = 0;
  std::int32_t ops_ = 0;
};

}  // namespace

namespace {

/// Left sides for the rules that no pattern says.
std::vector<Rule> leftSidesFor(std::string_view builtIn) {
  if (builtIn == "common-subexpression")
    return parseRules(
        "rule twin-{OP} for OP in Relu, Neg, Transpose, Reshape, Softmax { u = OP(x) {...a} v = OP(x) {...a} => u = v }"
        "rule twin-{OP} for OP in Add, Mul, MatMul, Conv { u = OP(x, w) {...a} v = OP(x, w) {...a} => u = v }"
        "rule swapped-{OP} for OP in Add, Mul { u = OP(x, w) v = OP(w, x) => u = v }");
  if (builtIn == "constant-folding")
    return parseRules(
        "rule {OP}-of-constants for OP in Add, Mul, MatMul { c = OP(a, b) y = Add(x, c) where constant(a), constant(b) "
        "=> y = Add(c, x) }"
        "rule {OP}-of-constant for OP in Transpose, Reshape, Neg, Exp { c = OP(a) {...r} y = Mul(x, c) "
        "where constant(a) => y = Mul(c, x) }");
  if (builtIn == "shape-folding")
    return parseRules(
        "rule sum-of-shape { types int64 s = Shape(x) {...a} y = Add(s, s) => y = s }"
        "rule gather-of-shape { types int64 s = Shape(x) {...a} y = Gather(s, i) {...g} where constant(i) => y = s }");
  if (builtIn == "known-operands" || builtIn == "unchanged-shape")
    return parseRules(
        "rule reshape-to-shape { s = Shape(x) r = Relu(x) y = Reshape(r, s) {allowzero = 0} => y = r }"
        "rule reshape-of-reshaped { s = Shape(x) r = Reshape(x) {...a} y = Reshape(r, s) {allowzero = 0} => y = r }"
        "rule expand-to-shape { z = Add(x, w) s = Shape(z) y = Expand(x, s) => y = x }");
  return parseRules(
      "rule equal-{OP} for OP in Add, Mul { u = OP(x, c) v = OP(z, d) y = Sub(u, v) where constant(c), constant(d), "
      "uniform(c) == 1.5, uniform(d) == 1.5 => y = Sub(v, u) }");
}

const std::vector<Rule>& leftSidesOf(const Rule& rule) {
  static std::map<std::string, std::vector<Rule>> known;
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  const auto [place, isNew] = known.try_emplace(rule.pattern->builtIn);
  if (isNew) place->second = leftSidesFor(place->first);
  return place->second;
}

}  // namespace

std::optional<RuleInstance> sampleInstance(const Rule& rule, Random& random) {
  const Rule& sampled = rule.pattern->builtIn.empty() ? rule : random.oneOf(leftSidesOf(rule));
  return InstanceSampler(*sampled.pattern, random).run();
}

}  // namespace tasoscope
