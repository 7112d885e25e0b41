// `tasoscope replay`: makes the steps of a certificate again, and compares what they lead to.

#include <fmt/format.h>

#include <iostream>

#include "command.h"
#include "cost/cost_text.h"
#include "session/certificate.h"

namespace tasoscope::cli {
namespace {

struct Arguments {
  std::string certificate, original, optimized;
  std::vector<std::string> rules;
  VerificationArguments verification;
  double verifyLimit = ReplayOptions().mostVerificationWork;
  bool allowAssumed = false, comparesNumbers = false, isJson = false;
};

nlohmann::json jsonOf(const ReplayedStep& step) {
  nlohmann::json object{{"rule", step.rule},
                        {"place", step.place},
                        {"standing", nameOf(step.standing)},
                        {"standing_then", step.recordedStanding},
                        {"rule_changed", step.isRuleChanged},
                        {"confirmed", step.isConfirmed}};
  if (!step.graph.empty()) object["graph"] = step.graph;
  return object;
}

nlohmann::json jsonOf(const CertificateReplay& replay) {
  nlohmann::json steps = nlohmann::json::array();
  for (const ReplayedStep& step : replay.steps) steps.push_back(jsonOf(step));
  return {
      {"holds", replay.holds()},
      {"original", replay.original},
      {"optimized", replay.optimized},
      {"device", replay.device},
      {"provenance", "estimated"},
      {"initial_cost_ms", milliseconds(replay.before.picoseconds)},
      {"final_cost_ms", milliseconds(replay.after.picoseconds)},
      {"priced_alike", replay.isPricedAlike},
      {"steps", steps},
      {"agreement", nameOf(replay.agreement)},
      {"numbers", replay.numbers ? cli::jsonOf(*replay.numbers) : nlohmann::json()},
      {"first_different_step", replay.firstDifferent ? nlohmann::json(*replay.firstDifferent + 1) : nlohmann::json()},
      {"problems", replay.problems},
      {"remarks", replay.remarks}};
}

std::string agreementText(const CertificateReplay& replay) {
  switch (replay.agreement) {
    case Agreement::kSameBytes:
      return fmt::format("{} was written again: the same bytes.", replay.optimized);
    case Agreement::kSameGraph:
      return fmt::format("{} was written again: the same graph, other bytes.", replay.optimized);
    case Agreement::kDifferent:
      break;
  }
  return fmt::format("{} was written again: it is different.", replay.optimized);
}

void print(const CertificateReplay& replay) {
  std::size_t number = 0;
  for (const ReplayedStep& step : replay.steps) {
    const std::string graph = step.graph.empty() ? std::string() : step.graph + ": ";
    std::cout << fmt::format("{:4}  {:<40} {:<8} {:<13} {}{}\n", ++number, step.rule, nameOf(step.standing),
                             step.isConfirmed ? "confirmed" : "NOT CONFIRMED", graph, step.place);
  }
  std::cout << fmt::format("{} on {} (estimated): {} -> {}, {}\n", replay.original, replay.device,
                           timeText(replay.before.picoseconds), timeText(replay.after.picoseconds),
                           costText(replay.after.picoseconds - replay.before.picoseconds, replay.before.picoseconds));
  std::cout << agreementText(replay) << '\n';
  if (replay.numbers) std::cout << sentenceOf(*replay.numbers) << '\n';
  for (const std::string& remark : replay.remarks) std::cout << "note: " << remark << '\n';
  for (const std::string& problem : replay.problems) std::cout << "problem: " << problem << '\n';
  std::cout << (replay.holds() ? "The certificate holds.\n" : "The certificate does not hold.\n");
}

int replay(const Arguments& arguments) {
  ReplayOptions options;
  if (!arguments.optimized.empty()) options.optimized = arguments.optimized;
  options.ruleFiles.assign(arguments.rules.begin(), arguments.rules.end());
  options.allowAssumed = arguments.allowAssumed;
  options.comparesNumbers = arguments.comparesNumbers;
  options.equivalence = arguments.verification.options({});
  options.mostVerificationWork = arguments.verifyLimit;
  const CertificateReplay result =
      replayCertificate(arguments.certificate, arguments.original, options, cancellableProgress());
  endProgressLine();
  if (arguments.isJson)
    cli::print(jsonOf(result));
  else
    print(result);
  return result.holds() ? kDone : kNo;
}

}  // namespace

void addReplay(CLI::App& app, int& exitCode) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App* command =
      app.add_subcommand("replay", "make the steps of a certificate again, and compare what they lead to");
  command->add_option("CERTIFICATE", arguments->certificate, "written by optimize --certificate")->required();
  command->add_option("ORIGINAL", arguments->original, "the model that was optimized")->required();
  command->add_option("OPTIMIZED", arguments->optimized,
                      "the file that was received; without it its digest is compared");
  command->add_option("--rules", arguments->rules, "rule files instead of the built-in rules");
  command->add_flag("--allow-assumed", arguments->allowAssumed, "let rules count that are neither proved nor tested");
  command->add_flag("--numbers", arguments->comparesNumbers,
                    "evaluate both graphs too, and find the first step whose numbers differ");
  command
      ->add_option("--verify-limit", arguments->verifyLimit,
                   "billions of operations that an evaluation may take; 0: no limit")
      ->check(atLeast(0))
      ->capture_default_str();
  arguments->verification.addSeedAndTolerance(*command);
  command->add_flag("--json", arguments->isJson, "one JSON object on standard output");
  command->callback([arguments, &exitCode] { exitCode = replay(*arguments); });
}

}  // namespace tasoscope::cli
