// Attention of transformers (ONNX opsets 23 and 24), RotaryEmbedding, and TensorScatter, which keeps their caches.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "graph/operators/helpers.h"
#include "graph/operators/operators.h"

namespace tasoscope::operators {
namespace {

using Integer = std::int64_t;

void requireRank(const Shape& shape, std::string_view what, std::initializer_list<int> ranks) {
  if (shape.hasRank() && std::ranges::find(ranks, shape.rank()) == ranks.end())
    throw ModelError(fmt::format("{} has the shape {}, whose rank does not fit", what, shape.text()));
}

// Attention. Queries, keys and values are [batch, heads, length, size], or [batch, length, heads * size].

enum Input : std::size_t { kQuery, kKey, kValue, kMask, kPastKey, kPastValue, kUsedLengths };

Dim dividedBy(const Dim& dim, Integer number) {
  if (!dim.isKnown()) return Dim::unknown();
  if (number <= 0 || dim.value() % number != 0)
    throw ModelError(fmt::format("{} channels cannot be shared by {} heads", dim.value(), number));
  return Dim(dim.value() / number);
}

/// [batch, heads, length, size] of an input in either form.
Shape inHeads(const Shape& shape, Integer heads) {
  if (!shape.hasRank()) return unknownShape(4);
  if (shape.rank() == 4) return shape;
  if (heads <= 0) throw ModelError("three axes need the number of heads as an attribute");
  return Shape{shape[0], Dim(heads), shape[1], dividedBy(shape[2], heads)};
}

std::vector<OutputFact> inferAttention(const InferenceContext& context) {
  const TensorType& query = required(context, kQuery).type;
  for (const std::size_t i : {kQuery, kKey, kValue}) requireRank(required(context, i).type.shape, "an input", {3, 4});
  const Integer queryHeads = context.attributes.integer("q_num_heads", 0),
                keyHeads = context.attributes.integer("kv_num_heads", 0);
  const Shape q = inHeads(query.shape, queryHeads), k = inHeads(context.input(kKey).type.shape, keyHeads),
              v = inHeads(context.input(kValue).type.shape, keyHeads);
  Dim past = Dim(0);
  if (context.has(kPastKey)) {
    const Shape& shape = context.input(kPastKey).type.shape;
    requireRank(shape, "past_key", {4});
    past = shape.hasRank() ? shape[2] : Dim::unknown();
  }
  const Dim total = past + k[2];
  const bool isFlat = query.shape.hasRank() && query.shape.rank() == 3;
  const Shape y = !query.shape.hasRank() ? Shape::unknownRank()
                  : isFlat               ? Shape{q[0], q[2], q[1] * v[3]}
                                         : Shape{q[0], q[1], q[2], v[3]};
  std::vector<OutputFact> outputs = outputOf(query.element, y);
  const ElementType key = context.input(kKey).type.element, value = context.input(kValue).type.element;
  outputs.push_back(outputOf(key, Shape{k[0], k[1], total, k[3]}).front());
  outputs.push_back(outputOf(value, Shape{v[0], v[1], total, v[3]}).front());
  outputs.push_back(outputOf(query.element, Shape{q[0], q[1], q[2], total}).front());
  outputs.resize(static_cast<std::size_t>(std::clamp(context.outputCount, 1, 4)));
  return outputs;
}

/// A tensor of four axes as numbers.
struct Heads {
  std::vector<double> numbers;
  Integer batch, heads, length, size;
  const double* row(Integer b, Integer h, Integer i) const {
    return numbers.data() + ((b * heads + h) * length + i) * size;
  }
};

Heads headsOf(const Value& value, Integer heads) {
  const auto from = elementsOf<double>(value);
  const Extents& shape = value.shape();
  if (shape.size() == 4) return {{from.begin(), from.end()}, shape[0], shape[1], shape[2], shape[3]};
  if (shape.size() != 3 || heads <= 0 || shape[2] % heads != 0)
    throw EvaluationError(fmt::format("a shape {} cannot be shared by {} heads", value.type().shape.text(), heads));
  Heads to{std::vector<double>(from.size()), shape[0], heads, shape[1], shape[2] / heads};
  for (Integer b = 0; b < to.batch; ++b)
    for (Integer i = 0; i < to.length; ++i)
      for (Integer h = 0; h < heads; ++h)
        std::copy_n(from.data() + (b * to.length + i) * shape[2] + h * to.size, to.size,
                    to.numbers.data() + ((b * heads + h) * to.length + i) * to.size);
  return to;
}

/// The past in front of the new ones.
Heads behind(const EvaluationContext& context, std::size_t input, Heads now) {
  if (!context.has(input)) return now;
  const Heads past = headsOf(context.inputs[input], 0);
  if (past.batch != now.batch || past.heads != now.heads || past.size != now.size)
    throw EvaluationError("the past has not the shape of what follows it");
  Heads all{{}, now.batch, now.heads, past.length + now.length, now.size};
  for (Integer b = 0; b < now.batch; ++b)
    for (Integer h = 0; h < now.heads; ++h)
      for (const Heads* part : {&past, static_cast<const Heads*>(&now)})
        all.numbers.insert(all.numbers.end(), part->row(b, h, 0), part->row(b, h, 0) + part->length * part->size);
  return all;
}

/// What is added to the products: the mask, minus infinity where something may not be seen.
class Bias {
 public:
  Bias(const EvaluationContext& context, const Heads& query, const Heads& key)
      : past_(key.length - newKeys(context)), is_causal_(context.attributes.integer("is_causal", 0) != 0) {
    if (context.has(kUsedLengths)) used_ = elementsOf<Integer>(context.inputs[kUsedLengths]);
    if (!used_.empty() && used_.size() != static_cast<std::size_t>(query.batch))
      throw EvaluationError("there is not one used length for each example");
    if (!context.has(kMask)) return;
    const Value& mask = context.inputs[kMask];
    mask_ = asReals(mask);
    is_bool_ = mask.element() == ElementType::kBool;
    Extents extents{query.batch, query.heads, query.length,
                    mask.rank() > 0 ? std::max(mask.shape().back(), Integer{1}) : 1};
    if (extents.back() == 1) extents.back() = key.length;  // broadcast
    masked_ = extents.back();
    if (mask.rank() > 4 || broadcastExtents(mask.shape(), extents) != extents)
      throw EvaluationError("the mask does not fit the products");
    strides_ = operandStrides(mask.shape(), extents);
    if (masked_ > key.length) throw EvaluationError("the mask is longer than the keys");
  }

  double at(Integer b, Integer h, Integer i, Integer j) const {
    constexpr double kUnseen = -std::numeric_limits<double>::infinity();
    if (is_causal_ && j > i + past_) return kUnseen;
    if (!used_.empty() && j >= used_[static_cast<std::size_t>(b)]) return kUnseen;
    if (strides_.empty()) return 0;
    if (j >= masked_) return kUnseen;
    const double number =
        mask_.floats()[static_cast<std::size_t>(b * strides_[0] + h * strides_[1] + i * strides_[2] + j * strides_[3])];
    return !is_bool_ ? number : number != 0 ? 0 : kUnseen;
  }

 private:
  static Integer newKeys(const EvaluationContext& context) {
    const Value& key = context.inputs[kKey];
    return key.shape()[key.rank() == 4 ? 2 : 1];
  }
  Integer past_, masked_ = 0;
  bool is_causal_, is_bool_ = false;
  std::span<const Integer> used_;
  Value mask_;
  Extents strides_;  // empty: no mask
};

/// exp(x) / sum of exp(x); zeros where nothing may be seen.
void softmax(std::span<double> line) {
  const double largest = line.empty() ? 0 : *std::ranges::max_element(line);
  if (largest == -std::numeric_limits<double>::infinity()) {
    std::ranges::fill(line, 0.0);
    return;
  }
  double sum = 0;
  for (double& number : line) sum += number = std::exp(number - largest);
  for (double& number : line) number /= sum;
}

/// Which stage of the products the fourth output shows.
enum class Stage : Integer { kProduct, kMasked, kCapped, kSoftmax };

struct Scores {
  double scale, cap;
  Stage shown;
};

/// The weights of all keys for one query, and what of it the fourth output shows.
void weigh(std::span<double> line, std::span<double> shown, const Scores& how,
           const std::function<double(Integer)>& bias) {
  const auto keep = [&](Stage stage) {
    if (!shown.empty() && how.shown == stage) std::ranges::copy(line, shown.begin());
  };
  keep(Stage::kProduct);
  for (std::size_t j = 0; j < line.size(); ++j) line[j] += bias(static_cast<Integer>(j));
  keep(Stage::kMasked);
  if (how.cap > 0)
    for (double& number : line) number = how.cap * std::tanh(number / how.cap);
  keep(Stage::kCapped);
  softmax(line);
  keep(Stage::kSoftmax);
}

std::vector<Value> evaluateAttention(const EvaluationContext& context) {
  for (const std::size_t i : {kQuery, kKey, kValue}) required(context, i);
  const Integer keyHeads = context.attributes.integer("kv_num_heads", 0);
  for (const std::size_t i : {kPastKey, kPastValue})
    if (context.has(i) && context.inputs[i].rank() != 4) throw EvaluationError("the past has four axes");
  const Heads q = headsOf(context.inputs[kQuery], context.attributes.integer("q_num_heads", 0));
  const Heads k = behind(context, kPastKey, headsOf(context.inputs[kKey], keyHeads));
  const Heads v = behind(context, kPastValue, headsOf(context.inputs[kValue], keyHeads));
  if (q.batch != k.batch || k.batch != v.batch || k.heads != v.heads || k.length != v.length || q.size != k.size ||
      k.heads == 0 || q.heads % k.heads != 0)
    throw EvaluationError("queries, keys and values do not fit together");
  const Bias bias(context, q, k);
  const double usualScale = 1 / std::sqrt(static_cast<double>(q.size));
  const Scores how{context.attributes.real("scale", usualScale), context.attributes.real("softcap", 0),
                   static_cast<Stage>(context.attributes.integer("qk_matmul_output_mode", 0))};
  const Integer group = q.heads / k.heads;
  const bool isFlat = context.inputs[kQuery].rank() == 3;
  std::vector<double> y(static_cast<std::size_t>(elementCount(Extents{q.batch, q.heads, q.length, v.size})));
  std::vector<double> products(
      context.outputs.size() > 3 ? static_cast<std::size_t>(elementCount(Extents{q.batch, q.heads, q.length, k.length}))
                                 : 0);
  std::vector<double> line(static_cast<std::size_t>(k.length));
  for (Integer b = 0; b < q.batch; ++b)
    for (Integer h = 0; h < q.heads; ++h)
      for (Integer i = 0; i < q.length; ++i) {
        const double* query = q.row(b, h, i);
        for (Integer j = 0; j < k.length; ++j) {
          const double* key = k.row(b, h / group, j);
          double sum = 0;
          for (Integer d = 0; d < q.size; ++d) sum += query[d] * key[d];
          line[static_cast<std::size_t>(j)] = sum * how.scale;
        }
        const Integer row = (b * q.heads + h) * q.length + i;
        const auto shown = products.empty()
                               ? std::span<double>()
                               : std::span(products).subspan(static_cast<std::size_t>(row * k.length), line.size());
        weigh(line, shown, how, [&](Integer j) { return bias.at(b, h, i, j); });
        double* out = y.data() + (isFlat ? ((b * q.length + i) * q.heads + h) : row) * v.size;
        for (Integer j = 0; j < k.length; ++j)
          for (Integer d = 0; d < v.size; ++d) out[d] += line[static_cast<std::size_t>(j)] * v.row(b, h / group, j)[d];
      }
  const ElementType type = context.inputs[kQuery].element();
  const auto inFour = [](const Heads& all) { return Extents{all.batch, all.heads, all.length, all.size}; };
  std::vector<Value> outputs{makeValue(
      type, isFlat ? Extents{q.batch, q.length, q.heads * v.size} : Extents{q.batch, q.heads, q.length, v.size},
      std::move(y))};
  outputs.push_back(makeValue(context.inputs[kKey].element(), inFour(k), k.numbers));
  outputs.push_back(makeValue(context.inputs[kValue].element(), inFour(v), v.numbers));
  if (!products.empty() || context.outputs.size() > 3)
    outputs.push_back(makeValue(type, {q.batch, q.heads, q.length, k.length}, std::move(products)));
  outputs.resize(std::clamp<std::size_t>(context.outputs.size(), 1, outputs.size()));
  return outputs;
}

/// Two products of every query with every key, and the softmax between.
Work workOfAttention(const WorkContext& context) {
  Work work = bytesOnly(context);
  const Shape& key = context.inputs[kKey].shape;
  if (!key.isStatic()) return work;
  double keys = static_cast<double>(key.extents()[key.rank() == 4 ? 2 : 1]);
  if (context.inputs.size() > kPastKey && context.inputs[kPastKey].shape.isStatic() &&
      context.inputs[kPastKey].shape.rank() == 4)
    keys += static_cast<double>(context.inputs[kPastKey].shape.extents()[2]);
  work.flops = keys * (2 * elementsOfType(context.inputs[kQuery]) + 2 * elementsOfType(context.outputs[0]));
  return work;
}

OperatorDefinition attention() {
  OperatorDefinition definition;
  definition.name = "Attention";
  definition.summary = "Mixes values by how well their keys fit each query.";
  definition.minInputs = 3;
  definition.maxInputs = 7;
  definition.maxOutputs = 4;
  definition.opClass = OpClass::kMatrix;
  definition.attributes = {{"is_causal", Integer{0}},
                           {"kv_num_heads", std::nullopt},
                           {"q_num_heads", std::nullopt},
                           {"qk_matmul_output_mode", Integer{0}},
                           {"scale", std::nullopt},
                           {"softcap", 0.0},
                           {"softmax_precision", std::nullopt}};
  definition.infer = inferAttention;
  definition.work = workOfAttention;
  definition.evaluate = evaluateAttention;
  return definition;
}

// RotaryEmbedding: x, cos_cache, sin_cache, position_ids?

std::vector<OutputFact> inferRotation(const InferenceContext& context) {
  required(context, 2);
  requireRank(required(context, 0).type.shape, "x", {3, 4});
  return sameAsInput(context);
}

std::vector<Value> evaluateRotation(const EvaluationContext& context) {
  const Value &x = required(context, 0), &cosines = required(context, 1), &sines = required(context, 2);
  const Integer heads = context.attributes.integer("num_heads", 0);
  const Heads from = headsOf(x, heads);
  Integer rotated = context.attributes.integer("rotary_embedding_dim", 0);
  if (rotated == 0) rotated = from.size;
  const Integer half = rotated / 2;
  if (rotated < 0 || rotated > from.size || rotated % 2 != 0 || half == 0)
    throw EvaluationError(fmt::format("{} of {} channels cannot be turned in pairs", rotated, from.size));
  const auto cosine = elementsOf<double>(cosines), sine = elementsOf<double>(sines);
  const std::span<const Integer> positions =
      context.has(3) ? elementsOf<Integer>(context.inputs[3]) : std::span<const Integer>();
  const Integer rows = cosines.size() / half;
  if (cosines.shape() != sines.shape() || cosines.rank() == 0 || cosines.shape().back() != half)
    throw EvaluationError("the caches do not hold an angle for each pair");
  if (context.has(3) && static_cast<Integer>(positions.size()) != from.batch * from.length)
    throw EvaluationError("there is not one position for each element of the sequences");
  const bool isInterleaved = context.attributes.integer("interleaved", 0) != 0;
  const bool isFlat = x.rank() == 3;
  Value y = x;
  const auto out = y.mutableFloats();
  for (Integer b = 0; b < from.batch; ++b)
    for (Integer i = 0; i < from.length; ++i) {
      const Integer token = b * from.length + i;
      const Integer position = positions.empty() ? token : positions[static_cast<std::size_t>(token)];
      if (position < 0 || position >= rows)
        throw EvaluationError(fmt::format("the caches have no position {}", position));
      for (Integer h = 0; h < from.heads; ++h) {
        const double* in = from.row(b, h, i);
        const Integer first =
            isFlat ? (token * from.heads + h) * from.size : ((b * from.heads + h) * from.length + i) * from.size;
        for (Integer p = 0; p < half; ++p) {
          const auto angle = static_cast<std::size_t>(position * half + p);
          const Integer one = isInterleaved ? 2 * p : p, other = isInterleaved ? 2 * p + 1 : p + half;
          out[static_cast<std::size_t>(first + one)] = cosine[angle] * in[one] - sine[angle] * in[other];
          out[static_cast<std::size_t>(first + other)] = sine[angle] * in[one] + cosine[angle] * in[other];
        }
      }
    }
  return {std::move(y)};
}

OperatorDefinition rotaryEmbedding() {
  OperatorDefinition definition;
  definition.name = "RotaryEmbedding";
  definition.summary = "Turns pairs of channels by angles that grow with the position.";
  definition.minInputs = 3;
  definition.maxInputs = 4;
  definition.opClass = OpClass::kElementwise;
  definition.attributes = {
      {"interleaved", Integer{0}}, {"num_heads", Integer{0}}, {"rotary_embedding_dim", Integer{0}}};
  definition.infer = inferRotation;
  definition.work = workPerElement(3);
  definition.evaluate = evaluateRotation;
  return definition;
}

// TensorScatter: past_cache, update, write_indices?

std::vector<OutputFact> inferCacheUpdate(const InferenceContext& context) {
  required(context, 1);
  const Shape& cache = required(context, 0).type.shape;
  if (cache.hasRank() && normalizedAxis(context.attributes.integer("axis", -2), cache.rank()) == 0)
    throw ModelError("the axis of the batch cannot be written along");
  return sameAsInput(context);
}

std::vector<Value> evaluateCacheUpdate(const EvaluationContext& context) {
  const Value &cache = required(context, 0), &update = required(context, 1);
  const auto axis = static_cast<std::size_t>(normalizedAxis(context.attributes.integer("axis", -2), cache.rank()));
  Extents expected = cache.shape();
  if (update.rank() == cache.rank()) expected[axis] = update.shape()[axis];
  if (axis == 0 || update.shape() != expected || update.element() != cache.element())
    throw EvaluationError("the update does not fit the cache");
  const std::span<const Integer> starts =
      context.has(2) ? elementsOf<Integer>(context.inputs[2]) : std::span<const Integer>();
  if (!starts.empty() && static_cast<Integer>(starts.size()) != cache.shape()[0])
    throw EvaluationError("there is not one place to write to for each example");
  const bool isCircular = context.attributes.string("mode", "linear") == "circular";
  const Integer length = cache.shape()[axis], written = update.shape()[axis];
  const Integer inner = productOf(cache.shape(), axis + 1, cache.shape().size());
  const Integer middle = productOf(cache.shape(), 1, axis);
  return withElements(cache, [&](auto elements) {
    using T = std::remove_cv_t<typename decltype(elements)::element_type>;
    std::vector<T> to(elements.begin(), elements.end());
    const auto from = elementsOf<T>(update);
    for (Integer row = 0; row < cache.shape()[0] * middle; ++row) {
      const Integer start = starts.empty() ? 0 : starts[static_cast<std::size_t>(row / middle)];
      for (Integer i = 0; i < written; ++i) {
        const Integer at = isCircular && length > 0 ? (start + i) % length : start + i;
        if (at < 0 || at >= length) throw EvaluationError(fmt::format("the cache has no place {}", at));
        std::copy_n(from.begin() + (row * written + i) * inner, inner, to.begin() + (row * length + at) * inner);
      }
    }
    return std::vector<Value>{makeValue(cache.element(), cache.shape(), std::move(to))};
  });
}

OperatorDefinition tensorScatter() {
  OperatorDefinition definition;
  definition.name = "TensorScatter";
  definition.summary = "Writes new entries into a cache, for each example at its own place.";
  definition.minInputs = 2;
  definition.maxInputs = 3;
  definition.opClass = OpClass::kMove;
  definition.attributes = {{"axis", Integer{-2}}, {"mode", std::string("linear")}};
  definition.infer = inferCacheUpdate;
  definition.evaluate = evaluateCacheUpdate;
  return definition;
}

}  // namespace

std::vector<OperatorDefinition> attentionOperators() {
  return withNamesInErrors({attention(), rotaryEmbedding(), tensorScatter()});
}

}  // namespace tasoscope::operators
