// `tasoscope rules prove`: proofs from the axioms, line by line.

#include <fmt/format.h>

#include <iostream>

#include "chosen_rules.h"
#include "command.h"
#include "proof/prover.h"
#include "proof/refutation.h"
#include "session/rule_files.h"

namespace tasoscope::cli {
namespace {

struct Arguments {
  std::vector<std::string> files, names;
  RecordArguments record;
  bool isJson = false;
  bool isAll = false;
};

std::string placeText(const std::vector<int>& place) {
  if (place.empty()) return "the top";
  std::string text;
  for (const int operand : place) text += (text.empty() ? "operand " : ".") + std::to_string(operand + 1);
  return text;
}

nlohmann::json jsonOf(const Proof& proof) {
  nlohmann::json cases = nlohmann::json::array();
  for (const CaseProof& one : proof.cases) {
    nlohmann::json roots = nlohmann::json::array();
    for (const RootProof& root : one.roots) {
      nlohmann::json lines = nlohmann::json::array();
      for (const ProofLine& line : root.lines)
        lines.push_back(
            {{"axiom", line.axiom}, {"backward", line.isBackward}, {"place", line.place}, {"term", line.term}});
      roots.push_back({{"root", root.root}, {"term", root.term}, {"lines", lines}});
    }
    cases.push_back({{"case", one.about}, {"roots", roots}});
  }
  return cases;
}

void printCase(const CaseProof& one) {
  std::cout << fmt::format("  ranks: {}\n", one.about);
  for (const RootProof& root : one.roots) {
    std::cout << fmt::format("    {} = {}\n", root.root, root.term);
    for (const ProofLine& line : root.lines)
      std::cout << fmt::format("      = {}\n          by {}{} at {}\n", line.term, line.axiom,
                               line.isBackward ? " (from right to left)" : "", placeText(line.place));
  }
}

void printRefutation(const Refutation& refutation) {
  std::cout << refutation.counterexample << '\n';
  if (!refutation.repair.empty()) std::cout << fmt::format("  proved with: where {}\n", refutation.repair);
}

int prove(const Arguments& arguments) {
  const Prover prover(builtInAxioms());
  const auto path = arguments.record.path(arguments.files);
  const std::string axioms = digestOf(builtInAxioms());
  StandingRecord record = path ? readStandings(*path) : StandingRecord();
  Progress progress = terminalProgress();
  const std::vector<Rule> rules = chosenRules(arguments.files, arguments.names);
  nlohmann::json rows = nlohmann::json::array();
  std::size_t proved = 0, refuted = 0;
  for (std::size_t i = 0; i < rules.size(); ++i) {
    progress.report("proving " + rules[i].name, static_cast<double>(i), static_cast<double>(rules.size()));
    const Proof proof = prover.prove(rules[i]);
    const auto refutation = proof.isProved() ? std::nullopt : refute(rules[i], prover);
    if (proof.isProved()) ++proved;
    if (refutation) ++refuted;
    if (proof.isProved())
      record.set({Standing::kProved, ruleDigest(rules[i]), rules[i].name, axioms,
                  fmt::format("{} cases, ranks up to {}", proof.cases.size(), proof.limits.bounds.mostRank)});
    if (refutation) record.set({Standing::kRefuted, ruleDigest(rules[i]), rules[i].name, {}, "on numbers"});
    rows.push_back({{"name", rules[i].name},
                    {"standing", nameOf(proof.isProved() ? Standing::kProved
                                        : refutation     ? Standing::kRefuted
                                                         : rules[i].standing)},
                    {"cases", proof.cases.size()},
                    {"most_rank", proof.limits.bounds.mostRank},
                    {"most_elements", proof.limits.bounds.mostElements},
                    {"obstacle", proof.obstacle}});
    if (refutation)
      rows.back().update({{"counterexample", refutation->counterexample}, {"repair", refutation->repair}});
    if (arguments.isJson) {
      if (!arguments.names.empty()) rows.back()["proof"] = jsonOf(proof);
      continue;
    }
    endProgressLine();
    if (proof.isProved())
      std::cout << fmt::format("proved   {} ({} cases, ranks up to {})\n", rules[i].name, proof.cases.size(),
                               proof.limits.bounds.mostRank);
    else
      std::cout << fmt::format("{}  {}: {}\n", refutation ? "refuted" : "unknown", rules[i].name, proof.obstacle);
    if (refutation) printRefutation(*refutation);
    if (!arguments.names.empty() && !proof.cases.empty()) printCase(proof.cases.back());
  }
  endProgressLine();
  if (path) writeStandings(record, *path);
  const std::size_t unknown = rules.size() - proved - refuted;
  if (arguments.isJson)
    print({{"rules", rows}, {"proved", proved}, {"refuted", refuted}, {"unknown", unknown}});
  else
    std::cout << fmt::format("{} of {} rules proved, {} refuted, {} unknown\n", proved, rules.size(), refuted, unknown);
  return proved == rules.size() ? kDone : kNo;
}

}  // namespace

void addProve(CLI::App& rules, int& exitCode) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App* command = rules.add_subcommand("prove", "prove rules from the axioms");
  command->add_option("NAME", arguments->names, "their names, to see each line (default: all)");
  command->add_flag("--all", arguments->isAll, "all rules, which is what happens without names");
  command->add_option("--from", arguments->files, "rule files instead of the built-in rules");
  arguments->record.addTo(*command);
  command->add_flag("--json", arguments->isJson, "one JSON object on standard output");
  command->callback([arguments, &exitCode] { exitCode = prove(*arguments); });
}

}  // namespace tasoscope::cli
