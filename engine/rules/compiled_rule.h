#pragma once
// A rule prepared for matching: operators looked up, attributes sorted into those compared with literals, those that
// bind a variable and those checked later; and, for each equation that a search may start from, a plan.
//
// A plan is an order of the other equations in which each hangs on a tensor bound before: the op that produces it
// (kProducer), or an op that reads it (kConsumer). Equations with x[i] form one group, the strand, matched once for
// each element: either along a sequence that another equation has bound (kElements), or for ops that share a plain
// tensor and nothing else (kSiblings), where pairs and the maximal set are offered. Conditions stand at the first step
// after which all that they mention is bound.

#include <optional>
#include <string>
#include <vector>

#include "graph/operator.h"
#include "rules/rule.h"
#include "rules/rule_pattern.h"

namespace tasoscope {

enum class AttributeCheck : std::uint8_t { kLiteral, kBind, kLater };

struct CompiledAttribute {
  std::string name;
  AttributeCheck check = AttributeCheck::kLiteral;
  std::optional<AttributeValue> literal;  ///< kLiteral; nothing: the attribute must be absent
  int variable = -1;                      ///< kBind
  bool isOptional = false;
  bool isMentioned = true;  ///< false: a default that the equation does not mention
};

/// What an op must have around it to be worth a search: cheap to decide, true for every match.
struct QuickCheck {
  enum class Kind : std::uint8_t { kProducedBy, kConstant, kReadBy };
  Kind kind = Kind::kProducedBy;
  int input = -1;  ///< which input; -1: any of them
  const OperatorDefinition* definition = nullptr;
};

struct CompiledEquation {
  const Equation* equation = nullptr;
  const OperatorDefinition* definition = nullptr;
  std::vector<CompiledAttribute> attributes;  ///< in order of name
  bool allowsOthers = false;                  ///< "..." takes all other attributes
  bool isCommutative = false;
  bool isNullary = false;  ///< Zeros, Ones, ...: constants with such values fit too
  bool isIndexed = false;
  bool hasSpliceInput = false;
  int splices = 0;
  int plainInputs = 0;
  int requiredInputs = 0;
  std::vector<QuickCheck> quickChecks;
};

/// A condition, or an attribute whose value is an expression to be compared.
struct CompiledCondition {
  ExpressionPtr expression;
  int equation = -1;  ///< >= 0: the attribute `attribute` of this equation's op must equal the expression
  std::string attribute;
  bool isOptional = false;
  bool isIndexed = false;  ///< to hold for each element
};

struct PlanStep {
  enum class Kind : std::uint8_t { kProducer, kConsumer, kElements, kSiblings, kAnywhere };
  Kind kind = Kind::kProducer;
  int equation = -1;             ///< for kElements, kSiblings: where the strand is entered
  int variable = -1;             ///< through which tensor; none for kAnywhere, which tries every live op
  std::vector<PlanStep> strand;  ///< the strand's other equations, from the one that is entered
  std::vector<int> conditions;   ///< indices, checked after this step
  std::vector<int> elementConditions;
};

/// One move from an op of the strand towards the equation that binds its sequence.
struct WalkMove {
  int from = -1, to = -1;  ///< equations
  int variable = -1;
  bool isUp = true;  ///< `to` reads what `from` makes
};

struct Plan {
  int start = -1;                     ///< the equation
  std::vector<WalkMove> walk;         ///< not empty: go there and start at the walk's end with that equation's plan
  std::vector<PlanStep> startStrand;  ///< for a start within a strand of siblings: its other equations
  std::vector<int> conditions;        ///< checked after the start
  std::vector<int> elementConditions;
  std::vector<PlanStep> steps;
};

struct CompiledRule {
  const Rule* rule = nullptr;
  const RulePattern* pattern = nullptr;
  std::vector<CompiledEquation> left;
  std::vector<CompiledCondition> conditions;
  std::vector<Plan> plans;  ///< one for each equation of the left side
  std::vector<int> roots;
  std::vector<bool> isRoot, isDefinedOnLeft;     ///< by tensor variable
  std::vector<const OperatorDefinition*> right;  ///< by equation; nullptr: an alias or a filled constant
  int anchor = 0;                                ///< the equation from which a search of a whole graph starts
  bool startsAtSiblings = false;
};

/// Nothing when an operator has no definition, or the pattern has a shape that cannot be searched for.
std::optional<CompiledRule> compile(const Rule& rule);

}  // namespace tasoscope
