// Expressions of rules on symbolic values: the counterpart of rules/expression.cpp, with the same functions.

#include <algorithm>
#include <set>

#include "proof/symbolic_value.h"

namespace tasoscope {
namespace {

using Truth = std::optional<bool>;

Symbolic fromTruth(Truth truth) { return truth ? Symbolic(*truth) : Symbolic(); }

std::optional<std::int64_t> numberOf(const Symbolic& value) {
  const auto* integer = std::get_if<Polynomial>(&value);
  return integer ? integer->number() : std::nullopt;
}

std::optional<double> realOf(const Symbolic& value) {
  if (const auto* real = std::get_if<double>(&value)) return *real;
  if (const auto number = numberOf(value)) return static_cast<double>(*number);
  return std::nullopt;
}

Truth negated(Truth truth) { return truth ? Truth(!*truth) : std::nullopt; }

class Evaluator {
 public:
  Evaluator(SymbolicScope& scope, int element) : scope_(scope), arithmetic_(scope.arithmetic()), element_(element) {}

  Symbolic operator()(const Expression& e) {
    switch (e.kind) {
      case ExpressionKind::kInteger:
      case ExpressionKind::kElementType:
        return Polynomial(e.integer);
      case ExpressionKind::kReal:
        return e.real;
      case ExpressionKind::kString:
        return e.text;
      case ExpressionKind::kList:
        return list(e);
      case ExpressionKind::kName:
        return e.value >= 0 ? scope_.valueOf(e.value, e.isElement ? element_ : -1) : Symbolic();
      case ExpressionKind::kCall:
        return call(e);
    }
    return {};
  }

 private:
  Symbolic argument(const Expression& e, std::size_t i) { return (*this)(*e.arguments[i]); }
  int elementOf(const Expression& name) const { return name.isElement ? element_ : -1; }
  std::optional<SymbolicType> type(const Expression& e, std::size_t i = 0) {
    const Expression& name = *e.arguments[i];
    return name.tensor >= 0 ? scope_.typeOf(name.tensor, elementOf(name)) : std::nullopt;
  }

  Symbolic list(const Expression& e) {
    std::vector<Symbolic> items;
    for (const auto& argument : e.arguments) items.push_back((*this)(*argument));
    return listOf(items);
  }

  static Symbolic listOf(const std::vector<Symbolic>& items) {
    Integers integers;
    std::vector<double> reals;
    std::vector<std::string> texts;
    for (const Symbolic& item : items) {
      if (const auto* integer = std::get_if<Polynomial>(&item)) integers.push_back(*integer);
      if (const auto* truth = std::get_if<bool>(&item)) integers.emplace_back(*truth ? 1 : 0);
      if (const auto* real = std::get_if<double>(&item)) reals.push_back(*real);
      if (const auto* text = std::get_if<std::string>(&item)) texts.push_back(*text);
    }
    if (integers.size() == items.size()) return integers;
    if (reals.size() == items.size()) return reals;
    if (texts.size() == items.size()) return texts;
    return {};
  }

  Symbolic call(const Expression& e) {
    const std::string& f = e.text;
    if (f == "and" || f == "or") {
      Truth answer = f == "and";
      for (std::size_t i = 0; i < 2; ++i) {
        const Symbolic value = argument(e, i);
        const auto* truth = std::get_if<bool>(&value);
        if (truth && *truth == (f == "or")) return *truth;
        if (!truth) answer = std::nullopt;
      }
      return fromTruth(answer);
    }
    if (f == "not") {
      const Symbolic value = argument(e, 0);
      const auto* truth = std::get_if<bool>(&value);
      return truth ? Symbolic(!*truth) : Symbolic();
    }
    if (f.size() <= 2 && !std::isalpha(static_cast<unsigned char>(f[0]))) return operation(e);
    if (auto answer = tensorFunction(e)) return *answer;
    return listFunction(e);
  }

  Symbolic operation(const Expression& e) {
    const std::string& f = e.text;
    if (f == "-" && e.arguments.size() == 1) return arithmetic("-", Polynomial(0), argument(e, 0));
    const Symbolic a = argument(e, 0), b = argument(e, 1);
    if (f == "++") {
      const auto *x = std::get_if<Integers>(&a), *y = std::get_if<Integers>(&b);
      if (!x || !y) return {};
      Integers result = *x;
      result.insert(result.end(), y->begin(), y->end());
      return result;
    }
    if (f == "+" || f == "-" || f == "*" || f == "/") return arithmetic(f, a, b);
    return comparison(f, a, b);
  }

  std::optional<Polynomial> arithmetic(std::string_view op, const Polynomial& a, const Polynomial& b) {
    if (op == "+") return a + b;
    if (op == "-") return a - b;
    if (op == "*") return a * b;
    return arithmetic_.quotient(a, b);
  }

  Symbolic arithmetic(std::string_view op, const Symbolic& a, const Symbolic& b) {
    const auto *x = std::get_if<Polynomial>(&a), *y = std::get_if<Polynomial>(&b);
    if (x && y) {
      const auto result = arithmetic(op, *x, *y);
      return result ? Symbolic(*result) : Symbolic();
    }
    if (const auto* xs = std::get_if<Integers>(&a)) {
      const auto* ys = std::get_if<Integers>(&b);
      if ((!y && !ys) || (ys && ys->size() != xs->size())) return {};
      Integers result;
      for (std::size_t i = 0; i < xs->size(); ++i) {
        const auto one = arithmetic(op, (*xs)[i], ys ? (*ys)[i] : *y);
        if (!one) return {};
        result.push_back(*one);
      }
      return result;
    }
    const auto u = realOf(a), v = realOf(b);
    if (!u || !v) return {};
    if (op == "+") return *u + *v;
    if (op == "-") return *u - *v;
    if (op == "*") return *u * *v;
    return *v == 0 ? Symbolic() : Symbolic(*u / *v);
  }

  Truth isAtMost(const Symbolic& a, const Symbolic& b) {
    const auto *x = std::get_if<Polynomial>(&a), *y = std::get_if<Polynomial>(&b);
    if (x && y) {
      if (arithmetic_.isAtLeast(*y, *x)) return true;
      if (arithmetic_.isAtLeast(*x, *y + 1)) return false;
      return std::nullopt;
    }
    const auto u = realOf(a), v = realOf(b);
    return u && v ? Truth(*u <= *v) : std::nullopt;
  }

  Truth compare(std::string_view op, const Symbolic& a, const Symbolic& b) {
    if (op == "==") return areEqual(a, b, arithmetic_);
    if (op == "!=") return negated(areEqual(a, b, arithmetic_));
    if (op == "<=") return isAtMost(a, b);
    if (op == ">=") return isAtMost(b, a);
    if (op == "<") return negated(isAtMost(b, a));
    return negated(isAtMost(a, b));
  }

  Symbolic comparison(std::string_view op, const Symbolic& a, const Symbolic& b) {
    const auto *xs = std::get_if<Integers>(&a), *ys = std::get_if<Integers>(&b);
    if (!xs || (ys && (op == "==" || op == "!="))) return fromTruth(compare(op, a, b));
    if (ys && ys->size() != xs->size()) return {};
    Integers answers;
    for (std::size_t i = 0; i < xs->size(); ++i) {
      const Truth one = compare(op, (*xs)[i], ys ? Symbolic((*ys)[i]) : b);
      if (!one) return {};
      answers.emplace_back(*one ? 1 : 0);
    }
    return answers;
  }

  std::optional<Symbolic> tensorFunction(const Expression& e) {
    const std::string& f = e.text;
    const bool takesTensor = !e.arguments.empty() && e.arguments[0]->kind == ExpressionKind::kName;
    if (!takesTensor) return std::nullopt;
    const Expression& name = *e.arguments[0];
    if (f == "present")
      return fromTruth(name.value >= 0 ? scope_.isValuePresent(name.value)
                                       : scope_.isPresent(name.tensor, elementOf(name)));
    if (name.tensor < 0) return std::nullopt;
    if (f == "count") {
      const auto count = scope_.countOf(name.tensor);
      return count ? Symbolic(Polynomial(*count)) : Symbolic();
    }
    if (f == "alike") return alike(name.tensor, numberOf(argument(e, 1)));
    if (f == "type") return Opaque{"T"};
    if (f == "same_type") return true;
    if (f == "constant" || f == "uniform") return Symbolic();
    if (f == "same") {
      const Expression& other = *e.arguments[1];
      return fromTruth(scope_.areSame(name.tensor, elementOf(name), other.tensor, elementOf(other)));
    }
    static const std::set<std::string_view> kOfShapes{"rank", "shape", "size", "dim", "same_shape", "broadcasts_to"};
    if (!kOfShapes.contains(f)) return std::nullopt;
    const auto t = type(e);
    return t ? ofShape(e, *t) : Symbolic();
  }

  Symbolic ofShape(const Expression& e, const SymbolicType& t) {
    const std::string& f = e.text;
    if (f == "rank") return Polynomial(t.rank());
    if (f == "shape") return t.shape;
    if (f == "size") return productOf(t.shape);
    if (f == "dim") {
      const auto axis = numberOf(argument(e, 1));
      if (!axis) return {};
      const std::int64_t index = *axis < 0 ? *axis + t.rank() : *axis;
      if (index < 0 || index >= t.rank()) return {};
      return t.shape[static_cast<std::size_t>(index)];
    }
    const auto other = type(e, 1);
    if (!other) return {};
    if (f == "same_shape") return fromTruth(areEqual(t.shape, other->shape, arithmetic_));
    return fromTruth(broadcastsTo(t.shape, other->shape));
  }

  Truth broadcastsTo(const Integers& a, const Integers& b) {
    if (a.size() > b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i) {
      const Polynomial &from = a[i], &to = b[b.size() - a.size() + i];
      if (!arithmetic_.areEqual(from, 1) && !arithmetic_.areEqual(from, to)) return std::nullopt;
    }
    return true;
  }

  static Polynomial productOf(const Integers& list) {
    Polynomial total(1);
    for (const Polynomial& item : list) total = total * item;
    return total;
  }

  Symbolic alike(int sequence, std::optional<std::int64_t> axis) {
    const auto count = scope_.countOf(sequence);
    if (!count || !axis) return {};
    std::optional<Integers> first;
    for (int i = 0; i < *count; ++i) {
      const auto t = scope_.typeOf(sequence, i);
      if (!t || *axis < 0 || *axis >= t->rank()) return {};
      Integers one = t->shape;
      one[static_cast<std::size_t>(*axis)] = 0;
      if (!first) first = one;
      const Truth same = areEqual(*first, one, arithmetic_);
      if (same != true) return fromTruth(same);
    }
    return true;
  }

  Symbolic listFunction(const Expression& e) {
    const std::string& f = e.text;
    if (f == "each") return each(e);
    if (f == "range") {
      const auto from = numberOf(argument(e, 0)), to = numberOf(argument(e, 1));
      if (!from || !to || *to < *from || *to - *from > 64) return {};
      Integers result;
      for (std::int64_t i = *from; i < *to; ++i) result.emplace_back(i);
      return result;
    }
    if (f == "repeat") {
      const Symbolic item = argument(e, 0);
      const auto* integer = std::get_if<Polynomial>(&item);
      const auto count = numberOf(argument(e, 1));
      if (!integer || !count || *count < 0 || *count > 64) return {};
      return Integers(static_cast<std::size_t>(*count), *integer);
    }
    if (f == "min" || f == "max" || f == "mod" || f == "floor_div")
      return twoNumbers(f, argument(e, 0), argument(e, 1));
    if (f == "one_of") return oneOf(e);
    if (f == "disjoint") return disjoint(argument(e, 0), argument(e, 1));
    const Symbolic first = e.arguments.empty() ? Symbolic() : argument(e, 0);
    if (f == "real") {
      const auto real = realOf(first);
      return real ? Symbolic(*real) : Symbolic();
    }
    const auto* list = std::get_if<Integers>(&first);
    return list ? ofList(e, *list) : Symbolic();
  }

  Symbolic oneOf(const Expression& e) {
    const Symbolic wanted = argument(e, 0);
    Truth found = false;
    for (std::size_t i = 1; i < e.arguments.size(); ++i) {
      const Truth one = areEqual(wanted, argument(e, i), arithmetic_);
      if (one == true) return true;
      if (!one) found = std::nullopt;
    }
    return fromTruth(found);
  }

  Symbolic ofList(const Expression& e, const Integers& list) {
    const std::string& f = e.text;
    const auto size = static_cast<std::int64_t>(list.size());
    if (f == "length") return Polynomial(size);
    if (f == "product") return productOf(list);
    if (f == "sum") {
      Polynomial total;
      for (const Polynomial& item : list) total = total + item;
      return total;
    }
    if (f == "all" || f == "any") {
      for (const Polynomial& item : list) {
        if (!item.number()) return {};
        if ((*item.number() != 0) == (f == "any")) return f == "any";
      }
      return f == "all";
    }
    if (f == "compose" || f == "inverse") return permuted(e, list);
    if (f == "sorted") return sorted(list);
    if (f == "keeps_order") return keepsOrder(list, argument(e, 1));
    const auto at = e.arguments.size() > 1 ? numberOf(argument(e, 1)) : std::nullopt;
    if (f == "at" && at) {
      const std::int64_t index = *at < 0 ? *at + size : *at;
      return index >= 0 && index < size ? Symbolic(list[static_cast<std::size_t>(index)]) : Symbolic();
    }
    if (f == "slice") {
      const auto to = numberOf(argument(e, 2));
      if (!at || !to || *at < 0 || *at > *to || *to > size) return {};
      return Integers(list.begin() + *at, list.begin() + *to);
    }
    if (f == "set") {
      const Symbolic value = argument(e, 2);
      const auto* item = std::get_if<Polynomial>(&value);
      if (!at || !item || *at < 0 || *at >= size) return {};
      Integers result = list;
      result[static_cast<std::size_t>(*at)] = *item;
      return result;
    }
    if (f == "index" && at) {
      for (std::size_t i = 0; i < list.size(); ++i) {
        if (!list[i].number()) return {};
        if (*list[i].number() == *at) return Polynomial(static_cast<std::int64_t>(i));
      }
    }
    return {};
  }

  Symbolic permuted(const Expression& e, const Integers& p) {
    const bool isInverse = e.text == "inverse";
    const Symbolic second = isInverse ? Symbolic(p) : argument(e, 1);
    const auto* q = std::get_if<Integers>(&second);
    if (!q) return {};
    Integers result(q->size());
    for (std::size_t i = 0; i < q->size(); ++i) {
      const auto at = (*q)[i].number();
      if (!at || *at < 0 || *at >= static_cast<std::int64_t>(p.size())) return {};
      const auto index = static_cast<std::size_t>(*at);
      if (isInverse)
        result[index] = Polynomial(static_cast<std::int64_t>(i));
      else
        result[i] = p[index];
    }
    return result;
  }

  static Symbolic sorted(Integers list) {
    if (!std::ranges::all_of(list, [](const Polynomial& item) { return item.number().has_value(); })) return {};
    std::ranges::sort(list, {}, [](const Polynomial& item) { return *item.number(); });
    return list;
  }

  Symbolic keepsOrder(const Integers& permutation, const Symbolic& shape) {
    const auto* extents = std::get_if<Integers>(&shape);
    if (!extents || extents->size() != permutation.size()) return {};
    std::int64_t last = -1;
    for (const Polynomial& axis : permutation) {
      const auto from = axis.number();
      if (!from || *from < 0 || *from >= static_cast<std::int64_t>(extents->size())) return {};
      if (arithmetic_.areEqual((*extents)[static_cast<std::size_t>(*from)], 1)) continue;
      if (*from < last) return {};
      last = *from;
    }
    return true;
  }

  static Symbolic disjoint(const Symbolic& a, const Symbolic& b) {
    const auto *x = std::get_if<Integers>(&a), *y = std::get_if<Integers>(&b);
    if (!x || !y) return {};
    for (const Polynomial& one : *x)
      for (const Polynomial& other : *y) {
        if (!one.number() || !other.number()) return {};
        if (one == other) return false;
      }
    return true;
  }

  Symbolic each(const Expression& e) {
    std::optional<int> count;
    forEachExpression(*e.arguments[0], [&](const Expression& inside) {
      if (!count && inside.kind == ExpressionKind::kName && inside.isElement && inside.tensor >= 0)
        count = scope_.countOf(inside.tensor);
    });
    if (!count) return {};
    std::vector<Symbolic> items;
    for (int i = 0; i < *count; ++i) items.push_back(Evaluator(scope_, i)(*e.arguments[0]));
    return listOf(items);
  }

  Symbolic twoNumbers(std::string_view f, const Symbolic& a, const Symbolic& b) {
    const auto *x = std::get_if<Polynomial>(&a), *y = std::get_if<Polynomial>(&b);
    if (x && y) {
      if (f == "min") return arithmetic_.minimum(*x, *y);
      if (f == "max") return arithmetic_.maximum(*x, *y);
      if (!arithmetic_.isAtLeast(*y, 1)) return {};
      const Polynomial quotient = arithmetic_.floorDiv(*x, *y);
      return f == "mod" ? *x - *y * quotient : quotient;
    }
    const auto u = realOf(a), v = realOf(b);
    if (u && v && f == "min") return std::min(*u, *v);
    if (u && v && f == "max") return std::max(*u, *v);
    return {};
  }

  SymbolicScope& scope_;
  Arithmetic& arithmetic_;
  int element_;
};

/// Takes conditions apart until they are facts about integers.
class Assuming {
 public:
  Assuming(SymbolicScope& scope, Choices& choices, int element)
      : scope_(scope), arithmetic_(scope.arithmetic()), choices_(choices), element_(element) {}

  void operator()(const Expression& e) {
    const Symbolic value = evaluate(e, scope_, element_);
    if (const auto* truth = std::get_if<bool>(&value)) {
      if (!*truth) throw ImpossibleCase();
      return;
    }
    if (e.kind != ExpressionKind::kCall) return;
    const std::string& f = e.text;
    if (f == "and") {
      (*this)(*e.arguments[0]);
      (*this)(*e.arguments[1]);
    } else if (f == "or") {
      (*this)(*e.arguments[static_cast<std::size_t>(choices_.choose(2))]);
    } else if (f == "all") {
      if (e.arguments[0]->kind == ExpressionKind::kCall && e.arguments[0]->arguments.size() == 2)
        compare(e.arguments[0]->text, *e.arguments[0]);
    } else if (f == "same_shape" || f == "broadcasts_to") {
      shapes(e);
    } else if (f == "alike") {
      alike(e);
    } else if (f == "one_of") {
      const int which = choices_.choose(static_cast<int>(e.arguments.size()) - 1);
      equal(of(*e.arguments[0]), of(*e.arguments[static_cast<std::size_t>(which) + 1]));
    } else if (e.arguments.size() == 2) {
      compare(f, e);
    }
  }

 private:
  Symbolic of(const Expression& e) { return evaluate(e, scope_, element_); }

  void compare(std::string_view op, const Expression& e) {
    const Symbolic a = of(*e.arguments[0]), b = of(*e.arguments[1]);
    if (op == "==" && remainder(e, b)) return;
    if (op == "==") return equal(a, b);
    eachPair(a, b, [&](const Polynomial& x, const Polynomial& y) {
      if (op == ">=") arithmetic_.assumeAtLeast(x, y);
      if (op == ">") arithmetic_.assumeAtLeast(x, y + 1);
      if (op == "<=") arithmetic_.assumeAtLeast(y, x);
      if (op == "<") arithmetic_.assumeAtLeast(y, x + 1);
    });
  }

  /// mod(a, b) == 0
  bool remainder(const Expression& e, const Symbolic& right) {
    const Expression& left = *e.arguments[0];
    const auto* zero = std::get_if<Polynomial>(&right);
    if (left.kind != ExpressionKind::kCall || left.text != "mod" || !zero || !zero->isZero()) return false;
    const Symbolic a = of(*left.arguments[0]), b = of(*left.arguments[1]);
    eachPair(a, b, [&](const Polynomial& x, const Polynomial& y) { arithmetic_.assumeDivides(y, x); });
    return true;
  }

  void equal(const Symbolic& a, const Symbolic& b) {
    const auto *xs = std::get_if<Integers>(&a), *ys = std::get_if<Integers>(&b);
    if (xs && ys && xs->size() != ys->size()) throw ImpossibleCase();
    eachPair(a, b, [&](const Polynomial& x, const Polynomial& y) { arithmetic_.assumeEqual(x, y); });
  }

  template <typename Visit>
  void eachPair(const Symbolic& a, const Symbolic& b, Visit visit) {
    const auto *x = std::get_if<Polynomial>(&a), *y = std::get_if<Polynomial>(&b);
    if (x && y) return visit(*x, *y);
    const auto *xs = std::get_if<Integers>(&a), *ys = std::get_if<Integers>(&b);
    if (!xs || (!y && !ys) || (ys && ys->size() != xs->size())) return;
    for (std::size_t i = 0; i < xs->size(); ++i) visit((*xs)[i], ys ? (*ys)[i] : *y);
  }

  std::optional<SymbolicType> typeOf(const Expression& name) {
    return name.tensor >= 0 ? scope_.typeOf(name.tensor, name.isElement ? element_ : -1) : std::nullopt;
  }

  void shapes(const Expression& e) {
    const auto a = typeOf(*e.arguments[0]), b = typeOf(*e.arguments[1]);
    if (!a || !b) return;
    if (e.text == "same_shape") return equal(a->shape, b->shape);
    const std::size_t offset = b->shape.size() - a->shape.size();
    for (std::size_t i = 0; i < a->shape.size(); ++i) {
      const Polynomial &from = a->shape[i], &to = b->shape[i + offset];
      if (arithmetic_.areEqual(from, to) || arithmetic_.areEqual(from, 1)) continue;
      arithmetic_.assumeEqual(from, choices_.choose(2) == 0 ? to : Polynomial(1));
    }
  }

  void alike(const Expression& e) {
    const int sequence = e.arguments[0]->tensor;
    const auto count = scope_.countOf(sequence);
    const auto axis = numberOf(of(*e.arguments[1]));
    if (!count || !axis) return;
    for (int i = 1; i < *count; ++i) {
      const auto a = scope_.typeOf(sequence, 0), b = scope_.typeOf(sequence, i);
      if (!a || !b) return;
      if (a->rank() != b->rank() || *axis < 0 || *axis >= a->rank()) throw ImpossibleCase();
      for (std::size_t d = 0; d < a->shape.size(); ++d)
        if (static_cast<std::int64_t>(d) != *axis) arithmetic_.assumeEqual(a->shape[d], b->shape[d]);
    }
  }

  SymbolicScope& scope_;
  Arithmetic& arithmetic_;
  Choices& choices_;
  int element_;
};

}  // namespace

Symbolic evaluate(const Expression& expression, SymbolicScope& scope, int element) {
  Symbolic value = Evaluator(scope, element)(expression);
  return normal(value, scope.arithmetic());
}

void assumeExactDivisions(const Expression& e, SymbolicScope& scope, int element) {
  if (e.kind == ExpressionKind::kName && e.value >= 0)
    if (const Expression* definition = scope.definitionOf(e.value)) assumeExactDivisions(*definition, scope, element);
  if (e.kind != ExpressionKind::kCall) return;
  for (const auto& argument : e.arguments) assumeExactDivisions(*argument, scope, element);
  if (e.text != "/" || e.arguments.size() != 2) return;
  const Symbolic a = evaluate(*e.arguments[0], scope, element), b = evaluate(*e.arguments[1], scope, element);
  const auto* divisor = std::get_if<Polynomial>(&b);
  if (!divisor) return;
  if (const auto* dividend = std::get_if<Polynomial>(&a)) scope.arithmetic().assumeDivides(*divisor, *dividend);
  if (const auto* list = std::get_if<Integers>(&a))
    for (const Polynomial& dividend : *list) scope.arithmetic().assumeDivides(*divisor, dividend);
}

void assume(const Expression& condition, SymbolicScope& scope, Choices& choices, int element) {
  Assuming(scope, choices, element)(condition);
}

}  // namespace tasoscope
