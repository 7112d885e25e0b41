#pragma once
// The expression language of rules: integers over dimensions, ranks, attributes and lists; reals and strings as
// attributes have them; conditions. Dimensions may be symbolic, so an integer is a Dim and a comparison can have an
// unknown answer, which no condition accepts.

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "graph/attributes.h"
#include "tensor/dim.h"

namespace tasoscope {

enum class ExpressionKind : std::uint8_t {
  kInteger,
  kReal,
  kString,
  kElementType,  ///< float32, int64, ...: its ONNX number
  kList,         ///< [a, b]
  kName,         ///< a variable; `isElement`: one element of a sequence, written name[i]
  kCall,         ///< a function or an operator, by name
};

struct Expression;
using ExpressionPtr = std::shared_ptr<const Expression>;

struct Expression {
  ExpressionKind kind = ExpressionKind::kInteger;
  std::int64_t integer = 0;
  double real = 0;
  std::string text;  ///< a string, a name, a function or an operator
  bool isElement = false;
  int tensor = -1;  ///< kName: the tensor variable, or
  int value = -1;   ///< the attribute variable, in the rule's tables
  std::vector<ExpressionPtr> arguments;
};

bool operator==(const Expression& a, const Expression& b);
std::string textOf(const Expression& expression);
/// Calls `visit` for the expression and everything inside it.
void forEachExpression(const Expression& expression, const std::function<void(const Expression&)>& visit);
/// True when it speaks of one element of a sequence (x[i]) outside of each(...).
bool isIndexed(const Expression& expression);

/// What an expression evaluates to; nothing (monostate) means: not known.
using Evaluated = std::variant<std::monostate, bool, Dim, double, std::string, std::vector<Dim>, std::vector<double>,
                               std::vector<std::string>>;

Evaluated evaluatedOf(const AttributeValue& value);
/// The value as an attribute; nothing when it is unknown, symbolic or a truth value.
std::optional<AttributeValue> attributeOf(const Evaluated& value);

/// Where an expression finds what its names stand for.
class ExpressionScope {
 public:
  virtual ~ExpressionScope() = default;
  /// The value of an attribute variable; unknown when it is absent.
  virtual Evaluated valueOf(int variable, int element) const = 0;
  virtual bool isValuePresent(int variable) const = 0;
  /// A tensor, or one element of a sequence; nothing when it is absent.
  virtual const TensorType* typeOf(int variable, int element) const = 0;
  virtual bool isConstant(int variable, int element) const = 0;
  /// The value that all elements of a constant have, where that is known.
  virtual std::optional<double> uniformValueOf(int variable, int element) const = 0;
  virtual bool areSame(int variableA, int elementA, int variableB, int elementB) const = 0;
  /// The length of a sequence.
  virtual std::optional<std::int64_t> countOf(int variable) const = 0;
  virtual int opset() const = 0;
};

/// `element` is the index that x[i] stands for, or -1.
Evaluated evaluate(const Expression& expression, const ExpressionScope& scope, int element = -1);
/// True only when the condition is known to hold.
bool holds(const Expression& condition, const ExpressionScope& scope, int element = -1);

/// Names of the functions with their numbers of arguments (-1: any), for the parser.
struct ExpressionFunction {
  std::string_view name;
  int minArguments, maxArguments;
};
std::span<const ExpressionFunction> expressionFunctions();

}  // namespace tasoscope
