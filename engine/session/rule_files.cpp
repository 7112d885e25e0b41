#include "session/rule_files.h"

#include <fmt/format.h>

#include <fstream>
#include <iterator>

#include "exchange/rule_exchange.h"
#include "onnx/output_file.h"
#include "proof/prover.h"
#include "rules/rule_text.h"
#include "session/session.h"

namespace tasoscope {
namespace {

std::string textOf(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  if (!file.is_open() || file.bad()) throw FileError(fmt::format("cannot read the rules in {}", path.string()));
  return text;
}

/// TASO's files by their extension, ours otherwise.
std::vector<Rule> rulesIn(const std::filesystem::path& file) {
  if (file.extension() != ".pb") return parseRules(textOf(file), file.string());
  std::vector<Rule> rules;
  for (ImportedRule& imported : importRules(textOf(file), file).rules) {
    if (!imported.rule)
      throw FileError(Position{.file = file.string(), .field = fmt::format("rule {}", imported.index)}, imported.reason,
                      "`tasoscope rules import` leaves out what has no form");
    rules.push_back(*std::move(imported.rule));
  }
  return rules;
}

}  // namespace

RuleSet readRuleFiles(std::span<const std::filesystem::path> files) {
  RuleSet set;
  for (const std::filesystem::path& file : files) {
    std::vector<Rule> rules = rulesIn(file);
    applyStandings(rules, readStandings(standingPathOf(file)), digestOf(builtInAxioms()));
    for (Rule& rule : rules) set.add(std::move(rule));
  }
  return set;
}

std::filesystem::path standingPathOf(const std::filesystem::path& ruleFile) {
  std::filesystem::path path = ruleFile;
  return path.replace_extension(".standing");
}

StandingRecord readStandings(const std::filesystem::path& path) {
  if (!std::filesystem::exists(path)) return {};
  return StandingRecord::parse(textOf(path), path.string());
}

void writeStandings(const StandingRecord& record, const std::filesystem::path& path) {
  OutputFile file(path);
  file.write(
      "# What is known of rules, by the digest of their text; a rule whose text has changed is not found here.\n" +
      record.print());
  file.finish();
  file.commit();
}

}  // namespace tasoscope
