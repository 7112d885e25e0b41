// `tasoscope rules`: the substitutions, their text, and their test on numbers.

#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "command.h"
#include "proof/numeric_test.h"
#include "rules/rule_text.h"

namespace tasoscope::cli {
namespace {

struct Arguments {
  std::vector<std::string> files, names;
  std::uint64_t seed = 1;
  int instances = 30;
  bool isJson = false;
};

std::vector<Rule> rulesOf(const Arguments& arguments) {
  std::vector<std::filesystem::path> files(arguments.files.begin(), arguments.files.end());
  std::vector<Rule> rules;
  auto append = [&rules](const RuleSet& set) { rules.insert(rules.end(), set.all().begin(), set.all().end()); };
  if (!files.empty()) {
    append(readRuleFiles(files));
    return rules;
  }
  append(builtInDeviceRules());
  append(builtInRules());
  return rules;
}

// The rules asked for by name, in the order of the names; all when none is given.
std::vector<Rule> chosenRules(const Arguments& arguments) {
  std::vector<Rule> all = rulesOf(arguments), chosen;
  if (arguments.names.empty()) return all;
  for (const std::string& name : arguments.names) {
    auto found = std::ranges::find(all, name, &Rule::name);
    if (found == all.end())
      throw UsageError(fmt::format("there is no rule '{}'; `tasoscope rules list` names them all", name));
    chosen.push_back(*found);
  }
  return chosen;
}

nlohmann::json jsonOf(const Rule& rule) {
  return {{"name", rule.name},        {"standing", nameOf(rule.standing)},
          {"family", rule.family},    {"numeric_class", nameOf(rule.numericClass)},
          {"note", rule.note},        {"source", rule.source},
          {"two_way", rule.isTwoWay}, {"device", rule.isDeviceRule}};
}

int list(const Arguments& arguments) {
  nlohmann::json rows = nlohmann::json::array();
  std::vector<Rule> rules = chosenRules(arguments);
  std::string family;
  for (const Rule& rule : rules) {
    rows.push_back(jsonOf(rule));
    if (arguments.isJson) continue;
    if (rule.family != family) std::cout << fmt::format("{}{}\n", family.empty() ? "" : "\n", rule.family);
    family = rule.family;
    std::cout << fmt::format("  {:<44} {:<8} {:<14} {}\n", rule.name, nameOf(rule.standing), nameOf(rule.numericClass),
                             rule.note);
  }
  if (arguments.isJson)
    print({{"rules", rows}});
  else
    std::cout << fmt::format("\n{} rules\n", rules.size());
  return kDone;
}

int show(const Arguments& arguments) {
  nlohmann::json rows = nlohmann::json::array();
  for (const Rule& rule : chosenRules(arguments)) {
    rows.push_back(jsonOf(rule));
    rows.back()["text"] = printRule(rule);
    if (!arguments.isJson) std::cout << fmt::format("# {}\n{}\n", nameOf(rule.standing), printRule(rule));
  }
  if (arguments.isJson) print({{"rules", rows}});
  return kDone;
}

std::string sentenceOf(const NumericTestResult& result) {
  if (!result.counterexample.empty()) return "refuted";
  if (!result.passed())
    return fmt::format("only {} of {} instances in {} tries", result.instances, result.wanted, result.tries);
  return fmt::format("{} instances, largest difference {:.1e}", result.instances, result.worstError);
}

int test(const Arguments& arguments) {
  nlohmann::json rows = nlohmann::json::array();
  Progress progress = terminalProgress();
  std::vector<Rule> rules = chosenRules(arguments);
  std::size_t failed = 0;
  for (std::size_t i = 0; i < rules.size(); ++i) {
    progress.report("testing " + rules[i].name, static_cast<double>(i), static_cast<double>(rules.size()));
    NumericTestResult result = testRule(rules[i], arguments.seed, arguments.instances);
    if (!result.passed()) ++failed;
    rows.push_back(jsonOf(rules[i]));
    rows.back().update({{"passed", result.passed()},
                        {"instances", result.instances},
                        {"wanted", result.wanted},
                        {"tries", result.tries},
                        {"worst_error", result.worstError},
                        {"counterexample", result.counterexample}});
    if (arguments.isJson) continue;
    endProgressLine();
    std::cout << fmt::format("{} {:<44} {}\n", result.passed() ? "ok    " : "FAILED", rules[i].name,
                             sentenceOf(result));
    if (!result.counterexample.empty()) std::cout << result.counterexample << '\n';
  }
  endProgressLine();
  if (arguments.isJson)
    print({{"rules", rows}, {"failed", failed}, {"seed", arguments.seed}});
  else
    std::cout << fmt::format("{} rules tested, {} failed, seed {}\n", rules.size(), failed, arguments.seed);
  return failed == 0 ? kDone : kNo;
}

CLI::App* add(CLI::App& rules, const char* name, const char* what, const std::shared_ptr<Arguments>& arguments,
              int (*run)(const Arguments&), int& exitCode) {
  CLI::App* command = rules.add_subcommand(name, what);
  command->add_option("--from", arguments->files, "rule files instead of the built-in rules");
  command->add_flag("--json", arguments->isJson, "one JSON object on standard output");
  command->callback([arguments, run, &exitCode] { exitCode = run(*arguments); });
  return command;
}

}  // namespace

void addRules(CLI::App& app, int& exitCode) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App* rules = app.add_subcommand("rules", "list, show or test the substitutions");
  rules->require_subcommand(1);
  add(*rules, "list", "every rule with its standing and numeric class", arguments, list, exitCode);
  add(*rules, "show", "the text of rules", arguments, show, exitCode)
      ->add_option("NAME", arguments->names, "their names")
      ->required();
  CLI::App* command =
      add(*rules, "test", "evaluate both sides of rules on random instances", arguments, test, exitCode);
  command->add_option("NAME", arguments->names, "their names (default: all)");
  command->add_option("--instances", arguments->instances, "instances of each rule")
      ->check(atLeast(1))
      ->capture_default_str();
  command->add_option("--seed", arguments->seed, "of the random instances")->capture_default_str();
  addRuleFiles(*rules, exitCode);
  addProve(*rules, exitCode);
}

}  // namespace tasoscope::cli
