#pragma once
// Attribute values, shapes and the values of expressions with symbols in them; and the evaluation of a rule's
// expressions to such values. Ranks, lengths and numbers of operands are numbers: proofs go case by case over them.

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "graph/attributes.h"
#include "proof/arithmetic.h"
#include "rules/expression.h"

namespace tasoscope {

/// An attribute of which only the name is known: the activation, an epsilon.
struct Opaque {
  std::string name;
  std::string isNot = {};  ///< a text that it is known not to be
  friend bool operator==(const Opaque&, const Opaque&) = default;
};

using Integers = std::vector<Polynomial>;

/// Nothing (monostate): not known.
using Symbolic = std::variant<std::monostate, bool, Polynomial, double, std::string, Integers, std::vector<double>,
                              std::vector<std::string>, Opaque>;
using SymbolicAttributes = std::vector<std::pair<std::string, Symbolic>>;  ///< in order of name

struct SymbolicType {
  Integers shape;
  int rank() const { return static_cast<int>(shape.size()); }
};

bool isUnknown(const Symbolic& value);
Symbolic symbolicOf(const AttributeValue& value);
const Symbolic* find(const SymbolicAttributes& attributes, std::string_view name);
void set(SymbolicAttributes& attributes, std::string_view name, Symbolic value);
Symbolic normal(const Symbolic& value, Arithmetic& arithmetic);
std::string textOf(const Symbolic& value, const Arithmetic& arithmetic);
std::string textOf(const SymbolicType& type, const Arithmetic& arithmetic);
/// Yes, no, or not known.
std::optional<bool> areEqual(const Symbolic& a, const Symbolic& b, Arithmetic& arithmetic);

/// Where an expression finds what its names stand for.
class SymbolicScope {
 public:
  virtual ~SymbolicScope() = default;
  virtual Symbolic valueOf(int variable, int element) = 0;
  /// What a name is defined as; null: it is bound otherwise.
  virtual const Expression* definitionOf(int variable) = 0;
  virtual std::optional<bool> isValuePresent(int variable) = 0;
  /// Nothing when it is absent or not known yet.
  virtual std::optional<SymbolicType> typeOf(int tensor, int element) = 0;
  virtual std::optional<bool> isPresent(int tensor, int element) = 0;
  virtual std::optional<bool> areSame(int tensorA, int elementA, int tensorB, int elementB) = 0;
  virtual std::optional<int> countOf(int sequence) = 0;
  virtual Arithmetic& arithmetic() = 0;
};

Symbolic evaluate(const Expression& expression, SymbolicScope& scope, int element = -1);
/// Takes a condition as true. What cannot be expressed is dropped. Throws ImpossibleCase.
/// `choose(n)` decides between n alternatives of a disjunction.
class Choices;
void assume(const Expression& condition, SymbolicScope& scope, Choices& choices, int element = -1);

/// Takes every division inside as exact, definitions of names included: the expression has a value.
void assumeExactDivisions(const Expression& expression, SymbolicScope& scope, int element = -1);

/// Decisions of a case analysis: the sequence of answers of one case; next() goes to the next case.
class Choices {
 public:
  int choose(int alternatives);
  void restart() { at_ = 0; }
  /// False: all cases were seen.
  bool next();

 private:
  std::vector<std::pair<int, int>> taken_;  // the answer, of how many
  std::size_t at_ = 0;
};

}  // namespace tasoscope
