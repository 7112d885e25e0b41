// `tasoscope rules`: the substitutions, their text, and their test on numbers.

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <iostream>
#include <iterator>
#include <map>
#include <set>

#include "chosen_rules.h"
#include "command.h"
#include "proof/numeric_test.h"
#include "rules/rule_pattern.h"
#include "rules/rule_picture.h"
#include "rules/rule_text.h"
#include "session/rule_files.h"

namespace tasoscope::cli {
namespace {

struct Arguments {
  std::vector<std::string> files, names;
  std::uint64_t seed = 1;
  int instances = 30;
  RecordArguments record;
  bool isJson = false;
};

std::string textOfFile(const std::string& path) {
  std::ifstream file(path);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  if (!file.is_open() || file.bad()) throw FileError(Position{.file = path}, "cannot be read");
  return text;
}

nlohmann::json jsonOf(const Rule& rule) {
  return {{"name", rule.name},         {"standing", nameOf(rule.standing)},
          {"family", rule.family},     {"numeric_class", nameOf(rule.numericClass)},
          {"note", rule.note},         {"source", rule.source},
          {"two_way", rule.isTwoWay},  {"device", rule.isDeviceRule},
          {"digest", ruleDigest(rule)}};
}

int list(const Arguments& arguments) {
  nlohmann::json rows = nlohmann::json::array();
  std::vector<Rule> rules = chosenRules(arguments.files, arguments.names);
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

std::string directionOf(const Rule& rule) {
  if (rule.isReversed) return "one way, the backward direction of a two-way rule";
  return rule.isTwoWay ? "two ways" : "one way";
}

std::string_view meaningOf(Standing standing) {
  switch (standing) {
    case Standing::kProved:
      return "follows from the axioms";
    case Standing::kTested:
      return "evaluated on random instances, and not refuted";
    case Standing::kAssumed:
      return "neither proved nor tested as it stands; it does not run unless it is allowed";
    case Standing::kRefuted:
      return "wrong: a counterexample is known; it never runs";
  }
  return {};
}

// What a person reads: the words, the picture, the conditions, the text.
std::string pageOf(const Rule& rule) {
  std::string page = rule.name + "\n";
  if (!rule.note.empty()) page += fmt::format("  {}\n", rule.note);
  page +=
      fmt::format("\n  standing   {}: {}\n  numerics   {}\n  direction  {}\n  family     {}\n", nameOf(rule.standing),
                  meaningOf(rule.standing), nameOf(rule.numericClass), directionOf(rule), rule.family);
  if (!rule.source.empty()) page += fmt::format("  source     {}\n", rule.source);
  if (rule.isDeviceRule) page += "  a fusion that every runtime does by itself: no gain is counted for it\n";
  const std::string picture = drawRule(rule);
  if (!picture.empty()) page += fmt::format("\n{}", picture);
  const RulePattern& pattern = *rule.pattern;
  if (!pattern.conditions.empty() || !pattern.uses.empty()) page += "\nwhere\n";
  for (const ValueVariable& value : pattern.values)
    if (value.definition && !pattern.conditions.empty())
      page += fmt::format("  {} is {}\n", value.name, textOf(*value.definition));
  for (const ExpressionPtr& condition : pattern.conditions) page += fmt::format("  {}\n", textOf(*condition));
  for (const UsePattern& use : pattern.uses)
    page += fmt::format("  {} is read {} at most\n", pattern.tensors[static_cast<std::size_t>(use.variable)].name,
                        use.most == 1 ? "once" : fmt::format("{} times", use.most));
  return page + "\n" + printRule(rule);
}

int show(const Arguments& arguments) {
  nlohmann::json rows = nlohmann::json::array();
  for (const Rule& rule : chosenRules(arguments.files, arguments.names)) {
    rows.push_back(jsonOf(rule));
    rows.back()["text"] = printRule(rule);
    rows.back()["picture"] = drawRule(rule);
    if (!arguments.isJson) std::cout << pageOf(rule) << '\n';
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

void note(StandingRecord& record, const Rule& rule, const NumericTestResult& result, std::uint64_t seed) {
  if (!result.counterexample.empty())
    record.set({Standing::kRefuted, ruleDigest(rule), rule.name, {}, fmt::format("a counterexample, seed {}", seed)});
  else if (result.passed())
    record.add({Standing::kTested,
                ruleDigest(rule),
                rule.name,
                {},
                fmt::format("{} instances, seed {}", result.instances, seed)});
}

int test(const Arguments& arguments) {
  const auto path = arguments.record.path(arguments.files);
  StandingRecord record = path ? readStandings(*path) : StandingRecord();
  nlohmann::json rows = nlohmann::json::array();
  Progress progress = terminalProgress();
  std::vector<Rule> rules = chosenRules(arguments.files, arguments.names);
  std::size_t failed = 0;
  for (std::size_t i = 0; i < rules.size(); ++i) {
    progress.report("testing " + rules[i].name, static_cast<double>(i), static_cast<double>(rules.size()));
    NumericTestResult result = testRule(rules[i], arguments.seed, arguments.instances);
    if (!result.passed()) ++failed;
    note(record, rules[i], result, arguments.seed);
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
  if (path) writeStandings(record, *path);
  if (arguments.isJson)
    print({{"rules", rows},
           {"failed", failed},
           {"seed", arguments.seed},
           {"record", path ? nlohmann::json(path->string()) : nlohmann::json()}});
  else
    std::cout << fmt::format("{} rules tested, {} failed, seed {}\n", rules.size(), failed, arguments.seed);
  return failed == 0 ? kDone : kNo;
}

int lint(const Arguments& arguments) {
  nlohmann::json rows = nlohmann::json::array();
  const auto tell = [&](const std::string& file, const LintFinding& finding) {
    rows.push_back({{"file", file},
                    {"line", finding.place.line},
                    {"column", finding.place.column},
                    {"rule", finding.rule},
                    {"finding", finding.text}});
    if (!arguments.isJson)
      std::cout << fmt::format("{}:{}:{}: {}{}.\n", file, finding.place.line, finding.place.column,
                               finding.rule.empty() ? "" : finding.rule + ": ", finding.text);
  };
  for (const std::string& file : arguments.files)
    for (const LintFinding& finding : lintRules(textOfFile(file), file)) tell(file, finding);
  if (arguments.files.empty())
    for (const Rule& rule : rulesOf(arguments.files))
      if (!rule.isReversed)
        for (const LintFinding& finding : lintRule(rule)) tell("built-in rules", finding);
  if (arguments.isJson)
    print({{"findings", rows}, {"count", rows.size()}});
  else
    std::cout << (rows.empty() ? "No findings.\n" : fmt::format("{} findings\n", rows.size()));
  return rows.empty() ? kDone : kNo;
}

using Counts = std::map<std::string, std::size_t>;

/// From the most to the fewest, then by name.
std::vector<std::pair<std::string, std::size_t>> sorted(const Counts& counts) {
  std::vector<std::pair<std::string, std::size_t>> rows(counts.begin(), counts.end());
  std::ranges::stable_sort(rows, std::greater<>(), &std::pair<std::string, std::size_t>::second);
  return rows;
}

/// What a source names before its first comma or ':' : "TASO", "TASO's README", a file.
std::string originOf(const Rule& rule) {
  return rule.source.empty() ? "not said" : rule.source.substr(0, rule.source.find_first_of(",:;"));
}

int stats(const Arguments& arguments) {
  std::map<std::string, Counts> counts;
  std::size_t all = 0, backward = 0;
  for (const Rule& rule : rulesOf(arguments.files)) {
    if (rule.isReversed) {
      ++backward;
      continue;
    }
    ++all;
    ++counts["families"][rule.family.empty() ? "none" : rule.family];
    ++counts["numerics"][std::string(nameOf(rule.numericClass))];
    ++counts["standing"][std::string(nameOf(rule.standing))];
    ++counts["sources"][originOf(rule)];
    ++counts["directions"][!rule.pattern->builtIn.empty() ? "a matcher of its own"
                           : rule.isTwoWay                ? "two ways"
                                                          : "one way"];
    if (rule.isDeviceRule)
      ++counts["kinds"]["device rules"];
    else
      ++counts["kinds"]["substitutions"];
    std::set<std::string> ops;
    for (const Equation& equation : rule.pattern->left)
      if (!equation.isAlias()) ops.insert(equation.op);
    for (const std::string& op : ops) ++counts["operators"][op];
  }
  nlohmann::json told{{"rules", all}, {"backward", backward}};
  for (const auto& [what, by] : counts) told[what] = by;
  if (arguments.isJson) {
    print(told);
    return kDone;
  }
  std::cout << fmt::format("{} rules, {} of them run backwards too\n", all, backward);
  for (const auto& [what, title] : {std::pair{"standing", "by standing"},
                                    {"kinds", "by kind"},
                                    {"directions", "by direction"},
                                    {"numerics", "by numeric class"},
                                    {"families", "by family"},
                                    {"sources", "by source"},
                                    {"operators", "by operators of the left side"}}) {
    std::cout << fmt::format("\n{}\n", title);
    for (const auto& [name, count] : sorted(counts[what])) std::cout << fmt::format("  {:5}  {}\n", count, name);
  }
  return kDone;
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

void RecordArguments::addTo(CLI::App& app) {
  app.add_flag("--record", isBeside,
               "keep the result beside the file that --from names, so that the rules that passed may run");
  app.add_option("--record-to", to, "keep the result in this file");
}

std::optional<std::filesystem::path> RecordArguments::path(const std::vector<std::string>& files) const {
  if (!to.empty()) return to;
  if (!isBeside) return std::nullopt;
  if (files.size() != 1)
    throw UsageError("--record writes beside the one file that --from names; otherwise say --record-to FILE");
  return standingPathOf(files[0]);
}

void addRules(CLI::App& app, int& exitCode) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App* rules = app.add_subcommand("rules", "list, show, check, test, import or export the substitutions");
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
  arguments->record.addTo(*command);
  add(*rules, "lint", "what can be said against rules without running them, with line and column", arguments, lint,
      exitCode);
  add(*rules, "stats", "how many rules there are, by standing, class, family, source and operator", arguments, stats,
      exitCode);
  addRuleFiles(*rules, exitCode);
  addProve(*rules, exitCode);
}

}  // namespace tasoscope::cli
