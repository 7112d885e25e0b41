#include "graph/operators/helpers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace tasoscope::operators {

std::int64_t elementCount(std::span<const std::int64_t> extents) {
  bool isEmpty = false;
  std::int64_t count = 1;
  for (const std::int64_t extent : extents) {
    if (extent < 0) throw EvaluationError(fmt::format("a tensor cannot have the extent {}", extent));
    isEmpty = isEmpty || extent == 0;
    if (extent == 0) continue;
    if (extent > kElementLimit / count)
      throw EvaluationError(fmt::format("a tensor of more than {} elements is not evaluated", kElementLimit));
    count *= extent;
  }
  return isEmpty ? 0 : count;
}

std::int64_t productOf(std::span<const std::int64_t> extents, std::size_t from, std::size_t to) {
  std::uint64_t product = 1;  // unsigned: beside an extent of 0 the others may be of any size
  for (std::size_t axis = from; axis < to; ++axis) product *= static_cast<std::uint64_t>(extents[axis]);
  return static_cast<std::int64_t>(product);
}

int normalizedAxis(std::int64_t axis, int rank) {
  if (axis < -rank || axis >= rank)
    throw ModelError(fmt::format("axis {} is out of range for a tensor of rank {}", axis, rank));
  return static_cast<int>(axis < 0 ? axis + rank : axis);
}

std::vector<int> normalizedAxes(std::span<const std::int64_t> axes, int rank) {
  std::vector<int> normalized;
  for (const std::int64_t axis : axes) {
    const int next = normalizedAxis(axis, rank);
    if (std::find(normalized.begin(), normalized.end(), next) != normalized.end())
      throw ModelError(fmt::format("axis {} is given twice", next));
    normalized.push_back(next);
  }
  return normalized;
}

namespace {
std::optional<std::vector<std::int64_t>> integersAttribute(const Attributes& attributes, std::string_view name) {
  const AttributeValue* value = attributes.find(name);
  if (!value) return std::nullopt;
  if (const auto* single = std::get_if<std::int64_t>(value)) return std::vector{*single};
  return attributes.integers(name);
}
}  // namespace

bool isGiven(const InferenceContext& context, std::string_view attribute, std::size_t input) {
  return context.attributes.has(attribute) || context.has(input);
}

std::optional<KnownElements> knownIntegers(const InferenceContext& context, std::string_view attribute,
                                           std::size_t input) {
  if (const auto integers = integersAttribute(context.attributes, attribute))
    return KnownElements(integers->begin(), integers->end());
  if (!context.has(input)) return std::nullopt;
  return context.input(input).elements;
}

std::optional<std::vector<std::int64_t>> constantIntegers(const InferenceContext& context, std::string_view attribute,
                                                          std::size_t input) {
  const auto elements = knownIntegers(context, attribute, input);
  return elements ? numbersOf(*elements) : std::nullopt;
}

std::optional<std::vector<std::int64_t>> integersOf(const EvaluationContext& context, std::string_view attribute,
                                                    std::size_t input) {
  if (auto integers = integersAttribute(context.attributes, attribute)) return integers;
  if (!context.has(input)) return std::nullopt;
  const auto elements = elementsOf<std::int64_t>(context.inputs[input]);
  return std::vector<std::int64_t>(elements.begin(), elements.end());
}

std::optional<std::vector<std::int64_t>> numbersOf(const KnownElements& elements) {
  std::vector<std::int64_t> numbers;
  for (const Dim& element : elements) {
    if (!element.isKnown()) return std::nullopt;
    numbers.push_back(element.value());
  }
  return numbers;
}

std::optional<double> numberAttribute(const Attributes& attributes, std::string_view name) {
  const AttributeValue* value = attributes.find(name);
  if (!value) return std::nullopt;
  if (const auto* integer = std::get_if<std::int64_t>(value)) return static_cast<double>(*integer);
  if (const auto* real = std::get_if<double>(value)) return *real;
  if (const auto* list = std::get_if<std::vector<std::int64_t>>(value); list && list->size() == 1)
    return static_cast<double>(list->front());
  if (const auto* list = std::get_if<std::vector<double>>(value); list && list->size() == 1) return list->front();
  throw ModelError(fmt::format("attribute {} must be a number", name));
}

ElementType elementTypeAttribute(const Attributes& attributes, std::string_view name) {
  const std::int64_t number = attributes.integer(name);
  const ElementType type =
      number < 0 || number > 100 ? ElementType::kUndefined : elementTypeFromOnnx(static_cast<int>(number));
  if (type == ElementType::kUndefined) throw ModelError(fmt::format("there is no element type {}", number));
  return type;
}

ElementType elementTypeAttribute(const Attributes& attributes, std::string_view name, ElementType otherwise) {
  return attributes.has(name) ? elementTypeAttribute(attributes, name) : otherwise;
}

std::int64_t singleInteger(const Value& value) {
  const auto elements = elementsOf<std::int64_t>(value);
  if (elements.size() != 1) throw EvaluationError(fmt::format("one integer was expected, not {}", elements.size()));
  return elements.front();
}

double singleNumber(const Value& value) {
  if (value.isFloat() ? value.floats().size() != 1 : elementsOf<std::int64_t>(value).size() != 1)
    throw EvaluationError(fmt::format("one number was expected, not {}", value.size()));
  return value.at(0);
}

const InputFact& required(const InferenceContext& context, std::size_t i) {
  if (!context.has(i)) throw ModelError(fmt::format("input {} is missing", i));
  return context.input(i);
}

const Value& required(const EvaluationContext& context, std::size_t i) {
  if (!context.has(i)) throw EvaluationError(fmt::format("input {} is missing", i));
  return context.inputs[i];
}

namespace {
template <typename Result, typename Context>
std::function<Result(const Context&)> named(const std::string& name, std::function<Result(const Context&)> f) {
  if (!f) return f;
  return [name, f = std::move(f)](const Context& context) {
    try {
      return f(context);
    } catch (const ModelError& error) {
      throw ModelError(fmt::format("{}: {}", name, error.what()));
    } catch (const EvaluationError& error) {
      throw EvaluationError(fmt::format("{}: {}", name, error.what()));
    }
  };
}
}  // namespace

std::vector<OperatorDefinition> withNamesInErrors(std::vector<OperatorDefinition> definitions) {
  for (OperatorDefinition& definition : definitions) {
    definition.infer = named(definition.name, std::move(definition.infer));
    definition.evaluate = named(definition.name, std::move(definition.evaluate));
  }
  return definitions;
}

ElementType commonElement(const InferenceContext& context, std::size_t first, std::size_t last) {
  ElementType common = ElementType::kUndefined;
  for (std::size_t i = first; i < std::min(last, context.inputs.size()); ++i) {
    if (!context.has(i)) continue;
    const ElementType element = context.input(i).type.element;
    if (element == ElementType::kUndefined) continue;
    if (common != ElementType::kUndefined && common != element)
      throw ModelError(
          fmt::format("the inputs have different element types, {} and {}", nameOf(common), nameOf(element)));
    common = element;
  }
  return common;
}

Shape broadcastInputs(const InferenceContext& context) {
  std::optional<Shape> result;
  for (std::size_t i = 0; i < context.inputs.size(); ++i) {
    if (!context.has(i)) continue;
    const Shape& shape = context.input(i).type.shape;
    if (!shape.hasRank()) return Shape::unknownRank();
    if (!result) {
      result = shape;
      continue;
    }
    auto joined = broadcast(*result, shape);
    if (!joined)
      throw ModelError(fmt::format("the shapes {} and {} do not broadcast together", result->text(), shape.text()));
    result = std::move(*joined);
  }
  if (!result) throw ModelError("an operator with inputs was given none");
  return *result;
}

Shape shapeFrom(const KnownElements& elements) {
  if (elements.size() > kMaxRank) throw ModelError(fmt::format("a shape of {} axes is too long", elements.size()));
  for (const Dim& element : elements)
    if (element.isKnown() && element.value() < 0)
      throw ModelError(fmt::format("a shape cannot have the extent {}", element.value()));
  return Shape(std::span<const Dim>(elements));
}

Shape unknownShape(int rank) {
  if (rank > static_cast<int>(kMaxRank)) throw ModelError(fmt::format("a shape of {} axes is too long", rank));
  Shape shape;
  for (int axis = 0; axis < rank; ++axis) shape.append(Dim::unknown());
  return shape;
}

std::vector<OutputFact> outputOf(ElementType element, Shape shape) {
  return {OutputFact{TensorType{element, std::move(shape)}, std::nullopt}};
}

std::vector<OutputFact> sameAsInput(const InferenceContext& context) {
  return outputOf(required(context, 0).type.element, context.input(0).type.shape);
}

bool isKnownToBe(const Dim& dim, std::int64_t number) { return dim.isKnown() && dim.value() == number; }

std::int64_t lowestOf(ElementType type) {
  switch (type) {
    case ElementType::kInt2:
      return -2;
    case ElementType::kInt4:
      return -8;
    case ElementType::kInt8:
      return std::numeric_limits<std::int8_t>::min();
    case ElementType::kInt16:
      return std::numeric_limits<std::int16_t>::min();
    case ElementType::kInt32:
      return std::numeric_limits<std::int32_t>::min();
    case ElementType::kInt64:
      return std::numeric_limits<std::int64_t>::min();
    default:
      return 0;
  }
}

std::int64_t highestOf(ElementType type) {
  switch (type) {
    case ElementType::kBool:
      return 1;
    case ElementType::kInt2:
      return 1;
    case ElementType::kUint2:
      return 3;
    case ElementType::kInt4:
      return 7;
    case ElementType::kUint4:
      return 15;
    case ElementType::kInt8:
      return std::numeric_limits<std::int8_t>::max();
    case ElementType::kUint8:
      return std::numeric_limits<std::uint8_t>::max();
    case ElementType::kInt16:
      return std::numeric_limits<std::int16_t>::max();
    case ElementType::kUint16:
      return std::numeric_limits<std::uint16_t>::max();
    case ElementType::kInt32:
      return std::numeric_limits<std::int32_t>::max();
    case ElementType::kUint32:
      return std::numeric_limits<std::uint32_t>::max();
    case ElementType::kUint64:
      return -1;
    default:
      return std::numeric_limits<std::int64_t>::max();
  }
}

std::int64_t wrapInteger(ElementType type, std::int64_t number) {
  const int bits = bitsOf(type);
  if (type == ElementType::kBool) return number != 0 ? 1 : 0;
  if (bits <= 0 || bits >= 64) return number;
  const auto kept = static_cast<std::uint64_t>(number) & ((std::uint64_t{1} << bits) - 1);
  const bool isNegative = lowestOf(type) < 0 && (kept >> (bits - 1)) != 0;
  return static_cast<std::int64_t>(isNegative ? kept | ~((std::uint64_t{1} << bits) - 1) : kept);
}

std::int64_t integerFrom(ElementType type, double number) {
  constexpr double kTwoTo63 = 9223372036854775808.0;
  if (type == ElementType::kBool) return number != 0.0 ? 1 : 0;
  if (std::isnan(number)) return 0;
  if (number >= -kTwoTo63 && number < kTwoTo63) return wrapInteger(type, static_cast<std::int64_t>(number));
  if (type == ElementType::kUint64 && number > 0 && number < 2 * kTwoTo63)
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(number));
  return number > 0 ? highestOf(type) : lowestOf(type);
}

Extents rowMajorStrides(std::span<const std::int64_t> extents) {
  Extents strides(extents.size());
  std::uint64_t stride = 1;
  for (std::size_t axis = extents.size(); axis > 0; --axis) {
    strides[axis - 1] = static_cast<std::int64_t>(stride);
    stride *= static_cast<std::uint64_t>(extents[axis - 1]);
  }
  return strides;
}

Extents operandStrides(std::span<const std::int64_t> operand, std::span<const std::int64_t> result) {
  const Extents own = rowMajorStrides(operand);
  Extents strides(result.size(), 0);
  const std::size_t shift = result.size() - operand.size();
  for (std::size_t axis = 0; axis < operand.size(); ++axis)
    if (operand[axis] != 1) strides[axis + shift] = own[axis];
  return strides;
}

Extents broadcastExtents(std::span<const std::int64_t> a, std::span<const std::int64_t> b) {
  Extents result(std::max(a.size(), b.size()));
  for (std::size_t i = 0; i < result.size(); ++i) {
    const std::int64_t x = i < a.size() ? a[a.size() - 1 - i] : 1;
    const std::int64_t y = i < b.size() ? b[b.size() - 1 - i] : 1;
    if (x != y && x != 1 && y != 1)
      throw EvaluationError(fmt::format("the extents {} and {} do not broadcast together", x, y));
    result[result.size() - 1 - i] = x == 1 ? y : x;
  }
  return result;
}

Value stridedCopy(const Value& source, Extents extents, const Extents& strides, std::int64_t offset) {
  const auto count = static_cast<std::size_t>(elementCount(extents));
  const StridedLoop<1> loop(extents, {strides});
  return withElements(source, [&](auto elements) {
    using T = typename decltype(elements)::value_type;
    std::vector<T> to(count);
    T* out = to.data();
    loop.forEachRun([&](const auto& offsets, std::int64_t run, const auto& step) {
      const T* from = elements.data() + offset + offsets[0];
      if (step[0] == 1) {
        std::copy(from, from + run, out);
      } else {
        for (std::int64_t i = 0; i < run; ++i) out[i] = from[i * step[0]];
      }
      out += run;
    });
    return makeValue(source.element(), std::move(extents), std::move(to));
  });
}

Value broadcastTo(const Value& source, const Extents& extents) {
  if (source.shape() == extents) return source;
  if (broadcastExtents(source.shape(), extents) != extents)
    throw EvaluationError("a tensor does not broadcast to the shape that it should have");
  return stridedCopy(source, extents, operandStrides(source.shape(), extents));
}

Value takeBlocks(const Value& source, Extents extents, std::span<const std::int64_t> indices, std::int64_t block) {
  const auto count = static_cast<std::size_t>(elementCount(extents));
  if (count != indices.size() * static_cast<std::size_t>(block))
    throw EvaluationError("the indices do not fill the result");
  return withElements(source, [&](auto elements) {
    using T = typename decltype(elements)::value_type;
    std::vector<T> to(count);
    T* out = to.data();
    const std::int64_t blocks = block > 0 ? static_cast<std::int64_t>(elements.size()) / block : 0;
    for (const std::int64_t index : indices) {
      if (index >= blocks && block > 0) throw EvaluationError(fmt::format("index {} is out of range", index));
      if (index >= 0) std::copy_n(elements.data() + index * block, block, out);
      out += block;
    }
    return makeValue(source.element(), std::move(extents), std::move(to));
  });
}

Value transposed(const Value& source, std::span<const int> permutation) {
  const Extents own = rowMajorStrides(source.shape());
  Extents extents, strides;
  for (const int axis : permutation) {
    extents.push_back(source.shape()[static_cast<std::size_t>(axis)]);
    strides.push_back(own[static_cast<std::size_t>(axis)]);
  }
  return stridedCopy(source, std::move(extents), strides);
}

Value asReals(const Value& value) {
  if (value.isFloat()) return value;
  const ElementType type = value.element();
  return mapElements<double, std::int64_t>(ElementType::kFloat64, value,
                                           [type](std::int64_t x) { return realFrom(type, x); });
}

double elementsOfType(const TensorType& type) {
  return static_cast<double>(type.shape.hasRank() ? type.shape.elementCount().value_or(0) : 0);
}

double bytesOfType(const TensorType& type) {
  return type.element == ElementType::kUndefined ? 0.0 : elementsOfType(type) * bitsOf(type.element) / 8.0;
}

Work bytesOnly(const WorkContext& context) {
  Work work;
  for (const TensorType& input : context.inputs) work.bytesRead += bytesOfType(input);
  for (const TensorType& output : context.outputs) work.bytesWritten += bytesOfType(output);
  return work;
}

std::function<Work(const WorkContext&)> workPerElement(double flopsPerElement) {
  return [flopsPerElement](const WorkContext& context) {
    Work work = bytesOnly(context);
    for (const TensorType& output : context.outputs) work.flops += flopsPerElement * elementsOfType(output);
    return work;
  };
}

Work noWork(const WorkContext&) { return {}; }

}  // namespace tasoscope::operators
