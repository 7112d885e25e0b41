// `tasoscope candidates`: every substitution that fits the model, with its cost change.

#include <fmt/format.h>

#include <iostream>

#include "command.h"
#include "cost/cost_text.h"

namespace tasoscope::cli {
namespace {

struct Arguments {
  std::string model;
  SessionArguments session;
  bool isJson = false;
};

int list(const Arguments& arguments) {
  std::unique_ptr<Session> session = Session::open(arguments.model, arguments.session.options(), terminalProgress());
  std::vector<CandidateView> candidates = session->candidates(terminalProgress());
  endProgressLine();
  std::int64_t cost = session->trail().steps[0].price.picoseconds;
  if (!arguments.isJson) {
    for (const CandidateView& candidate : candidates)
      std::cout << fmt::format("{:<34} {:<40} {}\n", costText(candidate.delta, cost), candidate.rule, candidate.place);
    std::cout << fmt::format("{} substitutions fit {} ({} on {}, estimated)\n", candidates.size(), session->modelName(),
                             timeText(cost), session->device());
    std::cout << leftOutText(*session, arguments.session);
    return kDone;
  }
  nlohmann::json rows = nlohmann::json::array();
  for (const CandidateView& candidate : candidates)
    rows.push_back({{"rule", candidate.rule},
                    {"family", candidate.family},
                    {"standing", nameOf(candidate.standing)},
                    {"place", candidate.place},
                    {"delta_ms", milliseconds(candidate.delta)}});
  print({{"model", arguments.model},
         {"device", session->device()},
         {"cost_ms", milliseconds(cost)},
         {"provenance", "estimated"},
         {"candidates", rows},
         {"rules_left_out", leftOutJson(*session)}});
  return kDone;
}

}  // namespace

void addCandidates(CLI::App& app, int& exitCode) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App* command = app.add_subcommand("candidates", "list every substitution that fits, with its cost change");
  command->add_option("MODEL", arguments->model, "the model")->required();
  arguments->session.addTo(*command);
  command->add_flag("--json", arguments->isJson, "one JSON object on standard output");
  command->callback([arguments, &exitCode] { exitCode = list(*arguments); });
}

}  // namespace tasoscope::cli
