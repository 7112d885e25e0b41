#include "execution/random_inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <set>

namespace tasoscope {

namespace {

// Extents for examples, for axes of unknown meaning, and for spatial axes (2 and up of an image or volume). Networks
// halve images up to five times, and many have a fixed size baked into them, of which these are the usual ones.
struct Attempt {
  std::int64_t batch, other, spatial;
};
constexpr std::array<Attempt, 8> kAttempts = {{
    {2, 8, 64},
    {1, 8, 224},
    {1, 16, 224},
    {1, 32, 299},
    {1, 64, 512},
    {1, 128, 224},
    {2, 2, 32},
    {1, 1, 1},
}};

std::vector<TensorId> inputsOf(const Graph& graph) {
  std::vector<TensorId> inputs;
  for (const TensorId tensor : graph.liveTensors())
    if (graph.space().tensor(tensor).origin == TensorOrigin::kInput) inputs.push_back(tensor);
  return inputs;
}

std::uint64_t mixed(std::uint64_t x) {  // the finalizer of splitmix64 (Steele, Lea, Flood 2014)
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

class Random {
 public:
  Random(std::uint64_t seed, std::string_view stream) : state_(mixed(seed)) {
    for (const char c : stream) state_ = mixed(state_ ^ static_cast<unsigned char>(c));
  }
  double unit() {  // in [0, 1)
    state_ += 0x9e3779b97f4a7c15u;
    return static_cast<double>(mixed(state_) >> 11) * 0x1p-53;
  }

 private:
  std::uint64_t state_;
};

/// What the uses of a tensor ask of its values.
struct Demands {
  std::optional<std::int64_t> limit;  // an index below this
  bool is_computed_with = false;      // some index is computed from it: only very small values are safe
  bool is_positive = false;           // a logarithm, a square root, a denominator
  bool is_size = false;               // an extent or a count
  bool is_whole = false;              // cast to an integer that has demands
};

class DemandsFinder {
 public:
  DemandsFinder(const Graph& graph, const SymbolChoice& symbols) : graph_(graph), symbols_(symbols) {}

  Demands find(TensorId tensor) {
    follow(tensor, false);
    return demands_;
  }

 private:
  void follow(TensorId tensor, bool is_computed) {
    if (!seen_.insert({tensor, is_computed}).second || seen_.size() > 1000) return;
    for (const TensorId alias : graph_.aliasesOf(tensor)) follow(alias, is_computed);
    for (const OpId consumer : graph_.consumers(tensor)) {
      const Op& op = graph_.space().op(consumer);
      for (std::size_t i = 0; i < op.inputs.size(); ++i)
        if (op.inputs[i] == tensor) use(consumer, op, i, is_computed);
    }
  }

  void use(OpId id, const Op& op, std::size_t input, bool is_computed) {
    const std::string& name = op.name();
    if (isIndex(name, input)) return limitTo(op, is_computed);
    if (isSize(name, input)) {
      demands_.is_size = true;
    } else if (isPositive(name, input)) {
      demands_.is_positive = true;
    } else if (isMove(name)) {
      if (name == "Cast")
        demands_.is_whole |= isInteger(elementTypeFromOnnx(static_cast<int>(op.attributes.integer("to", 0))));
      for (const TensorId output : graph_.chosenBy(id)) follow(output, is_computed);
    } else if (isIntegerArithmetic(name, op)) {
      for (const TensorId output : graph_.chosenBy(id)) follow(output, true);
    }
  }

  static bool isOneOf(std::string_view name, std::initializer_list<std::string_view> names) {
    return std::find(names.begin(), names.end(), name) != names.end();
  }
  static bool isIndex(std::string_view name, std::size_t input) {
    return input == 1 && isOneOf(name, {"Gather", "GatherElements", "GatherND", "ScatterElements", "ScatterND"});
  }
  static bool isSize(std::string_view name, std::size_t input) {
    if (isOneOf(name, {"ConstantOfShape", "Range"})) return true;
    return input >= 1 && isOneOf(name, {"Reshape", "Expand", "Tile", "TopK", "Resize", "OneHot"});
  }
  static bool isPositive(std::string_view name, std::size_t input) {
    if (isOneOf(name, {"Log", "Sqrt", "Reciprocal"})) return true;
    if (isOneOf(name, {"Div", "Mod"})) return input == 1;
    if (name == "Pow") return input == 0;
    return name == "BatchNormalization" && input == 4;
  }
  static bool isMove(std::string_view name) {
    return isOneOf(name, {"Cast", "Identity", "Reshape", "Flatten", "Squeeze", "Unsqueeze", "Transpose", "Expand",
                          "Tile", "Concat", "Slice", "Split", "Pad", "Dropout", "Where"});
  }
  bool isIntegerArithmetic(std::string_view name, const Op& op) const {
    return isOneOf(name, {"Add", "Sub", "Mul", "Div", "Max", "Min", "Clip", "Neg", "CumSum", "ReduceSum"}) &&
           isInteger(graph_.space().tensor(op.outputs[0]).type.element);
  }

  void limitTo(const Op& op, bool is_computed) {
    demands_.is_computed_with |= is_computed;
    const Shape& data = graph_.space().tensor(op.inputs[0]).type.shape;
    if (!data.hasRank() || data.rank() == 0) return;
    const bool uses_all_axes = op.name().ends_with("ND");
    std::int64_t axis = op.attributes.integer("axis", 0);
    if (axis < 0) axis += data.rank();
    for (int i = 0; i < data.rank(); ++i) {
      if (!uses_all_axes && i != axis) continue;
      const std::int64_t extent = data[i].evaluate(std::cref(symbols_));
      demands_.limit = std::min(demands_.limit.value_or(extent), extent);
    }
  }

  const Graph& graph_;
  const SymbolChoice& symbols_;
  Demands demands_;
  std::set<std::pair<TensorId, bool>> seen_;
};

}  // namespace

int SymbolChoice::attemptCount() { return static_cast<int>(kAttempts.size()); }

SymbolChoice::SymbolChoice(std::span<const Graph* const> graphs, const SymbolValues& given, int attempt)
    : values_(given), otherwise_(kAttempts.at(static_cast<std::size_t>(attempt)).other) {
  const Attempt& extents = kAttempts.at(static_cast<std::size_t>(attempt));
  for (const Graph* graph : graphs) {
    for (const TensorId input : inputsOf(*graph)) {
      const Shape& shape = graph->space().tensor(input).type.shape;
      for (int axis = 0; shape.hasRank() && axis < shape.rank(); ++axis) {
        const bool is_spatial = axis >= 2 && shape.rank() >= 4;
        shape[axis].forEachSymbol([&](std::string_view symbol) {
          const bool is_batch = isBatchLike(symbol) || (axis == 0 && shape.rank() >= 2);
          const std::int64_t value = is_batch ? extents.batch : is_spatial ? extents.spatial : extents.other;
          has_choice_ |= values_.try_emplace(std::string(symbol), value).second;
        });
      }
    }
  }
}

std::int64_t SymbolChoice::operator()(std::string_view symbol) const {
  const auto found = values_.find(symbol);
  return found == values_.end() ? otherwise_ : found->second;
}

std::vector<std::int64_t> SymbolChoice::extents(const Shape& shape) const {
  if (!shape.hasRank()) throw EvaluationError("its rank is unknown, so no random value can be made for it.");
  std::vector<std::int64_t> extents;
  for (const Dim& dim : shape.dims()) {
    extents.push_back(dim.evaluate(std::cref(*this)));
    if (extents.back() < 0) throw EvaluationError(fmt::format("its dimension {} comes out negative.", dim.text()));
  }
  return extents;
}

InputDomain domainOf(const Graph& graph, TensorId tensor, const SymbolChoice& symbols) {
  const Demands demands = DemandsFinder(graph, symbols).find(tensor);
  const ElementType element = graph.space().tensor(tensor).type.element;
  const bool is_index = demands.limit && (!isFloatingPoint(element) || demands.is_whole);
  if (element == ElementType::kBool) return {0, 2};
  if (is_index) {
    const std::int64_t limit = demands.is_computed_with ? std::min<std::int64_t>(*demands.limit, 2) : *demands.limit;
    const auto high = static_cast<double>(std::max<std::int64_t>(limit, 1));
    return {0, isFloatingPoint(element) ? high - 0.5 : high};  // a cast cuts off the fraction, which rounding may raise
  }
  if (demands.is_size) return {1, 2};
  if (isFloatingPoint(element)) return demands.is_positive ? InputDomain{0.5, 1.5} : InputDomain{};
  return demands.is_positive ? InputDomain{1, 4} : InputDomain{0, 2};
}

Value randomValue(const TensorType& type, const InputDomain& domain, const SymbolChoice& symbols, std::uint64_t seed,
                  std::string_view stream) {
  std::vector<std::int64_t> extents = symbols.extents(type.shape);
  std::int64_t size = 1;
  for (const std::int64_t extent : extents) {
    if (extent != 0 && size > (std::int64_t{1} << 33) / extent)
      throw EvaluationError(fmt::format("a random value of type {} would be too large.", type.text()));
    size *= extent;
  }
  const auto count = static_cast<std::size_t>(size);
  Random random(seed, stream);
  if (type.element == ElementType::kString)
    return Value::ofStrings(std::move(extents), std::vector<std::string>(count, "a"));
  const auto number = [&] { return domain.low + (domain.high - domain.low) * random.unit(); };
  if (isFloatingPoint(type.element)) {
    std::vector<double> elements(count);
    for (double& element : elements) element = roundTo(type.element, number());
    return Value::ofFloats(type.element, std::move(extents), std::move(elements));
  }
  std::vector<std::int64_t> elements(count);
  for (std::int64_t& element : elements) element = static_cast<std::int64_t>(number());
  return Value::ofIntegers(type.element, std::move(extents), std::move(elements));
}

TensorValues randomInputs(const Graph& graph, const SymbolChoice& symbols, std::uint64_t seed) {
  TensorValues values;
  for (const TensorId input : inputsOf(graph)) {
    const Tensor& tensor = graph.space().tensor(input);
    if (tensor.constant) continue;
    values.emplace(input, randomValue(tensor.type, domainOf(graph, input, symbols), symbols, seed, tensor.name));
  }
  return values;
}

}  // namespace tasoscope
