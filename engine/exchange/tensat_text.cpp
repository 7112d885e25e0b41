// Terms are read by recursive descent; equal terms of one side become one operator, which is how several outputs, and
// the two results of a split, come to share what they are made of.

#include "exchange/tensat_text.h"

#include <fmt/format.h>

#include <charconv>
#include <map>
#include <optional>

#include "tensor/error.h"

namespace tasoscope::exchange {
namespace {

constexpr int kMaxDepth = 200;

struct Term {
  std::string name;          ///< of an operator, or of a variable
  std::vector<int> numbers;  ///< the arguments that come first
  std::vector<Term> operands;
  int variable = 0;  ///< of input_N: N
};

bool areEqual(const Term& a, const Term& b) {
  return a.name == b.name && a.numbers == b.numbers &&
         std::equal(a.operands.begin(), a.operands.end(), b.operands.begin(), b.operands.end(), areEqual);
}

struct Pair {
  Term left, right;
};

/// Alone neither says what the other part of the split is.
bool areResultsOfOneSplit(const Pair& first, const Pair& second) {
  Term renamed = second.right;
  if (first.right.name != "split_0" || renamed.name != "split_1") return false;
  renamed.name = first.right.name;
  return areEqual(first.right, renamed);
}

class Reader {
 public:
  Reader(std::string_view text, const std::string& name) : text_(text), name_(name) {}

  std::vector<Pair> run() {
    std::vector<Pair> pairs;
    for (skipBlanks(); at_ < text_.size(); skipBlanks()) {
      Pair pair;
      pair.left = term(0);
      skipBlanks();
      if (!accept("=>") && !accept("==")) fail("expected => or == between two terms");
      skipBlanks();
      pair.right = term(0);
      pairs.push_back(std::move(pair));
    }
    return pairs;
  }

 private:
  [[noreturn]] void fail(const std::string& problem) const {
    std::size_t line = 1, column = 1;
    for (std::size_t i = 0; i < at_ && i < text_.size(); ++i) {
      ++column;
      if (text_[i] != '\n') continue;
      ++line;
      column = 1;
    }
    throw FileError(fmt::format("{}:{}:{}: {}", name_, line, column, problem));
  }
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void skipBlanks() {
    while (peek() == ' ' || peek() == '\t' || peek() == '\n' || peek() == '\r') ++at_;
  }
  bool accept(std::string_view symbol) {
    if (text_.substr(at_, symbol.size()) != symbol) return false;
    at_ += symbol.size();
    return true;
  }
  static bool isWordPart(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-'; }

  std::string word() {
    accept("?");
    const std::size_t begin = at_;
    while (isWordPart(peek())) ++at_;
    if (begin == at_) fail("expected a name");
    return std::string(text_.substr(begin, at_ - begin));
  }

  Term term(int depth) {
    if (depth > kMaxDepth) fail("terms are nested too deeply");
    if (accept("(")) {
      skipBlanks();
      Term result = named(word());
      arguments(result, depth);
      return result;
    }
    Term result = named(word());
    if (accept("(")) arguments(result, depth);
    return result;
  }

  Term named(std::string name) const {
    Term result;
    const std::string_view prefix = "input_";
    if (name.starts_with(prefix))
      std::from_chars(name.data() + prefix.size(), name.data() + name.size(), result.variable);
    result.name = std::move(name);
    return result;
  }

  /// Up to the closing parenthesis; blanks and commas separate.
  void arguments(Term& into, int depth) {
    for (;;) {
      skipBlanks();
      if (accept(",")) continue;
      if (accept(")")) return;
      if (peek() == '\0') fail("the text ends within a term");
      if (std::isdigit(static_cast<unsigned char>(peek()))) {
        int number = 0;
        const char* end = text_.data() + text_.size();
        const auto read = std::from_chars(text_.data() + at_, end, number);
        if (read.ec != std::errc()) fail("this number is too large");
        at_ = static_cast<std::size_t>(read.ptr - text_.data());
        into.numbers.push_back(number);
      } else {
        into.operands.push_back(term(depth + 1));
      }
    }
  }

  std::string_view text_;
  const std::string& name_;
  std::size_t at_ = 0;
};

/// An operator's form: the parameters that its numbers give, in order. Older lists leave the first or the last out.
struct Form {
  std::string_view name;
  ForeignKind kind;
  std::size_t operands;
  std::vector<int> keys;
  std::vector<std::pair<int, int>> fixed;
};

const std::vector<Form>& forms() {
  static const std::vector<int> kWindow{kStrideH, kStrideW, kPadding, kActivation};
  static const std::vector<int> kPool{kKernelH, kKernelW, kStrideH, kStrideW, kPadding};
  static const std::vector<Form> kForms{
      {"conv2d", ForeignKind::kConv, 2, kWindow, {}},
      {"matmul", ForeignKind::kMatMul, 2, {kActivation}, {}},
      {"matmul", ForeignKind::kMatMul, 2, {}, {{kActivation, 0}}},
      {"concat", ForeignKind::kConcat, 2, {kAxis, kRank}, {{kInputCount, 2}}},
      {"concat", ForeignKind::kConcat, 2, {kAxis}, {{kInputCount, 2}}},
      {"split", ForeignKind::kSplit, 1, {kAxis}, {{kOutputCount, 2}}},
      {"relu", ForeignKind::kRelu, 1, {}, {}},
      {"sigmoid", ForeignKind::kSigmoid, 1, {}, {}},
      {"tanh", ForeignKind::kTanh, 1, {}, {}},
      {"ewadd", ForeignKind::kAdd, 2, {}, {}},
      {"ewmul", ForeignKind::kMul, 2, {}, {}},
      {"smul", ForeignKind::kScalarMul, 2, {}, {}},
      {"transpose", ForeignKind::kTranspose, 1, {}, {{kRank, 2}, {kPermutation, 2}, {kShuffle, 1}}},
      {"poolavg", ForeignKind::kAveragePool, 1, kPool, {}},
      {"poolmax", ForeignKind::kMaxPool, 1, kPool, {}},
      {"enlarge", ForeignKind::kEnlarge, 1, {kKernelH, kKernelW}, {}},
      {"Iconv", ForeignKind::kIdentityKernel, 0, {kKernelH, kKernelW}, {}},
      {"Cpool", ForeignKind::kPoolKernel, 0, {kKernelH, kKernelW}, {}},
      {"Imatmul", ForeignKind::kIdentityMatrix, 0, {}, {}},
      {"Iewmul", ForeignKind::kOnes, 0, {}, {}},
  };
  return kForms;
}

struct Unreadable {
  std::string reason;
};

class Side {
 public:
  explicit Side(std::vector<ForeignOp>& ops) : ops_(ops) {}

  ForeignTensor add(const Term& term) {
    if (term.variable > 0) return {-term.variable, 0};
    if (term.name == "split_0" || term.name == "split_1") {
      const int output = term.name == "split_0" ? 0 : 1;
      if (term.operands.size() == 1 && term.operands[0].name == "split") return {add(term.operands[0]).op, output};
      Term split = term;  // older lists write split_0(axis, x)
      split.name = "split";
      return {add(split).op, output};
    }
    ForeignOp op = opOf(term);
    for (const Term& operand : term.operands) op.inputs.push_back(add(operand));
    for (std::size_t i = 0; i < ops_.size(); ++i)
      if (ops_[i] == op) return {static_cast<int>(i), 0};
    ops_.push_back(std::move(op));
    return {static_cast<int>(ops_.size()) - 1, 0};
  }

 private:
  static ForeignOp opOf(const Term& term) {
    for (const Form& form : forms()) {
      if (form.name != term.name || form.keys.size() != term.numbers.size()) continue;
      if (form.operands != term.operands.size()) continue;
      ForeignOp op;
      op.kind = form.kind;
      op.parameters = form.fixed;
      for (std::size_t i = 0; i < form.keys.size(); ++i) op.parameters.emplace_back(form.keys[i], term.numbers[i]);
      return op;
    }
    throw Unreadable{fmt::format("no operator is written {} with {} numbers and {} operands", term.name,
                                 term.numbers.size(), term.operands.size())};
  }

  std::vector<ForeignOp>& ops_;
};

TensatRule ruleOf(std::span<const Pair> pairs) {
  TensatRule result;
  try {
    Side source(result.rule.source), target(result.rule.target);
    for (const Pair& pair : pairs) {
      const ForeignTensor from = source.add(pair.left), to = target.add(pair.right);
      if (from.isExternal()) throw Unreadable{"the left side is a tensor, not an operator"};
      result.rule.outputs.push_back({from.op, to.op, from.output, to.output});
    }
  } catch (const Unreadable& fault) {
    result.fault = fault.reason;
  }
  return result;
}

std::string textOf(const std::vector<ForeignOp>& side, const ForeignTensor& tensor) {
  if (tensor.isExternal()) return fmt::format("?input_{}", -tensor.op);
  const ForeignOp& op = side[static_cast<std::size_t>(tensor.op)];
  for (const Form& form : forms()) {
    if (form.kind != op.kind) continue;
    std::string text = fmt::format("({}", form.name);
    for (const int key : form.keys) text += fmt::format(" {}", op.parameter(key, 0));
    for (const ForeignTensor& input : op.inputs) text += " " + textOf(side, input);
    text += ")";
    return op.kind == ForeignKind::kSplit ? fmt::format("(split_{} {})", tensor.output, text) : text;
  }
  return {};
}

}  // namespace

std::vector<TensatRule> readTensat(std::string_view text, TensatLines lines, const std::string& name) {
  const std::vector<Pair> pairs = Reader(text, name).run();
  if (lines == TensatLines::kPairs && pairs.size() % 2 != 0)
    throw FileError(Position{.file = name}, "holds an odd number of lines, but two that follow each other make a rule");
  std::vector<TensatRule> rules;
  for (std::size_t i = 0; i < pairs.size();) {
    const bool isTwo =
        lines == TensatLines::kPairs || (i + 1 < pairs.size() && areResultsOfOneSplit(pairs[i], pairs[i + 1]));
    rules.push_back(ruleOf(std::span(pairs).subspan(i, isTwo ? 2 : 1)));
    i += isTwo ? 2 : 1;
  }
  return rules;
}

std::vector<std::string> writeTensat(const ForeignRule& rule) {
  std::vector<std::string> lines;
  for (const ForeignOutput& output : rule.outputs)
    lines.push_back(textOf(rule.source, {output.sourceOp, output.sourceOutput}) + "=>" +
                    textOf(rule.target, {output.targetOp, output.targetOutput}));
  return lines;
}

}  // namespace tasoscope::exchange
