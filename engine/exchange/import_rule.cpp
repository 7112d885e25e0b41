#include "exchange/import_rule.h"

#include <fmt/format.h>

#include "exchange/foreign_typing.h"
#include "exchange/skeletons.h"
#include "rules/rule_text.h"

namespace tasoscope::exchange {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// One equation a foreign operator, in its order; two for the kernel of a pool, which is the pool of an identity.
class RuleWriter {
 public:
  RuleWriter(const ForeignRule& rule, const ImportedAs& as) : rule_(rule), as_(as), typing_(rule) {}

  std::string text() {
    std::string text = fmt::format("family {}\nrule {} {{\n", as_.family, as_.name);
    text += fmt::format("note \"{} become{} {}.\"\n", namesOf(rule_.source), rule_.source.size() == 1 ? "s" : "",
                        rule_.target.empty() ? "nothing" : namesOf(rule_.target));
    text += fmt::format("from \"{}\"\nnumerics {}\n", as_.source, tasoscope::nameOf(numericClassOf(rule_)));
    for (std::size_t i = 0; i < rule_.source.size(); ++i) text += equation(Side::kSource, static_cast<int>(i));
    const std::string right = rightSide();
    for (const std::string& definition : typing_.definitions())  // "r = ...", read as "r ++ r"
      if ((text + right).find(definition.substr(0, definition.find(' ')) + " ++") != std::string::npos)
        text += "let " + definition + "\n";
    for (const std::string& condition : typing_.conditions()) text += "where " + condition + "\n";
    return text + "=>\n" + right + "}\n";
  }

 private:
  const ForeignOp& op(Side side, int index) const {
    return (side == Side::kSource ? rule_.source : rule_.target)[at(index)];
  }

  std::string rightSide() {
    std::string text;
    for (std::size_t i = 0; i < rule_.target.size(); ++i) text += equation(Side::kTarget, static_cast<int>(i));
    for (std::size_t i = 0; i < rule_.outputs.size(); ++i) {
      const ForeignOutput& output = rule_.outputs[i];
      const std::string root = typing_.nameOf(Side::kSource, {output.sourceOp, output.sourceOutput});
      const std::string made = typing_.nameOf(Side::kTarget, {output.targetOp, output.targetOutput});
      if (root != made) text += fmt::format("{} = {}\n", root, made);
    }
    return text;
  }

  std::string equation(Side side, int index) const {
    const ForeignOp& one = op(side, index);
    std::string outputs, inputs;
    for (int k = 0; k < one.outputCount(); ++k) outputs += (k == 0 ? "" : ", ") + typing_.nameOf(side, {index, k});
    for (const ForeignTensor& input : one.inputs) inputs += (inputs.empty() ? "" : ", ") + typing_.nameOf(side, input);
    if (one.kind == ForeignKind::kPoolKernel) {
      const std::string identity = fmt::format("c{}{}", side == Side::kSource ? 's' : 't', index + 1);
      return fmt::format("{} = IdentityKernel() {{{}}}\n{} = AveragePool({}) {{{}}}\n", identity,
                         constantAttributes(side, index, "shape"), outputs, identity, poolAttributes(side, one));
    }
    return fmt::format("{} = {}({}) {{{}}}\n", outputs, operatorOf(one.kind), inputs, attributes(side, index, one));
  }

  static std::string_view operatorOf(ForeignKind kind) {
    if (kind == ForeignKind::kScalarMul) return "Mul";
    if (kind == ForeignKind::kEnlarge) return "Pad";
    return exchange::nameOf(kind);
  }

  std::string attributes(Side side, int index, const ForeignOp& one) const {
    switch (one.kind) {
      case ForeignKind::kConv: {
        const WindowText& window = typing_.window(side, index);
        return fmt::format("group = {}, kernel_shape = {}, pads = {}, strides = {}, {}{}", window.group, window.kernel,
                           window.pads, strides(one), dilations(side), activation(one, ", "));
      }
      case ForeignKind::kMatMul:
        return activation(one, "");
      case ForeignKind::kConcat:
        return fmt::format("axis = {}", one.parameter(kAxis, 0));
      case ForeignKind::kSplit:
        return fmt::format("axis = {}, split = {}", one.parameter(kAxis, 0), typing_.splitSizes(side, index));
      case ForeignKind::kTranspose:
        return "perm = [1, 0]";
      case ForeignKind::kMaxPool:
      case ForeignKind::kAveragePool:
        return poolAttributes(side, one);
      case ForeignKind::kEnlarge:
        return enlargeAttributes(side, one);
      case ForeignKind::kIdentityMatrix:
        return constantAttributes(side, index, "size");
      case ForeignKind::kIdentityKernel:
      case ForeignKind::kOnes:
        return constantAttributes(side, index, "shape");
      default:
        return {};
    }
  }

  static std::string strides(const ForeignOp& one) {
    return fmt::format("[{}, {}]", one.parameter(kStrideH, 1), one.parameter(kStrideW, 1));
  }
  static std::string dilations(Side side) {
    return side == Side::kSource ? "dilations? = [1, 1]" : "dilations = [1, 1]";
  }

  static std::string activation(const ForeignOp& one, std::string_view before) {
    static constexpr const char* kNames[] = {"none", "sigmoid", "relu", "tanh"};
    const int number = one.parameter(kActivation, 0);
    if (number < 0 || number > 3) throw NotExpressible{fmt::format("the activation {} is not known", number)};
    return number == 0 ? std::string() : fmt::format("{}activation = \"{}\"", before, kNames[number]);
  }

  /// TASO's pools divide by the whole window, padding included.
  static std::string poolAttributes(Side side, const ForeignOp& one) {
    const int height = one.parameter(kKernelH, 1), width = one.parameter(kKernelW, 1);
    const std::string pads =
        one.parameter(kPadding, kSame) == kSame
            ? fmt::format("[{}, {}, {}, {}]", (height - 1) / 2, (width - 1) / 2, height / 2, width / 2)
            : "[0, 0, 0, 0]";
    return fmt::format("kernel_shape = [{}, {}], pads = {}, strides = {}, {}{}", height, width, pads, strides(one),
                       dilations(side), one.kind == ForeignKind::kMaxPool ? "" : ", count_include_pad = 1");
  }

  std::string enlargeAttributes(Side side, const ForeignOp& one) const {
    const std::string half = fmt::format("({} - {}) / 2, ({} - {}) / 2", one.parameter(kKernelH, 1),
                                         typing_.extentText(side, one.inputs[0], 2), one.parameter(kKernelW, 1),
                                         typing_.extentText(side, one.inputs[0], 3));
    return fmt::format("mode = \"constant\", pads = [0, 0, {}, 0, 0, {}]", half, half);
  }

  std::string constantAttributes(Side side, int index, std::string_view extents) const {
    if (side == Side::kSource) return "...";
    return fmt::format("element_type = type({}), {} = {}", anExternal(), extents, typing_.constantShape(index));
  }

  std::string anExternal() const {
    for (const ForeignOp& one : rule_.source)
      for (const ForeignTensor& input : one.inputs)
        if (input.isExternal()) return typing_.nameOf(Side::kSource, input);
    throw NotExpressible{"its source reads no tensor"};
  }

  const ForeignRule& rule_;
  const ImportedAs& as_;
  ForeignTyping typing_;
};

}  // namespace

Rule importRule(const ForeignRule& rule, const ImportedAs& as) {
  if (const std::string reason = whyMalformed(rule); !reason.empty()) throw NotExpressible{reason};
  return parseRules(RuleWriter(rule, as).text(), as.name)[0];
}

}  // namespace tasoscope::exchange
