// Matrix products: MatMul and Gemm with their fused bias and activation.

#include <algorithm>

#include "graph/operators/activation.h"
#include "graph/operators/gemm.h"
#include "graph/operators/operators.h"
#include "graph/operators/support.h"

namespace tasoscope::operators {
namespace {

int length(std::int64_t extent) { return static_cast<int>(extent); }

/// y[m, n] = a[m, k] * b[k, n] on integers, which wrap as the hardware's do.
void multiplyIntegers(std::int64_t m, std::int64_t n, std::int64_t k, const std::int64_t* a, const std::int64_t* b,
                      std::int64_t* y) {
  std::fill_n(y, m * n, 0);
  for (std::int64_t i = 0; i < m; ++i)
    for (std::int64_t j = 0; j < k; ++j)
      for (std::int64_t l = 0; l < n; ++l) {
        const auto term = static_cast<std::uint64_t>(a[i * k + j]) * static_cast<std::uint64_t>(b[j * n + l]);
        y[i * n + l] = static_cast<std::int64_t>(static_cast<std::uint64_t>(y[i * n + l]) + term);
      }
}

void multiplyFloats(std::int64_t m, std::int64_t n, std::int64_t k, const double* a, const double* b, double* y) {
  std::fill_n(y, m * n, 0.0);
  if (m == 0 || n == 0 || k == 0) return;
  gemm(CblasNoTrans, CblasNoTrans, length(m), length(n), length(k), 1, a, length(k), b, length(n), 0, y, length(n));
}

/// The operands' shapes as stacks of matrices: a vector on the left is a row, one on the right a column.
struct Operands {
  Shape a, b;  ///< of rank 2 or more
  bool aIsVector = false;
  bool bIsVector = false;
};

Operands operandsOf(const Shape& a, const Shape& b) {
  if (a.rank() == 0 || b.rank() == 0) refuse("MatMul", "a scalar cannot be an operand");
  Operands operands{.a = a, .b = b, .aIsVector = a.rank() == 1, .bIsVector = b.rank() == 1};
  if (operands.aIsVector) operands.a = Shape{1, a[0]};
  if (operands.bIsVector) operands.b = Shape{b[0], 1};
  return operands;
}

Shape batchOf(const Shape& shape) { return Shape(shape.dims().first(shape.dims().size() - 2)); }

/// The shape of the product as a stack of matrices.
Shape stackedShape(const Operands& operands) {
  const Shape& a = operands.a;
  const Shape& b = operands.b;
  requireEqual("MatMul", "the columns of a and the rows of b", a[a.rank() - 1], b[b.rank() - 2]);
  const auto batch = broadcast(batchOf(a), batchOf(b));
  if (!batch) refuse("MatMul", "the shapes " + a.text() + " and " + b.text() + " do not broadcast");
  Shape shape = *batch;
  shape.append(a[a.rank() - 2]);
  shape.append(b[b.rank() - 1]);
  return shape;
}

Shape productShape(const Operands& operands) {
  const Shape stacked = stackedShape(operands);
  Shape shape = batchOf(stacked);
  if (!operands.aIsVector) shape.append(stacked[stacked.rank() - 2]);
  if (!operands.bIsVector) shape.append(stacked[stacked.rank() - 1]);
  return shape;
}

/// Refuses a bias that is not [N] or [1, ..., N] for a product with N columns.
void checkMatMulBias(const Shape& bias, const Shape& result) {
  if (!bias.hasRank() || bias.rank() == 0) return;
  for (int i = 0; i + 1 < bias.rank(); ++i) requireEqual("MatMul", "the leading extents of the bias and 1", bias[i], 1);
  if (result.rank() == 0 || bias.rank() > result.rank())
    refuse("MatMul", "a bias of shape " + bias.text() + " does not fit a product of shape " + result.text());
  if (!bias[bias.rank() - 1].isKnown() || bias[bias.rank() - 1].value() != 1)
    requireEqual("MatMul", "the bias and the columns of the product", bias[bias.rank() - 1], result[result.rank() - 1]);
}

std::vector<OutputFact> inferMatMul(const InferenceContext& context) {
  const ElementType element = commonNumber("MatMul", context, {0, 1, 2});
  checkFusedActivation(context.attributes);
  const Shape& a = context.input(0).type.shape;
  const Shape& b = context.input(1).type.shape;
  if (!a.hasRank() || !b.hasRank()) return oneOutput(element, Shape::unknownRank());
  Shape result = productShape(operandsOf(a, b));
  if (context.has(2)) checkMatMulBias(context.input(2).type.shape, result);
  return oneOutput(element, std::move(result));
}

/// Multiplies matrix by matrix; operands that are repeated along the batch are walked with stride 0.
template <typename Number, typename Multiply>
std::vector<Number> multiplyStack(const Operands& operands, const Number* a, const Number* b, Multiply multiply) {
  const auto stacked = stackedShape(operands).extents();
  const auto aExtents = operands.a.extents();
  const auto bExtents = operands.b.extents();
  const std::int64_t m = stacked[stacked.size() - 2];
  const std::int64_t n = stacked.back();
  const std::int64_t k = aExtents.back();
  std::vector<Number> y(static_cast<std::size_t>(checkedSize("MatMul", stacked)));
  if (bExtents.size() == 2) {  // one matrix for all of a
    const std::int64_t rows = product(std::span(aExtents).first(aExtents.size() - 1));
    multiply(rows, n, k, a, b, y.data());
    return y;
  }
  const auto batch = std::span<const std::int64_t>(stacked).first(stacked.size() - 2);
  const auto aStrides = broadcastStrides(std::span(aExtents).first(aExtents.size() - 2), batch);
  const auto bStrides = broadcastStrides(std::span(bExtents).first(bExtents.size() - 2), batch);
  std::vector<std::int64_t> bOffsets;
  forEachOffset(batch, bStrides, [&](std::int64_t, std::int64_t offset) { bOffsets.push_back(offset); });
  forEachOffset(batch, aStrides, [&](std::int64_t i, std::int64_t offset) {
    multiply(m, n, k, a + offset * m * k, b + bOffsets[static_cast<std::size_t>(i)] * k * n, y.data() + i * m * n);
  });
  return y;
}

/// Adds a bias of one number, or of one per column, to rows.
template <typename Number>
void addToRows(std::span<const Number> bias, std::span<Number> rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] += bias[i % bias.size()];
}

/// The largest part of a deferred operand that is held at a time, in elements.
constexpr std::int64_t kBlockElements = 1 << 22;

/// y[m, n] += scale * op(a)[m, k] * op(b)[k, n] for a matrix b that is read in blocks of columns of op(b).
struct BlockedProduct {
  std::int64_t m, n, k;
  CBLAS_TRANSPOSE transposeA = CblasNoTrans;
  std::int64_t aColumns;  ///< of a as it lies
  bool transposeB = false;
  double scale = 1;

  void add(const double* a, const ElementSource& b, double* y) const {
    if (m == 0 || n == 0 || k == 0) return;
    const std::int64_t step = std::clamp<std::int64_t>(kBlockElements / k, 1, n);
    std::vector<double> block;
    for (std::int64_t first = 0; first < n; first += step) {
      const std::int64_t columns = std::min(step, n - first);
      block.resize(static_cast<std::size_t>(columns * k));
      const std::vector<std::int64_t> start =
          transposeB ? std::vector<std::int64_t>{first, 0} : std::vector<std::int64_t>{0, first};
      b.read(start, transposeB ? std::vector<std::int64_t>{columns, k} : std::vector<std::int64_t>{k, columns},
             block.data());
      gemm(transposeA, transposeB ? CblasTrans : CblasNoTrans, length(m), length(columns), length(k), scale, a,
           length(aColumns), block.data(), length(transposeB ? k : columns), 1, y + first, length(n));
    }
  }
};

/// The product of a stack of rows with one matrix, which is read in blocks.
std::vector<double> multiplyDeferred(const Value& a, const Value& b) {
  const std::int64_t k = b.shape()[0], n = b.shape()[1], rows = k == 0 ? 0 : a.size() / k;
  std::vector<double> y(static_cast<std::size_t>(rows * n));
  BlockedProduct{.m = rows, .n = n, .k = k, .aColumns = k}.add(a.floats().data(), *b.source(), y.data());
  return y;
}

std::vector<Value> evaluateMatMul(const EvaluationContext& context) {
  const auto extents = inferActual("MatMul", inferMatMul, context)[0].shape.extents();
  const Value& a = context.inputs[0];
  const Value& b = context.inputs[1];
  const Operands operands = operandsOf(a.type().shape, b.type().shape);
  if (a.isFloat()) {
    auto y = b.isDeferred() && b.rank() == 2
                 ? multiplyDeferred(a, b)
                 : multiplyStack<double>(operands, a.floats().data(), b.floats().data(), multiplyFloats);
    if (context.has(2)) addToRows<double>(context.inputs[2].floats(), y);
    applyFusedActivation(context.attributes, y);
    return {Value::ofFloats(a.element(), extents, std::move(y))};
  }
  if (!isInteger(a.element())) refuseEvaluation("MatMul", "needs numbers");
  if (context.has(2) || context.attributes.string("activation", "none") != "none")
    refuseEvaluation("MatMul", "a bias or activation needs floating-point operands");
  return {Value::ofIntegers(
      a.element(), extents,
      multiplyStack<std::int64_t>(operands, a.integers().data(), b.integers().data(), multiplyIntegers))};
}

Work workOfMatMul(const WorkContext& context) {
  const Shape& a = context.inputs[0].shape;
  const double inner = static_cast<double>(a[a.rank() - 1].value());
  const double bias = context.inputs.size() > 2 && context.inputs[2].element != ElementType::kUndefined ? 1 : 0;
  const double outputs = elementCount(context.outputs[0]);
  return workWith(context, outputs * (2 * inner + bias + fusedActivationFlops(context.attributes)));
}

struct GemmShape {
  Dim m, n, k;
  bool transposeA, transposeB;
};

/// Nothing when a rank is unknown.
std::optional<GemmShape> gemmShape(const Attributes& attributes, const Shape& a, const Shape& b) {
  const bool isKnown = hasRank("Gemm", "A", a, 2);
  if (!hasRank("Gemm", "B", b, 2) || !isKnown) return std::nullopt;
  const bool transposeA = attributes.integer("transA", 0) != 0;
  const bool transposeB = attributes.integer("transB", 0) != 0;
  const Dim& k = a[transposeA ? 0 : 1];
  requireEqual("Gemm", "the columns of A and the rows of B", k, b[transposeB ? 1 : 0]);
  return GemmShape{a[transposeA ? 1 : 0], b[transposeB ? 0 : 1], k, transposeA, transposeB};
}

std::vector<OutputFact> inferGemm(const InferenceContext& context) {
  const ElementType element = commonNumber("Gemm", context, {0, 1, 2});
  checkFusedActivation(context.attributes);
  const auto shape = gemmShape(context.attributes, context.input(0).type.shape, context.input(1).type.shape);
  if (!shape) return oneOutput(element, Shape{Dim::unknown(), Dim::unknown()});
  Shape result{shape->m, shape->n};
  if (context.has(2) && !broadcastsTo(context.input(2).type.shape, result))
    refuse("Gemm", "C of shape " + context.input(2).type.shape.text() + " does not broadcast to " + result.text());
  return oneOutput(element, std::move(result));
}

/// beta * C, broadcast to the product's shape.
std::vector<double> scaledAddend(const EvaluationContext& context, std::span<const std::int64_t> extents) {
  std::vector<double> y(static_cast<std::size_t>(product(extents)), 0.0);
  const double beta = context.attributes.real("beta", 1);
  if (!context.has(2) || beta == 0) return y;
  const Numbers c(context.inputs[2]);
  const auto strides = broadcastStrides(context.inputs[2].shape(), extents);
  forEachOffset(extents, strides,
                [&](std::int64_t i, std::int64_t offset) { y[static_cast<std::size_t>(i)] = beta * c[offset]; });
  return y;
}

std::vector<Value> evaluateGemm(const EvaluationContext& context) {
  const auto extents = inferActual("Gemm", inferGemm, context)[0].shape.extents();
  const Value& a = context.inputs[0];
  const Value& b = context.inputs[1];
  const GemmShape shape = *gemmShape(context.attributes, a.type().shape, b.type().shape);
  const std::int64_t k = shape.k.value();
  std::vector<double> y = scaledAddend(context, extents);
  const Numbers aNumbers(a);
  const double alpha = context.attributes.real("alpha", 1);
  const CBLAS_TRANSPOSE transposeA = shape.transposeA ? CblasTrans : CblasNoTrans;
  if (b.isDeferred()) {
    BlockedProduct{.m = extents[0],
                   .n = extents[1],
                   .k = k,
                   .transposeA = transposeA,
                   .aColumns = a.shape()[1],
                   .transposeB = shape.transposeB,
                   .scale = alpha}
        .add(aNumbers.data(), *b.source(), y.data());
  } else if (const Numbers bNumbers(b); !y.empty() && k > 0) {
    gemm(transposeA, shape.transposeB ? CblasTrans : CblasNoTrans, length(extents[0]), length(extents[1]), length(k),
         alpha, aNumbers.data(), length(a.shape()[1]), bNumbers.data(), length(b.shape()[1]), 1, y.data(),
         length(extents[1]));
  }
  applyFusedActivation(context.attributes, y);
  return {valueOf(a.element(), extents, std::move(y))};
}

Work workOfGemm(const WorkContext& context) {
  const double inner =
      static_cast<double>(context.inputs[0].shape[context.attributes.integer("transA", 0) != 0 ? 0 : 1].value());
  const double addend = context.inputs.size() > 2 && context.inputs[2].element != ElementType::kUndefined ? 1 : 0;
  const double outputs = elementCount(context.outputs[0]);
  return workWith(context, outputs * (2 * inner + addend + fusedActivationFlops(context.attributes)));
}

OperatorDefinition matMul() {
  OperatorDefinition definition = newDefinition("MatMul", 2, 3, OpClass::kMatrix,
                                                "Matrix product over the last two axes, the others broadcast; then the "
                                                "fused bias along the columns and activation.");
  addFusedActivation(definition);
  definition.infer = inferMatMul;
  definition.work = workOfMatMul;
  definition.evaluate = evaluateMatMul;
  return definition;
}

OperatorDefinition gemm() {
  OperatorDefinition definition =
      newDefinition("Gemm", 2, 3, OpClass::kMatrix,
                    "alpha * A * B + beta * C, with A and B transposed if wished, then the fused activation.");
  definition.attributes = {{"alpha", 1.0}, {"beta", 1.0}, {"transA", std::int64_t{0}}, {"transB", std::int64_t{0}}};
  addFusedActivation(definition);
  definition.infer = inferGemm;
  definition.work = workOfGemm;
  definition.evaluate = evaluateGemm;
  return definition;
}

}  // namespace

std::vector<OperatorDefinition> matrixOperators() { return {matMul(), gemm()}; }

}  // namespace tasoscope::operators
