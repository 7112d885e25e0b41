#pragma once
// Rules as data: a source pattern, a target pattern, conditions; and where they come from. The language is described in
// rules/README.md; parser and printer are in rule_text.h.

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tasoscope {

/// What is known about a rule's truth.
enum class Standing : std::uint8_t { kProved, kTested, kAssumed, kRefuted };
/// How a rule's sides differ in floating-point arithmetic.
enum class NumericClass : std::uint8_t { kExact, kReassociating, kFolding, kApproximate };

std::string_view nameOf(Standing standing);
std::string_view nameOf(NumericClass numericClass);

/// In the text that a rule was read from; 0: it was not read from one.
struct SourcePlace {
  int line = 0, column = 0;
};

struct RulePattern;  // the patterns and conditions, in rule_pattern.h

struct Rule {
  std::string name;    ///< lower-case words joined by '-'
  std::string family;  ///< the group it is listed under
  std::string note;    ///< one or two sentences for people
  std::string source;  ///< where the rule comes from: a paper, a file
  NumericClass numericClass = NumericClass::kExact;
  Standing standing = Standing::kAssumed;
  bool isTwoWay = false;
  bool isReversed = false;    ///< the backward direction of a two-way rule, named NAME.reverse
  bool isDeviceRule = false;  ///< a fusion that every runtime does by itself
  SourcePlace place;          ///< of its name
  std::shared_ptr<const RulePattern> pattern;
};

/// An ordered list of rules; the backward direction of a two-way rule follows it when it can run.
class RuleSet {
 public:
  void add(Rule rule);
  std::size_t size() const { return rules_.size(); }
  const Rule& operator[](std::size_t index) const { return rules_[index]; }
  std::span<const Rule> all() const { return rules_; }
  const Rule* find(std::string_view name) const;
  /// Those for which `keep` says yes, in the same order.
  template <typename Predicate>
  RuleSet filtered(Predicate keep) const {
    RuleSet result;
    for (const Rule& rule : rules_)
      if (keep(rule)) result.add(rule);
    return result;
  }

 private:
  std::vector<Rule> rules_;
};

/// The rules that the program carries with it (rules/*.rules): the substitutions, and the fusions of devices.
RuleSet builtInRules();
RuleSet builtInDeviceRules();

}  // namespace tasoscope
