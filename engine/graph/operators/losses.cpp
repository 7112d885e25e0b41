// The losses of classifiers, with which training graphs end: NegativeLogLikelihoodLoss and SoftmaxCrossEntropyLoss.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "graph/operators/helpers.h"
#include "graph/operators/operators.h"

namespace tasoscope::operators {
namespace {

using Integer = std::int64_t;

enum class Reduction { kNone, kMean, kSum };

Reduction reductionOf(const Attributes& attributes) {
  const std::string name = attributes.string("reduction", "mean");
  if (name == "none") return Reduction::kNone;
  if (name == "mean") return Reduction::kMean;
  if (name == "sum") return Reduction::kSum;
  throw ModelError(fmt::format("its reduction is \"{}\"; none, mean and sum are known", name));
}

/// Scores are [batch, classes, places...], labels [batch, places...], weights [classes].
void checkShapes(const InferenceContext& context) {
  const Shape &scores = required(context, 0).type.shape, &labels = required(context, 1).type.shape;
  if (scores.hasRank() && scores.rank() < 2)
    throw ModelError(fmt::format("scores of shape {} have no classes", scores.text()));
  if (scores.hasRank() && labels.hasRank()) {
    if (labels.rank() != scores.rank() - 1)
      throw ModelError(fmt::format("labels of shape {} do not fit scores of shape {}", labels.text(), scores.text()));
    for (int axis = 0; axis < labels.rank(); ++axis) {
      const Dim &a = labels[axis], &b = scores[axis == 0 ? 0 : axis + 1];
      if (a.isKnown() && b.isKnown() && a.value() != b.value())
        throw ModelError(fmt::format("labels of shape {} do not fit scores of shape {}", labels.text(), scores.text()));
    }
  }
  if (!context.has(2) || !scores.hasRank()) return;
  const Shape& weights = context.input(2).type.shape;
  if (weights.hasRank() &&
      (weights.rank() != 1 || (weights[0].isKnown() && scores[1].isKnown() && weights[0].value() != scores[1].value())))
    throw ModelError(fmt::format("weights of shape {} are not one for each class of scores of shape {}", weights.text(),
                                 scores.text()));
}

std::vector<OutputFact> inferLoss(const InferenceContext& context) {
  checkShapes(context);
  const ElementType type = required(context, 0).type.element;
  std::vector<OutputFact> outputs =
      outputOf(type, reductionOf(context.attributes) == Reduction::kNone ? context.input(1).type.shape : Shape{});
  if (context.outputCount > 1) outputs.push_back(outputOf(type, context.input(0).type.shape).front());
  return outputs;
}

/// The loss of every label and the weight with which it counts.
struct WeightedLosses {
  std::vector<double> losses, weights;
};

/// `logProbabilities`: as scores are laid out.
WeightedLosses lossesOf(const EvaluationContext& context, std::span<const double> logProbabilities) {
  const Value &scores = required(context, 0), &labels = required(context, 1);
  const Integer classes = scores.shape()[1];
  const Integer places = productOf(scores.shape(), 2, scores.shape().size());
  const auto targets = elementsOf<Integer>(labels);
  const bool isIgnoring = context.attributes.has("ignore_index");
  const Integer ignored = isIgnoring ? context.attributes.integer("ignore_index") : 0;
  const std::span<const double> weights =
      context.has(2) ? elementsOf<double>(context.inputs[2]) : std::span<const double>();
  WeightedLosses result{std::vector<double>(targets.size()), std::vector<double>(targets.size())};
  for (std::size_t i = 0; i < targets.size(); ++i) {
    if (isIgnoring && targets[i] == ignored) continue;
    if (targets[i] < 0 || targets[i] >= classes)
      throw EvaluationError(fmt::format("the label {} is none of the {} classes", targets[i], classes));
    const Integer batch = static_cast<Integer>(i) / places, place = static_cast<Integer>(i) % places;
    const auto at = static_cast<std::size_t>((batch * classes + targets[i]) * places + place);
    result.weights[i] = weights.empty() ? 1 : weights[static_cast<std::size_t>(targets[i])];
    result.losses[i] = -logProbabilities[at] * result.weights[i];
  }
  return result;
}

Value reduced(const EvaluationContext& context, WeightedLosses all) {
  const ElementType type = context.inputs[0].element();
  const Reduction reduction = reductionOf(context.attributes);
  if (reduction == Reduction::kNone) return makeValue(type, context.inputs[1].shape(), std::move(all.losses));
  double sum = 0, weight = 0;
  for (std::size_t i = 0; i < all.losses.size(); ++i) sum += all.losses[i], weight += all.weights[i];
  return makeValue(type, {}, std::vector<double>{reduction == Reduction::kMean ? sum / weight : sum});
}

/// Full checks on actual shapes, which inference may not have known.
void checkActual(const EvaluationContext& context) {
  std::vector<InputFact> facts(context.inputs.size());
  for (std::size_t i = 0; i < facts.size(); ++i) {
    facts[i].isPresent = context.has(i);
    if (facts[i].isPresent) facts[i].type = context.inputs[i].type();
  }
  checkShapes({context.attributes, facts, 1});
}

std::vector<Value> evaluateLikelihood(const EvaluationContext& context) {
  checkActual(context);
  return {reduced(context, lossesOf(context, elementsOf<double>(context.inputs[0])))};
}

/// The logarithm of the softmax over the classes.
std::vector<double> logSoftmax(const Value& scores) {
  const auto from = elementsOf<double>(scores);
  std::vector<double> to(from.begin(), from.end());
  const auto classes = static_cast<std::size_t>(scores.shape()[1]);
  const auto places = static_cast<std::size_t>(productOf(scores.shape(), 2, scores.shape().size()));
  if (to.empty()) return to;
  for (std::size_t batch = 0; batch < static_cast<std::size_t>(scores.shape()[0]); ++batch)
    for (std::size_t place = 0; place < places; ++place) {
      double* first = to.data() + batch * classes * places + place;
      double largest = first[0], sum = 0;
      for (std::size_t c = 1; c < classes; ++c) largest = std::max(largest, first[c * places]);
      for (std::size_t c = 0; c < classes; ++c) sum += std::exp(first[c * places] - largest);
      for (std::size_t c = 0; c < classes; ++c) first[c * places] -= largest + std::log(sum);
    }
  return to;
}

std::vector<Value> evaluateCrossEntropy(const EvaluationContext& context) {
  checkActual(context);
  std::vector<double> logProbabilities = logSoftmax(required(context, 0));
  std::vector<Value> outputs{reduced(context, lossesOf(context, logProbabilities))};
  if (context.outputs.size() > 1)
    outputs.push_back(makeValue(context.inputs[0].element(), context.inputs[0].shape(), std::move(logProbabilities)));
  return outputs;
}

OperatorDefinition loss(std::string name, int outputs, double flops, std::string summary) {
  OperatorDefinition definition;
  definition.name = std::move(name);
  definition.summary = std::move(summary);
  definition.minInputs = 2;
  definition.maxInputs = 3;
  definition.maxOutputs = outputs;
  definition.opClass = OpClass::kReduction;
  definition.attributes = {{"ignore_index", std::nullopt}, {"reduction", std::string("mean")}};
  definition.infer = inferLoss;
  definition.work = [flops](const WorkContext& context) {
    Work work = bytesOnly(context);
    work.flops = flops * elementsOfType(context.inputs[0]);
    return work;
  };
  return definition;
}

}  // namespace

std::vector<OperatorDefinition> lossOperators() {
  OperatorDefinition likelihood =
      loss("NegativeLogLikelihoodLoss", 1, 1, "How unlikely the right classes are, from logarithms of probabilities.");
  likelihood.evaluate = evaluateLikelihood;
  OperatorDefinition crossEntropy = loss("SoftmaxCrossEntropyLoss", 2, 5,
                                         "How unlikely the right classes are, from scores: softmax, then likelihood.");
  crossEntropy.evaluate = evaluateCrossEntropy;
  return withNamesInErrors({likelihood, crossEntropy});
}

}  // namespace tasoscope::operators
