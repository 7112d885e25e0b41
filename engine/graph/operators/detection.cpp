// NonMaxSuppression: of boxes that cover the same thing only the one with the best score is kept.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "graph/operators/helpers.h"
#include "graph/operators/operators.h"

namespace tasoscope::operators {
namespace {

using Integer = std::int64_t;

struct Box {
  double top, left, bottom, right;
  double area() const { return (bottom - top) * (right - left); }
};

/// From two opposite corners [y, x, y, x] in any order, or from [x centre, y centre, width, height].
Box boxFrom(std::span<const double> numbers, bool isCentred) {
  if (isCentred) {
    const double x = numbers[0], y = numbers[1], width = numbers[2], height = numbers[3];
    return {y - height / 2, x - width / 2, y + height / 2, x + width / 2};
  }
  return {std::min(numbers[0], numbers[2]), std::min(numbers[1], numbers[3]), std::max(numbers[0], numbers[2]),
          std::max(numbers[1], numbers[3])};
}

/// The area that two boxes share, as a part of the area that either covers.
double overlap(const Box& a, const Box& b) {
  const double height = std::min(a.bottom, b.bottom) - std::max(a.top, b.top);
  const double width = std::min(a.right, b.right) - std::max(a.left, b.left);
  if (height <= 0 || width <= 0) return 0;
  const double shared = height * width;
  return shared / (a.area() + b.area() - shared);
}

void checkShapes(const Shape& boxes, const Shape& scores) {
  const auto misfit = [](const Dim& a, const Dim& b) { return a.isKnown() && b.isKnown() && a.value() != b.value(); };
  if (boxes.hasRank() && (boxes.rank() != 3 || misfit(boxes[2], 4)))
    throw ModelError(fmt::format("boxes of shape {} are not batches of boxes of 4 numbers", boxes.text()));
  if (scores.hasRank() && scores.rank() != 3)
    throw ModelError(fmt::format("scores of shape {} are not a list for each batch and class", scores.text()));
  if (boxes.hasRank() && scores.hasRank() && (misfit(boxes[0], scores[0]) || misfit(boxes[1], scores[2])))
    throw ModelError(fmt::format("boxes of shape {} do not fit scores of shape {}", boxes.text(), scores.text()));
}

std::vector<OutputFact> inferSuppression(const InferenceContext& context) {
  checkShapes(required(context, 0).type.shape, required(context, 1).type.shape);
  return outputOf(ElementType::kInt64, Shape{Dim::unknown(), 3});
}

double numberOr(const EvaluationContext& context, std::size_t i, double otherwise) {
  if (!context.has(i)) return otherwise;
  return singleNumber(context.inputs[i]);
}

/// The boxes of one class that are kept, the best first.
std::vector<Integer> keptBoxes(std::span<const Box> boxes, std::span<const double> scores, double most,
                               double mostOverlap, std::optional<double> leastScore) {
  std::vector<Integer> order;
  for (std::size_t i = 0; i < boxes.size(); ++i)
    if (!leastScore || scores[i] > *leastScore) order.push_back(static_cast<Integer>(i));
  std::stable_sort(order.begin(), order.end(), [&](Integer a, Integer b) {
    return scores[static_cast<std::size_t>(a)] > scores[static_cast<std::size_t>(b)];
  });
  std::vector<Integer> kept;
  for (const Integer i : order) {
    if (static_cast<double>(kept.size()) >= most) break;
    const Box& box = boxes[static_cast<std::size_t>(i)];
    const bool isCovered = std::ranges::any_of(
        kept, [&](Integer other) { return overlap(box, boxes[static_cast<std::size_t>(other)]) > mostOverlap; });
    if (!isCovered) kept.push_back(i);
  }
  return kept;
}

std::vector<Value> evaluateSuppression(const EvaluationContext& context) {
  const Value &boxValue = required(context, 0), &scoreValue = required(context, 1);
  checkShapes(boxValue.type().shape, scoreValue.type().shape);
  const double most = numberOr(context, 2, 0), mostOverlap = numberOr(context, 3, 0);
  const std::optional<double> leastScore = context.has(4) ? std::optional(numberOr(context, 4, 0)) : std::nullopt;
  const bool isCentred = context.attributes.integer("center_point_box", 0) != 0;
  const auto batches = static_cast<std::size_t>(boxValue.shape()[0]),
             count = static_cast<std::size_t>(boxValue.shape()[1]);
  const auto classes = static_cast<std::size_t>(scoreValue.shape()[1]);
  const auto numbers = elementsOf<double>(boxValue), scores = elementsOf<double>(scoreValue);
  std::vector<Integer> selected;
  for (std::size_t batch = 0; batch < batches; ++batch) {
    std::vector<Box> boxes;
    for (std::size_t i = 0; i < count; ++i)
      boxes.push_back(boxFrom(numbers.subspan((batch * count + i) * 4, 4), isCentred));
    for (std::size_t c = 0; c < classes; ++c)
      for (const Integer box :
           keptBoxes(boxes, scores.subspan((batch * classes + c) * count, count), most, mostOverlap, leastScore))
        selected.insert(selected.end(), {static_cast<Integer>(batch), static_cast<Integer>(c), box});
  }
  const auto rows = static_cast<Integer>(selected.size() / 3);
  return {makeValue(ElementType::kInt64, {rows, 3}, std::move(selected))};
}

}  // namespace

std::vector<OperatorDefinition> detectionOperators() {
  OperatorDefinition definition;
  definition.name = "NonMaxSuppression";
  definition.summary = "Keeps the best of boxes that overlap, for each class.";
  definition.minInputs = 2;
  definition.maxInputs = 5;
  definition.attributes = {{"center_point_box", std::int64_t{0}}};
  definition.infer = inferSuppression;
  definition.evaluate = evaluateSuppression;
  return withNamesInErrors({definition});
}

}  // namespace tasoscope::operators
