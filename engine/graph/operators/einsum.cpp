// Einsum: sums of products over labelled axes.
//
// A contraction of two operands whose labels are all plain is a batch of matrix products and goes to BLAS; everything
// else (diagonals, one operand, three operands) is summed index by index.

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "graph/operators/gemm.h"
#include "graph/operators/operators.h"
#include "graph/operators/support.h"

namespace tasoscope::operators {
namespace {

constexpr std::string_view kOp = "Einsum";
constexpr int kEllipsis = 256;  // labels from here on are the axes that an ellipsis stands for, counted from the last
constexpr std::size_t kMaxAxes = 64;

using Labels = std::vector<int>;

/// The equation with ellipses expanded for the operands' ranks.
struct Equation {
  std::vector<Labels> operands;
  Labels output;
};

/// One term as it is written: letters, and kEllipsis for "...".
Labels parseTerm(std::string_view term) {
  Labels labels;
  for (std::size_t i = 0; i < term.size(); ++i) {
    const char c = term[i];
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) {
      labels.push_back(c);
    } else if (term.substr(i).starts_with("...") && std::ranges::find(labels, kEllipsis) == labels.end()) {
      labels.push_back(kEllipsis);
      i += 2;
    } else {
      refuse(kOp, "the equation's term \"" + std::string(term) + "\" is not understood");
    }
  }
  if (labels.size() > kMaxAxes) refuse(kOp, "a term of the equation has too many labels");
  return labels;
}

/// A term with its ellipsis replaced by `count` labels.
Labels expanded(const Labels& term, int count) {
  Labels labels;
  for (const int label : term) {
    if (label != kEllipsis) {
      labels.push_back(label);
      continue;
    }
    for (int i = count; i-- > 0;) labels.push_back(kEllipsis + i);
  }
  return labels;
}

/// Without "->": the ellipsis, then the letters that occur once, in order.
Labels implicitOutput(const std::vector<Labels>& terms) {
  std::map<int, int> counts;
  bool hasEllipsis = false;
  for (const Labels& term : terms)
    for (const int label : term) {
      hasEllipsis = hasEllipsis || label == kEllipsis;
      if (label != kEllipsis) ++counts[label];
    }
  Labels output;
  if (hasEllipsis) output.push_back(kEllipsis);
  for (const auto& [label, count] : counts)
    if (count == 1) output.push_back(label);
  return output;
}

struct Terms {
  std::vector<Labels> operands;
  Labels output;
};

Terms parseTerms(std::string text) {
  std::erase(text, ' ');
  const std::size_t arrow = text.find("->");
  std::string_view left = std::string_view(text).substr(0, arrow);
  Terms terms;
  while (true) {
    const std::size_t comma = left.find(',');
    terms.operands.push_back(parseTerm(left.substr(0, comma)));
    if (comma == std::string_view::npos) break;
    left.remove_prefix(comma + 1);
  }
  terms.output =
      arrow == std::string::npos ? implicitOutput(terms.operands) : parseTerm(std::string_view(text).substr(arrow + 2));
  return terms;
}

void checkOutput(const Equation& equation) {
  std::set<int> known;
  for (const Labels& labels : equation.operands) known.insert(labels.begin(), labels.end());
  std::set<int> seen;
  for (const int label : equation.output)
    if (!known.contains(label) || !seen.insert(label).second)
      refuse(kOp, "a label of the result is unknown or there twice");
}

/// Throws ModelError when the equation does not fit the ranks.
Equation readEquation(const Attributes& attributes, std::span<const int> ranks) {
  const Terms terms = parseTerms(attributes.string("equation"));
  if (terms.operands.size() != ranks.size())
    refuse(kOp, "the equation has " + std::to_string(terms.operands.size()) + " terms for " +
                    std::to_string(ranks.size()) + " operands");
  Equation equation;
  int widest = 0;
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    const Labels& term = terms.operands[i];
    const bool hasEllipsis = std::ranges::find(term, kEllipsis) != term.end();
    const int missing = ranks[i] - static_cast<int>(term.size()) + (hasEllipsis ? 1 : 0);
    if (missing < 0 || (missing > 0 && !hasEllipsis))
      refuse(kOp,
             "operand " + std::to_string(i) + " has rank " + std::to_string(ranks[i]) + ", which its term does not");
    if (hasEllipsis) widest = std::max(widest, missing);
    equation.operands.push_back(expanded(term, missing));
  }
  equation.output = expanded(terms.output, widest);
  checkOutput(equation);
  return equation;
}

/// The extent of every label; ellipsis axes broadcast.
std::map<int, Dim> labelDims(const Equation& equation, std::span<const Shape* const> shapes) {
  std::map<int, Dim> dims;
  for (std::size_t i = 0; i < shapes.size(); ++i)
    for (std::size_t axis = 0; axis < equation.operands[i].size(); ++axis) {
      const int label = equation.operands[i][axis];
      const Dim& extent = (*shapes[i])[static_cast<int>(axis)];
      const auto [found, isNew] = dims.emplace(label, extent);
      if (isNew) continue;
      const bool broadcasts = label >= kEllipsis;
      if (broadcasts && extent == Dim(1)) continue;
      if (!broadcasts || !(found->second == Dim(1)))
        requireEqual(kOp, "the extents of one label", found->second, extent);
      found->second = broadcasts && found->second == Dim(1) ? extent : betterKnown(found->second, extent);
    }
  return dims;
}

std::vector<OutputFact> inferEinsum(const InferenceContext& context) {
  ElementType element = ElementType::kUndefined;
  std::vector<int> ranks;
  std::vector<const Shape*> shapes;
  for (std::size_t i = 0; i < context.inputs.size(); ++i) {
    if (!context.has(i)) refuse(kOp, "operand " + std::to_string(i) + " is missing");
    const ElementType next = commonNumber(kOp, context, {0, i});
    if (next != ElementType::kUndefined) element = next;
    const Shape& shape = context.input(i).type.shape;
    if (!shape.hasRank()) return oneOutput(element, Shape::unknownRank());
    ranks.push_back(shape.rank());
    shapes.push_back(&shape);
  }
  const Equation equation = readEquation(context.attributes, ranks);
  const auto dims = labelDims(equation, shapes);
  Shape output;
  for (const int label : equation.output) output.append(dims.at(label));
  return oneOutput(element, std::move(output));
}

/// The equation on actual values: extents of the labels, and each operand's stride along them.
struct Contraction {
  Equation equation;
  std::map<int, std::int64_t> extents;

  std::vector<std::int64_t> extentsOf(std::span<const int> labels) const {
    std::vector<std::int64_t> result;
    for (const int label : labels) result.push_back(extents.at(label));
    return result;
  }
  std::vector<std::int64_t> stridesOf(std::size_t operand, const Value& value, std::span<const int> labels) const {
    std::map<int, std::int64_t> strides;
    std::int64_t stride = 1;
    for (std::size_t axis = equation.operands[operand].size(); axis-- > 0;) {
      if (value.shape()[axis] != 1) strides[equation.operands[operand][axis]] += stride;
      stride *= value.shape()[axis];
    }
    std::vector<std::int64_t> result;
    for (const int label : labels) result.push_back(strides.contains(label) ? strides[label] : 0);
    return result;
  }
  /// The labels that are summed over, in order.
  Labels summed() const {
    Labels labels;
    for (const auto& [label, extent] : extents)
      if (std::ranges::find(equation.output, label) == equation.output.end()) labels.push_back(label);
    return labels;
  }
};

Contraction contractionOf(const EvaluationContext& context) {
  std::vector<int> ranks;
  std::vector<Shape> owned;
  std::vector<const Shape*> shapes;
  for (const Value& value : context.inputs) {
    ranks.push_back(value.rank());
    owned.push_back(value.type().shape);
  }
  for (const Shape& shape : owned) shapes.push_back(&shape);
  Contraction contraction{.equation = readEquation(context.attributes, ranks), .extents = {}};
  for (const auto& [label, dim] : labelDims(contraction.equation, shapes)) contraction.extents[label] = dim.value();
  return contraction;
}

/// Index by index.
std::vector<double> sumOfProducts(const EvaluationContext& context, const Contraction& contraction) {
  const Labels& output = contraction.equation.output;
  const Labels summed = contraction.summed();
  const auto outer = contraction.extentsOf(output);
  const auto inner = contraction.extentsOf(summed);
  constexpr std::int64_t kMostProducts = std::int64_t{1} << 36;
  const std::int64_t terms = std::max<std::int64_t>(1, checkedSize(kOp, inner));
  if (checkedSize(kOp, outer) > kMostProducts / terms) refuseEvaluation(kOp, "too many products to evaluate");
  std::vector<double> sums(static_cast<std::size_t>(product(outer)), 0.0);
  std::vector<Numbers> operands(context.inputs.begin(), context.inputs.end());
  std::vector<std::vector<std::int64_t>> starts(operands.size());
  std::vector<std::vector<std::int64_t>> steps(operands.size());
  for (std::size_t k = 0; k < operands.size(); ++k) {
    const Value& value = context.inputs[k];
    forEachOffset(outer, contraction.stridesOf(k, value, output),
                  [&](auto, auto offset) { starts[k].push_back(offset); });
    forEachOffset(inner, contraction.stridesOf(k, value, summed),
                  [&](auto, auto offset) { steps[k].push_back(offset); });
  }
  for (std::size_t i = 0; i < sums.size(); ++i)
    for (std::size_t j = 0; j < steps[0].size(); ++j) {
      double term = 1;
      for (std::size_t k = 0; k < operands.size(); ++k) term *= operands[k][starts[k][i] + steps[k][j]];
      sums[i] += term;
    }
  return sums;
}

/// The labels of a batched matrix product: in all, in the first and the result, in the second and the result, in both
/// operands only.
struct ProductLabels {
  Labels batch, rows, columns, inner;
};

/// Nothing when the contraction is no plain product of two operands.
std::optional<ProductLabels> productLabels(const EvaluationContext& context, const Contraction& contraction) {
  const auto& operands = contraction.equation.operands;
  if (operands.size() != 2) return std::nullopt;
  for (std::size_t k = 0; k < 2; ++k) {
    if (std::set<int>(operands[k].begin(), operands[k].end()).size() != operands[k].size()) return std::nullopt;
    for (std::size_t axis = 0; axis < operands[k].size(); ++axis)  // a broadcast ellipsis
      if (context.inputs[k].shape()[axis] != contraction.extents.at(operands[k][axis])) return std::nullopt;
  }
  const auto contains = [](const Labels& labels, int label) {
    return std::ranges::find(labels, label) != labels.end();
  };
  ProductLabels labels;
  for (const auto& [label, extent] : contraction.extents) {
    const bool inA = contains(operands[0], label);
    const bool inB = contains(operands[1], label);
    const bool inOutput = contains(contraction.equation.output, label);
    if (!inOutput && !(inA && inB)) return std::nullopt;
    (!inOutput ? labels.inner : inA && inB ? labels.batch : inA ? labels.rows : labels.columns).push_back(label);
  }
  return labels;
}

Labels joined(std::initializer_list<const Labels*> parts) {
  Labels all;
  for (const Labels* part : parts) all.insert(all.end(), part->begin(), part->end());
  return all;
}

/// An operand with its axes in the order of `labels`.
std::vector<double> arranged(const Contraction& contraction, std::size_t operand, const Value& value,
                             const Labels& labels) {
  const Numbers numbers(value);
  std::vector<double> result(static_cast<std::size_t>(value.size()));
  forEachOffset(contraction.extentsOf(labels), contraction.stridesOf(operand, value, labels),
                [&](auto i, auto offset) { result[static_cast<std::size_t>(i)] = numbers[offset]; });
  return result;
}

std::vector<double> matrixProducts(const EvaluationContext& context, const Contraction& contraction,
                                   const ProductLabels& labels) {
  const auto size = [&](const Labels& part) { return checkedSize(kOp, contraction.extentsOf(part)); };
  const std::int64_t m = size(labels.rows), n = size(labels.columns), k = size(labels.inner),
                     batch = size(labels.batch);
  const auto a = arranged(contraction, 0, context.inputs[0], joined({&labels.batch, &labels.rows, &labels.inner}));
  const auto b = arranged(contraction, 1, context.inputs[1], joined({&labels.batch, &labels.inner, &labels.columns}));
  std::vector<double> y(static_cast<std::size_t>(batch * m * n), 0.0);
  const auto length = [](std::int64_t extent) { return static_cast<int>(extent); };
  for (std::int64_t i = 0; i < batch && m * n * k > 0; ++i)
    gemm(CblasNoTrans, CblasNoTrans, length(m), length(n), length(k), 1, a.data() + i * m * k, length(k),
         b.data() + i * k * n, length(n), 0, y.data() + i * m * n, length(n));
  // The product has the axes [batch, rows, columns]; the result may want another order.
  const Labels order = joined({&labels.batch, &labels.rows, &labels.columns});
  std::map<int, std::int64_t> strides;
  std::int64_t stride = 1;
  for (std::size_t axis = order.size(); axis-- > 0;) {
    strides[order[axis]] = stride;
    stride *= contraction.extents.at(order[axis]);
  }
  std::vector<std::int64_t> wanted;
  for (const int label : contraction.equation.output) wanted.push_back(strides[label]);
  std::vector<double> result(y.size());
  forEachOffset(contraction.extentsOf(contraction.equation.output), wanted, [&](auto i, auto offset) {
    result[static_cast<std::size_t>(i)] = y[static_cast<std::size_t>(offset)];
  });
  return result;
}

std::vector<Value> evaluateEinsum(const EvaluationContext& context) {
  const auto extents = inferActual(kOp, inferEinsum, context)[0].shape.extents();
  const Contraction contraction = contractionOf(context);
  const auto labels = productLabels(context, contraction);
  auto numbers = labels ? matrixProducts(context, contraction, *labels) : sumOfProducts(context, contraction);
  return {valueOf(context.inputs[0].element(), extents, std::move(numbers))};
}

Work workOfEinsum(const WorkContext& context) {
  std::vector<int> ranks;
  std::vector<const Shape*> shapes;
  for (const TensorType& input : context.inputs) {
    ranks.push_back(input.shape.rank());
    shapes.push_back(&input.shape);
  }
  double products = 1;
  for (const auto& [label, dim] : labelDims(readEquation(context.attributes, ranks), shapes))
    products *= static_cast<double>(dim.value());
  return workWith(context, products * static_cast<double>(std::max<std::size_t>(2, context.inputs.size())));
}

}  // namespace

std::vector<OperatorDefinition> einsumOperators() {
  OperatorDefinition definition =
      newDefinition("Einsum", 1, -1, OpClass::kMatrix, "Sums of products over labelled axes, as the equation says.");
  definition.attributes = {{"equation", std::nullopt}};
  definition.infer = inferEinsum;
  definition.work = workOfEinsum;
  definition.evaluate = evaluateEinsum;
  return {definition};
}

}  // namespace tasoscope::operators
