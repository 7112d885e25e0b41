#pragma once
// Rule files of other optimizers, in and out. What has no form on the other side is told rule by rule, with the reason.

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rules/rule.h"

namespace tasoscope {

enum class ForeignFormat : std::uint8_t { kTaso, kTensat };
std::string_view nameOf(ForeignFormat format);

struct ImportedRule {
  std::size_t index = 0;  ///< in the file, from 0
  std::string name;
  std::optional<Rule> rule;
  std::string reason;  ///< why there is no rule
};

struct ImportResult {
  ForeignFormat format = ForeignFormat::kTaso;
  std::vector<ImportedRule> rules;  ///< all of the file, in its order
  std::size_t count() const;        ///< of those that have a rule
};

/// Whether two lines of Tensat's that follow each other are one rule: said, or told by "multi" in the file's name.
enum class TensatPairs : std::uint8_t { kByName, kYes };

/// `bytes` is what the file holds; its name gives the rules theirs. Throws FileError when it cannot be decoded.
ImportResult importRules(std::string_view bytes, const std::filesystem::path& file,
                         TensatPairs pairs = TensatPairs::kByName);
/// The imported rules as a rule file, with what was left out and why as comments.
std::string printImported(const ImportResult& result, const std::filesystem::path& file);

struct ExportedRule {
  std::string name;
  std::string reason;                ///< why it has no form there; empty: it has
  std::vector<std::string> remarks;  ///< what holds of the exported form and not of the rule
};

struct ExportResult {
  std::vector<ExportedRule> rules;  ///< all that were given, in order
  std::string bytes;                ///< of the file; of Tensat's: the rules with one output
  std::string pairs;                ///< Tensat's rules with two outputs, two lines each
  std::size_t count() const;
};

ExportResult exportRules(std::span<const Rule> rules, ForeignFormat format);

}  // namespace tasoscope
