// A result's skeletons are the expressions that its elements may be: joined tensors are alternatives, except along an
// axis that is summed over, where they are parts of one sum. Cutting and joining what is computed then leaves the set
// of skeletons as it is, or adds pieces that the other side has not; another order of sums and products does not.

#include "exchange/skeletons.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace tasoscope::exchange {
namespace {

constexpr std::size_t kMostSkeletons = 512;

using Axes = std::set<int>;
using Skeletons = std::set<std::string>;
struct TooMany {};

class Expansion {
 public:
  explicit Expansion(const std::vector<ForeignOp>& ops) : ops_(ops) {}

  /// `summed`: axes of this tensor that what reads it sums over.
  Skeletons of(const ForeignTensor& tensor, const Axes& summed) const {
    if (tensor.isExternal()) return {fmt::format("x{}", -tensor.op)};
    const ForeignOp& op = ops_[static_cast<std::size_t>(tensor.op)];
    switch (op.kind) {
      case ForeignKind::kConcat:
        return joined(op, summed);
      case ForeignKind::kSplit:
        return of(op.inputs[0], summed);
      case ForeignKind::kTranspose:
        return of(op.inputs[0], swapped(summed));
      case ForeignKind::kMatMul:
        return activated(op, product("MatMul", {of(op.inputs[0], with(1, summed.contains(0) ? Axes{0} : Axes{})),
                                                of(op.inputs[1], with(0, summed.contains(1) ? Axes{1} : Axes{}))}));
      case ForeignKind::kConv:
        return activated(op, product("Conv", {of(op.inputs[0], with(1, summed.contains(0) ? Axes{0} : Axes{})),
                                              of(op.inputs[1], with(1, summed.contains(1) ? Axes{0} : Axes{}))}));
      default: {
        std::vector<Skeletons> operands;
        for (const ForeignTensor& input : op.inputs) operands.push_back(of(input, summed));
        const bool isCommutative = op.kind == ForeignKind::kAdd || op.kind == ForeignKind::kMul;
        return product(std::string(nameOf(op.kind)), operands, isCommutative);
      }
    }
  }

 private:
  static Axes with(int axis, Axes axes) {
    axes.insert(axis);
    return axes;
  }
  static Axes swapped(const Axes& axes) {
    Axes result;
    for (const int axis : axes) result.insert(axis < 2 ? 1 - axis : axis);
    return result;
  }

  Skeletons joined(const ForeignOp& op, const Axes& summed) const {
    std::vector<Skeletons> parts;
    for (const ForeignTensor& input : op.inputs) parts.push_back(of(input, summed));
    if (summed.contains(op.parameter(kAxis, 0))) return product("Parts", parts);
    Skeletons all;
    for (Skeletons& part : parts) all.merge(part);
    return all;
  }

  static Skeletons activated(const ForeignOp& op, Skeletons inner) {
    static constexpr const char* kNames[] = {"", "Sigmoid", "Relu", "Tanh"};
    const int activation = op.parameter(kActivation, 0);
    if (activation < 1 || activation > 3) return inner;
    return product(kNames[activation], {std::move(inner)});
  }

  static Skeletons product(const std::string& name, const std::vector<Skeletons>& operands,
                           bool isCommutative = false) {
    std::vector<std::vector<std::string>> rows{{}};
    for (const Skeletons& operand : operands) {
      std::vector<std::vector<std::string>> longer;
      for (const auto& row : rows)
        for (const std::string& one : operand) {
          longer.push_back(row);
          longer.back().push_back(one);
        }
      rows = std::move(longer);
      if (rows.size() > kMostSkeletons) throw TooMany{};
    }
    Skeletons result;
    for (auto& row : rows) {
      if (isCommutative) std::ranges::sort(row);
      result.insert(fmt::format("{}({})", name, fmt::join(row, ",")));
    }
    return result;
  }

  const std::vector<ForeignOp>& ops_;
};

}  // namespace

NumericClass numericClassOf(const ForeignRule& rule) {
  try {
    for (const ForeignOutput& output : rule.outputs) {
      const Skeletons from = Expansion(rule.source).of({output.sourceOp, output.sourceOutput}, {});
      const Skeletons to = Expansion(rule.target).of({output.targetOp, output.targetOutput}, {});
      if (!std::ranges::includes(from, to) && !std::ranges::includes(to, from)) return NumericClass::kReassociating;
    }
  } catch (const TooMany&) {
    return NumericClass::kReassociating;
  }
  return NumericClass::kExact;
}

}  // namespace tasoscope::exchange
