// `tasoscope compare` and `tasoscope verify`: two models side by side.

#include <fmt/format.h>

#include <iostream>
#include <map>

#include "command.h"
#include "cost/cost_text.h"
#include "session/comparison.h"

namespace tasoscope::cli {
namespace {

constexpr std::size_t kMostNodesPrinted = 20;

struct Arguments {
  std::string a, b;
  SessionArguments session;
  VerificationArguments verification;
  bool isJson = false;
};

struct Pair {
  explicit Pair(const Arguments& arguments)
      : a(Session::open(arguments.a, arguments.session.options(), terminalProgress())),
        b(Session::open(arguments.b, arguments.session.options(), terminalProgress())) {
    EquivalenceOptions options = arguments.verification.options(arguments.session.options().symbols);
    if (!arguments.verification.inputs.empty()) options.givenInputs = {a->readInputs(arguments.verification.inputs)};
    report = checkEquivalence(a->loadedGraph(), b->loadedGraph(), options, terminalProgress());
    endProgressLine();
  }
  std::unique_ptr<Session> a, b;
  EquivalenceReport report;
};

nlohmann::json rowsOf(const EquivalenceReport& report) {
  nlohmann::json rows = nlohmann::json::array();
  for (const ComparedValue& row : report.rows)
    rows.push_back({{"name", row.name},
                    {"verdict", nameOf(row.verdict)},
                    {"max_abs_error", row.maxAbsError},
                    {"max_rel_error", row.maxRelError},
                    {"note", row.note}});
  return rows;
}

int verify(const Arguments& arguments) {
  Pair pair(arguments);
  if (arguments.isJson) {
    nlohmann::json object = cli::jsonOf(pair.report);
    object["a"] = arguments.a;
    object["b"] = arguments.b;
    object["outputs"] = rowsOf(pair.report);
    print(object);
  } else {
    std::cout << sentenceOf(pair.report) << '\n';
    for (const ComparedValue& row : pair.report.rows)
      std::cout << fmt::format("  {:<32} {:<12} {:.3g}  {}\n", row.name, nameOf(row.verdict), row.maxRelError,
                               row.note);
  }
  return pair.report.verdict == Verdict::kEquivalent ? kDone : kNo;
}

const NodeView& nodeOf(const NodeDifference& difference, const GraphView& a, const GraphView& b) {
  return difference.a ? a.nodes[*difference.a] : b.nodes[*difference.b];
}

nlohmann::json jsonOf(const GraphComparison& comparison, DifferenceKind kind, const GraphView& a, const GraphView& b) {
  nlohmann::json rows = nlohmann::json::array();
  for (const NodeDifference& difference : comparison.differences) {
    if (difference.kind != kind) continue;
    const NodeView& node = nodeOf(difference, a, b);
    rows.push_back({{"name", node.name}, {"operator", node.operatorName}});
    if (!difference.facts.empty()) rows.back()["facts"] = difference.facts;
  }
  return rows;
}

void printNodes(std::string_view title, const GraphComparison& comparison, DifferenceKind kind, const GraphView& a,
                const GraphView& b) {
  std::vector<std::string> lines;
  for (const NodeDifference& difference : comparison.differences) {
    if (difference.kind != kind) continue;
    const NodeView& node = nodeOf(difference, a, b);
    lines.push_back(fmt::format("  {:<32} {}  {}", node.operatorName, node.name, fmt::join(difference.facts, "; ")));
  }
  if (lines.empty()) return;
  std::cout << fmt::format("{} ({}):\n", title, lines.size());
  for (std::size_t i = 0; i < lines.size() && i < kMostNodesPrinted; ++i) std::cout << lines[i] << '\n';
  if (lines.size() > kMostNodesPrinted)
    std::cout << fmt::format("  and {} more; --json has them all\n", lines.size() - kMostNodesPrinted);
}

int compare(const Arguments& arguments) {
  Pair pair(arguments);
  GraphView a = pair.a->view(0), b = pair.b->view(0);
  const GraphComparison comparison = compareGraphs(a, b, sameConstants(pair.a->space(), pair.b->space()));
  const auto& counts = comparison.operatorCounts;
  std::int64_t costA = a.price.picoseconds, costB = b.price.picoseconds;
  if (arguments.isJson) {
    nlohmann::json operators = nlohmann::json::object();
    for (const auto& [name, count] : counts) operators[name] = {count.first, count.second};
    print({{"a", arguments.a},
           {"b", arguments.b},
           {"device", pair.a->device()},
           {"provenance", "estimated"},
           {"nodes", {a.nodes.size(), b.nodes.size()}},
           {"cost_ms", {milliseconds(costA), milliseconds(costB)}},
           {"operators", operators},
           {"removed", jsonOf(comparison, DifferenceKind::kRemoved, a, b)},
           {"added", jsonOf(comparison, DifferenceKind::kAdded, a, b)},
           {"changed", jsonOf(comparison, DifferenceKind::kChanged, a, b)},
           {"same_structure", structuralDigest(pair.a->graph(0)) == structuralDigest(pair.b->graph(0))},
           {"equivalence", cli::jsonOf(pair.report)}});
  } else {
    std::cout << fmt::format("{:<32} {:>8} {:>8}\n", "operator", "A", "B");
    for (const auto& [name, count] : counts)
      std::cout << fmt::format("{:<32} {:>8} {:>8}{}\n", name, count.first, count.second,
                               count.first == count.second ? "" : "  *");
    std::cout << fmt::format("{:<32} {:>8} {:>8}\n", "all", a.nodes.size(), b.nodes.size());
    printNodes("only in A", comparison, DifferenceKind::kRemoved, a, b);
    printNodes("only in B", comparison, DifferenceKind::kAdded, a, b);
    printNodes("changed", comparison, DifferenceKind::kChanged, a, b);
    std::cout << fmt::format("cost on {} (estimated): {} -> {}, {}\n", pair.a->device(), timeText(costA),
                             timeText(costB), costText(costB - costA, costA));
    std::cout << sentenceOf(pair.report) << '\n';
  }
  return pair.report.verdict == Verdict::kDifferent ? kNo : kDone;
}

std::shared_ptr<Arguments> addPair(CLI::App& app, const char* name, const char* what, int (*run)(const Arguments&),
                                   int& exitCode) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App* command = app.add_subcommand(name, what);
  command->add_option("A", arguments->a, "one model")->required();
  command->add_option("B", arguments->b, "the other")->required();
  arguments->session.addTo(*command);
  arguments->verification.addTo(*command);
  command->add_flag("--json", arguments->isJson, "one JSON object on standard output");
  command->callback([arguments, run, &exitCode] { exitCode = run(*arguments); });
  return arguments;
}

}  // namespace

void addCompare(CLI::App& app, int& exitCode) {
  addPair(app, "compare", "structure, costs and numbers of two models side by side", compare, exitCode);
}

void addVerify(CLI::App& app, int& exitCode) {
  addPair(app, "verify", "whether two models compute the same function, tried on numbers", verify, exitCode);
}

}  // namespace tasoscope::cli
