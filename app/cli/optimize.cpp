// `tasoscope optimize`: searches, verifies, writes.

#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <iostream>

#include "command.h"
#include "cost/cost_text.h"
#include "session/certificate.h"
#include "session/report.h"

namespace tasoscope::cli {
namespace {

constexpr double kDefaultSeconds = 30;

struct Arguments {
  std::string input, output, report, certificate, strategy = "auto";
  SessionArguments session;
  VerificationArguments verification;
  SearchLimits limits;
  double failBelow = -1;  // percent
  double verifyLimit = ExportOptions().mostVerificationWork;
  bool noVerify = false, isJson = false;
};

nlohmann::json jsonOf(const StepView& step) {
  return {{"rule", step.rule},
          {"standing", nameOf(step.standing)},
          {"delta_ms", milliseconds(step.delta)},
          {"place", step.place},
          {"removed", step.removedNames},
          {"added", step.addedNames},
          {"cost_ms", milliseconds(step.price.picoseconds)}};
}

double gainPercent(std::int64_t initial, std::int64_t final) {
  return initial > 0 ? 100 * (1 - static_cast<double>(final) / static_cast<double>(initial)) : 0;
}

std::string verificationText(const std::optional<EquivalenceReport>& report) {
  if (!report) return "Not verified, as asked.";
  if (report->verdict == Verdict::kInconclusive) return "NOT VERIFIED. " + report->note;
  return report->inputsTried > 0 ? sentenceOf(*report) : report->note;
}

// The contract's `verified`: the figures, or null where the numbers showed nothing.
nlohmann::json verifiedOf(const std::optional<EquivalenceReport>& report) {
  bool isVerified = report && report->verdict == Verdict::kEquivalent;
  return isVerified ? cli::jsonOf(*report) : nlohmann::json();
}

// Why `verified` is null, or what was verified, in words.
nlohmann::json verificationOf(const std::optional<EquivalenceReport>& report) {
  if (!report) return {{"verdict", "not asked for"}, {"note", ""}};
  return {{"verdict", nameOf(report->verdict)}, {"note", report->note}, {"assumed", report->assumed}};
}

// What a search found, in the model and in the graphs inside its nodes.
struct Outcome {
  SearchResult result;
  std::vector<BodySearch> inside;
  std::int64_t initial = 0, final = 0;  // picoseconds
};

/// The graphs inside nodes come first and take half of the time at most, since what they cost is part of what the nodes
/// around cost.
Outcome searchAll(Session& session, const Arguments& arguments, const SearchObserver& observe, SearchControl& control) {
  Outcome outcome;
  outcome.initial = session.trail().steps[0].price.picoseconds;
  SearchLimits limits = arguments.limits;
  if (!session.bodies().empty()) {
    limits.seconds /= 2;
    outcome.inside = session.searchBodies(arguments.strategy, limits, observe, &control);
    limits.seconds = arguments.limits.seconds;
    for (const BodySearch& search : outcome.inside) limits.seconds -= search.result.seconds;
    if (arguments.limits.seconds == 0) limits.seconds = 0;
  }
  outcome.result = session.search(arguments.strategy, limits, observe, &control);
  for (const BodySearch& search : outcome.inside) {
    outcome.result.graphsExpanded += search.result.graphsExpanded;
    outcome.result.graphsExplored += search.result.graphsExplored;
    outcome.result.candidatesSeen += search.result.candidatesSeen;
    outcome.result.refusedCycles += search.result.refusedCycles;
    outcome.result.seconds += search.result.seconds;
  }
  return outcome;
}

void printSteps(const TrailView& trail, const std::string& place) {
  for (StepId id : trail.path()) {
    if (id == 0) continue;
    const StepView& step = trail.steps[id];
    std::cout << fmt::format("{:4}  {:<40} {:<34} {}{}\n", id, step.rule,
                             costText(step.delta, trail.steps[step.parent].price.picoseconds), place, step.place);
  }
}

void printSummary(const Arguments& arguments, const Session& session, const Outcome& outcome,
                  const ExportReport& report) {
  const TrailView trail = session.trail();
  bool isChanged = trail.path().size() > 1;
  for (const BodySearch& search : outcome.inside) {
    const TrailView steps = search.session->trail();
    isChanged |= steps.path().size() > 1;
    printSteps(steps, search.place + ": ");
  }
  printSteps(trail, "");
  std::cout << fmt::format("{} on {} (estimated): {} -> {}, {}\n", session.modelName(), session.device(),
                           timeText(outcome.initial), timeText(outcome.final),
                           costText(outcome.final - outcome.initial, outcome.initial));
  for (const ScenarioPrice& price : session.scenarioPrices(trail.current))
    std::cout << fmt::format("  {:<16} {} -> {}, {}  (weight {}: {})\n", price.scenario.name,
                             timeText(price.original.picoseconds), timeText(price.price.picoseconds),
                             costText(price.price.picoseconds - price.original.picoseconds, price.original.picoseconds),
                             price.scenario.weight, dimensionsText(price.scenario.symbols, price.scenario.symbols));
  if (session.scenarios().empty() && !session.symbols().empty())
    std::cout << fmt::format("dimensions: {}\n",
                             dimensionsText(session.symbols(), arguments.session.options().symbols));
  std::cout << leftOutText(session, arguments.session);
  for (const std::string& assumption : session.assumptions()) std::cout << fmt::format("assumed: {}\n", assumption);
  if (!isChanged) std::cout << "No gain beyond what the runtime does itself.\n";
  const SearchResult& result = outcome.result;
  std::cout << fmt::format("{} graphs explored, {} expanded, {:.2f} s, stopped by: {}\n", result.graphsExplored,
                           result.graphsExpanded, result.seconds, nameOf(result.stopReason));
  std::cout << verificationText(report.equivalence) << '\n';
  std::cout << fmt::format("written: {}\n", arguments.output);
  if (!arguments.certificate.empty())
    std::cout << fmt::format("certificate: {}  (tasoscope replay {} {} {})\n", arguments.certificate,
                             arguments.certificate, arguments.input, arguments.output);
}

// Those of graphs inside nodes say where, and how often each runs is in their cost change.
nlohmann::json stepsOf(const Session& session, const std::vector<BodySearch>& inside) {
  nlohmann::json steps = nlohmann::json::array();
  const auto add = [&](const TrailView& trail, const BodySearch* body) {
    for (StepId id : trail.path()) {
      if (id == 0) continue;
      steps.push_back(jsonOf(trail.steps[id]));
      if (!body) continue;
      steps.back()["graph"] = body->place;
      steps.back()["turns"] = body->turns;
      steps.back()["delta_ms"] = milliseconds(trail.steps[id].delta) * static_cast<double>(body->turns);
    }
  };
  for (const BodySearch& search : inside) add(search.session->trail(), &search);
  add(session.trail(), nullptr);
  return steps;
}

bool areSame(const std::filesystem::path& a, const std::filesystem::path& b) {
  std::error_code isNew;
  return std::filesystem::weakly_canonical(a, isNew) == std::filesystem::weakly_canonical(b, isNew);
}

/// Before anything is searched for: files that would replace each other.
void checkOutputs(const Arguments& arguments) {
  if (areSame(arguments.output, arguments.input))
    throw UsageError(Position{.file = arguments.output}, "it is the model itself", "choose another file for -o");
  for (const auto& [option, file] :
       {std::pair{"--report", arguments.report}, {"--certificate", arguments.certificate}}) {
    if (file.empty()) continue;
    for (const std::string& other : {arguments.input, arguments.output})
      if (areSame(file, other))
        throw UsageError(Position{.file = file}, "it would replace the model",
                         fmt::format("choose another file for {}", option));
  }
  if (!arguments.report.empty() && areSame(arguments.report, arguments.certificate))
    throw UsageError(Position{.file = arguments.report}, "the certificate would replace the report",
                     "choose another file for --certificate");
}

int optimize(const Arguments& arguments) {
  checkOutputs(arguments);
  auto start = std::chrono::steady_clock::now();
  SearchControl control;  // Ctrl+C ends the search, and the best graph so far is written; once more, and nothing is
  interruptInstead(&control.cancel);
  Progress progress = cancellableProgress();
  std::unique_ptr<Session> session = Session::open(arguments.input, arguments.session.options(), progress);
  SearchObserver observe = [&](const SearchSample& sample) {
    progress.report(fmt::format("searching: {}, {} graphs,", timeText(sample.bestPicoseconds), sample.graphsExplored),
                    static_cast<double>(sample.graphsExpanded), static_cast<double>(arguments.limits.budget));
  };
  Outcome outcome = searchAll(*session, arguments, observe, control);
  interruptInstead(nullptr);
  ExportOptions options;
  options.verify = !arguments.noVerify;
  options.mostVerificationWork = arguments.verifyLimit;
  options.equivalence = arguments.verification.options({});
  if (!arguments.verification.inputs.empty())
    options.equivalence.givenInputs = {session->readInputs(arguments.verification.inputs)};
  const StepId current = session->trail().current;
  ExportReport report = session->exportOnnx(current, arguments.output, options, progress);
  outcome.final = report.price.picoseconds;
  if (!arguments.certificate.empty())
    writeCertificate(*session, current, arguments.output, arguments.certificate, progress);
  endProgressLine();
  if (!arguments.report.empty()) {
    Report facts = reportOf(*session, current);
    facts.exported = report;
    facts.written = arguments.output;
    writeReport(facts, arguments.report);
  }
  if (arguments.isJson) {
    const SearchResult& result = outcome.result;
    nlohmann::json scenarios = nlohmann::json::array();
    for (const ScenarioPrice& price : session->scenarioPrices(current)) scenarios.push_back(cli::jsonOf(price));
    std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
    print({{"model", arguments.input},
           {"output", arguments.output},
           {"certificate", arguments.certificate.empty() ? nlohmann::json() : nlohmann::json(arguments.certificate)},
           {"device", session->device()},
           {"strategy", arguments.strategy},
           {"initial_cost_ms", milliseconds(outcome.initial)},
           {"final_cost_ms", milliseconds(outcome.final)},
           {"provenance", "estimated"},
           {"assumptions", session->assumptions()},
           {"unknown_costs", session->view(current).unknownCosts},
           {"graphs_expanded", result.graphsExpanded},
           {"graphs_explored", result.graphsExplored},
           {"candidates_seen", result.candidatesSeen},
           {"refused_cycles", result.refusedCycles},
           {"wall_seconds", wall.count()},
           {"search_seconds", result.seconds},
           {"peak_memory_mb", peakMemoryMegabytes()},
           {"stop_reason", nameOf(result.stopReason)},
           {"steps", stepsOf(*session, outcome.inside)},
           {"rules_left_out", leftOutJson(*session)},
           {"remarks", session->remarks()},
           {"symbols", session->symbols()},
           {"scenarios", scenarios},
           {"verified", verifiedOf(report.equivalence)},
           {"verification", verificationOf(report.equivalence)}});
  } else {
    printSummary(arguments, *session, outcome, report);
  }
  bool isTooLittle = arguments.failBelow >= 0 && gainPercent(outcome.initial, outcome.final) < arguments.failBelow;
  if (isTooLittle) std::cerr << fmt::format("tasoscope: the gain is below {} %\n", arguments.failBelow);
  return isTooLittle ? kNo : kDone;
}

}  // namespace

void addOptimize(CLI::App& app, int& exitCode) {
  auto arguments = std::make_shared<Arguments>();
  arguments->limits.seconds = kDefaultSeconds;
  CLI::App* command = app.add_subcommand("optimize", "search for a cheaper graph, verify it, and write it");
  command->add_option("IN", arguments->input, "the model")->required();
  command->add_option("-o,--output", arguments->output, "where the optimized model goes")->required();
  arguments->session.addTo(*command);
  command->add_option("--strategy", arguments->strategy, "auto, backtracking or greedy")->capture_default_str();
  command->add_option("--budget", arguments->limits.budget, "graphs expanded at most; 0 only prices and writes back")
      ->check(atLeast(0))
      ->capture_default_str();
  command->add_option("--time", arguments->limits.seconds, "seconds of search at most; 0: no limit")
      ->check(atLeast(0))
      ->capture_default_str();
  command->add_option("--alpha", arguments->limits.alpha, "graphs dearer than alpha times the best are not kept")
      ->check(CLI::Range(1.0, 1e6))
      ->capture_default_str();
  command->add_flag("--no-verify", arguments->noVerify, "do not evaluate both graphs before writing");
  command
      ->add_option("--verify-limit", arguments->verifyLimit,
                   "billions of operations that the evaluation may take; a larger model is written unverified, and the "
                   "answer says so; 0: no limit")
      ->check(atLeast(0))
      ->capture_default_str();
  arguments->verification.addTo(*command);
  command->add_option("--fail-below", arguments->failBelow, "exit with 1 when the gain is below this many percent")
      ->check(atLeast(0));
  command->add_option("--report", arguments->report, "an HTML page that tells what was done, without pictures");
  command->add_option("--certificate", arguments->certificate,
                      "how the written model came to be, for tasoscope replay to check");
  command->add_flag("--json", arguments->isJson, "one JSON object on standard output");
  command->callback([arguments, &exitCode] { exitCode = optimize(*arguments); });
}

}  // namespace tasoscope::cli
