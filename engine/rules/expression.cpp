#include "rules/expression.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace tasoscope {
namespace {

using Dims = std::vector<Dim>;
using Reals = std::vector<double>;

constexpr Evaluated kUnknown = std::monostate();
/// Exporters print constants with six digits and more.
constexpr double kPrintedDigits = 1e-6;

/// A three-valued truth: yes, no, or not known.
using Truth = std::optional<bool>;

Evaluated fromTruth(Truth truth) { return truth ? Evaluated(*truth) : kUnknown; }

std::optional<double> asReal(const Evaluated& value) {
  if (const auto* real = std::get_if<double>(&value)) return *real;
  if (const auto* dim = std::get_if<Dim>(&value); dim && dim->isKnown()) return static_cast<double>(dim->value());
  return std::nullopt;
}

std::optional<std::int64_t> asInteger(const Evaluated& value) {
  const auto* dim = std::get_if<Dim>(&value);
  return dim ? dim->known() : std::nullopt;
}

Truth isEqual(const Dim& a, const Dim& b) {
  if (a == b) return true;
  if (a.isKnown() && b.isKnown()) return false;
  return std::nullopt;
}

Truth isEqual(const Dims& a, const Dims& b) {
  if (a.size() != b.size()) return false;
  Truth all = true;
  for (std::size_t i = 0; i < a.size(); ++i) {
    Truth one = isEqual(a[i], b[i]);
    if (one == false) return false;
    if (!one) all = std::nullopt;
  }
  return all;
}

Truth isEqual(const Evaluated& a, const Evaluated& b) {
  if (std::holds_alternative<std::monostate>(a) || std::holds_alternative<std::monostate>(b)) return std::nullopt;
  if (const auto* x = std::get_if<Dim>(&a), *y = std::get_if<Dim>(&b); x && y) return isEqual(*x, *y);
  if (const auto* x = std::get_if<Dims>(&a), *y = std::get_if<Dims>(&b); x && y) return isEqual(*x, *y);
  if (a.index() == b.index()) return a == b;
  const auto x = asReal(a), y = asReal(b);
  if (x && y) return *x == *y;
  return std::nullopt;
}

/// a <= b, where both are numbers.
Truth isAtMost(const Evaluated& a, const Evaluated& b) {
  if (const auto* x = std::get_if<Dim>(&a), *y = std::get_if<Dim>(&b); x && y) {
    const Dim difference = *y - *x;  // symbols that cancel leave a number
    if (difference.isKnown()) return difference.value() >= 0;
    return std::nullopt;
  }
  const auto x = asReal(a), y = asReal(b);
  if (!x || !y) return std::nullopt;
  return *x <= *y;
}

Truth negated(Truth truth) { return truth ? Truth(!*truth) : std::nullopt; }

Truth compare(std::string_view op, const Evaluated& a, const Evaluated& b) {
  if (op == "==") return isEqual(a, b);
  if (op == "!=") return negated(isEqual(a, b));
  if (op == "<=") return isAtMost(a, b);
  if (op == ">=") return isAtMost(b, a);
  if (op == "<") return negated(isAtMost(b, a));
  return negated(isAtMost(a, b));
}

/// Between a list and a number: a list of 0 and 1, for all(...).
Evaluated comparison(std::string_view op, const Evaluated& a, const Evaluated& b) {
  const auto* reals = std::get_if<Reals>(&a);
  if (reals && asReal(b)) {
    Dims answers;
    for (const double real : *reals) answers.emplace_back(compare(op, Evaluated(real), b) == true ? 1 : 0);
    return answers;
  }
  const auto* list = std::get_if<Dims>(&a);
  const bool wholeLists = std::holds_alternative<Dims>(b) && (op == "==" || op == "!=");
  if (!list || wholeLists) return fromTruth(compare(op, a, b));
  const auto* other = std::get_if<Dims>(&b);
  if (other && other->size() != list->size()) return kUnknown;
  Dims answers;
  for (std::size_t i = 0; i < list->size(); ++i) {
    const Truth one = compare(op, (*list)[i], other ? Evaluated((*other)[i]) : b);
    if (!one) return kUnknown;
    answers.emplace_back(*one ? 1 : 0);
  }
  return answers;
}

std::optional<Dim> arithmetic(char op, const Dim& a, const Dim& b) {
  switch (op) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/': {  // exact, or no answer
      if (b.isKnown() && b.value() == 0) return std::nullopt;
      Dim quotient = floorDiv(a, b);
      if (!(quotient * b == a)) return std::nullopt;
      return quotient;
    }
    default:
      return std::nullopt;
  }
}

std::optional<double> arithmetic(char op, double a, double b) {
  switch (op) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return b == 0 ? std::nullopt : std::optional(a / b);
    default:
      return std::nullopt;
  }
}

template <typename Number>
Evaluated elementwise(char op, const std::vector<Number>& a, const std::vector<Number>& b) {
  if (a.size() != b.size()) return kUnknown;
  std::vector<Number> result;
  for (std::size_t i = 0; i < a.size(); ++i) {
    auto one = arithmetic(op, a[i], b[i]);
    if (!one) return kUnknown;
    result.push_back(*one);
  }
  return result;
}

Evaluated arithmetic(char op, const Evaluated& a, const Evaluated& b) {
  if (const auto* x = std::get_if<Dims>(&a)) {
    if (const auto* y = std::get_if<Dims>(&b)) return elementwise(op, *x, *y);
    if (const auto* y = std::get_if<Dim>(&b)) return elementwise(op, *x, Dims(x->size(), *y));
    return kUnknown;
  }
  if (const auto* x = std::get_if<Dim>(&a), *y = std::get_if<Dim>(&b); x && y) {
    auto result = arithmetic(op, *x, *y);
    return result ? Evaluated(*result) : kUnknown;
  }
  const auto x = asReal(a), y = asReal(b);
  if (!x || !y) return kUnknown;
  auto result = arithmetic(op, *x, *y);
  return result ? Evaluated(*result) : kUnknown;
}

class Evaluator {
 public:
  Evaluator(const ExpressionScope& scope, int element) : scope_(scope), element_(element) {}

  Evaluated operator()(const Expression& e) const {
    switch (e.kind) {
      case ExpressionKind::kInteger:
      case ExpressionKind::kElementType:
        return Dim(e.integer);
      case ExpressionKind::kReal:
        return e.real;
      case ExpressionKind::kString:
        return e.text;
      case ExpressionKind::kList:
        return list(e);
      case ExpressionKind::kName:
        return e.value >= 0 ? scope_.valueOf(e.value, e.isElement ? element_ : -1) : kUnknown;
      case ExpressionKind::kCall:
        return call(e);
    }
    return kUnknown;
  }

 private:
  Evaluated argument(const Expression& e, std::size_t i) const { return (*this)(*e.arguments[i]); }
  const TensorType* type(const Expression& e) const {
    const Expression& name = *e.arguments[0];
    const TensorType* type = name.tensor >= 0 ? scope_.typeOf(name.tensor, elementOf(name)) : nullptr;
    return type && type->isTensor ? type : nullptr;
  }
  int elementOf(const Expression& name) const { return name.isElement ? element_ : -1; }

  Evaluated list(const Expression& e) const {
    if (e.arguments.empty()) return Dims();
    std::vector<Evaluated> items;
    for (const auto& argument : e.arguments) items.push_back((*this)(*argument));
    return listOf(items);
  }

  static Evaluated listOf(const std::vector<Evaluated>& items) {
    Dims dims;
    Reals reals;
    std::vector<std::string> strings;
    for (const Evaluated& item : items) {
      if (const auto* dim = std::get_if<Dim>(&item))
        dims.push_back(*dim);
      else if (const auto* real = std::get_if<double>(&item))
        reals.push_back(*real);
      else if (const auto* string = std::get_if<std::string>(&item))
        strings.push_back(*string);
      else if (const auto* truth = std::get_if<bool>(&item))
        dims.emplace_back(*truth ? 1 : 0);
    }
    if (dims.size() == items.size()) return dims;
    if (reals.size() == items.size()) return reals;
    if (strings.size() == items.size()) return strings;
    return kUnknown;
  }

  Evaluated call(const Expression& e) const {
    const std::string& f = e.text;
    if (f == "and" || f == "or") return connective(e, f == "or");
    if (f == "not") {
      const Evaluated value = argument(e, 0);
      const auto* truth = std::get_if<bool>(&value);
      return truth ? Evaluated(!*truth) : kUnknown;
    }
    if (f.size() <= 2 && !std::isalpha(static_cast<unsigned char>(f[0]))) return operation(e);
    if (auto tensorAnswer = tensorFunction(e)) return *tensorAnswer;
    return listFunction(e);
  }

  /// and, or: an operand that decides is enough, even if the other is unknown.
  Evaluated connective(const Expression& e, bool deciding) const {
    bool isKnown = true;
    for (std::size_t i = 0; i < 2; ++i) {
      const Evaluated value = argument(e, i);
      const auto* truth = std::get_if<bool>(&value);
      if (truth && *truth == deciding) return deciding;
      isKnown = isKnown && truth;
    }
    return isKnown ? Evaluated(!deciding) : kUnknown;
  }

  Evaluated operation(const Expression& e) const {
    const std::string& f = e.text;
    if (f == "-" && e.arguments.size() == 1) return arithmetic('-', Dim(0), argument(e, 0));
    const Evaluated a = argument(e, 0), b = argument(e, 1);
    if (f == "++") return joined(a, b);
    if (f.size() == 1 && std::string_view("+-*/").find(f[0]) != std::string_view::npos) return arithmetic(f[0], a, b);
    return comparison(f, a, b);
  }

  static Evaluated joined(const Evaluated& a, const Evaluated& b) {
    const auto *x = std::get_if<Dims>(&a), *y = std::get_if<Dims>(&b);
    if (x && y) {
      Dims result = *x;
      result.insert(result.end(), y->begin(), y->end());
      return result;
    }
    const auto *u = std::get_if<Reals>(&a), *v = std::get_if<Reals>(&b);
    if (u && v) {
      Reals result = *u;
      result.insert(result.end(), v->begin(), v->end());
      return result;
    }
    return kUnknown;
  }

  std::optional<Evaluated> tensorFunction(const Expression& e) const {
    const std::string& f = e.text;
    if (f == "rank") {
      const TensorType* t = type(e);
      return t && t->shape.hasRank() ? Evaluated(Dim(t->shape.rank())) : kUnknown;
    }
    if (f == "dim") return dimension(e);
    if (f == "shape") {
      const TensorType* t = type(e);
      if (!t || !t->shape.hasRank()) return kUnknown;
      return Dims(t->shape.dims().begin(), t->shape.dims().end());
    }
    if (f == "size") {
      const TensorType* t = type(e);
      return t && t->shape.hasRank() ? Evaluated(t->shape.elementCountDim()) : kUnknown;
    }
    if (f == "type") {
      const TensorType* t = type(e);
      return t ? Evaluated(Dim(static_cast<int>(t->element))) : kUnknown;
    }
    if (f == "opset") return Dim(scope_.opset());
    const bool aboutTensor = !e.arguments.empty() && e.arguments[0]->kind == ExpressionKind::kName;
    if (!aboutTensor) return std::nullopt;
    const Expression& name = *e.arguments[0];
    if (f == "present") {
      if (name.value >= 0) return scope_.isValuePresent(name.value);
      return scope_.typeOf(name.tensor, elementOf(name)) != nullptr;
    }
    if (name.tensor < 0) return std::nullopt;
    if (f == "constant") return scope_.isConstant(name.tensor, elementOf(name));
    if (f == "uniform") {
      const auto value = scope_.uniformValueOf(name.tensor, elementOf(name));
      return value ? Evaluated(*value) : kUnknown;
    }
    if (f == "count") {
      const auto count = scope_.countOf(name.tensor);
      return count ? Evaluated(Dim(*count)) : kUnknown;
    }
    if (f == "alike") return alike(name.tensor, asInteger(argument(e, 1)));
    if (f == "same_shape" || f == "broadcasts_to" || f == "same" || f == "same_type") return twoTensors(e);
    return std::nullopt;
  }

  /// All tensors of a sequence have provably the same shape but for their extents along `axis`.
  Evaluated alike(int sequence, std::optional<std::int64_t> axis) const {
    const auto count = scope_.countOf(sequence);
    if (!count || !axis) return kUnknown;
    std::optional<Dims> first;
    for (int i = 0; i < *count; ++i) {
      const TensorType* t = scope_.typeOf(sequence, i);
      if (!t || !t->shape.hasRank() || *axis < 0 || *axis >= t->shape.rank()) return kUnknown;
      Dims one(t->shape.dims().begin(), t->shape.dims().end());
      one[static_cast<std::size_t>(*axis)] = Dim(0);
      if (!first) first = one;
      const Truth same = isEqual(*first, one);
      if (same != true) return fromTruth(same);
    }
    return true;
  }

  Evaluated dimension(const Expression& e) const {
    const TensorType* t = type(e);
    const auto axis = asInteger(argument(e, 1));
    if (!t || !t->shape.hasRank() || !axis) return kUnknown;
    const std::int64_t index = *axis < 0 ? *axis + t->shape.rank() : *axis;
    if (index < 0 || index >= t->shape.rank()) return kUnknown;
    return t->shape[static_cast<int>(index)];
  }

  Evaluated twoTensors(const Expression& e) const {
    const Expression &a = *e.arguments[0], &b = *e.arguments[1];
    if (b.tensor < 0) return kUnknown;
    if (e.text == "same") return scope_.areSame(a.tensor, elementOf(a), b.tensor, elementOf(b));
    const TensorType *x = scope_.typeOf(a.tensor, elementOf(a)), *y = scope_.typeOf(b.tensor, elementOf(b));
    if (!x || !y) return kUnknown;
    if (e.text == "same_type") return x->element == y->element;
    if (!x->shape.hasRank() || !y->shape.hasRank()) return kUnknown;
    if (e.text == "same_shape")
      return fromTruth(isEqual(Dims(x->shape.dims().begin(), x->shape.dims().end()),
                               Dims(y->shape.dims().begin(), y->shape.dims().end())));
    const auto both = broadcast(x->shape, y->shape);
    return both && both->hasRank() ? Evaluated(*both == y->shape) : kUnknown;
  }

  Evaluated listFunction(const Expression& e) const {
    const std::string& f = e.text;
    if (f == "each") return each(e);
    if (f == "range") return range(argument(e, 0), argument(e, 1));
    if (f == "repeat") {
      const Evaluated item = argument(e, 0);
      const auto* dim = std::get_if<Dim>(&item);
      const auto count = asInteger(argument(e, 1));
      if (!dim || !count || *count < 0 || *count > 4096) return kUnknown;
      return Dims(static_cast<std::size_t>(*count), *dim);
    }
    if (f == "min" || f == "max" || f == "mod" || f == "floor_div") return twoNumbers(e);
    if (f == "near") return near(e);
    if (f == "disjoint") return disjoint(argument(e, 0), argument(e, 1));
    if (f == "letters") return letters(argument(e, 0));
    if (f == "one_of") {
      const Evaluated wanted = argument(e, 0);
      Truth found = false;
      for (std::size_t i = 1; i < e.arguments.size(); ++i) {
        const Truth one = isEqual(wanted, argument(e, i));
        if (one == true) return true;
        if (!one) found = std::nullopt;
      }
      return fromTruth(found);
    }
    const Evaluated first = argument(e, 0);
    if (f == "real") {
      const auto real = asReal(first);
      return real ? Evaluated(*real) : kUnknown;
    }
    if (f == "sqrt") {
      const auto real = asReal(first);
      return real && *real >= 0 ? Evaluated(std::sqrt(*real)) : kUnknown;
    }
    if (f == "length") {
      if (const auto* reals = std::get_if<Reals>(&first)) return Dim(static_cast<std::int64_t>(reals->size()));
    }
    if (f == "at") {
      if (const auto* reals = std::get_if<Reals>(&first)) {
        const auto at = asInteger(argument(e, 1));
        if (!at || *at < 0 || *at >= static_cast<std::int64_t>(reals->size())) return kUnknown;
        return (*reals)[static_cast<std::size_t>(*at)];
      }
    }
    const auto* list = std::get_if<Dims>(&first);
    return list ? integerListFunction(e, *list) : kUnknown;
  }

  Evaluated integerListFunction(const Expression& e, const Dims& list) const {
    const std::string& f = e.text;
    const auto size = static_cast<std::int64_t>(list.size());
    if (f == "length") return Dim(size);
    if (f == "sum") {
      Dim total(0);
      for (const Dim& item : list) total = total + item;
      return total;
    }
    if (f == "product") {
      Dim total(1);
      for (const Dim& item : list) total = total * item;
      return total;
    }
    if (f == "all" || f == "any") {
      const bool deciding = f == "any";
      for (const Dim& item : list) {
        if (!item.isKnown()) return kUnknown;
        if ((item.value() != 0) == deciding) return deciding;
      }
      return !deciding;
    }
    if (f == "sorted") return sorted(list);
    if (f == "at") {
      const auto at = asInteger(argument(e, 1));
      if (!at) return kUnknown;
      const std::int64_t index = *at < 0 ? *at + size : *at;
      return index >= 0 && index < size ? Evaluated(list[static_cast<std::size_t>(index)]) : kUnknown;
    }
    if (f == "slice") {
      const auto from = asInteger(argument(e, 1)), to = asInteger(argument(e, 2));
      if (!from || !to || *from < 0 || *from > *to || *to > size) return kUnknown;
      return Dims(list.begin() + *from, list.begin() + *to);
    }
    if (f == "set") {
      const auto at = asInteger(argument(e, 1));
      const Evaluated value = argument(e, 2);
      const auto* item = std::get_if<Dim>(&value);
      if (!at || !item || *at < 0 || *at >= size) return kUnknown;
      Dims result = list;
      result[static_cast<std::size_t>(*at)] = *item;
      return result;
    }
    if (f == "index") {
      const Evaluated wanted = argument(e, 1);
      const auto* item = std::get_if<Dim>(&wanted);
      for (std::size_t i = 0; item && i < list.size(); ++i)
        if (list[i] == *item) return Dim(static_cast<std::int64_t>(i));
      return kUnknown;
    }
    if (f == "compose" || f == "inverse") return permutation(e, list);
    if (f == "keeps_order") return keepsOrder(list, argument(e, 1));
    return kUnknown;
  }

  /// The permutation leaves the axes whose extents are not known to be 1 in their order.
  static Evaluated keepsOrder(const Dims& permutation, const Evaluated& shape) {
    const auto* extents = std::get_if<Dims>(&shape);
    if (!extents || extents->size() != permutation.size()) return kUnknown;
    std::int64_t last = -1;
    for (const Dim& axis : permutation) {
      const std::int64_t from = axis.known().value_or(-1);
      if (from < 0 || from >= static_cast<std::int64_t>(extents->size())) return kUnknown;
      if ((*extents)[static_cast<std::size_t>(from)] == Dim(1)) continue;
      if (from < last) return false;
      last = from;
    }
    return true;
  }

  /// compose(p, q)[i] = p[q[i]]; inverse(p)[p[i]] = i.
  Evaluated permutation(const Expression& e, const Dims& p) const {
    const bool isInverse = e.text == "inverse";
    const Evaluated second = isInverse ? Evaluated(p) : argument(e, 1);
    const auto* q = std::get_if<Dims>(&second);
    if (!q) return kUnknown;
    const auto size = static_cast<std::int64_t>(p.size());
    Dims result(q->size());
    for (std::size_t i = 0; i < q->size(); ++i) {
      const auto at = (*q)[i].known();
      if (!at || *at < 0 || *at >= size) return kUnknown;
      if (isInverse)
        result[static_cast<std::size_t>(*at)] = Dim(static_cast<std::int64_t>(i));
      else
        result[i] = p[static_cast<std::size_t>(*at)];
    }
    return result;
  }

  Evaluated each(const Expression& e) const {
    std::optional<std::int64_t> count;
    forEachExpression(*e.arguments[0], [&](const Expression& inside) {
      if (!count && inside.kind == ExpressionKind::kName && inside.isElement && inside.tensor >= 0)
        count = scope_.countOf(inside.tensor);
    });
    if (!count) return kUnknown;
    std::vector<Evaluated> items;
    for (int i = 0; i < *count; ++i) items.push_back(evaluate(*e.arguments[0], scope_, i));
    return listOf(items);
  }

  /// Two numbers that are the same but for how an exporter printed one, or its type rounded it.
  Evaluated near(const Expression& e) const {
    const auto a = asReal(argument(e, 0)), b = asReal(argument(e, 1));
    if (!a || !b) return kUnknown;
    double tolerance = kPrintedDigits;
    const Expression& first = *e.arguments[0];
    const bool isUniform = first.kind == ExpressionKind::kCall && first.text == "uniform";
    const TensorType* t = isUniform ? type(first) : nullptr;
    if (t && isFloatingPoint(t->element)) tolerance = std::max(tolerance, 2 * unitRoundoff(t->element));
    return std::abs(*a - *b) <= tolerance * std::abs(*b);
  }

  static Evaluated sorted(Dims list) {
    if (!std::ranges::all_of(list, [](const Dim& item) { return item.isKnown(); })) return kUnknown;
    std::ranges::sort(list, {}, [](const Dim& item) { return item.value(); });
    return list;
  }

  static Evaluated disjoint(const Evaluated& a, const Evaluated& b) {
    const auto *x = std::get_if<Dims>(&a), *y = std::get_if<Dims>(&b);
    if (!x || !y) return kUnknown;
    for (const Dim& one : *x)
      for (const Dim& other : *y) {
        if (!one.isKnown() || !other.isKnown()) return kUnknown;
        if (one == other) return false;
      }
    return true;
  }

  /// The equation of an Einsum with its letters renamed a, b, c, ... as they come, without spaces.
  static Evaluated letters(const Evaluated& value) {
    const auto* text = std::get_if<std::string>(&value);
    if (!text) return kUnknown;
    std::string result, seen;
    for (const char c : *text) {
      if (c == ' ') continue;
      if (!std::isalpha(static_cast<unsigned char>(c))) {
        result += c;
        continue;
      }
      auto at = seen.find(c);
      if (at == std::string::npos) {
        at = seen.size();
        seen += c;
      }
      if (at >= 26) return kUnknown;
      result += static_cast<char>('a' + at);
    }
    return result;
  }

  static Evaluated range(const Evaluated& from, const Evaluated& to) {
    const auto a = asInteger(from), b = asInteger(to);
    if (!a || !b || *b < *a || *b - *a > 4096) return kUnknown;
    Dims result;
    for (std::int64_t i = *a; i < *b; ++i) result.emplace_back(i);
    return result;
  }

  Evaluated twoNumbers(const Expression& e) const {
    const Evaluated a = argument(e, 0), b = argument(e, 1);
    const auto *x = std::get_if<Dim>(&a), *y = std::get_if<Dim>(&b);
    if (x && y) {
      if (e.text == "min") return min(*x, *y);
      if (e.text == "max") return max(*x, *y);
      if (y->isKnown() && y->value() <= 0) return kUnknown;
      const Dim quotient = floorDiv(*x, *y);
      return e.text == "mod" ? Evaluated(*x - *y * quotient) : Evaluated(quotient);
    }
    const auto u = asReal(a), v = asReal(b);
    if (u && v && e.text == "min") return std::min(*u, *v);
    if (u && v && e.text == "max") return std::max(*u, *v);
    return kUnknown;
  }

  const ExpressionScope& scope_;
  int element_;
};

template <typename T>
std::vector<Dim> dimsOf(const std::vector<T>& numbers) {
  return {numbers.begin(), numbers.end()};
}

}  // namespace

Evaluated evaluate(const Expression& expression, const ExpressionScope& scope, int element) {
  return Evaluator(scope, element)(expression);
}

bool holds(const Expression& condition, const ExpressionScope& scope, int element) {
  const Evaluated value = evaluate(condition, scope, element);
  const auto* truth = std::get_if<bool>(&value);
  return truth && *truth;
}

Evaluated evaluatedOf(const AttributeValue& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return Dim(*integer);
  if (const auto* real = std::get_if<double>(&value)) return *real;
  if (const auto* string = std::get_if<std::string>(&value)) return *string;
  if (const auto* integers = std::get_if<std::vector<std::int64_t>>(&value)) return dimsOf(*integers);
  if (const auto* reals = std::get_if<std::vector<double>>(&value)) return *reals;
  return std::get<std::vector<std::string>>(value);
}

std::optional<AttributeValue> attributeOf(const Evaluated& value) {
  if (const auto* dim = std::get_if<Dim>(&value)) {
    if (!dim->isKnown()) return std::nullopt;
    return AttributeValue(dim->value());
  }
  if (const auto* real = std::get_if<double>(&value)) return AttributeValue(*real);
  if (const auto* string = std::get_if<std::string>(&value)) return AttributeValue(*string);
  if (const auto* dims = std::get_if<Dims>(&value)) {
    std::vector<std::int64_t> numbers;
    for (const Dim& dim : *dims) {
      if (!dim.isKnown()) return std::nullopt;
      numbers.push_back(dim.value());
    }
    return AttributeValue(std::move(numbers));
  }
  if (const auto* reals = std::get_if<Reals>(&value)) return AttributeValue(*reals);
  if (const auto* strings = std::get_if<std::vector<std::string>>(&value)) return AttributeValue(*strings);
  return std::nullopt;
}

void forEachExpression(const Expression& expression, const std::function<void(const Expression&)>& visit) {
  visit(expression);
  for (const auto& argument : expression.arguments) forEachExpression(*argument, visit);
}

bool isIndexed(const Expression& expression) {
  if (expression.kind == ExpressionKind::kCall && expression.text == "each") return false;
  if (expression.isElement) return true;
  for (const auto& argument : expression.arguments)
    if (isIndexed(*argument)) return true;
  return false;
}

bool operator==(const Expression& a, const Expression& b) {
  if (a.kind != b.kind || a.integer != b.integer || a.real != b.real || a.text != b.text ||
      a.isElement != b.isElement || a.arguments.size() != b.arguments.size())
    return false;
  for (std::size_t i = 0; i < a.arguments.size(); ++i)
    if (!(*a.arguments[i] == *b.arguments[i])) return false;
  return true;
}

std::span<const ExpressionFunction> expressionFunctions() {
  static constexpr std::array kFunctions{
      // tensors
      ExpressionFunction{"rank", 1, 1}, ExpressionFunction{"dim", 2, 2}, ExpressionFunction{"shape", 1, 1},
      ExpressionFunction{"size", 1, 1}, ExpressionFunction{"type", 1, 1}, ExpressionFunction{"present", 1, 1},
      ExpressionFunction{"constant", 1, 1}, ExpressionFunction{"uniform", 1, 1}, ExpressionFunction{"count", 1, 1},
      ExpressionFunction{"same_shape", 2, 2}, ExpressionFunction{"broadcasts_to", 2, 2},
      ExpressionFunction{"same", 2, 2}, ExpressionFunction{"same_type", 2, 2}, ExpressionFunction{"uses", 1, 1},
      ExpressionFunction{"opset", 0, 0},
      // numbers and lists
      ExpressionFunction{"min", 2, 2}, ExpressionFunction{"max", 2, 2}, ExpressionFunction{"mod", 2, 2},
      ExpressionFunction{"floor_div", 2, 2}, ExpressionFunction{"real", 1, 1}, ExpressionFunction{"sqrt", 1, 1},
      ExpressionFunction{"length", 1, 1}, ExpressionFunction{"sum", 1, 1}, ExpressionFunction{"product", 1, 1},
      ExpressionFunction{"all", 1, 1}, ExpressionFunction{"any", 1, 1}, ExpressionFunction{"alike", 2, 2},
      ExpressionFunction{"at", 2, 2}, ExpressionFunction{"slice", 3, 3}, ExpressionFunction{"set", 3, 3},
      ExpressionFunction{"index", 2, 2}, ExpressionFunction{"compose", 2, 2}, ExpressionFunction{"inverse", 1, 1},
      ExpressionFunction{"keeps_order", 2, 2}, ExpressionFunction{"each", 1, 1}, ExpressionFunction{"range", 2, 2},
      ExpressionFunction{"repeat", 2, 2}, ExpressionFunction{"one_of", 2, -1}, ExpressionFunction{"near", 2, 2},
      ExpressionFunction{"disjoint", 2, 2}, ExpressionFunction{"sorted", 1, 1}, ExpressionFunction{"letters", 1, 1}};
  return kFunctions;
}

}  // namespace tasoscope
