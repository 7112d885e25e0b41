#include "proof/operator_theory.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>

namespace tasoscope {

void AssumedDemands::oneOr(const Polynomial& a, const Polynomial& b) {
  if (arithmetic().areEqual(a, 1) || arithmetic().areEqual(a, b)) return;
  arithmetic().assumeEqual(a, choices_.choose(2) == 0 ? b : Polynomial(1));
}
void AssumedDemands::refuse(const std::string&) { throw ImpossibleCase(); }

void ShownDemands::equal(const Polynomial& a, const Polynomial& b) {
  if (!arithmetic().areEqual(a, b)) refuse(arithmetic().text(a) + " == " + arithmetic().text(b));
}
void ShownDemands::atLeast(const Polynomial& a, const Polynomial& b) {
  if (!arithmetic().isAtLeast(a, b)) refuse(arithmetic().text(a) + " >= " + arithmetic().text(b));
}
void ShownDemands::broadcast(const Polynomial& a, const Polynomial& b) {
  if (!arithmetic().broadcast(a, b))
    refuse(fmt::format("{} and {} broadcast", arithmetic().text(a), arithmetic().text(b)));
}
void ShownDemands::divides(const Polynomial& divisor, const Polynomial& p) {
  if (!arithmetic().divides(divisor, p))
    refuse(fmt::format("{} divides {}", arithmetic().text(divisor), arithmetic().text(p)));
}
void ShownDemands::oneOr(const Polynomial& a, const Polynomial& b) {
  if (!arithmetic().areEqual(a, 1)) equal(a, b);
}
void ShownDemands::refuse(const std::string& what) { throw NotShown{what}; }

namespace {

class Typing {
 public:
  Typing(const SymbolicOp& op, std::span<const std::optional<SymbolicType>> inputs, int outputCount, Demands& demands)
      : op_(op), inputs_(inputs), output_count_(outputCount), demands_(demands), arithmetic_(demands.arithmetic()) {}

  std::vector<SymbolicType> run() {
    using Function = std::vector<SymbolicType> (Typing::*)();
    static const std::map<std::string_view, Function> kOperators{
        {"MatMul", &Typing::matMul},
        {"Gemm", &Typing::gemm},
        {"Conv", &Typing::conv},
        {"MaxPool", &Typing::pool},
        {"AveragePool", &Typing::pool},
        {"GlobalAveragePool", &Typing::globalPool},
        {"GlobalMaxPool", &Typing::globalPool},
        {"Concat", &Typing::concat},
        {"Split", &Typing::split},
        {"Transpose", &Typing::transpose},
        {"Reshape", &Typing::reshape},
        {"Flatten", &Typing::flatten},
        {"Squeeze", &Typing::squeeze},
        {"Unsqueeze", &Typing::unsqueeze},
        {"Pad", &Typing::pad},
        {"Softmax", &Typing::alongAxis},
        {"LogSoftmax", &Typing::alongAxis},
        {"Zeros", &Typing::filled},
        {"Ones", &Typing::filled},
        {"Constant", &Typing::filled},
        {"IdentityKernel", &Typing::identityKernel},
        {"IdentityMatrix", &Typing::identityMatrix},
    };
    static const std::set<std::string_view> kUnary{
        "Relu",      "LeakyRelu", "Sigmoid",     "Tanh",       "Exp",
        "Log",       "Sqrt",      "Neg",         "Abs",        "Erf",
        "Elu",       "Selu",      "Celu",        "Softplus",   "Softsign",
        "HardSwish", "Identity",  "HardSigmoid", "Gelu",       "Mish",
        "Sin",       "Cos",       "Floor",       "Reciprocal", "ThresholdedRelu",
        "Ceil",      "Round",     "Sign",        "Clip",       kActivated};
    static const std::set<std::string_view> kBroadcasting{"Add", "Sub", "Mul", "Div", "Pow",
                                                          "Max", "Min", "Sum", "Mean"};
    if (kUnary.contains(op_.name)) return one(input(0).shape);
    if (kBroadcasting.contains(op_.name)) return one(broadcastAll());
    if (op_.name.starts_with("Reduce")) return reduce();
    const auto found = kOperators.find(op_.name);
    if (found == kOperators.end()) throw NotShown{op_.name + " is no operator that proofs know"};
    return (this->*found->second)();
  }

 private:
  static std::vector<SymbolicType> one(Integers shape) { return {SymbolicType{std::move(shape)}}; }

  const SymbolicType& input(std::size_t i) {
    if (i >= inputs_.size() || !inputs_[i]) throw NotShown{op_.name + " lacks an input"};
    return *inputs_[i];
  }
  bool has(std::size_t i) const { return i < inputs_.size() && inputs_[i]; }

  std::int64_t number(std::string_view name) {
    const Symbolic* value = find(op_.attributes, name);
    const auto* integer = value ? std::get_if<Polynomial>(value) : nullptr;
    if (!integer || !integer->number()) throw NotShown{fmt::format("the {} of {} is no known number", name, op_.name)};
    return *integer->number();
  }
  std::int64_t axisOf(int rank) {
    const std::int64_t axis = number("axis");
    demands_.require(axis >= -rank && axis < rank, fmt::format("{} has no axis {}", op_.name, axis));
    return axis < 0 ? axis + rank : axis;
  }
  std::optional<Integers> listOf(std::string_view name) {
    const Symbolic* value = find(op_.attributes, name);
    if (!value || isUnknown(*value)) return std::nullopt;
    const auto* list = std::get_if<Integers>(value);
    if (!list) throw NotShown{fmt::format("the {} of {} is not known", name, op_.name)};
    return *list;
  }
  std::vector<std::int64_t> numbersOf(std::string_view name) {
    const auto list = listOf(name);
    std::vector<std::int64_t> result;
    for (const Polynomial& item : list.value_or(Integers())) {
      if (!item.number()) throw NotShown{fmt::format("the {} of {} are no known numbers", name, op_.name)};
      result.push_back(*item.number());
    }
    return result;
  }
  /// `count` entries, or as many times `otherwise` when there are none.
  Integers windowList(std::string_view name, std::size_t count, std::int64_t otherwise) {
    Integers list = listOf(name).value_or(Integers());
    if (list.empty()) list.assign(count, otherwise);
    demands_.require(list.size() == count, fmt::format("{} has {} entries for {}", op_.name, list.size(), name));
    return list;
  }

  Integers broadcastOf(const Integers& a, const Integers& b) {
    const std::size_t rank = std::max(a.size(), b.size());
    Integers result;
    for (std::size_t i = 0; i < rank; ++i) {
      const Polynomial x = i + a.size() < rank ? Polynomial(1) : a[i + a.size() - rank];
      const Polynomial y = i + b.size() < rank ? Polynomial(1) : b[i + b.size() - rank];
      demands_.broadcast(x, y);
      result.push_back(arithmetic_.maximum(x, y));
    }
    return result;
  }
  Integers broadcastAll() {
    Integers result = input(0).shape;
    for (std::size_t i = 1; i < inputs_.size(); ++i) result = broadcastOf(result, input(i).shape);
    return result;
  }

  std::vector<SymbolicType> matMul() {
    Integers a = input(0).shape, b = input(1).shape;
    demands_.require(!a.empty() && !b.empty(), "a product has no scalar operand");
    const bool isRow = a.size() == 1, isColumn = b.size() == 1;
    if (isRow) a.insert(a.begin(), Polynomial(1));
    if (isColumn) b.emplace_back(1);
    demands_.equal(a.back(), b[b.size() - 2]);
    Integers shape = broadcastOf({a.begin(), a.end() - 2}, {b.begin(), b.end() - 2});
    if (!isRow) shape.push_back(a[a.size() - 2]);
    if (!isColumn) shape.push_back(b.back());
    if (has(2)) bias(input(2).shape, shape);
    return one(shape);
  }
  void bias(const Integers& bias, const Integers& shape) {
    if (bias.empty()) return;
    demands_.require(bias.size() <= shape.size(), "the bias has more axes than the product");
    for (std::size_t i = 0; i + 1 < bias.size(); ++i) demands_.equal(bias[i], 1);
    demands_.oneOr(bias.back(), shape.back());
  }

  std::vector<SymbolicType> gemm() {
    Integers a = input(0).shape, b = input(1).shape;
    demands_.require(a.size() == 2 && b.size() == 2, "Gemm takes matrices");
    if (number("transA") != 0) std::swap(a[0], a[1]);
    if (number("transB") != 0) std::swap(b[0], b[1]);
    demands_.equal(a[1], b[0]);
    const Integers shape{a[0], b[1]};
    if (has(2)) {
      const Integers& c = input(2).shape;
      demands_.require(c.size() <= 2, "the addend has more axes than the product");
      for (std::size_t i = 0; i < c.size(); ++i) demands_.oneOr(c[i], shape[i + 2 - c.size()]);
    }
    return one(shape);
  }

  std::string text(std::string_view name, std::string_view otherwise) {
    const Symbolic* value = find(op_.attributes, name);
    if (!value || isUnknown(*value)) return std::string(otherwise);
    const auto* text = std::get_if<std::string>(value);
    if (!text) throw NotShown{fmt::format("the {} of {} is not known", name, op_.name)};
    return *text;
  }

  Polynomial ceilDiv(const Polynomial& a, const Polynomial& b) { return arithmetic_.floorDiv(a + b - 1, b); }

  Integers windowed(const Integers& spatial, const Integers& kernel) {
    const std::size_t n = spatial.size();
    const Integers strides = windowList("strides", n, 1), dilations = windowList("dilations", n, 1);
    const Integers pads = windowList("pads", 2 * n, 0);
    const std::string autoPad = text("auto_pad", "NOTSET");
    const bool roundsUp = find(op_.attributes, "ceil_mode") && number("ceil_mode") != 0;
    Integers result;
    for (std::size_t i = 0; i < n; ++i) {
      for (const Polynomial& one : {kernel[i], strides[i], dilations[i]}) demands_.atLeast(one, 1);
      if (autoPad.starts_with("SAME")) {
        result.push_back(ceilDiv(spatial[i], strides[i]));
        continue;
      }
      const bool isExplicit = autoPad == "NOTSET";
      const Polynomial before = isExplicit ? pads[i] : Polynomial(0), after = isExplicit ? pads[n + i] : Polynomial(0);
      const Polynomial room = spatial[i] + before + after - dilations[i] * (kernel[i] - 1) - 1;
      demands_.atLeast(room, 0);
      if (!roundsUp)
        result.push_back(arithmetic_.floorDiv(room, strides[i]) + 1);
      else
        result.push_back(arithmetic_.minimum(ceilDiv(room, strides[i]) + 1, ceilDiv(spatial[i] + before, strides[i])));
    }
    return result;
  }

  std::vector<SymbolicType> conv() {
    const Integers &x = input(0).shape, &w = input(1).shape;
    demands_.require(x.size() >= 3 && w.size() == x.size(), "Conv takes tensors of one rank, 3 or more");
    const Symbolic* groupValue = find(op_.attributes, "group");
    const auto* group = groupValue ? std::get_if<Polynomial>(groupValue) : nullptr;
    if (!group) throw NotShown{"the group of Conv is not known"};
    demands_.atLeast(*group, 1);
    demands_.equal(x[1], w[1] * *group);
    demands_.divides(*group, w[0]);
    const Integers given = windowList("kernel_shape", x.size() - 2, 0);
    const Integers kernel(w.begin() + 2, w.end());
    for (std::size_t i = 0; i < kernel.size(); ++i)
      if (!listOf("kernel_shape").value_or(Integers()).empty()) demands_.equal(given[i], kernel[i]);
    Integers shape{x[0], w[0]};
    const Integers spatial = windowed({x.begin() + 2, x.end()}, kernel);
    shape.insert(shape.end(), spatial.begin(), spatial.end());
    if (has(2)) {
      demands_.require(input(2).rank() == 1, "the bias of Conv has one axis");
      demands_.equal(input(2).shape[0], w[0]);
    }
    return one(shape);
  }

  std::vector<SymbolicType> pool() {
    const Integers& x = input(0).shape;
    demands_.require(x.size() >= 3 && output_count_ == 1, "a pool takes a tensor of rank 3 or more");
    const auto kernel = listOf("kernel_shape");
    demands_.require(kernel && kernel->size() == x.size() - 2, "the window has as many axes as the image");
    Integers shape{x[0], x[1]};
    const Integers spatial = windowed({x.begin() + 2, x.end()}, *kernel);
    shape.insert(shape.end(), spatial.begin(), spatial.end());
    return one(shape);
  }

  std::vector<SymbolicType> globalPool() {
    Integers shape = input(0).shape;
    demands_.require(shape.size() >= 3, "a pool takes a tensor of rank 3 or more");
    for (std::size_t i = 2; i < shape.size(); ++i) shape[i] = 1;
    return one(shape);
  }

  std::vector<SymbolicType> concat() {
    Integers shape = input(0).shape;
    demands_.require(!shape.empty(), "scalars cannot be concatenated");
    const auto axis = static_cast<std::size_t>(axisOf(input(0).rank()));
    for (std::size_t i = 1; i < inputs_.size(); ++i) {
      const Integers& other = input(i).shape;
      demands_.require(other.size() == shape.size(), "Concat takes tensors of one rank");
      for (std::size_t d = 0; d < shape.size(); ++d)
        if (d != axis) demands_.equal(other[d], shape[d]);
      shape[axis] = shape[axis] + other[axis];
    }
    return one(shape);
  }

  std::vector<SymbolicType> split() {
    const Integers& shape = input(0).shape;
    demands_.require(!shape.empty(), "scalars cannot be split");
    const auto axis = static_cast<std::size_t>(axisOf(input(0).rank()));
    const auto sizes = listOf("split");
    if (!sizes) throw NotShown{"the sizes of Split are not known"};
    demands_.require(sizes->size() == static_cast<std::size_t>(output_count_), "Split has as many sizes as results");
    Polynomial total;
    std::vector<SymbolicType> result;
    for (const Polynomial& size : *sizes) {
      demands_.atLeast(size, 1);
      total = total + size;
      result.push_back({shape});
      result.back().shape[axis] = size;
    }
    demands_.equal(total, shape[axis]);
    return result;
  }

  std::vector<SymbolicType> transpose() {
    const Integers& x = input(0).shape;
    std::vector<std::int64_t> perm = numbersOf("perm");
    const Symbolic* given = find(op_.attributes, "perm");
    if (!given || isUnknown(*given))
      for (std::size_t i = x.size(); i-- > 0;) perm.push_back(static_cast<std::int64_t>(i));
    demands_.require(perm.size() == x.size(), "perm has as many entries as the tensor axes");
    std::vector<bool> seen(x.size());
    Integers shape;
    for (const std::int64_t axis : perm) {
      demands_.require(axis >= 0 && axis < static_cast<std::int64_t>(x.size()) && !seen[static_cast<std::size_t>(axis)],
                       "perm is a permutation");
      seen[static_cast<std::size_t>(axis)] = true;
      shape.push_back(x[static_cast<std::size_t>(axis)]);
    }
    return one(shape);
  }

  static Polynomial productOf(const Integers& list) {
    Polynomial total(1);
    for (const Polynomial& item : list) total = total * item;
    return total;
  }

  std::vector<SymbolicType> reshape() {
    const Integers& x = input(0).shape;
    auto shape = listOf("shape");
    if (!shape) throw NotShown{"the shape of Reshape is not known"};
    std::optional<std::size_t> open;
    for (std::size_t i = 0; i < shape->size(); ++i) {
      Polynomial& extent = (*shape)[i];
      if (extent.isZero()) {
        demands_.require(number("allowzero") == 0 && i < x.size(), "there is an extent to be copied");
        extent = x[i];
      } else if (extent == Polynomial(-1)) {
        demands_.require(!open, "one extent is open at most");
        open = i;
        extent = 1;
      } else {
        demands_.atLeast(extent, 1);
      }
    }
    if (open) {
      const auto rest = arithmetic_.quotient(productOf(x), productOf(*shape));
      if (!rest) throw NotShown{"the open extent of Reshape is not known"};
      (*shape)[*open] = *rest;
    }
    demands_.equal(productOf(*shape), productOf(x));
    return one(*shape);
  }

  std::vector<SymbolicType> flatten() {
    const Integers& x = input(0).shape;
    std::int64_t axis = number("axis");
    if (axis < 0) axis += input(0).rank();
    demands_.require(axis >= 0 && axis <= input(0).rank(), "Flatten has such an axis");
    return one({productOf({x.begin(), x.begin() + axis}), productOf({x.begin() + axis, x.end()})});
  }

  std::set<std::int64_t> axesOf(std::size_t rank) {
    std::set<std::int64_t> result;
    for (const std::int64_t axis : numbersOf("axes")) {
      const std::int64_t extent = static_cast<std::int64_t>(rank);
      demands_.require(axis >= -extent && axis < extent, fmt::format("{} has no axis {}", op_.name, axis));
      demands_.require(result.insert(axis < 0 ? axis + extent : axis).second, "an axis is named once");
    }
    return result;
  }

  std::vector<SymbolicType> squeeze() {
    const Integers& x = input(0).shape;
    if (!listOf("axes")) throw NotShown{"the axes of Squeeze are not known"};
    const auto axes = axesOf(x.size());
    Integers shape;
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (axes.contains(static_cast<std::int64_t>(i)))
        demands_.equal(x[i], 1);
      else
        shape.push_back(x[i]);
    }
    return one(shape);
  }

  std::vector<SymbolicType> unsqueeze() {
    const Integers& x = input(0).shape;
    const auto axes = axesOf(x.size() + numbersOf("axes").size());
    Integers shape;
    std::size_t from = 0;
    for (std::size_t i = 0; i < x.size() + axes.size(); ++i)
      shape.push_back(axes.contains(static_cast<std::int64_t>(i)) ? Polynomial(1) : x[from++]);
    return one(shape);
  }

  std::vector<SymbolicType> pad() {
    Integers shape = input(0).shape;
    const auto pads = listOf("pads");
    if (!pads || listOf("axes")) throw NotShown{"the pads of Pad are not known"};
    demands_.require(pads->size() == 2 * shape.size(), "Pad has two numbers for each axis");
    const std::string mode = text("mode", "constant");
    for (std::size_t i = 0; i < shape.size(); ++i) {
      const Polynomial &before = (*pads)[i], &after = (*pads)[shape.size() + i];
      if (mode != "constant") {
        demands_.atLeast(shape[i] - 1, before);
        demands_.atLeast(shape[i] - 1, after);
      }
      demands_.atLeast(before, 0);
      demands_.atLeast(after, 0);
      shape[i] = shape[i] + before + after;
    }
    return one(shape);
  }

  std::vector<SymbolicType> alongAxis() {
    axisOf(input(0).rank());
    return one(input(0).shape);
  }

  std::vector<SymbolicType> reduce() {
    const Integers& x = input(0).shape;
    const bool keeps = number("keepdims") != 0;
    auto axes = axesOf(x.size());
    if (axes.empty()) {
      if (number("noop_with_empty_axes") != 0) return one(x);
      for (std::size_t i = 0; i < x.size(); ++i) axes.insert(static_cast<std::int64_t>(i));
    }
    Integers shape;
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (!axes.contains(static_cast<std::int64_t>(i)))
        shape.push_back(x[i]);
      else if (keeps)
        shape.emplace_back(1);
    }
    return one(shape);
  }

  std::vector<SymbolicType> filled() {
    const auto shape = listOf("shape");
    if (!shape) throw NotShown{"the shape of " + op_.name + " is not known"};
    for (const Polynomial& extent : *shape) demands_.atLeast(extent, 1);
    return one(*shape);
  }

  std::vector<SymbolicType> identityKernel() {
    const auto shape = listOf("shape");
    demands_.require(shape && shape->size() >= 3, "an identity kernel has three axes or more");
    demands_.divides((*shape)[1], (*shape)[0]);
    for (std::size_t i = 2; i < shape->size(); ++i) demands_.divides(2, (*shape)[i] - 1);
    return one(*shape);
  }

  std::vector<SymbolicType> identityMatrix() {
    const Symbolic* value = find(op_.attributes, "size");
    const auto* size = value ? std::get_if<Polynomial>(value) : nullptr;
    if (!size) throw NotShown{"the size of IdentityMatrix is not known"};
    demands_.atLeast(*size, 1);
    return one({*size, *size});
  }

  const SymbolicOp& op_;
  std::span<const std::optional<SymbolicType>> inputs_;
  int output_count_;
  Demands& demands_;
  Arithmetic& arithmetic_;
};

}  // namespace

std::vector<SymbolicType> typesOf(const SymbolicOp& op, std::span<const std::optional<SymbolicType>> inputs,
                                  int outputCount, Demands& demands) {
  std::vector<SymbolicType> types = Typing(op, inputs, outputCount, demands).run();
  if (types.size() != static_cast<std::size_t>(outputCount)) throw NotShown{op.name + " has another number of results"};
  for (SymbolicType& type : types)
    for (Polynomial& extent : type.shape) extent = demands.arithmetic().normal(extent);
  return types;
}

namespace {

Integers symbols(const std::string& name, std::size_t count, std::int64_t low, Arithmetic& arithmetic) {
  Integers result;
  for (std::size_t i = 0; i < count; ++i) result.push_back(arithmetic.symbol(fmt::format("{}{}", name, i), low));
  return result;
}

Symbolic anyPermutation(int rank, Choices& choices) {
  std::vector<int> left;
  for (int i = 0; i < rank; ++i) left.push_back(i);
  Integers result;
  while (!left.empty()) {
    const auto at = left.begin() + choices.choose(static_cast<int>(left.size()));
    result.emplace_back(*at);
    left.erase(at);
  }
  return result;
}

/// A list of axes in order, one at least.
Symbolic anyAxes(int rank, Choices& choices) {
  if (rank == 0) throw ImpossibleCase();
  Integers result;
  for (int i = 0; i < rank; ++i)
    if (choices.choose(2) == 1) result.emplace_back(i);
  if (result.empty()) throw ImpossibleCase();
  return result;
}

}  // namespace

Symbolic openAttribute(const std::string& op, const std::string& attribute, const std::string& name,
                       std::span<const std::optional<SymbolicType>> inputs, int outputCount, Arithmetic& arithmetic,
                       Choices& choices) {
  static const std::set<std::string_view> kFlags{"ceil_mode", "count_include_pad",    "storage_order", "transA",
                                                 "transB",    "noop_with_empty_axes", "keepdims",      "allowzero"};
  if (kFlags.contains(attribute)) return Polynomial(choices.choose(2));
  const int rank = !inputs.empty() && inputs[0] ? inputs[0]->rank() : 0;
  if (attribute == "axis") {
    if (op == "Flatten") return Polynomial(choices.choose(rank + 1));
    if (rank == 0) throw ImpossibleCase();
    return Polynomial(choices.choose(rank));
  }
  if (attribute == "perm") return anyPermutation(rank, choices);
  if (attribute == "axes" && op != "Unsqueeze") return anyAxes(rank, choices);
  if (attribute == "split") return symbols(name, static_cast<std::size_t>(outputCount), 1, arithmetic);
  if (attribute == "num_outputs") return {};
  if (attribute == "auto_pad") {
    static const std::vector<std::string> kWays{"NOTSET", "SAME_UPPER", "SAME_LOWER", "VALID"};
    return kWays[static_cast<std::size_t>(choices.choose(4))];
  }
  const bool isOfWindow = attribute == "kernel_shape" || attribute == "strides" || attribute == "dilations";
  if (isOfWindow || (attribute == "pads" && op != "Pad")) {
    if (rank < 3) throw ImpossibleCase();
    const auto axes = static_cast<std::size_t>(rank - 2);
    if (attribute == "pads") return symbols(name, 2 * axes, Arithmetic::kUnbounded, arithmetic);
    return symbols(name, axes, 1, arithmetic);
  }
  if (attribute == "pads") return symbols(name, 2 * static_cast<std::size_t>(rank), 0, arithmetic);
  if (attribute == "group" || attribute == "size") return arithmetic.symbol(name, 1);
  if (attribute == "activation") {
    if (choices.choose(2) == 0) return std::string("none");
    return Opaque{name, "none"};
  }
  static const std::set<std::string_view> kOpen{"shape", "axes", "starts", "ends", "steps", "repeats"};
  if (kOpen.contains(attribute)) throw NotShown{fmt::format("the {} of {} may be any", attribute, op)};
  return Opaque{name};
}

}  // namespace tasoscope
