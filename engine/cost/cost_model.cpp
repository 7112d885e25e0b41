#include "cost/cost_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "cost/product.h"
#include "graph/body.h"
#include "graph/folding.h"

namespace tasoscope {

namespace {

constexpr double kPicosecondsPerSecond = 1e12;
constexpr std::int64_t kDefaultExamples = 1;
constexpr std::int64_t kDefaultPixels = 224;
constexpr std::int64_t kDefaultExtent = 128;
constexpr double kShareOfCacheInUse = 0.5;
constexpr double kStepLaunches = 0.5;  // of a recurrent op's step

std::int64_t picoseconds(double seconds) { return std::llround(seconds * kPicosecondsPerSecond); }

double bytesOf(const TensorType& type) { return static_cast<double>(type.bytes().value_or(0)); }

bool isIdentity(const Op& op) { return !op.isOpaque() && (op.name() == "Identity" || op.name() == "Dropout"); }

/// The reason why an op costs nothing, or empty.
std::string_view reasonToBeFree(const Op& op) {
  if (op.definition->opClass == OpClass::kView) return "a view: the same bytes under another shape";
  if (op.definition->opClass == OpClass::kShape) return "works on shapes, on the host";
  if (isIdentity(op)) return "hands its input on";
  return {};
}

double stepsOf(const Op& op, std::span<const TensorType> inputs) {
  const int axis = op.attributes.integer("layout", 0) == 0 ? 0 : 1;
  return inputs[0].shape.rank() > axis ? static_cast<double>(inputs[0].shape[axis].value()) : 1;
}

/// The element type that decides about the arithmetic.
ElementType arithmeticType(std::span<const TensorType> inputs, std::span<const TensorType> outputs) {
  if (!inputs.empty() && inputs[0].element != ElementType::kUndefined) return inputs[0].element;
  return outputs.empty() ? ElementType::kFloat32 : outputs[0].element;
}

}  // namespace

std::string_view nameOf(Provenance provenance) {
  switch (provenance) {
    case Provenance::kMeasured:
      return "measured";
    case Provenance::kRecorded:
      return "recorded";
    case Provenance::kEstimated:
      break;
  }
  return "estimated";
}

std::string_view nameOf(CostLimit limit) {
  switch (limit) {
    case CostLimit::kFree:
      return "free";
    case CostLimit::kLaunch:
      return "limited by the launch";
    case CostLimit::kArithmetic:
      return "limited by arithmetic";
    case CostLimit::kMemory:
      return "limited by memory";
    case CostLimit::kBodies:
      return "made of what is inside";
    case CostLimit::kUnknown:
      break;
  }
  return "unknown";
}

/// One op's estimate from static types.
class CostModel::Estimate {
 public:
  Estimate(const DeviceProfile& device, const Op& op, std::vector<TensorType> inputs, std::vector<TensorType> outputs,
           double weightBytes)
      : device_(device),
        op_(op),
        inputs_(std::move(inputs)),
        outputs_(std::move(outputs)),
        weight_bytes_(weightBytes) {}

  CostBreakdown make(bool describes) {
    const Work work = workOf(*op_.definition, {op_.attributes, inputs_, outputs_});
    result_.flops = work.flops;
    result_.bytesRead = work.bytesRead;
    result_.bytesWritten = work.bytesWritten;
    const double arithmetic = arithmeticSeconds(describes ? Describe::kYes : Describe::kNo);
    const double memory = memorySeconds();
    const double launch = launchSeconds();
    result_.arithmeticPicoseconds = picoseconds(arithmetic);
    result_.memoryPicoseconds = picoseconds(memory);
    result_.launchPicoseconds = picoseconds(launch);
    result_.price.picoseconds =
        result_.launchPicoseconds + std::max(result_.arithmeticPicoseconds, result_.memoryPicoseconds);
    result_.price.launches = 1;
    result_.price.weightBytes = static_cast<std::int64_t>(weight_bytes_);
    result_.limit = std::max(arithmetic, memory) < launch ? CostLimit::kLaunch
                    : arithmetic > memory                 ? CostLimit::kArithmetic
                                                          : CostLimit::kMemory;
    return std::move(result_);
  }

 private:
  double arithmeticSeconds(Describe describe) {
    const ElementType element = arithmeticType(inputs_, outputs_);
    if (const std::optional<ProductShape> shape = productOf(op_, inputs_, outputs_, result_.flops)) {
      ProductTime time = productTime(*shape, device_, element, describe);
      result_.note = std::move(time.note);
      return time.seconds;
    }
    const double peak = element == ElementType::kFloat64 ? device_.float64Flops : device_.float32Flops;
    return result_.flops / (peak * device_.vectorShare);
  }

  double memorySeconds() {
    const double constants = std::min(weight_bytes_, result_.bytesRead);
    const double others = result_.bytesRead - constants + result_.bytesWritten;
    const double speed = device_.memoryBytesPerSecond * device_.memoryShare;
    const bool is_cached = others <= device_.cacheBytes * kShareOfCacheInUse;
    if (is_cached && result_.note.empty() && others > 0) result_.note = "its operands fit in the cache";
    return constants / speed + others / (is_cached ? speed * device_.cachedSpeedup : speed);
  }

  double launchSeconds() const {
    if (op_.definition->opClass != OpClass::kRecurrent) return device_.launchSeconds;
    return device_.launchSeconds * (1 + kStepLaunches * stepsOf(op_, inputs_));
  }

  const DeviceProfile& device_;
  const Op& op_;
  std::vector<TensorType> inputs_, outputs_;
  double weight_bytes_;
  CostBreakdown result_;
};

CostModel::CostModel(DeviceProfile device, SymbolValues symbols, const BodyPrices* bodies)
    : device_(std::move(device)), given_(std::move(symbols)), symbols_(given_), bodies_(bodies) {}

CostModel::CostModel(const DeviceProfile& device, const SymbolValues& symbols, const std::vector<Scenario>& scenarios,
                     const BodyPrices* bodies)
    : CostModel(device, symbols, bodies) {
  double weights = 0;
  for (const Scenario& scenario : scenarios) weights += scenario.weight;
  for (const Scenario& scenario : scenarios) {
    SymbolValues values = scenario.symbols;
    values.insert(symbols.begin(), symbols.end());
    scenarios_.push_back({CostModel(device, std::move(values), bodies), scenario.weight / weights});
  }
}

const SymbolValues& CostModel::symbols() const {
  return scenarios_.empty() ? symbols_ : scenarios_.front().model.symbols();
}

template <typename PriceIn>
Price CostModel::mean(const PriceIn& priceIn) {
  double picoseconds = 0, launches = 0, weightBytes = 0;
  for (WeightedModel& scenario : scenarios_) {
    const Price price = priceIn(scenario.model);
    picoseconds += scenario.weight * static_cast<double>(price.picoseconds);
    launches += scenario.weight * static_cast<double>(price.launches);
    weightBytes += scenario.weight * static_cast<double>(price.weightBytes);
  }
  return {std::llround(picoseconds), std::llround(launches), std::llround(weightBytes)};
}

Price CostModel::priceOf(const Space& space, OpId op) {
  if (&space != space_) useSpace(space);
  if (op.value >= prices_.size()) prices_.resize(std::max(space.opCount(), std::size_t{op.value} + 1));
  std::optional<Price>& price = prices_[op.value];
  if (!price)
    price = scenarios_.empty() ? estimate(space, op, false).price
                               : mean([&](CostModel& model) { return model.priceOf(space, op); });
  return *price;
}

CostBreakdown CostModel::explain(const Space& space, OpId op) {
  if (&space != space_) useSpace(space);
  if (scenarios_.empty()) return estimate(space, op, true);
  CostBreakdown result = scenarios_.front().model.explain(space, op);
  result.price = mean([&](CostModel& model) { return model.priceOf(space, op); });
  return result;
}

Price CostModel::copyPrice(const Space& space, TensorId tensor) {
  if (&space != space_) useSpace(space);
  if (!scenarios_.empty()) return mean([&](CostModel& model) { return model.copyPrice(space, tensor); });
  const std::optional<TensorType> type = staticType(space, tensor);
  const double bytes = type ? 2 * bytesOf(*type) : 0;
  const bool is_cached = bytes <= device_.cacheBytes * kShareOfCacheInUse;
  const double speed = device_.memoryBytesPerSecond * device_.memoryShare * (is_cached ? device_.cachedSpeedup : 1);
  return {picoseconds(device_.launchSeconds) + picoseconds(bytes / speed), 1, 0};
}

void CostModel::useSpace(const Space& space) {
  space_ = &space;
  prices_.clear();
  symbols_ = given_;
}

// A symbol's role shows in the inputs' shapes.
std::int64_t CostModel::valueOfSymbol(std::string_view symbol) {
  if (const auto known = symbols_.find(symbol); known != symbols_.end()) return known->second;
  bool counts_examples = isBatchLike(symbol), counts_pixels = false;
  for (std::uint32_t id = 0; id < space_->tensorCount(); ++id) {
    const Tensor& tensor = space_->tensor(TensorId{id});
    if (tensor.origin != TensorOrigin::kInput || !tensor.type.shape.hasRank()) continue;
    const Shape& shape = tensor.type.shape;
    for (int axis = 0; axis < shape.rank(); ++axis) {
      shape[axis].forEachSymbol([&](std::string_view name) {
        counts_examples |= name == symbol && axis == 0 && shape.rank() >= 2;
        counts_pixels |= name == symbol && axis >= 2 && shape.rank() == 4;
      });
    }
  }
  const std::int64_t value = counts_examples ? kDefaultExamples : counts_pixels ? kDefaultPixels : kDefaultExtent;
  symbols_.emplace(symbol, value);
  return value;
}

std::optional<TensorType> CostModel::staticType(const Space& space, TensorId tensor) {
  if (!tensor.isValid()) return TensorType{};
  TensorType type = space.tensor(tensor).type;
  if (!type.isTensor || !type.shape.hasRank()) return std::nullopt;
  if (type.shape.isStatic()) return type;
  for (int axis = 0; axis < type.shape.rank(); ++axis) {
    const std::int64_t extent =
        type.shape[axis].evaluate([this](std::string_view symbol) { return valueOfSymbol(symbol); });
    type.shape[axis] = Dim(std::max<std::int64_t>(extent, 0));
  }
  return type;
}

TripCount CostModel::tripsOf(const Space& space, OpId id) {
  if (!scenarios_.empty()) return scenarios_.front().model.tripsOf(space, id);
  if (&space != space_) useSpace(space);
  const Op& op = space.op(id);
  if (op.name() == "If") return {1, false, ""};
  if (const auto given = bodies_ ? bodies_->tripsOf(id) : std::nullopt)
    return {*given, false, fmt::format("its body runs {} times, as you say", *given)};
  return tripCountOf(space, op, [this](std::string_view symbol) { return valueOfSymbol(symbol); });
}

std::optional<CostBreakdown> CostModel::estimateBodies(const Space& space, OpId id) {
  const Op& op = space.op(id);
  if (!op.bodies || op.bodies->isFunction || !bodies_) return std::nullopt;
  CostBreakdown result;
  result.limit = CostLimit::kBodies;
  std::vector<Price> prices;
  for (const Body& body : op.bodies->graphs) {
    const std::optional<Price> price = bodies_->priceOfBody(id, body.name);
    if (!price) return std::nullopt;
    prices.push_back(*price);
  }
  if (prices.empty()) return std::nullopt;
  if (op.name() == "If") {
    for (const Price& price : prices) {
      result.price.picoseconds = std::max(result.price.picoseconds, price.picoseconds);
      result.price.launches = std::max(result.price.launches, price.launches);
      result.price.weightBytes += price.weightBytes;
    }
    result.note = "what its dearer branch takes";
    return result;
  }
  const TripCount trips = tripsOf(space, id);
  const Price& price = prices[0];
  constexpr std::int64_t kMostPicoseconds = std::int64_t{1} << 60;
  const std::int64_t most = kMostPicoseconds / std::max<std::int64_t>({price.picoseconds, price.launches, 1});
  const std::int64_t count = std::min(trips.count, most);
  result.price = {price.picoseconds * count, price.launches * count, price.weightBytes};
  result.isAssumed = trips.isAssumed;
  result.note = trips.note;
  return result;
}

CostBreakdown CostModel::estimate(const Space& space, OpId id, bool describes) {
  const Op& op = space.op(id);
  CostBreakdown nothing;
  if (std::optional<CostBreakdown> inside = estimateBodies(space, id)) return std::move(*inside);
  if (op.isOpaque()) {
    nothing.limit = CostLimit::kUnknown;
    nothing.note = "the program has no definition of this operator, so its cost is not counted";
    return nothing;
  }
  if (const std::string_view reason = reasonToBeFree(op); !reason.empty()) {
    nothing.note = reason;
    return nothing;
  }
  std::vector<TensorType> inputs, outputs;
  double weight_bytes = 0, result_bytes = 0;
  bool has_types = true;
  const auto add = [&](std::vector<TensorType>& types, TensorId tensor) {
    const std::optional<TensorType> type = staticType(space, tensor);
    has_types &= type.has_value();
    types.push_back(type.value_or(TensorType{}));
    return type ? bytesOf(*type) : 0;
  };
  for (const TensorId input : op.inputs) {
    const double bytes = add(inputs, input);
    if (input.isValid() && space.tensor(input).isConstant) weight_bytes += bytes;
  }
  for (const TensorId output : op.outputs) result_bytes = std::max(result_bytes, add(outputs, output));
  if (op.isConstant && result_bytes <= static_cast<double>(kMaxFoldedBytes)) {
    nothing.note = "computed once, before any run, because its inputs are constant";
    return nothing;
  }
  if (!has_types) {
    nothing.limit = CostLimit::kUnknown;
    nothing.launchPicoseconds = picoseconds(device_.launchSeconds);
    nothing.price = {nothing.launchPicoseconds, 1, static_cast<std::int64_t>(weight_bytes)};
    nothing.note = "its shapes are not known, so only a launch is counted";
    return nothing;
  }
  return Estimate(device_, op, std::move(inputs), std::move(outputs), weight_bytes).make(describes);
}

std::size_t unknownPrices(const Graph& graph) {
  const std::vector<OpId> ops = graph.liveOps();
  return static_cast<std::size_t>(std::ranges::count_if(ops, [&](OpId id) {
    const Op& op = graph.space().op(id);
    return op.isOpaque() && (!op.bodies || op.bodies->isFunction);
  }));
}

Price outputCopies(const Graph& graph, CostModel& model) {
  const Space& space = graph.space();
  Price total;
  std::set<Choice> taken;
  for (const TensorId output : graph.outputs()) {
    TensorId value = graph.representative(output);
    while (graph.choice(value).isOp() && isIdentity(space.op(graph.choice(value).op)) &&
           graph.choice(value).output == 0)
      value = graph.representative(space.op(graph.choice(value).op).inputs[0]);
    const OpId maker = graph.choice(value).op;
    const bool is_folded = maker.isValid() && space.op(maker).isConstant && !space.op(maker).isLoaded();
    const bool is_made_here = maker.isValid() && !is_folded && taken.insert(graph.choice(value)).second;
    const bool is_source_itself = value == output && !graph.choice(value).isOp();
    if (!is_made_here && !is_source_itself) total += model.copyPrice(space, output);
  }
  return total;
}

}  // namespace tasoscope
