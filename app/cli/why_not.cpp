// `tasoscope why-not`: what stands in a rule's way at a node, or where it comes nearest.

#include "session/why_not.h"

#include <fmt/format.h>

#include <iostream>

#include "command.h"
#include "cost/cost_text.h"

namespace tasoscope::cli {
namespace {

struct Arguments {
  std::string model, rule, at;
  int most = 5;
  SessionArguments session;
  bool isJson = false;
};

nlohmann::json jsonOf(const WhyNotReport& report, const Session& session) {
  nlohmann::json answers = nlohmann::json::array();
  for (const RuleAnswer& answer : report.answers) {
    answers.push_back({{"node", answer.place},
                       {"applies", answer.applies},
                       {"delta_ms", answer.applies ? nlohmann::json(milliseconds(answer.delta)) : nlohmann::json()},
                       {"reason", answer.reason},
                       {"matched", answer.matched}});
  }
  return {{"rule", report.rule},           {"device", session.device()}, {"provenance", "estimated"},
          {"applies_at", report.applying}, {"general", report.general},  {"answers", answers}};
}

void print(const WhyNotReport& report, const Session& session, bool isOnePlace) {
  const std::int64_t cost = session.trail().steps[0].price.picoseconds;
  if (!report.general.empty()) std::cout << report.general << '\n';
  const bool isAsked = report.general.empty() || !report.answers.empty();
  if (!isOnePlace && isAsked)
    std::cout << fmt::format("{} fits at {} {}{}\n", report.rule, report.applying,
                             report.applying == 1 ? "place" : "places",
                             report.applying == report.answers.size() ? "" : "; where it comes nearest:");
  if (!isOnePlace && isAsked && report.answers.empty())
    std::cout << "No node of the model has an operator that the rule replaces.\n";
  for (const RuleAnswer& answer : report.answers) {
    if (answer.applies) {
      std::cout << fmt::format("{}: applies, {}\n", answer.place, costText(answer.delta, cost));
      continue;
    }
    std::cout << fmt::format("{}: {}\n", answer.place, answer.reason);
    if (!answer.matched.empty()) std::cout << fmt::format("    fits so far: {}\n", fmt::join(answer.matched, ", "));
  }
}

int ask(const Arguments& arguments) {
  std::unique_ptr<Session> session = Session::open(arguments.model, arguments.session.options(), terminalProgress());
  WhyNotReport report;
  if (arguments.at.empty()) {
    report = whyNot(*session, arguments.rule, static_cast<std::size_t>(arguments.most), terminalProgress());
  } else {
    const std::optional<OpId> op = nodeNamed(*session, arguments.at);
    if (!op)
      throw UsageError(Position{.file = arguments.model}, fmt::format("there is no node '{}'", arguments.at),
                       "`tasoscope show` names the nodes");
    report = whyNot(*session, arguments.rule, *op);
  }
  endProgressLine();
  if (arguments.isJson)
    cli::print(jsonOf(report, *session));
  else
    print(report, *session, !arguments.at.empty());
  return kDone;
}

}  // namespace

void addWhyNot(CLI::App& app, int& exitCode) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App* command = app.add_subcommand("why-not", "say what stands in a rule's way");
  command->add_option("MODEL", arguments->model, "the model")->required();
  command->add_option("--rule", arguments->rule, "a rule by name")->required();
  command->add_option("--at", arguments->at,
                      "a node by name, or a tensor that it makes; else wherever it comes nearest");
  command->add_option("--most", arguments->most, "so many places where it nearly fits")
      ->check(atLeast(0))
      ->capture_default_str();
  arguments->session.addTo(*command);
  command->add_flag("--json", arguments->isJson, "one JSON object on standard output");
  command->callback([arguments, &exitCode] { exitCode = ask(*arguments); });
}

}  // namespace tasoscope::cli
