#include "rules/pattern_search.h"

#include <algorithm>

#include "tensor/error.h"

namespace tasoscope {
namespace {

/// Bindings that one start may find: a guard against patterns that fit in too many ways.
constexpr int kMostBindings = 256;
/// Ops that one start may try: a tensor may have thousands of readers.
constexpr int kMostTried = 4096;
/// Where more ops than these share a tensor, only neighbours are paired.
constexpr std::size_t kMostPaired = 8;
/// Siblings that are looked at.
constexpr std::size_t kMostSiblings = 64;

std::size_t index(int i) { return static_cast<std::size_t>(i); }

bool isMentioned(const CompiledEquation& equation, const std::string& name) {
  const auto found = std::lower_bound(equation.attributes.begin(), equation.attributes.end(), name,
                                      [](const CompiledAttribute& a, const std::string& b) { return a.name < b; });
  return found != equation.attributes.end() && found->name == name;
}

bool sameRest(const Op& a, const CompiledEquation& equationA, const Op& b, const CompiledEquation& equationB) {
  auto x = a.attributes.begin(), y = b.attributes.begin();
  for (;;) {
    while (x != a.attributes.end() && isMentioned(equationA, x->first)) ++x;
    while (y != b.attributes.end() && isMentioned(equationB, y->first)) ++y;
    if (x == a.attributes.end() || y == b.attributes.end()) return x == a.attributes.end() && y == b.attributes.end();
    if (!(*x == *y)) return false;
    ++x;
    ++y;
  }
}

}  // namespace

void PatternSearch::run(const Graph& graph, const CompiledRule& rule, int equation, OpId op, Found found) {
  graph_ = &graph;
  rule_ = &rule;
  found_ = &found;
  budget_ = kMostBindings;
  effort_ = kMostTried;
  const Plan& plan = rule.plans[index(equation)];
  if (!plan.walk.empty()) return walk(plan, 0, op);
  start(plan, op);
}

/// From an op of a strand to the op that binds its sequence, and the search from there.
void PatternSearch::walk(const Plan& plan, std::size_t at, OpId op) {
  if (at == plan.walk.size()) return start(rule_->plans[index(plan.walk.back().to)], op);
  const WalkMove& move = plan.walk[at];
  const CompiledEquation &from = equationAt(move.from), &to = equationAt(move.to);
  if (space_.op(op).definition != from.definition) return;
  if (move.isUp) {
    for (std::size_t k = 0; k < space_.op(op).outputs.size(); ++k)
      forEachReader(outputTensor(op, static_cast<std::uint16_t>(k), false), to.definition,
                    [&](OpId reader, TensorId) { walk(plan, at + 1, reader); });
    return;
  }
  OpId last;
  for (const TensorId input : space_.op(op).inputs) {
    if (!input.isValid()) continue;
    const OpId producer = graph_->producer(input);
    if (!producer.isValid() || producer == last || space_.op(producer).definition != to.definition) continue;
    last = producer;
    walk(plan, at + 1, producer);
  }
}

void PatternSearch::start(const Plan& plan, OpId op) {
  if (equationAt(plan.start).isNullary || space_.op(op).definition != equationAt(plan.start).definition) return;
  binding_.reset(*rule_);
  madeAttributes_.clear();
  scope_.use(&binding_, rule_->pattern);
  matchOp(plan.start, op, [&] {
    strand(plan.startStrand, 0, [&] {
      if (conditionsHold(plan.conditions, -1)) proceed(plan, 0);
    });
  });
}

void PatternSearch::proceed(const Plan& plan, std::size_t at) {
  if (budget_ <= 0) return;
  if (at == plan.steps.size()) {
    --budget_;
    (*found_)(*rule_, binding_);
    return;
  }
  const PlanStep& step = plan.steps[at];
  const auto next = [&] {
    if (conditionsHold(step.conditions, -1)) proceed(plan, at + 1);
  };
  switch (step.kind) {
    case PlanStep::Kind::kElements:
      return elements(step, 0, next);
    case PlanStep::Kind::kSiblings:
      return siblings(plan, step, at + 1);
    case PlanStep::Kind::kAnywhere:
      for (const OpId op : graph_->liveOps())
        if (!isUsed(op) && space_.op(op).definition == equationAt(step.equation).definition)
          matchOp(step.equation, op, next);
      return;
    default:
      break;
  }
  const auto& variable = rule_->pattern->tensors[index(step.variable)];
  if (variable.isSequence) {
    const auto& sequence = binding_.sequences[index(step.variable)].tensors;
    if (!sequence.empty()) stepTo(step, sequence.front(), false, next);
    return;
  }
  const BoundTensor& through = binding_.plain[index(step.variable)];
  if (through.state == Bound::kYes) stepTo(step, through.tensor, false, next);
}

void PatternSearch::stepTo(const PlanStep& step, TensorId through, bool isElement, Next next) {
  if (step.kind == PlanStep::Kind::kConsumer) {
    bool isRead = false;
    forEachReader(through, equationAt(step.equation).definition, [&](OpId reader, TensorId) {
      if (isUsed(reader)) return;
      isRead = true;
      matchOp(step.equation, reader, next);
    });
    if (!isRead) miss(Obstacle::kReader, step.equation, {}, through);
    return;
  }
  const auto mark = binding_.mark();
  if (equationAt(step.equation).isNullary) {
    if (!isElement && matchNullary(step.equation, through))
      next();
    else
      miss(Obstacle::kConstant, step.equation, {}, through);
    return binding_.rollBack(mark);
  }
  const Choice producer = producerOf(follow(through));
  if (producer.isOp() && !isUsed(producer.op) &&
      space_.op(producer.op).definition == equationAt(step.equation).definition)
    matchOp(step.equation, producer.op, next);
  else
    miss(Obstacle::kOperator, step.equation, producer.op, through);
  binding_.rollBack(mark);
}

// Strands.

void PatternSearch::strand(const std::vector<PlanStep>& steps, std::size_t at, Next next) {
  if (at == steps.size()) return next();
  const BoundTensor& through = binding_.element[index(steps[at].variable)];
  if (through.state != Bound::kYes) return;
  stepTo(steps[at], through.tensor, true, [&] { strand(steps, at + 1, next); });
}

/// One element after the other of a sequence bound before.
void PatternSearch::elements(const PlanStep& step, std::size_t at, Next next) {
  const auto& given = binding_.sequences[index(step.variable)];
  if (at == given.tensors.size()) {
    if (at > 0) next();
    return;
  }
  const auto mark = binding_.mark();
  const int count = static_cast<int>(rule_->pattern->tensors.size());
  absl::InlinedVector<int, 8> open;
  for (int v = 0; v < count; ++v) {
    if (!rule_->pattern->tensors[index(v)].isSequence) continue;
    const BoundSequence& sequence = binding_.sequences[index(v)];
    const bool isGiven = sequence.state == Bound::kYes && sequence.tensors.size() > at;
    if (isGiven) {
      binding_.bindElement(v, Bound::kYes, sequence.tensors[at]);
    } else {
      binding_.clearElement(v);
      open.push_back(v);
    }
  }
  strand(step.strand, 0, [&] {
    const auto inner = binding_.mark();
    for (const int v : open) {
      const BoundTensor& tensor = binding_.element[index(v)];
      if (tensor.state == Bound::kNo) continue;
      if (binding_.sequences[index(v)].state == Bound::kNo) binding_.bindSequence(v, {});
      binding_.append(v, tensor.state == Bound::kYes ? tensor.tensor : TensorId());
    }
    if (conditionsHold(step.elementConditions, static_cast<int>(at))) elements(step, at + 1, next);
    binding_.rollBack(inner);
  });
  binding_.rollBack(mark);
}

void PatternSearch::siblings(const Plan& plan, const PlanStep& step, std::size_t next) {
  const OpId entry = binding_.equationOps[index(step.equation)];
  if (equationAt(plan.start).isIndexed) return siblingsOf(plan, step, next, entry);
  // Reached from another equation: each op that reads the shared tensor may be the first.
  const TensorId through = binding_.plain[index(step.variable)].tensor;
  forEachReader(through, equationAt(step.equation).definition, [&](OpId reader, TensorId) {
    if (isUsed(reader)) return;
    matchOp(step.equation, reader, [&] { strand(step.strand, 0, [&] { siblingsOf(plan, step, next, reader); }); });
  });
}

/// The element just matched, with the others that share what it has bound.
void PatternSearch::siblingsOf(const Plan& plan, const PlanStep& step, std::size_t next, OpId entry) {
  std::vector<Element> found;
  const auto record = [&](OpId op, const Binding::Mark& since) {
    found.push_back({op,
                     binding_.element,
                     {binding_.needs.begin() + static_cast<std::ptrdiff_t>(since.needs), binding_.needs.end()},
                     {binding_.ops.begin() + static_cast<std::ptrdiff_t>(since.ops), binding_.ops.end()}});
  };
  record(entry, {0, binding_.needs.size(), binding_.ops.size()});
  const TensorId through = binding_.plain[index(step.variable)].tensor;
  const int count = static_cast<int>(rule_->pattern->tensors.size());
  forEachReader(through, equationAt(step.equation).definition, [&](OpId reader, TensorId) {
    if (isUsed(reader) || found.size() >= kMostSiblings || found.back().entry == reader) return;
    const auto mark = binding_.mark();
    for (int v = 0; v < count; ++v) binding_.clearElement(v);
    bool isFirst = true;
    matchOp(step.equation, reader, [&] {
      strand(step.strand, 0, [&] {
        if (isFirst) record(reader, mark);
        isFirst = false;
      });
    });
    binding_.rollBack(mark);
  });
  std::vector<const Element*> all;
  for (const Element& element : found) all.push_back(&element);
  std::sort(all.begin(), all.end(), [](const Element* a, const Element* b) { return a->entry < b->entry; });
  if (all.size() < 2) {
    miss(Obstacle::kSiblings, step.equation, entry, through);
    return;
  }
  const auto proceedNext = [&] {
    if (conditionsHold(step.conditions, -1)) proceed(plan, next);
  };
  tryElements(step, all, proceedNext);
  if (all.size() == 2) return;
  const auto self = std::find(all.begin(), all.end(), &found.front());
  for (auto other = all.begin(); other != all.end(); ++other) {
    const bool isNear = std::abs(other - self) == 1;
    if (other == self || (all.size() > kMostPaired && !isNear)) continue;
    const Element* pair[] = {std::min(other, self)[0], std::max(other, self)[0]};
    tryElements(step, pair, proceedNext);
  }
}

void PatternSearch::tryElements(const PlanStep& step, std::span<const Element* const> chosen, Next next) {
  const auto mark = binding_.mark();
  const int count = static_cast<int>(rule_->pattern->tensors.size());
  for (int v = 0; v < count; ++v) {
    if (!rule_->pattern->tensors[index(v)].isSequence || chosen[0]->tensors[index(v)].state == Bound::kNo) continue;
    absl::InlinedVector<TensorId, 8> tensors;
    for (const Element* element : chosen) {
      const BoundTensor& tensor = element->tensors[index(v)];
      tensors.push_back(tensor.state == Bound::kYes ? tensor.tensor : TensorId());
    }
    binding_.bindSequence(v, std::move(tensors));
  }
  for (const Element* element : chosen) {
    binding_.needs.insert(binding_.needs.end(), element->needs.begin(), element->needs.end());
    binding_.ops.insert(binding_.ops.end(), element->ops.begin(), element->ops.end());
  }
  bool isGood = true;
  for (int i = 0; isGood && i < static_cast<int>(chosen.size()); ++i)
    isGood = conditionsHold(step.elementConditions, i);
  if (isGood) next();
  binding_.rollBack(mark);
}

// Ops.

void PatternSearch::matchOp(int e, OpId id, Next next) {
  if (--effort_ < 0) return;
  const CompiledEquation& equation = equationAt(e);
  const Op& op = space_.op(id);
  if (op.definition != equation.definition) return;
  const int inputs = static_cast<int>(op.inputs.size());
  if (inputs < equation.requiredInputs || (equation.splices == 0 && inputs > equation.plainInputs)) {
    miss(Obstacle::kOperands, e, id);
    return;
  }
  const auto mark = binding_.mark();
  const OpId before = binding_.equationOps[index(e)];
  trying_ = e;
  tried_ = id;
  if (matchAttributes(equation, op)) {
    binding_.ops.push_back(id);
    binding_.equationOps[index(e)] = id;
    matchOutputs(e, id, [&] {
      if (equation.isCommutative)
        matchCommutative(e, op, 0, 0, next);
      else
        matchInputs(e, op, 0, 0, next);
    });
    binding_.equationOps[index(e)] = before;
  }
  binding_.rollBack(mark);
}

void PatternSearch::matchInputs(int e, const Op& op, std::size_t pattern, std::size_t input, Next next) {
  const CompiledEquation& equation = equationAt(e);
  const auto& references = equation.equation->inputs;
  const std::size_t count = op.inputs.size();
  if (pattern == references.size()) {
    if (input >= count)
      next();
    else
      miss(Obstacle::kOperands, e, binding_.equationOps[index(e)]);
    return;
  }
  const TensorReference& reference = references[pattern];
  const auto mark = binding_.mark();
  if (reference.form != ReferenceForm::kSplice) {
    const TensorId tensor = input < count ? op.inputs[input] : TensorId();
    if (bindInput(reference, tensor))
      matchInputs(e, op, pattern + 1, input + 1, next);
    else
      miss(Obstacle::kTensor, e, binding_.equationOps[index(e)], tensor);
    return binding_.rollBack(mark);
  }
  std::size_t plainAfter = 0, splicesAfter = 0;
  for (std::size_t p = pattern + 1; p < references.size(); ++p)
    ++(references[p].form == ReferenceForm::kSplice ? splicesAfter : plainAfter);
  if (input + plainAfter > count) return;
  const std::size_t longest = count - input - plainAfter;
  for (std::size_t length = splicesAfter == 0 ? longest : 0; length <= longest; ++length) {
    if (bindSplice(reference.variable, std::span(op.inputs).subspan(input, length)))
      matchInputs(e, op, pattern + 1, input + length, next);
    binding_.rollBack(mark);
  }
}

/// The plain inputs may stand anywhere; a sequence takes those that are left, in order.
void PatternSearch::matchCommutative(int e, const Op& op, std::size_t pattern, std::uint64_t used, Next next) {
  const auto& references = equationAt(e).equation->inputs;
  const std::size_t count = std::min<std::size_t>(op.inputs.size(), 64);
  const auto mark = binding_.mark();
  while (pattern < references.size() && references[pattern].form == ReferenceForm::kSplice) ++pattern;
  if (pattern == references.size()) {
    absl::InlinedVector<TensorId, 8> left;
    for (std::size_t i = 0; i < count; ++i)
      if (!(used >> i & 1)) left.push_back(op.inputs[i]);
    const auto splice = std::find_if(references.begin(), references.end(),
                                     [](const auto& r) { return r.form == ReferenceForm::kSplice; });
    const bool fits = splice == references.end() ? left.empty() : bindSplice(splice->variable, left);
    if (fits)
      next();
    else
      miss(Obstacle::kOperands, e, binding_.equationOps[index(e)]);
    return binding_.rollBack(mark);
  }
  for (std::size_t i = 0; i < count; ++i) {
    const bool isRepeated = std::find(op.inputs.begin(), op.inputs.begin() + static_cast<std::ptrdiff_t>(i),
                                      op.inputs[i]) != op.inputs.begin() + static_cast<std::ptrdiff_t>(i);
    if ((used >> i & 1) || (isRepeated && !(used >> (i - 1) & 1))) continue;
    if (bindInput(references[pattern], op.inputs[i]))
      matchCommutative(e, op, pattern + 1, used | 1ull << i, next);
    else
      miss(Obstacle::kTensor, e, binding_.equationOps[index(e)], op.inputs[i]);
    binding_.rollBack(mark);
  }
}

void PatternSearch::matchOutputs(int e, OpId id, Next next) {
  const auto mark = binding_.mark();
  const Op& op = space_.op(id);
  const auto& references = equationAt(e).equation->outputs;
  bool fits = true;
  std::uint16_t output = 0;
  for (std::size_t r = 0; fits && r < references.size(); ++r) {
    const std::size_t plainAfter = references.size() - r - 1;
    if (references[r].form != ReferenceForm::kSplice) {
      fits = output < op.outputs.size() && bindOutput(references[r], id, output++);
      continue;
    }
    absl::InlinedVector<TensorId, 8> tensors;
    const bool isRoot = rule_->isRoot[index(references[r].variable)];
    while (output + plainAfter < op.outputs.size()) tensors.push_back(outputTensor(id, output++, isRoot));
    fits = bindSplice(references[r].variable, tensors);
  }
  if (fits && output == op.outputs.size())
    next();
  else
    miss(Obstacle::kTensor, e, id);
  binding_.rollBack(mark);
}

bool PatternSearch::matchAttributes(const CompiledEquation& equation, const Op& op) {
  auto given = op.attributes.begin();
  const auto end = op.attributes.end();
  for (const CompiledAttribute& wanted : equation.attributes) {
    while (given != end && given->first < wanted.name) {
      if (!equation.allowsOthers) return missAttribute(nullptr, given->first);
      ++given;
    }
    const AttributeValue* value = given != end && given->first == wanted.name ? &(given++)->second : nullptr;
    switch (wanted.check) {
      case AttributeCheck::kLiteral:
        if (value ? !wanted.literal || !(*value == *wanted.literal) : wanted.literal && !wanted.isOptional)
          return missAttribute(&wanted, wanted.name);
        break;
      case AttributeCheck::kBind:
        if ((!value && !wanted.isOptional) || !bindAttribute(wanted.variable, value))
          return missAttribute(&wanted, wanted.name);
        break;
      case AttributeCheck::kLater:
        if (!value && !wanted.isOptional) return missAttribute(&wanted, wanted.name);
        break;
    }
  }
  if (given != end && !equation.allowsOthers) return missAttribute(nullptr, given->first);
  return equation.equation->rest < 0 || bindRest(equation.equation->rest, op, equation);
}

bool PatternSearch::bindAttribute(int variable, const AttributeValue* value) {
  const BoundValue& bound = binding_.values[index(variable)];
  if (bound.state == Bound::kNo) {
    binding_.bindValue(variable, {value ? Bound::kYes : Bound::kAbsent, value, nullptr, nullptr});
    return true;
  }
  if (bound.state == Bound::kAbsent || !value) return bound.state == Bound::kAbsent && !value;
  return bound.value == value || *bound.value == *value;
}

bool PatternSearch::bindRest(int variable, const Op& op, const CompiledEquation& equation) {
  const BoundValue& bound = binding_.values[index(variable)];
  if (bound.state == Bound::kYes) return sameRest(*bound.op, *bound.equation, op, equation);
  binding_.bindValue(variable, {Bound::kYes, nullptr, &op, &equation});
  return true;
}

/// A constant whose elements are those of Zeros, Ones, IdentityMatrix or IdentityKernel, or such an op.
bool PatternSearch::matchNullary(int e, TensorId tensor) {
  const CompiledEquation& equation = equationAt(e);
  const Choice producer = producerOf(follow(tensor));
  if (producer.isOp()) {
    const Op& op = space_.op(producer.op);
    if (op.definition != equation.definition || !matchAttributes(equation, op)) return false;
    binding_.equationOps[index(e)] = producer.op;
    return true;
  }
  const Tensor& constant = space_.tensor(tensor);
  if (!constant.constant || !constant.type.shape.isStatic()) return false;
  Attributes attributes;
  const std::string& name = equation.definition->name;
  attributes.set("element_type", static_cast<std::int64_t>(constant.type.element));
  if (name == "IdentityMatrix") {
    if (constant.type.shape.rank() != 2) return false;
    attributes.set("size", constant.type.shape[0].value());
  } else {
    attributes.set("shape", constant.type.shape.extents());
  }
  if (name == "Zeros" || name == "Ones") {
    if (constants_.uniform(tensor) != (name == "Zeros" ? 0.0 : 1.0)) return false;
  } else {
    const auto value = constants_.small(tensor);
    if (!value || !value->isFloat()) return false;
    try {
      const auto wanted = equation.definition->evaluate({attributes, {}, {}});
      if (wanted.size() != 1 || wanted[0].shape() != value->shape()) return false;
      if (!std::equal(wanted[0].floats().begin(), wanted[0].floats().end(), value->floats().begin())) return false;
    } catch (const Error&) {
      return false;  // no identity has this shape
    }
  }
  for (const CompiledAttribute& wanted : equation.attributes) {
    const AttributeValue* given = attributes.find(wanted.name);
    if (wanted.check != AttributeCheck::kBind || !given) continue;
    madeAttributes_.push_back(*given);
    if (!bindAttribute(wanted.variable, &madeAttributes_.back())) return false;
  }
  return true;
}

// Tensors.

bool PatternSearch::bindInput(const TensorReference& reference, TensorId tensor) {
  const bool isElement = reference.form == ReferenceForm::kElement;
  const BoundTensor& bound = (isElement ? binding_.element : binding_.plain)[index(reference.variable)];
  const auto bind = [&](Bound state) {
    if (isElement)
      binding_.bindElement(reference.variable, state, tensor);
    else
      binding_.bindPlain(reference.variable, state, tensor);
  };
  if (!tensor.isValid()) {
    if (!reference.isOptional || bound.state == Bound::kYes) return false;
    if (bound.state == Bound::kNo) bind(Bound::kAbsent);
    return true;
  }
  if (bound.state == Bound::kAbsent) return false;
  if (bound.state == Bound::kNo) {
    bind(Bound::kYes);
    return true;
  }
  if (rule_->isDefinedOnLeft[index(reference.variable)]) follow(tensor);
  return areSame(bound.tensor, tensor);
}

bool PatternSearch::bindSplice(int variable, std::span<const TensorId> tensors) {
  const BoundSequence& bound = binding_.sequences[index(variable)];
  if (bound.state == Bound::kNo) {
    if (std::any_of(tensors.begin(), tensors.end(), [](TensorId t) { return !t.isValid(); })) return false;
    binding_.bindSequence(variable, {tensors.begin(), tensors.end()});
    return true;
  }
  if (bound.tensors.size() != tensors.size()) return false;
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    if (!tensors[i].isValid() || !areSame(bound.tensors[i], tensors[i])) return false;
    if (rule_->isDefinedOnLeft[index(variable)]) follow(tensors[i]);
  }
  return true;
}

bool PatternSearch::bindOutput(const TensorReference& reference, OpId op, std::uint16_t output) {
  const bool isElement = reference.form == ReferenceForm::kElement;
  const BoundTensor& bound = (isElement ? binding_.element : binding_.plain)[index(reference.variable)];
  const bool isRoot = rule_->isRoot[index(reference.variable)];
  if (bound.state == Bound::kYes) {
    const Choice producer = producerOf(follow(bound.tensor));
    if (isRoot) outputTensor(op, output, true);
    return producer == Choice{op, output, {}};
  }
  const TensorId tensor = outputTensor(op, output, isRoot);
  if (isElement)
    binding_.bindElement(reference.variable, Bound::kYes, tensor);
  else
    binding_.bindPlain(reference.variable, Bound::kYes, tensor);
  return true;
}

/// A live tensor that this output produces, the op's own where that is one; for a root all of them are needed.
TensorId PatternSearch::outputTensor(OpId op, std::uint16_t output, bool isRoot) {
  const TensorId own = space_.op(op).outputs[output];
  const Choice wanted{op, output, {}};
  TensorId result = own;
  bool found = graph_->isLive(own) && graph_->choice(own) == wanted;
  for (const TensorId tensor : graph_->chosenBy(op)) {
    if (graph_->choice(tensor) != wanted) continue;
    if (!found) result = tensor;
    found = true;
    if (isRoot) binding_.needs.push_back({tensor, wanted});
  }
  return result;
}

bool PatternSearch::areSame(TensorId a, TensorId b) {
  if (a == b) return true;
  if (!graph_->isLive(a) || !graph_->isLive(b) || graph_->representative(a) != graph_->representative(b)) return false;
  follow(a);
  follow(b);
  return true;
}

TensorId PatternSearch::follow(TensorId tensor) {
  if (!graph_->isLive(tensor)) return tensor;
  for (;;) {
    const Choice choice = graph_->choice(tensor);
    if (!choice.isOp() && !choice.isAlias()) return tensor;
    binding_.needs.push_back({tensor, choice});
    if (choice.isOp()) return tensor;
    tensor = choice.alias;
  }
}

Choice PatternSearch::producerOf(TensorId tensor) const {
  return graph_->isLive(tensor) ? graph_->choice(tensor)
                                : Choice{space_.tensor(tensor).op, space_.tensor(tensor).output, {}};
}

/// All live tensors that have the same value by the graph's choices.
template <typename Visit>
void PatternSearch::forEachName(TensorId tensor, Visit visit) {
  if (!graph_->isLive(tensor)) return;
  while (graph_->choice(tensor).isAlias()) tensor = graph_->choice(tensor).alias;
  absl::InlinedVector<TensorId, 8> open;
  const Choice choice = graph_->choice(tensor);
  if (choice.isOp()) {
    for (const TensorId other : graph_->chosenBy(choice.op))
      if (graph_->choice(other) == choice) open.push_back(other);
  } else {
    open.push_back(tensor);
  }
  for (std::size_t i = 0; i < open.size(); ++i) {
    visit(open[i]);
    const auto aliases = graph_->aliasesOf(open[i]);
    open.insert(open.end(), aliases.begin(), aliases.end());
  }
}

template <typename Visit>
void PatternSearch::forEachReader(TensorId tensor, const OperatorDefinition* definition, Visit visit) {
  forEachName(tensor, [&](TensorId name) {
    for (const OpId reader : graph_->consumers(name)) {
      if (space_.op(reader).definition != definition) continue;
      const auto mark = binding_.mark();
      visit(reader, name);
      binding_.rollBack(mark);
    }
  });
}

bool PatternSearch::isUsed(OpId op) const {
  return std::find(binding_.ops.begin(), binding_.ops.end(), op) != binding_.ops.end();
}

// Conditions.

bool PatternSearch::conditionsHold(const std::vector<int>& conditions, int element) {
  for (const int c : conditions) {
    if (conditionHolds(rule_->conditions[index(c)], element)) continue;
    if (nearest_) missCondition(c, element);
    return false;
  }
  return true;
}

bool PatternSearch::conditionHolds(const CompiledCondition& condition, int element) {
  if (condition.isIndexed && element < 0) {  // of sequences that no strand binds: for all elements
    std::int64_t count = 0;
    forEachExpression(*condition.expression, [&](const Expression& e) {
      if (e.isElement && e.tensor >= 0) count = std::max(count, scope_.countOf(e.tensor).value_or(0));
    });
    for (int i = 0; i < count; ++i)
      if (!conditionHolds(condition, i)) return false;
    return true;
  }
  if (condition.equation < 0) return holds(*condition.expression, scope_, element);
  const Op& op = space_.op(binding_.equationOps[index(condition.equation)]);
  const AttributeValue* given = op.attributes.find(condition.attribute);
  if (!given) return condition.isOptional;
  const auto wanted = attributeOf(evaluate(*condition.expression, scope_, element));
  return wanted && *wanted == *given;
}

// What is in the way.

namespace {

/// Of two obstacles with the same ops matched, the later of these came further.
int stageOf(Obstacle obstacle) {
  switch (obstacle) {
    case Obstacle::kNowhere:
    case Obstacle::kOperator:
    case Obstacle::kReader:
    case Obstacle::kSiblings:
    case Obstacle::kConstant:
      return 1;
    case Obstacle::kOperands:
    case Obstacle::kAttribute:
      return 2;
    case Obstacle::kTensor:
      return 0;  // of an op that counts as matched already
    case Obstacle::kCondition:
      return 3;
    case Obstacle::kElementType:
    case Obstacle::kTarget:
    case Obstacle::kUses:
      break;
  }
  return 4;
}

std::string sideText(const Expression& expression, const ExpressionScope& scope, int element) {
  const bool isLiteral = expression.kind != ExpressionKind::kName && expression.kind != ExpressionKind::kCall;
  if (isLiteral) return {};
  const auto value = attributeOf(evaluate(expression, scope, element));
  return textOf(expression) + (value ? " is " + textOf(*value) : " is not known");
}

}  // namespace

bool PatternSearch::miss(Obstacle obstacle, int equation, OpId op, TensorId tensor) {
  if (!nearest_) return false;
  constexpr int kStages = 8;
  const int distance = static_cast<int>(binding_.ops.size()) * kStages + stageOf(obstacle);
  if (distance <= nearest_->distance) return false;
  *nearest_ = {obstacle, equation, op, tensor, {}, {}, {binding_.ops.begin(), binding_.ops.end()}, distance};
  return false;
}

bool PatternSearch::missAttribute(const CompiledAttribute* wanted, const std::string& name) {
  if (!nearest_) return false;
  const int before = nearest_->distance;
  miss(Obstacle::kAttribute, trying_, tried_);
  if (nearest_->distance == before) return false;
  nearest_->text = name;
  if (wanted && wanted->literal) nearest_->detail = textOf(*wanted->literal);
  if (wanted && wanted->check == AttributeCheck::kBind)
    if (const BoundValue& bound = binding_.values[index(wanted->variable)]; bound.value)
      nearest_->detail = textOf(*bound.value);
  return false;
}

void PatternSearch::missCondition(int c, int element) {
  const int before = nearest_->distance;
  const CompiledCondition& condition = rule_->conditions[index(c)];
  miss(Obstacle::kCondition, condition.equation);
  if (nearest_->distance == before) return;
  const Expression& expression = *condition.expression;
  if (condition.equation >= 0) {
    nearest_->op = binding_.equationOps[index(condition.equation)];
    nearest_->text = condition.attribute + " = " + textOf(expression);
    nearest_->detail = sideText(expression, scope_, element);
    return;
  }
  nearest_->text = textOf(expression);
  for (const ExpressionPtr& side : expression.arguments) {
    const std::string text = sideText(*side, scope_, element);
    if (!text.empty()) nearest_->detail += (nearest_->detail.empty() ? "" : ", ") + text;
  }
}

}  // namespace tasoscope
