// The operators are taken over with the parameters that foreign files know, whatever else the rule says; the result is
// imported again, and the export stands if what the import makes is the rule, or a narrower one: every condition of the
// rule must be there again, and every attribute must be what the rule says.

#include "exchange/export_rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

#include "exchange/foreign_typing.h"
#include "exchange/import_rule.h"
#include "rules/rule_pattern.h"

namespace tasoscope::exchange {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

const AttributePattern* attributeOf(const Equation& equation, std::string_view name) {
  for (const AttributePattern& attribute : equation.attributes)
    if (attribute.name == name) return &attribute;
  return nullptr;
}

std::optional<std::vector<std::int64_t>> integersOf(const Expression& e) {
  if (e.kind != ExpressionKind::kList) return std::nullopt;
  std::vector<std::int64_t> integers;
  for (const ExpressionPtr& one : e.arguments) {
    if (one->kind != ExpressionKind::kInteger) return std::nullopt;
    integers.push_back(one->integer);
  }
  return integers;
}

/// Takes the equations over.
class Guess {
 public:
  explicit Guess(const Rule& rule) : pattern_(*rule.pattern) {
    if (!pattern_.builtIn.empty()) throw NotExpressible{"it is no pattern but a matcher of its own"};
    for (const TensorVariable& tensor : pattern_.tensors) {
      if (tensor.isSequence) throw NotExpressible{fmt::format("'{}...' stands for any number of tensors", tensor.name)};
      if (tensor.isOptional) throw NotExpressible{fmt::format("'{}?' may be absent", tensor.name)};
    }
    if (!pattern_.uses.empty()) throw NotExpressible{"it counts uses"};
    readRanks();
    numberExternals();
    side(pattern_.left, rule_.source, source_);
    side(pattern_.right, rule_.target, target_);
    mapOutputs();
  }

  const ForeignRule& rule() const { return rule_; }

 private:
  /// Conditions of the form rank(x) == N.
  void readRanks() {
    for (const ExpressionPtr& condition : pattern_.conditions) {
      if (condition->kind != ExpressionKind::kCall || condition->text != "==") continue;
      const Expression &a = *condition->arguments[0], &b = *condition->arguments[1];
      const bool isRank = a.kind == ExpressionKind::kCall && a.text == "rank" && a.arguments[0]->tensor >= 0;
      if (isRank && b.kind == ExpressionKind::kInteger) ranks_[a.arguments[0]->tensor] = static_cast<int>(b.integer);
    }
  }

  /// x7 is the external tensor 7; others take the numbers that are free.
  void numberExternals() {
    std::set<int> taken;
    std::vector<int> others;
    for (int i = 0; i < static_cast<int>(pattern_.tensors.size()); ++i) {
      if (RulePattern::defines(pattern_.left, i) || RulePattern::defines(pattern_.right, i)) continue;
      const std::string& name = pattern_.tensors[at(i)].name;
      int number = 0;
      const auto read = std::from_chars(name.data() + 1, name.data() + name.size(), number);
      const bool isNumbered = name[0] == 'x' && read.ec == std::errc() && read.ptr == name.data() + name.size();
      if (isNumbered && number > 0 && taken.insert(number).second)
        externals_[i] = {-number, 0};
      else
        others.push_back(i);
    }
    int next = 1;
    for (const int tensor : others) {
      while (!taken.insert(next).second) ++next;
      externals_[tensor] = {-next, 0};
    }
  }

  using Places = std::map<int, ForeignTensor>;

  void side(const std::vector<Equation>& equations, std::vector<ForeignOp>& ops, Places& places) {
    places = externals_;
    std::vector<const Equation*> open;
    for (const Equation& equation : equations) open.push_back(&equation);
    while (!open.empty()) {
      const auto ready = std::ranges::find_if(open, [&](const Equation* equation) {
        return std::ranges::all_of(equation->inputs,
                                   [&](const auto& input) { return places.contains(input.variable); });
      });
      if (ready == open.end()) throw NotExpressible{"its equations go round in a circle"};
      add(**ready, ops, places);
      open.erase(ready);
    }
  }

  void add(const Equation& equation, std::vector<ForeignOp>& ops, Places& places) {
    if (equation.preferred || equation.isOptional) throw NotExpressible{"an equation of it need not hold"};
    if (equation.isAlias()) {
      places[equation.outputs[0].variable] = places.at(equation.inputs[0].variable);
      return;
    }
    ForeignOp op;
    op.kind = kindOf(equation);
    for (const TensorReference& input : equation.inputs) op.inputs.push_back(places.at(input.variable));
    addParameters(equation, op);
    for (std::size_t k = 0; k < equation.outputs.size(); ++k)
      places[equation.outputs[k].variable] = {static_cast<int>(ops.size()), static_cast<int>(k)};
    ops.push_back(std::move(op));
  }

  ForeignKind kindOf(const Equation& equation) const {
    static const std::map<std::string, ForeignKind, std::less<>> kKinds{
        {"Conv", ForeignKind::kConv},           {"Relu", ForeignKind::kRelu},     {"Sigmoid", ForeignKind::kSigmoid},
        {"Tanh", ForeignKind::kTanh},           {"Concat", ForeignKind::kConcat}, {"Split", ForeignKind::kSplit},
        {"Transpose", ForeignKind::kTranspose}, {"Add", ForeignKind::kAdd},       {"Mul", ForeignKind::kMul},
        {"MatMul", ForeignKind::kMatMul}};
    const auto found = kKinds.find(equation.op);
    if (found == kKinds.end()) throw NotExpressible{fmt::format("no operator there is {}", equation.op)};
    const bool isScalar = equation.op == "Mul" && equation.inputs.size() == 2 &&
                          ranks_.contains(equation.inputs[1].variable) && ranks_.at(equation.inputs[1].variable) == 0;
    return isScalar ? ForeignKind::kScalarMul : found->second;
  }

  void addParameters(const Equation& equation, ForeignOp& op) {
    auto& parameters = op.parameters;
    switch (op.kind) {
      case ForeignKind::kConv: {
        const auto kernel = listOf(equation, "kernel_shape", {3, 3}), strides = listOf(equation, "strides", {1, 1});
        const auto* pads = attributeOf(equation, "pads");
        const auto known = pads ? integersOf(*pads->value) : std::nullopt;
        const bool isValid = known && std::ranges::all_of(*known, [](auto pad) { return pad == 0; });
        parameters = {{kKernelH, kernel[0]},
                      {kKernelW, kernel[1]},
                      {kStrideH, strides[0]},
                      {kStrideW, strides[1]},
                      {kPadding, isValid ? kValid : kSame},
                      {kActivation, activationOf(equation)}};
        break;
      }
      case ForeignKind::kMatMul:
        parameters = {{kActivation, activationOf(equation)}};
        break;
      case ForeignKind::kConcat:
        parameters = {{kInputCount, static_cast<int>(equation.inputs.size())}, {kAxis, axisOf(equation)}};
        if (const auto rank = rankOf(equation.outputs[0].variable, 0)) parameters.emplace_back(kRank, *rank);
        break;
      case ForeignKind::kSplit:
        parameters = {{kOutputCount, static_cast<int>(equation.outputs.size())}, {kAxis, axisOf(equation)}};
        break;
      case ForeignKind::kTranspose:
        parameters = {{kRank, 2}, {kPermutation, 2}, {kShuffle, 1}};
        break;
      default:
        break;
    }
  }

  static std::vector<int> listOf(const Equation& equation, std::string_view name, std::vector<int> otherwise) {
    const AttributePattern* attribute = attributeOf(equation, name);
    const auto integers = attribute ? integersOf(*attribute->value) : std::nullopt;
    if (!integers || integers->size() != 2) return otherwise;
    return {static_cast<int>(integers->at(0)), static_cast<int>(integers->at(1))};
  }
  static int axisOf(const Equation& equation) {
    const AttributePattern* axis = attributeOf(equation, "axis");
    if (!axis || axis->value->kind != ExpressionKind::kInteger)
      throw NotExpressible{fmt::format("the axis of its {} is not a number", equation.op)};
    return static_cast<int>(axis->value->integer);
  }
  static int activationOf(const Equation& equation) {
    const AttributePattern* activation = attributeOf(equation, "activation");
    if (!activation || activation->value->kind != ExpressionKind::kString) return 0;
    const std::vector<std::string_view> names{"none", "sigmoid", "relu", "tanh"};
    const auto found = std::ranges::find(names, activation->value->text);
    if (found == names.end()) throw NotExpressible{fmt::format("no activation there is {}", activation->value->text)};
    return static_cast<int>(found - names.begin());
  }

  /// From the tensors that it is made of, or, for an input of a side, those that are made of it.
  std::optional<int> rankOf(int tensor, int depth) const {
    if (const auto known = ranks_.find(tensor); known != ranks_.end()) return known->second;
    if (depth > static_cast<int>(pattern_.tensors.size())) return std::nullopt;
    for (const auto* equations : {&pattern_.left, &pattern_.right})
      for (const Equation& equation : *equations) {
        if (equation.outputs[0].variable != tensor) continue;
        if (equation.op == "Conv") return 4;
        if (equation.op == "MatMul") return 2;
        for (const TensorReference& input : equation.inputs)
          if (const auto rank = rankOf(input.variable, depth + 1)) return rank;
      }
    return std::nullopt;
  }

  void mapOutputs() {
    for (const int root : pattern_.roots()) {
      const ForeignTensor from = source_.at(root), to = target_.at(root);
      rule_.outputs.push_back({from.op, to.op, from.output, to.output});
    }
    std::ranges::stable_sort(
        rule_.outputs, {}, [](const ForeignOutput& output) { return std::pair(output.sourceOp, output.sourceOutput); });
  }

  const RulePattern& pattern_;
  std::map<int, int> ranks_;
  Places externals_, source_, target_;
  ForeignRule rule_;
};

/// Compares a rule with what the import made of its export.
class Check {
 public:
  Check(const RulePattern& rule, const RulePattern& imported) : rule_(rule), imported_(imported) {}

  void run() {
    compareSides(rule_.left, imported_.left);
    compareSides(rule_.right, imported_.right);
    std::set<std::string> known;
    for (const ExpressionPtr& condition : imported_.conditions)
      known.insert(textOf(*inlined(imported_, *condition, {}, {})));
    for (const ExpressionPtr& condition : rule_.conditions) {
      const ExpressionPtr renamed = inlined(rule_, *condition, tensors_, values_);
      if (!known.contains(textOf(*renamed)))
        throw NotExpressible{fmt::format("its condition {} has no form there", textOf(*condition))};
    }
    isNarrower_ |= imported_.conditions.size() > rule_.conditions.size();
  }

  bool isNarrower() const { return isNarrower_; }

 private:
  using Names = std::map<int, std::string>;
  using Values = std::map<int, ExpressionPtr>;

  /// With definitions put in, and with the names of the imported rule.
  static ExpressionPtr inlined(const RulePattern& pattern, const Expression& e, const Names& tensors,
                               const Values& values) {
    if (e.kind == ExpressionKind::kName && e.value >= 0) {
      if (const auto found = values.find(e.value); found != values.end()) return found->second;
      const ExpressionPtr& definition = pattern.values[at(e.value)].definition;
      if (definition) return inlined(pattern, *definition, tensors, values);
    }
    auto copy = std::make_shared<Expression>(e);
    if (e.kind == ExpressionKind::kName && e.tensor >= 0)
      if (const auto found = tensors.find(e.tensor); found != tensors.end()) copy->text = found->second;
    for (ExpressionPtr& argument : copy->arguments) argument = inlined(pattern, *argument, tensors, values);
    return copy;
  }

  void compareSides(const std::vector<Equation>& mine, const std::vector<Equation>& theirs) {
    std::vector<const Equation*> ops, others;
    for (const Equation& equation : mine)
      if (!equation.isAlias()) ops.push_back(&equation);
    for (const Equation& equation : theirs)
      if (!equation.isAlias()) others.push_back(&equation);
    if (ops.size() != others.size()) throw NotExpressible{"its operators have no form there"};
    for (std::size_t i = 0; i < ops.size(); ++i) compare(*ops[i], *others[i], &mine == &rule_.left);
  }

  void compare(const Equation& mine, const Equation& theirs, bool isLeft) {
    if (mine.op != theirs.op || mine.inputs.size() != theirs.inputs.size())
      throw NotExpressible{"its operators are not in the order in which they are computed"};
    for (const bool isInput : {true, false}) {
      const auto &a = isInput ? mine.inputs : mine.outputs, &b = isInput ? theirs.inputs : theirs.outputs;
      for (std::size_t i = 0; i < a.size() && i < b.size(); ++i)
        tensors_.try_emplace(a[i].variable, imported_.tensors[at(b[i].variable)].name);
    }
    for (const AttributePattern& attribute : mine.attributes) {
      const AttributePattern* other = attributeOf(theirs, attribute.name);
      if (!fits(*attribute.value, other, isLeft))
        throw NotExpressible{fmt::format("{} of its {} is {}, which has no form there", attribute.name, mine.op,
                                         textOf(*attribute.value))};
    }
    std::map<std::string, std::string> rest;
    for (const AttributePattern& other : theirs.attributes)
      if (!attributeOf(mine, other.name)) rest[other.name] = textOf(*inlined(imported_, *other.value, {}, {}));
    compareRest(mine, rest, isLeft);
  }

  /// What an equation does not mention: the same on both sides where it has a name, the default where it has none.
  void compareRest(const Equation& mine, const std::map<std::string, std::string>& rest, bool isLeft) {
    if (mine.ignoresRest) {
      isNarrower_ = true;
    } else if (mine.rest >= 0) {
      const auto [known, isNew] = rests_.try_emplace(mine.rest, rest);
      if ((!isNew || !isLeft) && known->second != rest)
        throw NotExpressible{
            fmt::format("the attributes that '...{}' stands for have no form there", rule_.values[at(mine.rest)].name)};
      isNarrower_ = true;
    } else if (!rest.empty()) {
      throw NotExpressible{fmt::format("its {} says nothing of {}", mine.op, rest.begin()->first)};
    }
  }

  bool fits(const Expression& mine, const AttributePattern* theirs, bool isLeft) {
    if (!theirs) return mine.kind == ExpressionKind::kString && mine.text == "none";  // of an activation
    const ExpressionPtr other = inlined(imported_, *theirs->value, {}, {});
    const bool isBare =
        mine.kind == ExpressionKind::kName && mine.value >= 0 && !rule_.values[at(mine.value)].definition;
    if (isBare && isLeft && values_.try_emplace(mine.value, other).second) return true;
    return textOf(*inlined(rule_, mine, tensors_, values_)) == textOf(*other);
  }

  const RulePattern &rule_, &imported_;
  Names tensors_;
  Values values_;
  std::map<int, std::map<std::string, std::string>> rests_;
  bool isNarrower_ = false;
};

}  // namespace

Exported exportRule(const Rule& rule) {
  Exported exported{Guess(rule).rule(), {}};
  const Rule imported = importRule(exported.rule, {"again", "again", "again"});
  Check check(*rule.pattern, *imported.pattern);
  check.run();
  if (check.isNarrower())
    exported.remarks.emplace_back(
        "what is exported is narrower: attributes have the values that can be written there, "
        "and operands are not broadcast");
  return exported;
}

}  // namespace tasoscope::exchange
