#include "execution/equivalence.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "execution/executor.h"
#include "execution/random_inputs.h"
#include "execution/value_comparison.h"

namespace tasoscope {

namespace {

constexpr double kSameSpaceTolerance = 1e-8;
constexpr double kRoundoffs = 160;
constexpr double kLargestTolerance = 0.05;
constexpr double kManyOperations = 2e9;

/// Whether an op rounds on the way: a cast between floating-point types (from whole numbers it changes nothing that
/// matters), or quantization.
bool isRounding(const Space& space, const Op& op) {
  if (op.name() == "Cast") return isFloatingPoint(space.tensor(op.inputs[0]).type.element);
  return op.name().find("uantize") != std::string::npos;
}

/// The type with the largest unit roundoff among `narrowest` and those that values are rounded to: by some op; with
/// `isRounded` everywhere.
ElementType narrowestType(const Graph& graph, bool isRounded, ElementType narrowest) {
  for (const OpId id : graph.liveOps()) {
    const Op& op = graph.space().op(id);
    if (!isRounded && !isRounding(graph.space(), op)) continue;
    for (const TensorId output : op.outputs) {
      const ElementType type = graph.space().tensor(output).type.element;
      if (unitRoundoff(type) > unitRoundoff(narrowest)) narrowest = type;
    }
  }
  return narrowest;
}

ElementType toleranceType(const Graph& original, const Graph& optimized, ElementType roundedConstants) {
  const bool is_two_spaces = &original.space() != &optimized.space();
  return narrowestType(optimized, is_two_spaces, narrowestType(original, is_two_spaces, roundedConstants));
}

double toleranceFor(ElementType type) {
  return std::min(std::max(kSameSpaceTolerance, kRoundoffs * unitRoundoff(type)), kLargestTolerance);
}

class EquivalenceCheck {
 public:
  EquivalenceCheck(const Graph& original, const Graph& optimized, const EquivalenceOptions& options,
                   const Progress& progress, BodiesAre bodies)
      : graphs_{&original, &optimized}, options_(options), progress_(progress), plan_(graphs_, bodies) {
    report_.toleranceType =
        options.tolerance ? ElementType::kUndefined : toleranceType(original, optimized, options.roundedConstants);
    report_.tolerance = options.tolerance.value_or(toleranceFor(report_.toleranceType));
    report_.seed = options.seed;
  }

  EquivalenceReport run() {
    pairRows();
    if (findMismatchedInput() || watches_.empty()) return finished();
    const int given = static_cast<int>(options_.givenInputs.size());
    for (int i = 0; i < given; ++i) tryGivenInput(static_cast<std::size_t>(i));
    const int wanted = options_.randomInputs > 0 ? options_.randomInputs : given > 0 ? 0 : 2;
    for (int i = 0; i < wanted && failure_.empty(); ++i) {
      if (i > 0 && options_.randomInputs == 0 && flops_ > kManyOperations) break;
      tryRandomInput(options_.seed + static_cast<std::uint64_t>(i));
    }
    return finished();
  }

  /// The numbers could not be had, but may be if ops with graphs inside are taken as cuts.
  bool isWorthCutting() const {
    return !failure_.empty() && std::ranges::any_of(plan_.steps(), [](const Step& step) {
      return !step.isCut && step.space->op(step.op).bodies != nullptr;
    });
  }

 private:
  const Space& space(std::size_t graph) const { return graphs_[graph]->space(); }
  std::string nameOfOutput(std::size_t graph, std::size_t index) const {
    return space(graph).tensor(graphs_[graph]->outputs()[index]).name;
  }

  std::optional<std::size_t> partnerOf(std::size_t output) const {
    const std::size_t count = plan_.outputs(1).size();
    if (&space(0) == &space(1)) return output < count ? std::optional(output) : std::nullopt;
    for (std::size_t i = 0; i < count; ++i)
      if (nameOfOutput(1, i) == nameOfOutput(0, output)) return i;
    return std::nullopt;
  }

  void pairRows() {
    for (std::size_t i = 0; i < plan_.outputs(0).size(); ++i) {
      const std::optional<std::size_t> partner = partnerOf(i);
      const std::string name = nameOfOutput(0, i);
      if (partner) {
        addRow(name, plan_.outputs(0)[i], plan_.outputs(1)[*partner]);
      } else {
        comparisons_.emplace_back(name).markDifferent("is no output of the optimized graph");
      }
    }
    pairBodies();
    for (const CutInput& cut : plan_.cutInputs()) {
      const Step& step = plan_.steps()[cut.step];
      addRow(fmt::format("input {} of {}", cut.input, nameOfOp(*step.space, step.op)), cut.first, cut.second);
    }
  }

  /// Ops that both graphs share and whose graphs inside are replaced.
  void pairBodies() {
    for (std::uint32_t i = 0; i < plan_.steps().size(); ++i) {
      const Step& step = plan_.steps()[i];
      const Op& op = step.space->op(step.op);
      if (step.outputs.empty() || !isAnyReplaced(op, options_.optimizedBody)) continue;
      row_of_body_[&step] = comparisons_.size();
      comparisons_.emplace_back(fmt::format("what is inside {}", nameOfOp(*step.space, step.op)));
      watches_.push_back({step.outputs[0], kNoSlot});
      row_of_watch_.push_back(kNoRow);
    }
  }

  /// Evaluates what is inside an op in its optimized form too, on the same inputs.
  void compareBodies(const Step& step, std::span<const Value> inputs, std::span<const Value> outputs) {
    const auto row = row_of_body_.find(&step);
    if (row == row_of_body_.end()) return;
    const Op& op = step.space->op(step.op);
    ValueComparison& comparison = comparisons_[row->second];
    compared_bodies_.insert(row->second);
    const auto compare = [&](std::span<const Value> original, const std::vector<Value>& optimized) {
      for (std::size_t i = 0; i < original.size() && i < optimized.size(); ++i)
        comparison.add(original[i], optimized[i]);
    };
    compare(outputs, evaluateBodies(op, inputs, progress_, options_.optimizedBody).values);
    if (op.name() != "If") return;
    for (std::size_t branch = 0; branch < op.bodies->graphs.size(); ++branch) {
      std::vector<Value> original;
      try {
        original = evaluateBranch(op, branch, inputs, progress_);
      } catch (const EvaluationError&) {
        continue;  // a branch need not make sense of what the other one is for
      }
      compare(original, evaluateBranch(op, branch, inputs, progress_, options_.optimizedBody));
    }
  }

  void addRow(std::string name, SlotId first, SlotId second) {
    ValueComparison& row = comparisons_.emplace_back(std::move(name));
    if (first == second) return row.markSameComputation();
    if (first == kNoSlot || second == kNoSlot) return row.markDifferent("is there in one of the graphs only");
    const Tensor& tensor = tensorOf(first);
    if (tensor.isConstant) row.markConstant();
    watches_.push_back({first, second});
    row_of_watch_.push_back(comparisons_.size() - 1);
  }

  const Tensor& tensorOf(SlotId slot) const { return plan_.values()[slot].space->tensor(plan_.values()[slot].tensor); }

  /// In two spaces an input may be declared in two ways; then there is nothing to try.
  bool findMismatchedInput() {
    if (&space(0) == &space(1)) return false;
    std::map<std::string, TensorType> declared;
    for (const TensorId id : graphs_[0]->liveTensors()) {
      const Tensor& input = space(0).tensor(id);
      if (input.origin == TensorOrigin::kInput) declared.emplace(input.name, input.type);
    }
    for (const TensorId id : graphs_[1]->liveTensors()) {
      const Tensor& input = space(1).tensor(id);
      const auto partner = input.origin == TensorOrigin::kInput ? declared.find(input.name) : declared.end();
      if (partner == declared.end()) continue;
      const TensorType& type = partner->second;
      if (type.element == input.type.element && agree(type.shape, input.type.shape)) continue;
      comparisons_.emplace_back(input.name)
          .markDifferent(
              fmt::format("as an input is {} in one graph and {} in the other", type.text(), input.type.text()));
      return true;
    }
    return false;
  }

  static bool agree(const Shape& a, const Shape& b) {
    if (!a.hasRank() || !b.hasRank()) return true;
    if (a.rank() != b.rank()) return false;
    for (int i = 0; i < a.rank(); ++i)
      if (a[i].isKnown() && b[i].isKnown() && a[i].value() != b[i].value()) return false;
    return true;
  }

  void tryGivenInput(std::size_t index) {
    const SymbolChoice symbols(graphs_, options_.symbols, 0);
    tryOnce(symbols, options_.seed, &options_.givenInputs[index], true);
  }

  /// Goes through the attempts at symbolic dimensions with all ops evaluated, then with shared ops assumed that cannot
  /// be.
  void tryRandomInput(std::uint64_t seed) {
    for (const bool may_assume : {false, true}) {
      for (int attempt = 0; attempt < SymbolChoice::attemptCount(); ++attempt) {
        const SymbolChoice symbols(graphs_, options_.symbols, attempt);
        if (tryOnce(symbols, seed, nullptr, may_assume)) return;
        if (!symbols.hasChoice()) break;
      }
    }
  }

  bool tryOnce(const SymbolChoice& symbols, std::uint64_t seed, const std::map<std::string, Value>* given,
               bool mayAssume) {
    const std::vector<ValueComparison> before = comparisons_;
    std::set<std::string> assumed;
    ExecutorCallbacks callbacks;
    callbacks.input = [&](SlotId slot) { return inputValue(slot, symbols, seed, given); };
    callbacks.substitute = [&](const Step& step, const EvaluationError& reason) {
      const bool is_cut = step.isCut;
      if (!is_cut && (!mayAssume || step.graphs < graphs_.size())) throw reason;
      assumed.insert(is_cut ? nameOfOp(*step.space, step.op) : reason.what());
      return randomResults(step, symbols, seed, reason);
    };
    callbacks.seen = [&](std::size_t watch, const Value& a, const Value& b) {
      if (row_of_watch_[watch] != kNoRow) comparisons_[row_of_watch_[watch]].add(a, b);
    };
    callbacks.ranBodies = [&](const Step& step, std::span<const Value> inputs, std::span<const Value> outputs) {
      compareBodies(step, inputs, outputs);
    };
    try {
      flops_ = execute(plan_, watches_, callbacks, progress_).flops;
    } catch (const Cancelled&) {
      throw;
    } catch (const Error& error) {
      comparisons_ = before;
      failure_ = error.what();
      return false;
    }
    failure_.clear();
    ++report_.inputsTried;
    report_.symbols = symbols.values();
    report_.assumed.assign(assumed.begin(), assumed.end());
    return true;
  }

  Value inputValue(SlotId slot, const SymbolChoice& symbols, std::uint64_t seed,
                   const std::map<std::string, Value>* given) {
    const Slot& facts = plan_.values()[slot];
    const Tensor& tensor = tensorOf(slot);
    if (given) {
      if (const auto found = given->find(tensor.name); found != given->end()) {
        if (!fits(tensor.type, found->second))
          throw EvaluationError(fmt::format("The value given for the input '{}' is {}, but the model wants {}.",
                                            tensor.name, found->second.type().text(), tensor.type.text()));
        return found->second;
      }
      if (!tensor.constant) throw EvaluationError(fmt::format("No value was given for the input '{}'.", tensor.name));
    }
    if (tensor.constant) return tensor.constant->value();
    const Graph& graph = *graphs_[facts.space == &space(0) && graphs_[0]->isLive(facts.tensor) ? 0 : 1];
    return randomValue(tensor.type, domainOf(graph, facts.tensor, symbols), symbols, seed, tensor.name);
  }

  std::vector<Value> randomResults(const Step& step, const SymbolChoice& symbols, std::uint64_t seed,
                                   const EvaluationError& reason) {
    std::vector<Value> values;
    for (const TensorId output : step.space->op(step.op).outputs) {
      const Tensor& tensor = step.space->tensor(output);
      if (!tensor.type.isTensor) {  // travels to other opaque ops only, which are not evaluated
        values.push_back(Value::zeros(ElementType::kBool, {}));
        continue;
      }
      try {
        values.push_back(randomValue(tensor.type, domainOfResult(step, output, symbols), symbols, seed, tensor.name));
      } catch (const EvaluationError& error) {
        throw EvaluationError(
            fmt::format("{} (A stand-in for its result '{}': {})", reason.what(), tensor.name, error.what()));
      }
    }
    return values;
  }

  InputDomain domainOfResult(const Step& step, TensorId tensor, const SymbolChoice& symbols) const {
    for (const Graph* graph : graphs_)
      if (&graph->space() == step.space && graph->isLive(tensor)) return domainOf(*graph, tensor, symbols);
    return {0, 1};
  }

  EquivalenceReport finished() {
    for (const auto& [step, row] : row_of_body_)
      if (!compared_bodies_.contains(row)) comparisons_[row].markInconclusive("could not be evaluated");
    const auto count = [&](Verdict verdict) {
      return std::ranges::count_if(report_.rows, [&](const ComparedValue& row) { return row.verdict == verdict; });
    };
    for (const ValueComparison& comparison : comparisons_) {
      const ComparedValue& row = report_.rows.emplace_back(comparison.result(report_.tolerance));
      report_.maxAbsError = std::max(report_.maxAbsError, row.maxAbsError);
      report_.maxRelError = std::max(report_.maxRelError, row.maxRelError);
    }
    const auto different = count(Verdict::kDifferent), inconclusive = count(Verdict::kInconclusive);
    report_.verdict = different > 0                           ? Verdict::kDifferent
                      : inconclusive > 0 || !failure_.empty() ? Verdict::kInconclusive
                                                              : Verdict::kEquivalent;
    report_.note = noteOnVerdict();
    return std::move(report_);
  }

  std::string noteOnVerdict() const {
    if (report_.verdict == Verdict::kEquivalent) {
      return watches_.empty()
                 ? "Both graphs are the same computation."
                 : fmt::format("All outputs agree within {:.1e} of their largest magnitude.", report_.tolerance);
    }
    if (!failure_.empty()) return failure_;
    for (const ComparedValue& row : report_.rows)
      if (row.verdict == report_.verdict) return fmt::format("'{}' {}.", row.name, row.note);
    return {};
  }

  std::array<const Graph*, 2> graphs_;
  const EquivalenceOptions& options_;
  const Progress& progress_;
  EvaluationPlan plan_;
  std::vector<ValueComparison> comparisons_;
  std::vector<Watch> watches_;
  static constexpr std::size_t kNoRow = static_cast<std::size_t>(-1);
  std::vector<std::size_t> row_of_watch_;
  std::map<const Step*, std::size_t> row_of_body_;
  std::set<std::size_t> compared_bodies_;
  double flops_ = 0;
  std::string failure_;
  EquivalenceReport report_;
};

}  // namespace

std::string_view nameOf(Verdict verdict) {
  switch (verdict) {
    case Verdict::kEquivalent:
      return "equivalent";
    case Verdict::kDifferent:
      return "different";
    case Verdict::kInconclusive:
      break;
  }
  return "inconclusive";
}

EquivalenceReport checkEquivalence(const Graph& original, const Graph& optimized, const EquivalenceOptions& options,
                                   const Progress& progress) {
  EquivalenceCheck check(original, optimized, options, progress, BodiesAre::kEvaluated);
  EquivalenceReport report = check.run();
  if (!check.isWorthCutting()) return report;
  return EquivalenceCheck(original, optimized, options, progress, BodiesAre::kCuts).run();
}

}  // namespace tasoscope
