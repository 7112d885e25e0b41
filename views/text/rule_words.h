#pragma once
// Rules in words: their conditions as plain sentences beside the formal text, what their classes mean.

#include <QString>
#include <vector>

#include "rules/rule.h"

namespace tasoscope {

struct ConditionText {
  QString words;   ///< "the rank of x is at least 2"
  QString formal;  ///< "rank(x) >= 2"
};

/// What must hold for the rule to fit, in the rule's order: names for expressions, conditions, numbers of uses, element
/// types.
std::vector<ConditionText> conditionsInWords(const Rule& rule);

/// "exact", "reassociating", "folding", "approximate".
QString wordOf(NumericClass numericClass);
/// What the class means for the numbers, as a sentence.
QString sentenceOf(NumericClass numericClass);
/// What the standing means, as a sentence.
QString sentenceOf(Standing standing);
/// "two-way", "the backward direction of a two-way rule", "one-way".
QString directionOf(const Rule& rule);
/// "convolution": the family as a heading, "Convolution".
QString familyTitle(const std::string& family);

}  // namespace tasoscope
