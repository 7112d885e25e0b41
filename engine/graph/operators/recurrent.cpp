// RNN, GRU and LSTM in both directions and both layouts.

#include <algorithm>
#include <cmath>

#include "graph/operators/operators.h"
#include "graph/operators/recurrent_cells.h"
#include "graph/operators/support.h"

namespace tasoscope::operators {
namespace {

std::string_view nameOfCell(CellKind kind) {
  return kind == CellKind::kLstm ? "LSTM" : kind == CellKind::kGru ? "GRU" : "RNN";
}

std::int64_t directionsOf(std::string_view op, const Attributes& attributes) {
  const std::string direction = attributes.string("direction", "forward");
  if (direction != "forward" && direction != "reverse" && direction != "bidirectional")
    refuse(op, "direction \"" + direction + "\" is unknown");
  return direction == "bidirectional" ? 2 : 1;
}

bool isBatchFirst(const Attributes& attributes) { return attributes.integer("layout", 0) != 0; }

/// The extents that the inputs share, as far as they are known.
struct RecurrentDims {
  Dim steps = Dim::unknown(), batch = Dim::unknown(), input = Dim::unknown(), hidden = Dim::unknown();
};

/// Checks an input against the shape it must have; absent ones and unknown ranks pass.
void checkShape(std::string_view op, const InferenceContext& context, std::size_t input, std::string_view what,
                std::initializer_list<Dim> wanted) {
  if (!context.has(input)) return;
  const Shape& shape = context.input(input).type.shape;
  if (!hasRank(op, what, shape, static_cast<int>(wanted.size()))) return;
  int axis = 0;
  for (const Dim& extent : wanted) {
    requireEqual(op, "extent " + std::to_string(axis) + " of " + std::string(what) + " and what it must be",
                 shape[axis], extent);
    ++axis;
  }
}

RecurrentDims readDims(CellKind kind, const InferenceContext& context) {
  const std::string_view op = nameOfCell(kind);
  RecurrentDims dims;
  const Shape& x = context.input(0).type.shape;
  if (hasRank(op, "x", x, 3)) {
    const bool batchFirst = isBatchFirst(context.attributes);
    dims.steps = x[batchFirst ? 1 : 0];
    dims.batch = x[batchFirst ? 0 : 1];
    dims.input = x[2];
  }
  const Shape& recurrent = context.input(2).type.shape;
  if (hasRank(op, "R", recurrent, 3)) dims.hidden = recurrent[2];
  const std::int64_t hidden = context.attributes.integer("hidden_size", 0);
  if (hidden < 0) refuse(op, "hidden_size is negative");
  if (hidden > 0) {
    requireEqual(op, "hidden_size and the last extent of R", hidden, dims.hidden);
    dims.hidden = hidden;
  }
  return dims;
}

std::vector<OutputFact> inferRecurrent(CellKind kind, const InferenceContext& context) {
  const std::string_view op = nameOfCell(kind);
  const ElementType element = commonFloat(op, context, {0, 1, 2, 3, 5});
  const Dim directions = directionsOf(op, context.attributes);
  const RecurrentDims dims = readDims(kind, context);
  const Dim gates = dims.hidden * Dim(gatesOf(kind));
  const bool batchFirst = isBatchFirst(context.attributes);
  checkShape(op, context, 1, "W", {directions, gates, dims.input});
  checkShape(op, context, 2, "R", {directions, gates, dims.hidden});
  checkShape(op, context, 3, "B", {directions, gates * Dim(2)});
  checkShape(op, context, 4, "sequence_lens", {dims.batch});
  if (context.has(4) && !isInteger(context.input(4).type.element) &&
      context.input(4).type.element != ElementType::kUndefined)
    refuse(op, "sequence_lens must be integers");
  const Shape state =
      batchFirst ? Shape{dims.batch, directions, dims.hidden} : Shape{directions, dims.batch, dims.hidden};
  for (const std::size_t i : {5u, 6u}) checkShape(op, context, i, "an initial state", {state[0], state[1], state[2]});
  checkShape(op, context, 7, "P", {directions, dims.hidden * Dim(3)});
  if (kind == CellKind::kLstm) commonFloat(op, context, {0, 6, 7});
  const Shape sequence = batchFirst ? Shape{dims.batch, dims.steps, directions, dims.hidden}
                                    : Shape{dims.steps, directions, dims.batch, dims.hidden};
  std::vector<OutputFact> facts = oneOutput(element, sequence);
  while (static_cast<int>(facts.size()) < context.outputCount) facts.push_back(oneOutput(element, state)[0]);
  return facts;
}

struct ActivationKind {
  std::string_view name;
  std::optional<double> alpha, beta;  ///< the defaults of those it has
};

constexpr ActivationKind kParametrized[] = {
    {"Affine", 1.0, 0.0},     {"LeakyRelu", 0.01, std::nullopt}, {"ThresholdedRelu", 1.0, std::nullopt},
    {"ScaledTanh", 1.0, 1.0}, {"HardSigmoid", 0.2, 0.5},         {"Elu", 1.0, std::nullopt},
};

std::vector<std::string> activationNames(CellKind kind, const Attributes& attributes, std::int64_t directions) {
  const std::vector<std::string> one = kind == CellKind::kLstm  ? std::vector<std::string>{"Sigmoid", "Tanh", "Tanh"}
                                       : kind == CellKind::kGru ? std::vector<std::string>{"Sigmoid", "Tanh"}
                                                                : std::vector<std::string>{"Tanh"};
  if (const AttributeValue* given = attributes.find("activations"))
    if (const auto* names = std::get_if<std::vector<std::string>>(given); names && !names->empty()) {
      if (names->size() != one.size() * static_cast<std::size_t>(directions))
        refuse(nameOfCell(kind), "activations has " + std::to_string(names->size()) + " entries");
      return *names;
    }
  std::vector<std::string> names;
  for (std::int64_t d = 0; d < directions; ++d) names.insert(names.end(), one.begin(), one.end());
  return names;
}

/// The activations of all directions; alphas and betas are taken, in order, by those that have them.
std::vector<Activation> activationsOf(CellKind kind, const Attributes& attributes, std::int64_t directions) {
  const auto list = [&](std::string_view name) {
    return attributes.has(name) ? std::span<const double>(attributes.reals(name)) : std::span<const double>();
  };
  auto alphas = list("activation_alpha");
  auto betas = list("activation_beta");
  const auto take = [](std::span<const double>& from, const std::optional<double>& otherwise) {
    if (!otherwise) return 0.0;
    if (from.empty()) return *otherwise;
    const double number = from.front();
    from = from.subspan(1);
    return number;
  };
  std::vector<Activation> activations;
  for (const std::string& name : activationNames(kind, attributes, directions)) {
    const auto found = std::ranges::find(kParametrized, name, &ActivationKind::name);
    const ActivationKind what = found == std::end(kParametrized) ? ActivationKind{name, {}, {}} : *found;
    const double alpha = take(alphas, what.alpha);
    const double beta = take(betas, what.beta);
    activations.push_back(recurrentActivation(nameOfCell(kind), name, alpha, beta));
  }
  return activations;
}

/// A tensor [a, b, rest] as [b, a, rest].
std::vector<double> swapped(std::span<const double> numbers, std::int64_t a, std::int64_t b, std::int64_t rest) {
  std::vector<double> result(numbers.size());
  for (std::int64_t i = 0; i < a; ++i)
    for (std::int64_t j = 0; j < b; ++j)
      std::copy_n(numbers.begin() + (i * b + j) * rest, rest, result.begin() + (j * a + i) * rest);
  return result;
}

/// The evaluation of one op.
class Recurrence {
 public:
  Recurrence(CellKind kind, const EvaluationContext& context) : kind_(kind), context_(context) {
    const auto& x = context.inputs[0].shape();
    const bool first = isBatchFirst(context.attributes);
    size_ = {
        .steps = x[first ? 1 : 0], .batch = x[first ? 0 : 1], .input = x[2], .hidden = context.inputs[2].shape()[2]};
    if (size_.batch == 0 || size_.hidden == 0) size_.steps = 0;  // nothing to walk, however many steps are claimed
    directions_ = directionsOf(nameOfCell(kind), context.attributes);
    activations_ = activationsOf(kind, context.attributes, directions_);
    readLengths();
  }

  std::vector<Value> run(std::span<const TensorType> types) const {
    const bool first = isBatchFirst(context_.attributes);
    const auto numbers = context_.inputs[0].floats();
    const auto x = first ? swapped(numbers, size_.batch, size_.steps, size_.input)
                         : std::vector<double>(numbers.begin(), numbers.end());
    const auto width = static_cast<std::size_t>(size_.batch * size_.hidden);
    const auto count = static_cast<std::size_t>(directions_);
    std::vector<double> sequence(static_cast<std::size_t>(size_.steps) * count * width);
    std::vector<double> hidden, cell;
    for (std::size_t d = 0; d < count; ++d) {
      const auto result =
          runDirection(kind_, size_, parametersOf(d), x.data(), lengths_, initialState(5, d), initialState(6, d));
      for (std::size_t step = 0; step < static_cast<std::size_t>(size_.steps); ++step)
        std::copy_n(result.outputs.data() + step * width, width, sequence.data() + (step * count + d) * width);
      hidden.insert(hidden.end(), result.hidden.begin(), result.hidden.end());
      cell.insert(cell.end(), result.cell.begin(), result.cell.end());
    }
    if (first) {
      sequence = swapped(sequence, size_.steps * directions_, size_.batch, size_.hidden);
      hidden = swapped(hidden, directions_, size_.batch, size_.hidden);
      cell = swapped(cell, directions_, size_.batch, size_.hidden);
    }
    std::vector<Value> values;
    for (std::vector<double>* numbersOf : {&sequence, &hidden, &cell})
      if (values.size() < types.size())
        values.push_back(
            Value::ofFloats(types[values.size()].element, types[values.size()].shape.extents(), std::move(*numbersOf)));
    return values;
  }

 private:
  void readLengths() {
    lengths_.assign(static_cast<std::size_t>(size_.batch), size_.steps);
    if (!context_.has(4)) return;
    const auto given = context_.inputs[4].integers();
    for (std::size_t n = 0; n < lengths_.size(); ++n) {
      if (given[n] < 0 || given[n] > size_.steps)
        refuseEvaluation(nameOfCell(kind_), "a sequence length of " + std::to_string(given[n]) + " for " +
                                                std::to_string(size_.steps) + " steps");
      lengths_[n] = given[n];
    }
  }

  DirectionParameters parametersOf(std::size_t direction) const {
    const Attributes& attributes = context_.attributes;
    const std::int64_t gates = gatesOf(kind_) * size_.hidden;
    const auto d = static_cast<std::int64_t>(direction);
    const auto part = [&](std::size_t input, std::int64_t size) -> const double* {
      return context_.has(input) ? context_.inputs[input].floats().data() + d * size : nullptr;
    };
    DirectionParameters parameters;
    parameters.inputWeights = part(1, gates * size_.input);
    parameters.recurrentWeights = part(2, gates * size_.hidden);
    parameters.bias = part(3, 2 * gates);
    parameters.peepholes = kind_ == CellKind::kLstm ? part(7, 3 * size_.hidden) : nullptr;
    const std::size_t each = activations_.size() / static_cast<std::size_t>(directions_);
    const auto first = activations_.begin() + static_cast<std::ptrdiff_t>(direction * each);
    parameters.activations.assign(first, first + static_cast<std::ptrdiff_t>(each));
    if (attributes.has("clip")) parameters.clip = std::abs(attributes.real("clip"));
    parameters.isReverse = direction == 1 || attributes.string("direction", "forward") == "reverse";
    parameters.resetsAfterProduct = attributes.integer("linear_before_reset", 0) != 0;
    parameters.couplesForgetGate = attributes.integer("input_forget", 0) != 0;
    return parameters;
  }

  /// [batch, hidden] of one direction; zeros when not given.
  std::vector<double> initialState(std::size_t input, std::size_t direction) const {
    const auto width = static_cast<std::size_t>(size_.batch * size_.hidden);
    if (!context_.has(input)) return std::vector<double>(width, 0.0);
    const auto numbers = context_.inputs[input].floats();
    const auto states = isBatchFirst(context_.attributes) ? swapped(numbers, size_.batch, directions_, size_.hidden)
                                                          : std::vector<double>(numbers.begin(), numbers.end());
    const auto first = states.begin() + static_cast<std::ptrdiff_t>(direction * width);
    return {first, first + static_cast<std::ptrdiff_t>(width)};
  }

  CellKind kind_;
  const EvaluationContext& context_;
  RecurrentSize size_;
  std::int64_t directions_ = 1;
  std::vector<Activation> activations_;
  std::vector<std::int64_t> lengths_;
};

Work workOfRecurrent(CellKind kind, const WorkContext& context) {
  const double rows =
      elementCount(context.inputs[0]) / std::max(1.0, static_cast<double>(context.inputs[0].shape[2].value()));
  const double weights = elementCount(context.inputs[1]) + elementCount(context.inputs[2]);
  const double gateElements =
      rows * static_cast<double>(gatesOf(kind)) * static_cast<double>(context.inputs[2].shape[2].value());
  return workWith(context, rows * 2 * weights + 8 * gateElements);
}

OperatorDefinition recurrent(CellKind kind, int maxInputs, int maxOutputs, std::string summary) {
  const std::string name(nameOfCell(kind));
  OperatorDefinition definition = newDefinition(name, 3, maxInputs, OpClass::kRecurrent, std::move(summary));
  definition.minOutputs = 0;
  definition.maxOutputs = maxOutputs;
  definition.attributes = {
      {"activations", std::nullopt}, {"activation_alpha", std::nullopt},    {"activation_beta", std::nullopt},
      {"clip", std::nullopt},        {"direction", std::string("forward")}, {"hidden_size", std::nullopt},
      {"layout", std::int64_t{0}}};
  const InferFunction infer = [kind](const InferenceContext& context) { return inferRecurrent(kind, context); };
  definition.infer = infer;
  definition.work = [kind](const WorkContext& context) { return workOfRecurrent(kind, context); };
  definition.evaluate = [kind, name, infer](const EvaluationContext& context) {
    const auto types = inferActual(name, infer, context);
    return Recurrence(kind, context).run(types);
  };
  return definition;
}

}  // namespace

std::vector<OperatorDefinition> recurrentOperators() {
  OperatorDefinition rnn = recurrent(CellKind::kRnn, 6, 2, "A recurrent layer: h = f(W x + R h + b) at each step.");
  OperatorDefinition gru =
      recurrent(CellKind::kGru, 6, 2, "A layer of gated recurrent units (update and reset gates).");
  gru.attributes.push_back({"linear_before_reset", std::int64_t{0}});
  OperatorDefinition lstm =
      recurrent(CellKind::kLstm, 8, 3, "A layer of long short-term memory cells (input, output and forget gates).");
  lstm.attributes.push_back({"input_forget", std::int64_t{0}});
  return {rnn, gru, lstm};
}

}  // namespace tasoscope::operators
