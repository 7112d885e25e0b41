#pragma once
// Estimated prices: a roofline with launch overhead and tile effects, from a device profile.
//
//   time = launch + max(arithmetic, memory)
//
// * arithmetic: products by product.h; everything else at the device's plain rate.
// * memory: constants and whatever does not fit in the cache at memory speed; other operands faster when all of the
// op's
//   operands fit in half of the cache, because the op before has just left them there.
// * Free: ops over constants (computed once; see graph/folding.h), views, shape arithmetic, Dropout and Identity. Every
//   other movement of data is paid: a Concat of activations reads and writes all of them.
// * A recurrent op runs its steps one after another, each waiting for the one before (half a launch).
// * Graphs inside ops: an If takes what its dearer branch takes, a loop its body as often as it runs (trip_count.h).
// * Unknown: any other opaque op has the price 0 and is counted as unknown; an op of unknown rank has one launch.
//
// Symbols without a value: 1 where they count examples (by name, or as the first axis of an input), 224 where they are
// an image's height or width, else 128.
//
// Several scenarios: every price is the mean of the prices in each, weighted, so that prices stay sums over ops.
//
// How far it is off: tests/cost/anchors_test.cpp prints it against published measurements.

#include <memory>
#include <optional>
#include <vector>

#include "cost/device_profile.h"
#include "cost/scenario.h"
#include "cost/trip_count.h"
#include "graph/graph.h"
#include "tensor/symbol_values.h"

namespace tasoscope {

/// Where a figure comes from.
enum class Provenance : std::uint8_t { kMeasured, kRecorded, kEstimated };
std::string_view nameOf(Provenance provenance);

/// What an op's time is made of.
enum class CostLimit : std::uint8_t { kFree, kLaunch, kArithmetic, kMemory, kBodies, kUnknown };
std::string_view nameOf(CostLimit limit);  ///< "limited by memory" and so on

struct CostBreakdown {
  Price price;
  Provenance provenance = Provenance::kEstimated;
  CostLimit limit = CostLimit::kFree;
  double flops = 0, bytesRead = 0, bytesWritten = 0;
  std::int64_t arithmeticPicoseconds = 0, memoryPicoseconds = 0, launchPicoseconds = 0;
  std::string note;        ///< one line for the inspector: why it is free, which tiles, ...
  bool isAssumed = false;  ///< the number of turns of a loop is taken to be 1, or is a guess for another reason
};

/// Prices of the graphs inside ops, which are optimized as graphs of their own.
class BodyPrices {
 public:
  virtual ~BodyPrices() = default;
  /// Nothing: not known.
  virtual std::optional<Price> priceOfBody(OpId op, std::string_view name) const = 0;
  /// What the user says about how often the op's body runs.
  virtual std::optional<std::int64_t> tripsOf(OpId op) const = 0;
};

/// Prices the ops of one space: make another for another space. One thread at a time.
class CostModel : public PriceSource {
 public:
  /// `bodies`, if any, must outlive the model and give the same answers each time.
  explicit CostModel(DeviceProfile device, SymbolValues symbols = {}, const BodyPrices* bodies = nullptr);
  /// Under several scenarios, in which `symbols` holds for the symbols that they do not name; none: under `symbols`.
  CostModel(const DeviceProfile& device, const SymbolValues& symbols, const std::vector<Scenario>& scenarios,
            const BodyPrices* bodies = nullptr);

  /// Computed once per op; a few nanoseconds afterwards.
  Price priceOf(const Space& space, OpId op) override;
  /// Its price is that of priceOf(); what the time is made of is told for the first scenario.
  CostBreakdown explain(const Space& space, OpId op);
  /// How often the graphs inside an op run: once for those of an If.
  TripCount tripsOf(const Space& space, OpId op);
  /// What copying this tensor takes.
  Price copyPrice(const Space& space, TensorId tensor);

  const DeviceProfile& device() const { return device_; }
  Provenance provenance() const { return Provenance::kEstimated; }
  /// The values given and chosen for the symbols met so far, in the first scenario.
  const SymbolValues& symbols() const;

 private:
  class Estimate;
  struct WeightedModel;
  /// The mean over the scenarios of what `priceIn` gives for each.
  template <typename PriceIn>
  Price mean(const PriceIn& priceIn);
  void useSpace(const Space& space);
  std::int64_t valueOfSymbol(std::string_view symbol);
  std::optional<CostBreakdown> estimateBodies(const Space& space, OpId op);
  std::optional<TensorType> staticType(const Space& space, TensorId tensor);
  CostBreakdown estimate(const Space& space, OpId op, bool describes);

  DeviceProfile device_;
  SymbolValues given_, symbols_;
  const BodyPrices* bodies_;
  const Space* space_ = nullptr;
  std::vector<std::optional<Price>> prices_;
  std::vector<WeightedModel> scenarios_;
};

/// What one of several scenarios costs.
struct CostModel::WeightedModel {
  CostModel model;
  double weight = 1;
};

/// How many live ops have an unknown price.
std::size_t unknownPrices(const Graph& graph);

/// Model outputs that need a copy because their value is an input, a constant, or an earlier output: the file has an
/// Identity there. Identities are free as ops (runtimes remove them), so this comes on top of the sum over the ops, the
/// same for a graph in its space and for the written file read again.
Price outputCopies(const Graph& graph, CostModel& model);

}  // namespace tasoscope
