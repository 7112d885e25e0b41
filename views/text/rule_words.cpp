#include "views/text/rule_words.h"

#include <QCoreApplication>
#include <QStringList>
#include <map>

#include "rules/rule_pattern.h"

namespace tasoscope {
namespace {

struct RuleWords {
  Q_DECLARE_TR_FUNCTIONS(tasoscope::RuleWords)
};

using Words = RuleWords;

bool isComparison(const std::string& text) {
  return text == "==" || text == "!=" || text == "<" || text == "<=" || text == ">" || text == ">=";
}

bool isCall(const Expression& e, const char* name) { return e.kind == ExpressionKind::kCall && e.text == name; }

bool isLiteral(const Expression& e) {
  return e.kind == ExpressionKind::kInteger || e.kind == ExpressionKind::kReal || e.kind == ExpressionKind::kString ||
         e.kind == ExpressionKind::kElementType;
}

/// Puts the expressions of one rule into words: noun() for what is a thing, sentence() for what can be true.
class Speaker {
 public:
  explicit Speaker(const RulePattern& pattern) : m_pattern(pattern) {
    for (const Equation& equation : pattern.left) {
      for (const AttributePattern& attribute : equation.attributes) {
        if (attribute.value->kind == ExpressionKind::kName && attribute.value->value >= 0)
          m_attributeOf.emplace(attribute.value->value, QString::fromStdString(attribute.name));
      }
    }
  }

  QString noun(const Expression& e) const {
    if (e.kind == ExpressionKind::kName) return nameOf(e);
    if (e.kind == ExpressionKind::kList) return QStringLiteral("[%1]").arg(list(e.arguments));
    if (e.kind != ExpressionKind::kCall) return formal(e);
    if (e.text == "-" && e.arguments.size() == 1) return QChar(0x2212) + noun(*e.arguments[0]);
    if (const QString sign = arithmeticSign(e.text); !sign.isEmpty() && e.arguments.size() == 2)
      return QStringLiteral("%1 %2 %3").arg(operand(*e.arguments[0]), sign, operand(*e.arguments[1]));
    if (e.text == "dim") return extent(e);
    if (e.text == "each") return noun(*e.arguments[0]);
    if (e.text == "slice")
      return Words::tr("the part of %1 from %2 up to %3")
          .arg(noun(*e.arguments[0]), noun(*e.arguments[1]), noun(*e.arguments[2]));
    if (e.text == "set")
      return Words::tr("%1 with element %2 set to %3")
          .arg(noun(*e.arguments[0]), noun(*e.arguments[1]), noun(*e.arguments[2]));
    const QString pattern = nounPattern(e.text);
    if (pattern.isEmpty()) return isTruth(e) ? sentence(e) : formal(e);
    return filled(pattern, e);
  }

  QString sentence(const Expression& e) const {
    if (e.kind != ExpressionKind::kCall) return Words::tr("%1 holds").arg(noun(e));
    if (isComparison(e.text)) return comparison(noun(*e.arguments[0]), e.text, *e.arguments[1]);
    if (e.text == "and") return Words::tr("%1 and %2").arg(sentence(*e.arguments[0]), sentence(*e.arguments[1]));
    if (e.text == "or") return Words::tr("%1, or %2").arg(sentence(*e.arguments[0]), sentence(*e.arguments[1]));
    if (e.text == "not") return negated(*e.arguments[0]);
    if (e.text == "all" || e.text == "any") return quantified(e, e.text == "all" ? Element::kEach : Element::kSome);
    if (e.text == "one_of") {
      const std::vector<ExpressionPtr> rest(e.arguments.begin() + 1, e.arguments.end());
      return Words::tr("%1 is one of %2").arg(noun(*e.arguments[0]), list(rest));
    }
    const QString pattern = sentencePattern(e.text);
    return pattern.isEmpty() ? Words::tr("%1 holds").arg(noun(e)) : filled(pattern, e);
  }

  QString nameOfTensor(int variable) const {
    return QString::fromStdString(m_pattern.tensors[static_cast<std::size_t>(variable)].name);
  }

  static QString formal(const Expression& e) { return QString::fromStdString(textOf(e)); }

 private:
  enum class Element { kEach, kSome, kNo };  ///< how one element of a sequence is spoken of

  QString nameOf(const Expression& e) const {
    const QString name = QString::fromStdString(e.text);
    if (e.isElement) {
      switch (m_element) {
        case Element::kEach:
          return Words::tr("each %1").arg(name);
        case Element::kSome:
          return Words::tr("some %1").arg(name);
        case Element::kNo:
          return Words::tr("no %1").arg(name);
      }
    }
    const auto attribute = e.value >= 0 ? m_attributeOf.find(e.value) : m_attributeOf.end();
    if (attribute == m_attributeOf.end() || attribute->second == name) return name;
    return QStringLiteral("%1 %2").arg(attribute->second, name);
  }

  QString list(const std::vector<ExpressionPtr>& items) const {
    QStringList texts;
    for (const ExpressionPtr& item : items) texts << noun(*item);
    return texts.join(QStringLiteral(", "));
  }

  static QString arithmeticSign(const std::string& text) {
    if (text == "+") return QStringLiteral("+");
    if (text == "-") return QString(QChar(0x2212));
    if (text == "*") return QString(QChar(0xd7));
    if (text == "/") return QString(QChar(0xf7));
    return text == "++" ? Words::tr("followed by") : QString();
  }

  /// In parentheses where it consists of several parts itself.
  QString operand(const Expression& e) const {
    const bool isComposed =
        e.kind == ExpressionKind::kCall && e.arguments.size() == 2 && !arithmeticSign(e.text).isEmpty();
    return isComposed ? QStringLiteral("(%1)").arg(noun(e)) : noun(e);
  }

  QString filled(QString pattern, const Expression& e) const {
    for (const ExpressionPtr& argument : e.arguments) pattern = pattern.arg(noun(*argument));
    return pattern;
  }

  QString extent(const Expression& e) const {
    const Expression& axis = *e.arguments[1];
    const QString tensor = noun(*e.arguments[0]);
    const bool isFromBack = isCall(axis, "-") && axis.arguments.size() == 1 && axis.arguments[0]->integer == 1;
    if (isFromBack || (axis.kind == ExpressionKind::kInteger && axis.integer == -1))
      return Words::tr("the last extent of %1").arg(tensor);
    if (axis.kind == ExpressionKind::kInteger && axis.integer >= 0)
      return Words::tr("the extent of %1 along axis %2").arg(tensor).arg(axis.integer);
    return Words::tr("the extent of %1 along axis %2").arg(tensor, operand(axis));
  }

  static QString nounPattern(const std::string& function) {
    if (function == "rank") return Words::tr("the rank of %1");
    if (function == "shape") return Words::tr("the shape of %1");
    if (function == "size") return Words::tr("the number of elements of %1");
    if (function == "type") return Words::tr("the element type of %1");
    if (function == "uniform") return Words::tr("every element of %1");
    if (function == "count") return Words::tr("the number of %1");
    if (function == "opset") return Words::tr("the model's operator set");
    if (function == "length") return Words::tr("the length of %1");
    if (function == "sum") return Words::tr("the sum of %1");
    if (function == "product") return Words::tr("the product of %1");
    if (function == "min") return Words::tr("the smaller of %1 and %2");
    if (function == "max") return Words::tr("the larger of %1 and %2");
    if (function == "mod") return Words::tr("the remainder of %1 divided by %2");
    if (function == "floor_div") return Words::tr("%1 divided by %2");
    if (function == "sqrt") return Words::tr("the square root of %1");
    if (function == "real") return QStringLiteral("%1");
    if (function == "at") return Words::tr("element %2 of %1");
    if (function == "index") return Words::tr("the place of %2 in %1");
    if (function == "compose") return Words::tr("%1 after %2");
    if (function == "inverse") return Words::tr("the inverse of %1");
    if (function == "range") return Words::tr("the numbers from %1 up to %2");
    if (function == "repeat") return Words::tr("%2 times %1");
    if (function == "sorted") return Words::tr("%1 in order");
    if (function == "letters") return Words::tr("%1 with its letters named in order");
    return {};
  }

  static QString sentencePattern(const std::string& function) {
    if (function == "present") return Words::tr("%1 is present");
    if (function == "constant") return Words::tr("%1 is constant");
    if (function == "same_shape") return Words::tr("%1 and %2 have the same shape");
    if (function == "same_type") return Words::tr("%1 and %2 have the same type and shape");
    if (function == "broadcasts_to") return Words::tr("%1 broadcasts to the shape of %2");
    if (function == "same") return Words::tr("%1 and %2 are the same tensor");
    if (function == "alike") return Words::tr("all %1 have the same shape but along axis %2");
    if (function == "near") return Words::tr("%1 is about %2");
    if (function == "disjoint") return Words::tr("%1 and %2 have nothing in common");
    if (function == "keeps_order") return Words::tr("%1 moves only axes of extent 1 of %2");
    return {};
  }

  static bool isTruth(const Expression& e) {
    return isComparison(e.text) || e.text == "and" || e.text == "or" || e.text == "not" || e.text == "all" ||
           e.text == "any" || e.text == "one_of" || !sentencePattern(e.text).isEmpty();
  }

  QString comparison(const QString& left, const std::string& sign, const Expression& right) const {
    const QString other = noun(right);
    if (sign == "==") return (isLiteral(right) ? Words::tr("%1 is %2") : Words::tr("%1 equals %2")).arg(left, other);
    if (sign == "!=") return Words::tr("%1 is not %2").arg(left, other);
    if (sign == "<") return Words::tr("%1 is less than %2").arg(left, other);
    if (sign == "<=") return Words::tr("%1 is at most %2").arg(left, other);
    if (sign == ">") return Words::tr("%1 is more than %2").arg(left, other);
    return Words::tr("%1 is at least %2").arg(left, other);
  }

  QString negated(const Expression& e) const {
    if (isCall(e, "any")) return quantified(e, Element::kNo);
    if (isCall(e, "present")) return Words::tr("%1 is absent").arg(noun(*e.arguments[0]));
    if (isCall(e, "constant")) return Words::tr("%1 is not constant").arg(noun(*e.arguments[0]));
    if (isCall(e, "same"))
      return Words::tr("%1 and %2 are different tensors").arg(noun(*e.arguments[0]), noun(*e.arguments[1]));
    if (isCall(e, "==")) return comparison(noun(*e.arguments[0]), "!=", *e.arguments[1]);
    return Words::tr("it is not so that %1").arg(sentence(e));
  }

  /// all(...) and any(...): over a sequence of tensors, or over the elements of a list.
  QString quantified(const Expression& e, Element element) const {
    const Expression& inner = *e.arguments[0];
    if (isCall(inner, "each")) {
      m_element = element;
      const QString text = sentence(*inner.arguments[0]);
      m_element = Element::kEach;
      return text;
    }
    if (inner.kind != ExpressionKind::kCall || !isComparison(inner.text)) return Words::tr("%1 holds").arg(formal(e));
    const QString over = element == Element::kEach   ? Words::tr("every element of %1")
                         : element == Element::kSome ? Words::tr("some element of %1")
                                                     : Words::tr("no element of %1");
    return comparison(over.arg(noun(*inner.arguments[0])), inner.text, *inner.arguments[1]);
  }

  const RulePattern& m_pattern;
  std::map<int, QString> m_attributeOf;  // by value variable
  mutable Element m_element = Element::kEach;
};

ConditionText typesText(const RulePattern& pattern) {
  if (pattern.types.empty()) return {Words::tr("elements may have any type"), QStringLiteral("types any")};
  QStringList names;
  for (const ElementType type : pattern.types) {
    const std::string_view name = nameOf(type);
    names << QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
  }
  const QString all = names.join(QStringLiteral(", "));
  return {Words::tr("elements are of type %1").arg(all), QStringLiteral("types ") + all};
}

}  // namespace

std::vector<ConditionText> conditionsInWords(const Rule& rule) {
  const RulePattern& pattern = *rule.pattern;
  if (!pattern.builtIn.empty()) return {};
  const Speaker speaker(pattern);
  std::vector<ConditionText> result;
  for (const ValueVariable& value : pattern.values) {
    if (!value.definition) continue;
    const QString name = QString::fromStdString(value.name);
    result.push_back({Words::tr("%1 stands for %2").arg(name, speaker.noun(*value.definition)),
                      QStringLiteral("let %1 = %2").arg(name, Speaker::formal(*value.definition))});
  }
  for (const ExpressionPtr& condition : pattern.conditions)
    result.push_back({speaker.sentence(*condition), Speaker::formal(*condition)});
  for (const UsePattern& use : pattern.uses) {
    const QString name = speaker.nameOfTensor(use.variable);
    const QString words = use.most == 1 ? Words::tr("%1 is read at most once").arg(name)
                                        : Words::tr("%1 is read at most %2 times").arg(name).arg(use.most);
    result.push_back({words, QStringLiteral("uses(%1) <= %2").arg(name).arg(use.most)});
  }
  result.push_back(typesText(pattern));
  return result;
}

QString wordOf(NumericClass numericClass) {
  switch (numericClass) {
    case NumericClass::kExact:
      return Words::tr("exact");
    case NumericClass::kReassociating:
      return Words::tr("reassociating");
    case NumericClass::kFolding:
      return Words::tr("folding");
    case NumericClass::kApproximate:
      break;
  }
  return Words::tr("approximate");
}

QString sentenceOf(NumericClass numericClass) {
  switch (numericClass) {
    case NumericClass::kExact:
      return Words::tr("Both sides do the same operations.");
    case NumericClass::kReassociating:
      return Words::tr("Sums and products are taken in another order: results differ by rounding.");
    case NumericClass::kFolding:
      return Words::tr("Constants are computed beforehand and rounded once: results differ by rounding.");
    case NumericClass::kApproximate:
      break;
  }
  return Words::tr("Another formula is used, which is close but not the same.");
}

QString sentenceOf(Standing standing) {
  switch (standing) {
    case Standing::kProved:
      return Words::tr("Proved from the axioms.");
    case Standing::kTested:
      return Words::tr("Tested on at least 30 random instances: both sides were evaluated and agreed.");
    case Standing::kAssumed:
      return Words::tr("Assumed: neither proved nor tested.");
    case Standing::kRefuted:
      break;
  }
  return Words::tr("Refuted: there is an instance where both sides differ.");
}

QString directionOf(const Rule& rule) {
  if (rule.isReversed) return Words::tr("the backward direction of a two-way rule");
  return rule.isTwoWay ? Words::tr("two-way") : Words::tr("one-way");
}

QString familyTitle(const std::string& family) {
  QString title = QString::fromStdString(family);
  if (!title.isEmpty()) title[0] = title[0].toUpper();
  return title;
}

}  // namespace tasoscope
