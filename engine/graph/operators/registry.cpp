// All operator definitions in one table, sorted by name and domain; made once, on first use.

#include <algorithm>
#include <tuple>

#include "graph/operator.h"
#include "graph/operators/operators.h"
#include "tensor/error.h"

namespace tasoscope {
namespace {

using Family = std::vector<OperatorDefinition> (*)();

constexpr Family kFamilies[] = {
    // clang-format off
    operators::activationOperators,
    operators::arithmeticOperators,
    operators::attentionOperators,
    operators::blockOperators,
    operators::castOperators,
    operators::constantOperators,
    operators::convolutionOperators,
    operators::creationOperators,
    operators::deformableOperators,
    operators::detectionOperators,
    operators::einsumOperators,
    operators::elementaryOperators,
    operators::indexingOperators,
    operators::logicOperators,
    operators::lossOperators,
    operators::matrixOperators,
    operators::movementOperators,
    operators::normalizationOperators,
    operators::optimizerOperators,
    operators::poolOperators,
    operators::quantizationOperators,
    operators::rearrangingOperators,
    operators::recurrentOperators,
    operators::reductionOperators,
    operators::resizeOperators,
    operators::samplingOperators,
    operators::selectionOperators,
    operators::sequenceOperators,
    operators::signalOperators,
    operators::softmaxOperators,
    operators::textOperators,
    operators::unpoolOperators,
    operators::viewOperators,
    // clang-format on
};

/// Refuses a number of inputs or outputs that the operator does not have, and required inputs that are left out, so
/// that no definition needs to.
void checkArity(const OperatorDefinition& definition, std::size_t inputs, const std::function<bool(std::size_t)>& has) {
  const auto least = static_cast<std::size_t>(definition.minInputs);
  if (inputs < least || (definition.maxInputs >= 0 && inputs > static_cast<std::size_t>(definition.maxInputs)))
    throw ModelError(definition.name + ": it does not take " + std::to_string(inputs) + " inputs");
  for (std::size_t i = 0; i < least; ++i)
    if (!has(i)) throw ModelError(definition.name + ": input " + std::to_string(i) + " is missing");
}

OperatorDefinition guarded(OperatorDefinition definition) {
  OperatorDefinition arity = definition;
  arity.infer = nullptr;
  arity.evaluate = nullptr;
  definition.infer = [arity, infer = std::move(definition.infer)](const InferenceContext& context) {
    checkArity(arity, context.inputs.size(), [&](std::size_t i) { return context.has(i); });
    if (context.outputCount < 0 || (arity.maxOutputs >= 0 && context.outputCount > arity.maxOutputs))
      throw ModelError(arity.name + ": it does not have " + std::to_string(context.outputCount) + " outputs");
    return infer(context);
  };
  if (definition.evaluate)
    definition.evaluate = [arity, evaluate = std::move(definition.evaluate)](const EvaluationContext& context) {
      checkArity(arity, context.inputs.size(), [&](std::size_t i) { return context.has(i); });
      return evaluate(context);
    };
  return definition;
}

bool precedes(const OperatorDefinition* a, const OperatorDefinition* b) {
  return std::tie(a->name, a->domain) < std::tie(b->name, b->domain);
}

class Registry {
 public:
  Registry() {
    for (const Family family : kFamilies)
      for (OperatorDefinition& definition : family()) definitions_.push_back(guarded(std::move(definition)));
    for (const OperatorDefinition& definition : definitions_) sorted_.push_back(&definition);
    std::sort(sorted_.begin(), sorted_.end(), precedes);
  }

  const OperatorDefinition* find(std::string_view name, std::string_view domain) const {
    const auto key = std::tie(name, domain);
    const auto found = std::lower_bound(sorted_.begin(), sorted_.end(), key, [](const auto* definition, const auto& k) {
      return std::tuple<std::string_view, std::string_view>(definition->name, definition->domain) < k;
    });
    if (found == sorted_.end() || (*found)->name != name || (*found)->domain != domain) return nullptr;
    return *found;
  }

  std::span<const OperatorDefinition* const> all() const { return sorted_; }

 private:
  std::vector<OperatorDefinition> definitions_;
  std::vector<const OperatorDefinition*> sorted_;
};

const Registry& registry() {
  static const Registry kRegistry;
  return kRegistry;
}

double bytesOf(std::span<const TensorType> types) {
  double sum = 0;
  for (const TensorType& type : types)
    if (type.element != ElementType::kUndefined) sum += static_cast<double>(type.bytes().value_or(0));
  return sum;
}

}  // namespace

const OperatorDefinition* findOperator(std::string_view name, std::string_view domain) {
  return registry().find(name, domain == "ai.onnx" ? "" : domain);
}

std::span<const OperatorDefinition* const> allOperators() { return registry().all(); }

Work workOf(const OperatorDefinition& definition, const WorkContext& context) {
  if (definition.work) return definition.work(context);
  if (definition.opClass == OpClass::kView || definition.opClass == OpClass::kShape) return {};
  Work work{.bytesRead = bytesOf(context.inputs), .bytesWritten = bytesOf(context.outputs)};
  if (definition.opClass == OpClass::kElementwise)
    for (const TensorType& output : context.outputs)
      work.flops += static_cast<double>(output.shape.elementCount().value_or(0));
  return work;
}

}  // namespace tasoscope
