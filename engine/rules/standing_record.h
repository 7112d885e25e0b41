#pragma once
// What is known of rules' truth, kept beside their text. An entry speaks of a rule by the digest of its canonical text,
// so that a rule that was edited is not found and counts as assumed again; what was proved names the axioms' digest
// too. The text form has one entry a line:
//
//   tested 5f3c... merge-convolutions 30 instances, seed 1
//   proved 90ab... relu-of-concatenated axioms 77d0... in 3 lines

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "rules/rule.h"

namespace tasoscope {

/// The rule without what is only for readers: its name, family, note and source. Equal texts state the same.
std::string canonicalText(const Rule& rule);
/// SHA-256 of the canonical text, in hexadecimal.
std::string ruleDigest(const Rule& rule);

struct StandingEntry {
  Standing standing = Standing::kAssumed;
  std::string digest;  ///< of the rule
  std::string name;    ///< for readers; the digest decides
  std::string axioms;  ///< the digest of the axioms that a proof used; empty: none were
  std::string remark;  ///< how it came to be known
  friend bool operator==(const StandingEntry&, const StandingEntry&) = default;
};

/// At most one entry for each digest: what refutes stands above what proves, and that above what tests.
class StandingRecord {
 public:
  /// Throws RuleError with `file` and line.
  static StandingRecord parse(std::string_view text, std::string_view file = "standing");
  /// One line an entry, by name.
  std::string print() const;

  /// Takes the place of an entry of the same digest, weaker or not.
  void set(StandingEntry entry);
  /// Keeps what an entry of the same digest says if that is stronger.
  void add(StandingEntry entry);
  const StandingEntry* find(std::string_view digest) const;
  std::vector<StandingEntry> entries() const;  ///< by name

 private:
  std::map<std::string, StandingEntry, std::less<>> entries_;
};

/// Gives each rule the standing that the record has for its text; the others are assumed. A proof counts only while
/// `axioms`, the digest of the axioms as they are now, is the one it was made from; an empty one trusts every proof.
void applyStandings(std::vector<Rule>& rules, const StandingRecord& record, std::string_view axioms = {});

/// What the program knows of the rules that it carries with it (rules/*.standing).
StandingRecord builtInStandings();

}  // namespace tasoscope
