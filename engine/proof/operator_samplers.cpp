// How the inputs and attributes of one op are decided at random, by operator. What an operator does not say here is
// taken as elementwise, with its attributes at their defaults or near them.

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>

#include "proof/instance_sampler.h"

namespace tasoscope {
namespace {

using Integers = std::vector<std::int64_t>;

class Sampler {
 public:
  Sampler(OpSample& sample, Random& random) : s_(sample), random_(random) {}

  bool run() {
    static const std::map<std::string, bool (Sampler::*)()> kByOperator = {
        {"Conv", &Sampler::conv},
        {"ConvTranspose", &Sampler::convTranspose},
        {"MatMul", &Sampler::matMul},
        {"Gemm", &Sampler::gemm},
        {"Concat", &Sampler::concat},
        {"Split", &Sampler::split},
        {"Slice", &Sampler::slice},
        {"Pad", &Sampler::pad},
        {"Reshape", &Sampler::reshape},
        {"Transpose", &Sampler::transpose},
        {"Squeeze", &Sampler::squeeze},
        {"Unsqueeze", &Sampler::unsqueeze},
        {"Flatten", &Sampler::flatten},
        {"Expand", &Sampler::expand},
        {"Tile", &Sampler::tile},
        {"BatchNormalization", &Sampler::batchNormalization},
        {"LayerNormalization", &Sampler::layerNormalization},
        {"RMSNormalization", &Sampler::layerNormalization},
        {"AveragePool", &Sampler::pool},
        {"MaxPool", &Sampler::pool},
        {"GlobalAveragePool", &Sampler::globalPool},
        {"GlobalMaxPool", &Sampler::globalPool},
        {"Clip", &Sampler::clip},
        {"Cast", &Sampler::cast},
        {"Softmax", &Sampler::softmax},
        {"LogSoftmax", &Sampler::softmax},
        {"QuantizeLinear", &Sampler::quantizeLinear},
        {"DequantizeLinear", &Sampler::dequantizeLinear},
        {"Einsum", &Sampler::einsum},
        {"Resize", &Sampler::resize},
        {"Gather", &Sampler::gather},
        {"Where", &Sampler::where},
        {"ReduceMean", &Sampler::reduce},
        {"ReduceSum", &Sampler::reduce},
        {"ReduceMax", &Sampler::reduce},
        {"ReduceMin", &Sampler::reduce},
        {"ReduceProd", &Sampler::reduce},
        {"ReduceL1", &Sampler::reduce},
        {"ReduceL2", &Sampler::reduce},
        {"ReduceSumSquare", &Sampler::reduce},
        {"ReduceLogSum", &Sampler::reduce},
        {"ReduceLogSumExp", &Sampler::reduce},
        {"Pow", &Sampler::pow},
        {"Div", &Sampler::div},
        {"Dropout", &Sampler::dropout},
        {"LRN", &Sampler::lrn},
        {"Sqrt", &Sampler::positive},
        {"Log", &Sampler::positive},
        {"Reciprocal", &Sampler::positive}};
    const auto found = kByOperator.find(s_.definition->name);
    const bool fits = found != kByOperator.end() ? (this->*found->second)() : elementwise();
    if (!fits) return false;
    closeAttributes();
    return true;
  }

 private:
  // Attributes.

  bool isOpen(const std::string& name) const { return s_.open.contains(name); }
  void decide(const std::string& name, AttributeValue value) {
    if (s_.open.erase(name) > 0) s_.attributes.set(name, std::move(value));
  }
  Integers list(const std::string& name) const {
    return s_.attributes.has(name) ? s_.attributes.integers(name) : Integers();
  }

  /// What is still open takes its default, or a number near it.
  void closeAttributes() {
    for (const AttributeSpec& spec : s_.definition->attributes) {
      if (!isOpen(spec.name) || !spec.otherwise) continue;
      AttributeValue value = *spec.otherwise;
      if (auto* real = std::get_if<double>(&value); real && random_.chance(0.5)) *real += random_.real(0.1, 0.5);
      decide(spec.name, std::move(value));
    }
    s_.open.clear();
  }

  void decideActivation() {
    if (!isOpen("activation")) {
      decide("activation_params", parametersOf(s_.attributes.string("activation", "none")));
      return;
    }
    static const std::vector<std::string> kNames{"none",    "none", "relu",       "relu",
                                                 "sigmoid", "tanh", "leaky_relu", "clip"};
    const std::string name = random_.oneOf(kNames);
    decide("activation", name);
    decide("activation_params", parametersOf(name));
  }
  std::vector<double> parametersOf(const std::string& activation) {
    if (activation == "leaky_relu" || activation == "elu") return {random_.real(0.05, 0.5)};
    if (activation == "clip") return {random_.real(-1, -0.2), random_.real(0.2, 1)};
    if (activation == "hard_sigmoid") return {0.2, 0.5};
    return {};
  }

  // Inputs.

  OpSample::Input& input(std::size_t i) { return s_.inputs[i]; }
  bool isGiven(std::size_t i) const { return i < s_.inputs.size() && s_.inputs[i].type.has_value(); }
  bool isWanted(std::size_t i) const { return i < s_.inputs.size() && !s_.inputs[i].isAbsent && !s_.inputs[i].type; }
  Integers extents(std::size_t i) const { return s_.inputs[i].type->shape.extents(); }
  void set(std::size_t i, const Integers& shape) {
    if (isWanted(i)) s_.inputs[i].type = TensorType{s_.element, Shape(std::span<const std::int64_t>(shape))};
  }

  std::int64_t extent() { return random_.oneOf(Integers{1, 2, 2, 3, 3, 4, 5, 6}); }
  Integers shape(int leastRank = 0) {
    const auto rank = std::max<std::int64_t>(leastRank, random_.oneOf(Integers{0, 1, 2, 2, 3, 3, 4, 4, 4}));
    Integers result;
    for (std::int64_t i = 0; i < rank; ++i) result.push_back(extent());
    return result;
  }

  /// A shape that broadcasts with the given one, most often not larger.
  Integers partnerOf(Integers given) {
    const std::size_t rank = given.size();
    switch (random_.integer(0, 9)) {
      case 0:
      case 1:
        for (auto& e : given)
          if (random_.chance(0.5)) e = 1;
        return given;
      case 2:
        if (rank > 0) given.erase(given.begin(), given.begin() + random_.integer(0, static_cast<std::int64_t>(rank)));
        return given;
      case 3:
        return Integers(static_cast<std::size_t>(random_.integer(0, 1)), 1);
      case 4:
      case 5:
        if (rank < 3) return given;
        for (std::size_t i = 0; i < rank; ++i)
          if (i != 1) given[i] = 1;
        if (random_.chance(0.6)) given.erase(given.begin());
        return given;
      case 6:
        if (rank == 0 || random_.chance(0.5)) return given;
        return {given.back()};
      case 7:
        for (auto& e : given)
          if (e == 1 && random_.chance(0.5)) e = extent();
        if (random_.chance(0.3)) given.insert(given.begin(), extent());
        return given;
      default:
        return given;
    }
  }

  bool elementwise() {
    std::optional<Integers> base;
    for (std::size_t i = 0; i < s_.inputs.size(); ++i)
      if (isGiven(i)) base = extents(i);
    for (std::size_t i = 0; i < s_.inputs.size(); ++i) {
      if (!isWanted(i)) continue;
      const bool isScalar = input(i).isFilled && random_.chance(0.7);
      const Integers chosen = isScalar ? Integers(static_cast<std::size_t>(random_.integer(0, 1)), 1)
                              : base   ? partnerOf(*base)
                                       : shape();
      if (!base && !isScalar) base = chosen;
      set(i, chosen);
    }
    return true;
  }
  bool positive() {
    for (auto& in : s_.inputs) in.isPositive = true;
    return elementwise();
  }
  bool pow() {
    input(0).isPositive = true;
    return elementwise();
  }
  bool div() {
    if (s_.inputs.size() > 1) input(1).isPositive = true;
    return elementwise();
  }
  bool where() {
    if (isWanted(0)) {
      set(0, shape());
      s_.inputs[0].type->element = ElementType::kBool;
    }
    return elementwise();
  }
  bool clip() {
    decide("min", random_.real(-1, 0));
    decide("max", random_.chance(0.8) ? random_.real(0, 1) : 1000.0);
    return elementwise();
  }
  bool cast() {
    static const Integers kTypes{1, 11, 6, 7, 1, 11};
    decide("to", random_.oneOf(kTypes));
    return elementwise();
  }
  bool dropout() {
    decide("ratio", 0.5);
    if (isOpen("training_mode")) decide("training_mode", Integers{0});
    return elementwise();
  }

  // Windows.

  struct Window {
    Integers kernel, strides, dilations, pads;
  };

  /// Decides the open ones among the window's attributes for `axes` spatial axes.
  bool window(std::size_t axes) {
    Integers kernel, strides, dilations;
    const bool isUniform = random_.chance(0.6);
    const std::int64_t k = random_.oneOf(Integers{1, 1, 2, 3, 3, 3}), stride = random_.oneOf(Integers{1, 1, 1, 2});
    const std::int64_t dilation = random_.chance(0.8) ? 1 : 2;
    for (std::size_t i = 0; i < axes; ++i) {
      kernel.push_back(isUniform ? k : random_.integer(1, 3));
      strides.push_back(isUniform ? stride : random_.integer(1, 2));
      dilations.push_back(dilation);
    }
    decide("kernel_shape", kernel);
    decide("strides", strides);
    decide("dilations", dilations);
    kernel = list("kernel_shape");
    dilations = list("dilations");
    if (kernel.size() != axes || dilations.size() != axes) return false;
    const bool isSame = random_.chance(0.6);
    Integers pads(2 * axes);
    const std::int64_t amount = random_.oneOf(Integers{0, 0, 0, 1, 2});
    for (std::size_t i = 0; i < axes; ++i) {
      const std::int64_t total = (kernel[i] - 1) * dilations[i];
      pads[i] = isSame ? total / 2 : amount;
      pads[i + axes] = isSame ? total - total / 2 : (random_.chance(0.8) ? amount : random_.integer(0, 2));
    }
    decide("pads", pads);
    decide("auto_pad", std::string("NOTSET"));
    return list("pads").size() == 2 * axes && list("strides").size() == axes;
  }

  Integers image(std::int64_t channels) {
    Integers result{random_.integer(1, 2), channels};
    const int axes = random_.chance(0.75) ? 2 : 1;
    for (int i = 0; i < axes; ++i) result.push_back(random_.integer(3, 6));
    return result;
  }
  std::int64_t channels() { return random_.oneOf(Integers{1, 2, 3, 4, 4, 6, 8, 8}); }

  std::int64_t groupFor(std::int64_t channels) {
    if (!isOpen("group")) return s_.attributes.integer("group");
    Integers divisors;
    for (std::int64_t d = 1; d <= channels; ++d)
      if (channels % d == 0) divisors.push_back(d);
    const std::int64_t group = random_.chance(0.4) ? 1 : random_.chance(0.4) ? channels : random_.oneOf(divisors);
    decide("group", group);
    return group;
  }

  bool conv() {
    if (isWanted(0) && isGiven(1)) {
      const Integers w = extents(1);
      if (w.size() < 3) return false;
      decide("group", random_.oneOf(Integers{1, 1, 2, 3}));
      const std::int64_t group = s_.attributes.integer("group");
      Integers x{random_.integer(1, 2), w[1] * group};
      for (std::size_t i = 2; i < w.size(); ++i) x.push_back(random_.integer(3, 6));
      set(0, x);
    }
    if (isWanted(0)) set(0, image(channels()));
    const Integers x = extents(0);
    if (x.size() < 3 || x.size() > 4) return false;
    if (isGiven(1)) {
      const Integers w = extents(1);
      if (w.size() != x.size()) return false;
      decide("kernel_shape", Integers(w.begin() + 2, w.end()));
      if (isOpen("group") && w[1] > 0 && x[1] % w[1] == 0) decide("group", x[1] / w[1]);
    }
    const std::int64_t group = groupFor(x[1]);
    if (group < 1 || x[1] % group != 0 || !window(x.size() - 2)) return false;
    if (isWanted(1)) {
      Integers w{group * random_.integer(1, 3), x[1] / group};
      const Integers kernel = list("kernel_shape");
      w.insert(w.end(), kernel.begin(), kernel.end());
      if (random_.chance(0.25)) w[0] = x[1];
      set(1, w);
    }
    set(2, {extents(1)[0]});
    decideActivation();
    return true;
  }

  bool convTranspose() {
    if (isWanted(0)) set(0, image(channels()));
    const Integers x = extents(0);
    if (x.size() < 3 || x.size() > 4) return false;
    const std::int64_t group = groupFor(x[1]);
    if (group < 1 || x[1] % group != 0 || !window(x.size() - 2)) return false;
    if (isWanted(1)) {
      Integers w{x[1], random_.integer(1, 3)};
      const Integers kernel = list("kernel_shape");
      w.insert(w.end(), kernel.begin(), kernel.end());
      set(1, w);
    }
    set(2, {extents(1)[1] * group});
    decide("output_padding", Integers(x.size() - 2, 0));
    decideActivation();
    return true;
  }

  bool pool() {
    if (isWanted(0)) set(0, image(channels()));
    const Integers x = extents(0);
    if (x.size() < 3 || x.size() > 4) return false;
    decide("count_include_pad", random_.integer(0, 1));
    if (random_.chance(0.8)) decide("dilations", Integers(x.size() - 2, 1));
    return window(x.size() - 2);
  }
  bool globalPool() {
    if (isWanted(0)) {
      Integers x = image(channels());
      if (random_.chance(0.3)) std::fill(x.begin() + 2, x.end(), 1);
      x[0] = random_.integer(1, 4);
      set(0, x);
    }
    return true;
  }

  // Normalizations and lines.

  bool batchNormalization() {
    if (isWanted(0)) set(0, shape(2));
    const Integers x = extents(0);
    if (x.size() < 2) return false;
    for (std::size_t i = 1; i < 5; ++i) set(i, {x[1]});
    input(4).isPositive = true;
    decide("epsilon", random_.oneOf(std::vector<double>{1e-5, 1e-3, 0.1}));
    return true;
  }
  bool layerNormalization() {
    if (isWanted(0)) set(0, shape(1));
    const Integers x = extents(0);
    if (x.empty()) return false;
    decide("axis", static_cast<std::int64_t>(x.size()) - 1);
    const std::int64_t axis = s_.attributes.integer("axis");
    const auto from = static_cast<std::size_t>(axis < 0 ? axis + static_cast<std::int64_t>(x.size()) : axis);
    if (from >= x.size()) return false;
    const Integers tail(x.begin() + static_cast<std::ptrdiff_t>(from), x.end());
    set(1, tail);
    set(2, tail);
    return true;
  }
  bool lrn() {
    if (isWanted(0)) set(0, image(channels()));
    decide("size", std::int64_t{3});
    return true;
  }
  bool softmax() {
    if (isWanted(0)) set(0, shape(1));
    return axisOf("axis", extents(0).size());
  }
  bool axisOf(const std::string& name, std::size_t rank) {
    if (rank == 0) return false;
    decide(name, random_.integer(0, static_cast<std::int64_t>(rank) - 1));
    return true;
  }
  bool reduce() {
    input(0).isPositive = random_.chance(0.5);
    if (isWanted(0)) set(0, shape(1));
    const auto rank = static_cast<std::int64_t>(extents(0).size());
    if (rank == 0) return false;
    Integers axes;
    for (std::int64_t i = 0; i < rank; ++i)
      if (random_.chance(0.4)) axes.push_back(i);
    if (axes.empty() || random_.chance(0.4)) axes = {rank - 1};
    decide("axes", axes);
    decide("keepdims", random_.integer(0, 1));
    return true;
  }

  // Products.

  bool matMul() {
    const bool hasA = isGiven(0), hasB = isGiven(1);
    Integers batch;
    if (random_.chance(0.4)) batch = {extent()};
    if (random_.chance(0.15)) batch.push_back(extent());
    if (!hasA) {
      std::int64_t inner = extent();
      Integers a = batch;
      if (hasB) {
        const Integers b = extents(1);
        if (b.size() < 2) return false;
        inner = b[b.size() - 2];
        if (b.size() > 2) a = random_.chance(0.7) ? Integers(b.begin(), b.end() - 2) : Integers();
      }
      a.push_back(extent());
      a.push_back(inner);
      set(0, a);
    }
    const Integers a = extents(0);
    if (a.size() < 2) return false;
    if (isWanted(1)) {
      Integers b;
      if (a.size() > 2 && random_.chance(0.45)) b.assign(a.begin(), a.end() - 2);
      b.push_back(a.back());
      b.push_back(extent());
      set(1, b);
    }
    const Integers b = extents(1);
    if (b.size() < 2) return false;
    set(2, {b.back()});
    decideActivation();
    return true;
  }

  bool gemm() {
    decide("transA", random_.integer(0, 1));
    decide("transB", random_.integer(0, 1));
    const bool ta = s_.attributes.integer("transA") != 0, tb = s_.attributes.integer("transB") != 0;
    if (!isGiven(0)) {
      std::int64_t inner = extent();
      if (isGiven(1)) {
        const Integers b = extents(1);
        if (b.size() != 2) return false;
        inner = b[tb ? 1 : 0];
      }
      const std::int64_t m = extent();
      set(0, ta ? Integers{inner, m} : Integers{m, inner});
    }
    const Integers a = extents(0);
    if (a.size() != 2) return false;
    const std::int64_t m = a[ta ? 1 : 0], inner = a[ta ? 0 : 1], n = extent();
    set(1, tb ? Integers{n, inner} : Integers{inner, n});
    const Integers b = extents(1);
    if (b.size() != 2) return false;
    const std::int64_t columns = b[tb ? 0 : 1];
    set(2, random_.oneOf(std::vector<Integers>{{columns}, {columns}, {1, columns}, {m, columns}, {m, 1}, {1}, {}}));
    decide("alpha", random_.oneOf(std::vector<double>{1, 1, 0.5}));
    decide("beta", random_.oneOf(std::vector<double>{1, 1, 2}));
    decideActivation();
    return true;
  }

  // Movement.

  bool concat() {
    std::optional<Integers> base;
    for (std::size_t i = 0; i < s_.inputs.size(); ++i)
      if (isGiven(i)) base = extents(i);
    if (!base) {
      base = shape(1);
      if (!isOpen("axis"))
        while (static_cast<std::int64_t>(base->size()) <= s_.attributes.integer("axis")) base->push_back(extent());
    }
    if (base->empty() || !axisOf("axis", base->size())) return false;
    const std::int64_t axis = s_.attributes.integer("axis");
    if (axis < 0 || axis >= static_cast<std::int64_t>(base->size())) return false;
    const bool isEven = random_.chance(0.4);
    for (std::size_t i = 0; i < s_.inputs.size(); ++i) {
      Integers one = *base;
      if (!isEven) one[static_cast<std::size_t>(axis)] = random_.integer(1, 3);
      set(i, one);
    }
    return true;
  }

  bool split() {
    const auto parts = static_cast<std::int64_t>(s_.outputCount);
    if (!isGiven(0)) {
      Integers x = shape(1);
      if (!isOpen("axis"))
        while (static_cast<std::int64_t>(x.size()) <= s_.attributes.integer("axis")) x.push_back(extent());
      axisOf("axis", x.size());
      const auto axis = static_cast<std::size_t>(s_.attributes.integer("axis"));
      if (axis >= x.size()) return false;
      Integers sizes = list("split");
      if (sizes.empty())
        for (std::int64_t i = 0; i < parts; ++i) sizes.push_back(random_.integer(1, 2));
      x[axis] = std::accumulate(sizes.begin(), sizes.end(), std::int64_t{0});
      decide("split", sizes);
      set(0, x);
    }
    const Integers x = extents(0);
    if (!axisOf("axis", x.size())) return false;
    const auto axis = static_cast<std::size_t>(s_.attributes.integer("axis"));
    if (axis >= x.size()) return false;
    if (isOpen("split")) {
      if (x[axis] < parts) return false;
      Integers sizes(static_cast<std::size_t>(parts), x[axis] / parts);
      sizes.back() += x[axis] % parts;
      if (x[axis] > parts && random_.chance(0.5) && sizes.back() > 1 && parts > 1) {
        --sizes.back();
        ++sizes.front();
      }
      decide("split", sizes);
    }
    s_.open.erase("num_outputs");
    return true;
  }

  bool slice() {
    if (isWanted(0)) set(0, shape(1));
    const Integers x = extents(0);
    Integers axes = list("axes"), starts, ends, steps;
    const Integers given = list("starts");
    if (isOpen("axes") && !given.empty() && !x.empty())
      axes = {random_.integer(0, static_cast<std::int64_t>(x.size()) - 1)};
    else if (isOpen("axes"))
      for (std::size_t i = 0; i < x.size(); ++i)
        if (random_.chance(0.4) || (axes.empty() && i + 1 == x.size())) axes.push_back(static_cast<std::int64_t>(i));
    const bool isWhole = random_.chance(0.25);
    for (const std::int64_t axis : axes) {
      if (axis < 0 || axis >= static_cast<std::int64_t>(x.size())) return false;
      const std::int64_t size = x[static_cast<std::size_t>(axis)];
      const std::size_t at = starts.size();
      const std::int64_t from = at < given.size() ? std::clamp<std::int64_t>(given[at], 0, size - 1)
                                : isWhole         ? 0
                                                  : random_.integer(0, size - 1);
      starts.push_back(from);
      ends.push_back(isWhole ? (random_.chance(0.5) ? size : std::int64_t{1} << 40) : random_.integer(from + 1, size));
      steps.push_back(random_.chance(0.85) ? 1 : 2);
    }
    decide("axes", axes);
    decide("starts", starts);
    decide("ends", ends);
    decide("steps", steps);
    return true;
  }

  bool pad() {
    if (isWanted(0)) set(0, shape(1));
    Integers pads(2 * extents(0).size(), 0);
    if (random_.chance(0.6))
      for (auto& p : pads)
        if (random_.chance(0.5)) p = random_.integer(0, 2);
    decide("pads", pads);
    s_.open.erase("axes");
    decide("mode", std::string("constant"));
    if (random_.chance(0.5)) decide("constant_value", 0.0);
    s_.open.erase("constant_value");
    return true;
  }

  bool reshape() {
    if (isWanted(0)) set(0, shape());
    if (isGiven(1)) {  // the shape is computed
      s_.open.erase("shape");
      return true;
    }
    const Integers x = extents(0);
    const std::int64_t total = std::accumulate(x.begin(), x.end(), std::int64_t{1}, std::multiplies<>());
    Integers result;
    std::int64_t left = total;
    switch (random_.integer(0, 4)) {
      case 0:
        result = x;
        break;
      case 1:
        result = {total};
        break;
      case 2:  // ones in and out
        for (const std::int64_t e : x)
          if (e != 1) result.push_back(e);
        result.insert(result.begin() + random_.integer(0, static_cast<std::int64_t>(result.size())), 1);
        break;
      default:
        while (left > 1 && result.size() < 3) {
          Integers divisors;
          for (std::int64_t d = 1; d <= left; ++d)
            if (left % d == 0) divisors.push_back(d);
          result.push_back(random_.oneOf(divisors));
          left /= result.back();
        }
        result.push_back(left);
    }
    if (!result.empty() && random_.chance(0.3))
      result[static_cast<std::size_t>(random_.integer(0, static_cast<std::int64_t>(result.size()) - 1))] = -1;
    decide("shape", result);
    decide("allowzero", std::int64_t{0});
    return true;
  }

  Integers permutation(std::size_t rank) {
    Integers result(rank);
    std::iota(result.begin(), result.end(), 0);
    if (random_.chance(0.15)) return result;
    if (rank >= 2 && random_.chance(0.5)) {
      std::swap(result[rank - 1], result[rank - 2]);
      return result;
    }
    for (std::size_t i = rank; i > 1; --i)
      std::swap(result[i - 1], result[static_cast<std::size_t>(random_.integer(0, static_cast<std::int64_t>(i) - 1))]);
    return result;
  }
  bool transpose() {
    if (isWanted(0)) {
      const auto perm = list("perm");
      Integers x = shape(2);
      if (!isOpen("perm")) x.resize(perm.size(), 2);
      set(0, x);
    }
    decide("perm", permutation(extents(0).size()));
    return list("perm").size() == extents(0).size();
  }

  bool squeeze() {
    if (isWanted(0)) {
      Integers x = shape();
      for (int ones = random_.chance(0.5) ? 1 : 2; ones > 0; --ones)
        x.insert(x.begin() + random_.integer(0, static_cast<std::int64_t>(x.size())), 1);
      set(0, x);
    }
    const Integers x = extents(0);
    Integers axes;
    for (std::size_t i = 0; i < x.size(); ++i)
      if (x[i] == 1 && random_.chance(0.6)) axes.push_back(static_cast<std::int64_t>(i));
    if (axes.empty() && isOpen("axes")) return false;
    decide("axes", axes);
    return true;
  }
  bool unsqueeze() {
    if (isWanted(0)) set(0, shape());
    const auto rank = static_cast<std::int64_t>(extents(0).size());
    Integers axes{random_.integer(0, rank)};
    if (random_.chance(0.3)) axes = {0, rank + 1};
    decide("axes", axes);
    return true;
  }
  bool flatten() {
    if (isWanted(0)) set(0, shape(1));
    decide("axis", random_.integer(0, static_cast<std::int64_t>(extents(0).size())));
    return true;
  }
  bool expand() {
    if (isWanted(0)) set(0, shape());
    if (isGiven(1)) {  // the shape is computed
      s_.open.erase("shape");
      return true;
    }
    Integers result = extents(0);
    if (random_.chance(0.5))
      for (auto& e : result)
        if (e == 1) e = random_.integer(1, 3);
    if (random_.chance(0.2)) result.insert(result.begin(), random_.integer(1, 2));
    if (random_.chance(0.2))
      for (auto& e : result) e = random_.chance(0.5) ? 1 : e;
    decide("shape", result);
    return true;
  }
  // Quantization: a type of integers, and a scale for all elements or for each entry of the axis.

  void setInteger(std::size_t i, const Integers& shape, ElementType type) {
    if (isWanted(i)) s_.inputs[i].type = TensorType{type, Shape(std::span<const std::int64_t>(shape))};
  }
  bool parameters(ElementType type) {
    const Integers x = extents(0);
    Integers one;
    if (isOpen("axis")) decide("axis", x.empty() ? 0 : random_.integer(0, static_cast<std::int64_t>(x.size()) - 1));
    const auto axis = static_cast<std::size_t>(s_.attributes.integer("axis", 0));
    if (axis < x.size() && random_.chance(0.2)) one = {x[axis]};
    input(1).isPositive = true;
    if (input(1).isFilled) input(1).isFilled = false;
    set(1, one);
    if (s_.inputs.size() > 2) setInteger(2, extents(1), type);
    decide("block_size", std::int64_t{0});
    decide("output_dtype", std::int64_t{0});
    return true;
  }
  ElementType integerType() {
    return random_.oneOf(std::vector{ElementType::kInt8, ElementType::kUint8, ElementType::kUint8});
  }
  bool quantizeLinear() {
    if (isWanted(0)) set(0, shape());
    return parameters(integerType());
  }
  bool dequantizeLinear() {
    const ElementType type = isGiven(0) ? s_.inputs[0].type->element : integerType();
    if (isWanted(0)) setInteger(0, random_.chance(0.4) ? image(channels()) : shape(), type);
    return parameters(type);
  }

  /// Extents are chosen for each letter of the equation.
  bool einsum() {
    static const std::vector<std::string> kOfOne{"ij->ji", "bij->bji", "bhij->bhji", "ij->ij"};
    static const std::vector<std::string> kOfTwo{
        "ij,jk->ik",   "bij,jk->bik",           "bhij,jk->bhik",   "bij,bjk->bik",    "bhij,bhjk->bhik", "ij,kj->ik",
        "bij,kj->bik", "b i j, b k j -> b i k", "bhij,bhkj->bhik", "bqhd,bkhd->bhqk", "bhqk,bkhd->bqhd"};
    const std::string equation = random_.oneOf(s_.inputs.size() == 1 ? kOfOne : kOfTwo);
    decide("equation", equation);
    std::map<char, std::int64_t> extentOf;
    std::vector<Integers> shapes(1);
    for (const char c : equation.substr(0, equation.find('-'))) {
      if (c == ',') shapes.emplace_back();
      if (c == ',' || c == ' ') continue;
      shapes.back().push_back(extentOf.try_emplace(c, extent()).first->second);
    }
    for (std::size_t i = 0; i < shapes.size() && i < s_.inputs.size(); ++i) set(i, shapes[i]);
    return shapes.size() == s_.inputs.size();
  }

  bool resize() {
    if (isWanted(0)) set(0, image(channels()));
    std::vector<double> scales(extents(0).size(), 1);
    if (random_.chance(0.3)) scales.back() = 2;
    decide("scales", scales);
    for (const char* name : {"sizes", "roi", "axes"}) s_.open.erase(name);
    return true;
  }

  bool tile() {
    if (isWanted(0)) set(0, shape(1));
    Integers repeats(extents(0).size(), 1);
    if (random_.chance(0.5))
      for (auto& r : repeats) r = random_.integer(1, 2);
    decide("repeats", repeats);
    return true;
  }
  bool gather() {
    if (isWanted(0)) set(0, shape(1));
    const Integers x = extents(0);
    if (!axisOf("axis", x.size())) return false;
    const auto axis = static_cast<std::size_t>(s_.attributes.integer("axis"));
    if (axis >= x.size() || x[axis] == 0) return false;
    if (!isWanted(1)) return true;
    if (input(1).isFilled) {
      input(1).type = TensorType{ElementType::kInt64, Shape{}};
      return true;
    }
    const std::int64_t count = random_.integer(1, 3);
    Integers chosen;
    for (std::int64_t i = 0; i < count; ++i) chosen.push_back(random_.integer(0, x[axis] - 1));
    s_.inputs[1].type = TensorType{ElementType::kInt64, Shape{count}};
    s_.inputs[1].integers = chosen;
    return true;
  }

  OpSample& s_;
  Random& random_;
};

}  // namespace

bool sampleOp(OpSample& sample, Random& random) { return Sampler(sample, random).run(); }

}  // namespace tasoscope
