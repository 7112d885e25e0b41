#pragma once
// Operators: what the space knows about each kind of op, one definition per operator, in one place. A definition gives
// attributes with defaults, type and shape inference, work (floating-point operations and bytes), evaluation on
// numbers, and algebraic traits. What has no definition is opaque: carried, shown, and never changed.
//
// The space's operators are ONNX's in canonical form, whatever opset a model uses: every attribute explicit, and an
// input that ONNX wants as a constant integer tensor (Reshape's shape, Slice's starts, axes of reductions, ...) taken
// in as an attribute when it is constant (`absorbed`). Attributes that ONNX lacks are named in the definitions.
//
// Definitions live in graph/operators/*.cpp, grouped by family; each file returns its definitions from one function
// that graph/operators/registry.cpp lists.

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graph/attributes.h"
#include "tensor/shape.h"
#include "tensor/value.h"

namespace tasoscope {

/// The elements of a small integer tensor, as far as they are known: what shape arithmetic computes with.
using KnownElements = std::vector<Dim>;

/// What inference sees of one input.
struct InputFact {
  TensorType type;
  bool isPresent = true;  ///< false for an omitted optional input
  bool isConstant = false;
  std::optional<KnownElements> elements;  ///< of integer tensors with at most 1,024 elements, when known
};

struct InferenceContext {
  const Attributes& attributes;
  std::span<const InputFact> inputs;
  int outputCount = 1;
  const InputFact& input(std::size_t i) const { return inputs[i]; }
  bool has(std::size_t i) const { return i < inputs.size() && inputs[i].isPresent; }
};

struct OutputFact {
  TensorType type;
  std::optional<KnownElements> elements;  ///< when the output's integers are known (Shape, Gather of a shape, ...)
};

/// Work of one op on concrete shapes. Bytes count each input read once and each output written once unless the operator
/// moves more or less (a Gather reads only the rows it takes).
struct Work {
  double flops = 0;  ///< multiply and add count as two
  double bytesRead = 0;
  double bytesWritten = 0;
};

struct WorkContext {
  const Attributes& attributes;
  std::span<const TensorType> inputs;  ///< static shapes; an omitted input has kUndefined
  std::span<const TensorType> outputs;
};

struct EvaluationContext {
  const Attributes& attributes;
  std::span<const Value> inputs;        ///< an omitted input has element() == kUndefined
  std::span<const TensorType> outputs;  ///< as inferred; shapes may be symbolic
  bool has(std::size_t i) const { return i < inputs.size() && inputs[i].element() != ElementType::kUndefined; }
};

struct AttributeSpec {
  std::string name;
  std::optional<AttributeValue> otherwise;  ///< the default; nothing: required, or absent has a meaning of its own
};

/// An ONNX input that becomes an attribute of the space's op when it is a constant.
struct AbsorbedInput {
  int input;              ///< position in the newest ONNX version of the operator that we know
  std::string attribute;  ///< integers, or a real for scalar floats (Clip's bounds)
};

/// How a device may treat an op.
enum class OpClass : std::uint8_t {
  kElementwise,  ///< reads and writes each element once
  kReduction,
  kMatrix,  ///< matrix products and convolutions: limited by arithmetic units
  kPool,
  kNormalization,
  kMove,  ///< moves elements without arithmetic: Concat, Split, Transpose, Gather, Pad, ...
  kView,  ///< a new shape for the same bytes: Reshape, Squeeze, Identity, ...; costs nothing
  kRecurrent,
  kShape,  ///< works on shapes (Shape, Size): done on the host, costs nothing
  kOther,
};

struct OperatorDefinition {
  std::string name;         ///< ONNX's op_type, or the space's own
  std::string domain = "";  ///< "" is ai.onnx; "tasoscope" marks ops of the space that the writer expands
  int minInputs = 1;
  int maxInputs = 1;  ///< -1: any number
  int minOutputs = 1;
  int maxOutputs = 1;  ///< -1: any number
  OpClass opClass = OpClass::kOther;
  bool isCommutative = false;   ///< the (first two, or all variadic) inputs may be exchanged
  bool isDeterministic = true;  ///< false for random ops: never interned, never constant
  bool takesAnyValue = false;   ///< its inputs may be sequences and optionals
  std::vector<AttributeSpec> attributes;
  std::vector<AbsorbedInput> absorbed;
  std::string summary;  ///< one sentence for the inspector

  /// Types of the outputs. Throws ModelError when the inputs do not fit together.
  std::function<std::vector<OutputFact>(const InferenceContext&)> infer;
  /// Work; nothing: elements in and out are moved once and one operation per output element for kElementwise.
  std::function<Work(const WorkContext&)> work;
  /// Values of the outputs; throws EvaluationError for what it does not support.
  std::function<std::vector<Value>(const EvaluationContext&)> evaluate;
};

/// The definition for this operator, or nullptr: the op is opaque. Domains "" and "ai.onnx" are one. Thread-safe.
const OperatorDefinition* findOperator(std::string_view name, std::string_view domain = "");
/// Every definition, in order of name.
std::span<const OperatorDefinition* const> allOperators();
/// The work of an op by its definition, or by the default that OperatorDefinition::work describes.
Work workOf(const OperatorDefinition& definition, const WorkContext& context);

}  // namespace tasoscope
