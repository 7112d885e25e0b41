#include "command.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <charconv>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <optional>
#include <sstream>

namespace tasoscope::cli {
namespace {

NumericClass numericClassNamed(const std::string& name) {
  for (NumericClass numericClass :
       {NumericClass::kExact, NumericClass::kReassociating, NumericClass::kFolding, NumericClass::kApproximate})
    if (nameOf(numericClass) == name) return numericClass;
  throw UsageError(
      fmt::format("there is no numeric class '{}'; choose among exact, reassociating, folding, approximate", name));
}

std::optional<std::int64_t> positiveNumber(std::string_view text) {
  std::int64_t value = 0;
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, value);
  return read.ec == std::errc() && read.ptr == end && value > 0 ? std::optional(value) : std::nullopt;
}

std::pair<std::string, std::int64_t> symbolOf(std::string_view option, const std::string& text) {
  const std::size_t equals = text.find('=');
  const bool hasName = equals != std::string::npos && equals > 0;
  const auto value = hasName ? positiveNumber(std::string_view(text).substr(equals + 1)) : std::nullopt;
  if (!value) throw UsageError(fmt::format("{} wants SYMBOL=N with a positive number, not '{}'", option, text));
  return {text.substr(0, equals), *value};
}

// A name may hold '='; the number follows the last one.
std::pair<std::string, std::int64_t> tripsOf(const std::string& text) {
  const std::size_t equals = text.rfind('=');
  const bool hasName = equals != std::string::npos;
  const auto value = positiveNumber(hasName ? std::string_view(text).substr(equals + 1) : std::string_view(text));
  if (!value || equals == 0)
    throw UsageError(fmt::format("--trips wants NODE=N or N with a positive number, not '{}'", text));
  return {hasName ? text.substr(0, equals) : std::string(), *value};
}

// NAME:SYMBOL=N,SYMBOL=N@WEIGHT
Scenario scenarioOf(const std::string& text) {
  Scenario scenario;
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos || colon == 0)
    throw UsageError(
        fmt::format("--scenario wants NAME:SYMBOL=N,..., such as decode:batch=8,sequence=1, not '{}'", text));
  scenario.name = text.substr(0, colon);
  std::string rest = text.substr(colon + 1);
  if (const std::size_t at = rest.rfind('@'); at != std::string::npos) {
    const char* end = rest.data() + rest.size();
    const auto read = std::from_chars(rest.data() + at + 1, end, scenario.weight);
    if (read.ec != std::errc() || read.ptr != end)
      throw UsageError(fmt::format("--scenario wants a number as the weight after @, not '{}'", text));
    rest.resize(at);
  }
  std::istringstream symbols(rest);
  for (std::string symbol; std::getline(symbols, symbol, ',');) scenario.symbols.insert(symbolOf("--scenario", symbol));
  return scenario;
}

}  // namespace

CLI::Validator atLeast(int least) {
  const auto refuse = [least](std::string& text) {
    double number = 0;
    const bool fits = CLI::detail::lexical_cast(text, number) && number >= least;
    return fits ? std::string() : fmt::format("'{}' is not a number of at least {}", text, least);
  };
  return CLI::Validator(refuse, "");
}

void SessionArguments::addTo(CLI::App& app) {
  app.add_option("--device", device, "the device whose prices count; see `tasoscope devices`")->capture_default_str();
  app.add_option("--rules", rules, "rule files to use instead of the built-in rules");
  app.add_flag("--allow-assumed", allowAssumed, "use rules too that are neither proved nor tested");
  app.add_option("--numerics", numerics, "allowed numeric classes: exact, reassociating, folding, approximate")
      ->delimiter(',');
  app.add_option("--set", symbols, "SYMBOL=N: the value of a symbolic dimension")->allow_extra_args(false);
  app.add_option(
         "--scenario", scenarios,
         "NAME:SYMBOL=N,...[@WEIGHT]: a use of the model; with several, the weighted mean of their costs counts")
      ->allow_extra_args(false);
  app.add_option("--trips", trips, "NODE=N: how often the body of a loop runs; N alone: that of every other loop")
      ->allow_extra_args(false);
}

SessionOptions SessionArguments::options() const {
  SessionOptions options;
  options.device = device;
  options.ruleFiles.assign(rules.begin(), rules.end());
  options.allowAssumed = allowAssumed;
  for (const std::string& name : numerics) options.numericClasses.push_back(numericClassNamed(name));
  for (const std::string& text : symbols) options.symbols.insert(symbolOf("--set", text));
  for (const std::string& text : scenarios) options.scenarios.push_back(scenarioOf(text));
  for (const std::string& text : trips) options.trips.insert(tripsOf(text));
  return options;
}

nlohmann::json leftOutJson(const Session& session) {
  nlohmann::json rows = nlohmann::json::array();
  for (const Rule& rule : session.rulesLeftOut().all())
    rows.push_back({{"rule", rule.name}, {"standing", nameOf(rule.standing)}});
  return rows;
}

std::string leftOutText(const Session& session, const SessionArguments& arguments) {
  std::string assumed, refuted;
  for (const Rule& rule : session.rulesLeftOut().all()) {
    std::string& names = rule.standing == Standing::kRefuted ? refuted : assumed;
    names += (names.empty() ? "" : ", ") + rule.name;
  }
  std::string text;
  if (!refuted.empty()) text += fmt::format("left out, refuted: {}\n", refuted);
  if (assumed.empty()) return text;
  std::string files;
  for (const std::string& file : arguments.rules) files += " --from " + file;
  return text + fmt::format(
                    "left out, neither proved nor tested: {}\n"
                    "  test them: tasoscope rules test{} --record; or use them as they are: --allow-assumed\n",
                    assumed, files);
}

void VerificationArguments::addSeedAndTolerance(CLI::App& app) {
  app.add_option("--seed", seed, "of the random inputs")->capture_default_str();
  app.add_option("--tolerance", tolerance,
                 "largest difference allowed, relative to the largest output (default: by element type)")
      ->check(CLI::PositiveNumber);
}

void VerificationArguments::addTo(CLI::App& app) {
  addSeedAndTolerance(app);
  app.add_option("--inputs", inputs,
                 "a folder of input_N.pb files, as in ONNX's test_data_set, instead of random inputs");
}

EquivalenceOptions VerificationArguments::options(const SymbolValues& symbols) const {
  EquivalenceOptions options;
  options.seed = seed;
  if (tolerance > 0) options.tolerance = tolerance;
  options.symbols = symbols;
  return options;
}

namespace {

Progress::Report terminalReport() {
  if (!isatty(STDERR_FILENO)) return {};
  return [](std::string_view what, double done, double total) {
    if (total > 0)
      std::cerr << fmt::format("\r\033[K{} {:.0f} %", what, 100 * done / total) << std::flush;
    else
      std::cerr << fmt::format("\r\033[K{}", what) << std::flush;
  };
}

// What a signal handler may touch.
std::atomic<bool> isInterrupted = false;
std::atomic<std::atomic<bool>*> instead = nullptr;
std::atomic<int> lastSignal = SIGINT;

void interrupt(int signal) {
  lastSignal = signal;
  if (std::atomic<bool>* flag = instead.exchange(nullptr))
    flag->store(true, std::memory_order_relaxed);
  else
    isInterrupted.store(true, std::memory_order_relaxed);
}

}  // namespace

Progress terminalProgress() { return Progress(terminalReport()); }

Progress cancellableProgress() {
  std::signal(SIGINT, interrupt);
  std::signal(SIGTERM, interrupt);
  return Progress(terminalReport(), &isInterrupted);
}

void interruptInstead(std::atomic<bool>* flag) { instead = flag; }

void endByInterrupt() {
  std::signal(lastSignal, SIG_DFL);
  std::raise(lastSignal);
  std::_Exit(128 + lastSignal);
}

void endProgressLine() {
  if (isatty(STDERR_FILENO)) std::cerr << "\r\033[K" << std::flush;
}

std::string dimensionsText(const SymbolValues& used, const SymbolValues& given) {
  constexpr std::size_t kMostInferred = 3;
  std::vector<std::string> parts;
  std::map<std::int64_t, std::vector<std::string>> inferred;  // by value: there may be hundreds
  for (const auto& [symbol, value] : used) {
    if (symbol.starts_with('?') && !given.contains(symbol))
      inferred[value].push_back(symbol);
    else
      parts.push_back(fmt::format("{} = {}{}", symbol, value, given.contains(symbol) ? "" : " (chosen)"));
  }
  for (auto& [value, symbols] : inferred) {
    const std::size_t more = symbols.size() - std::min(symbols.size(), kMostInferred);
    symbols.resize(symbols.size() - more);
    parts.push_back(fmt::format("{}{} = {} (chosen; computed by the model)", fmt::join(symbols, ", "),
                                more > 0 ? fmt::format(" and {} more", more) : "", value));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

nlohmann::json jsonOf(const ScenarioPrice& price) {
  return {{"name", price.scenario.name},
          {"symbols", price.scenario.symbols},
          {"weight", price.scenario.weight},
          {"initial_cost_ms", milliseconds(price.original.picoseconds)},
          {"final_cost_ms", milliseconds(price.price.picoseconds)}};
}

double milliseconds(std::int64_t picoseconds) { return static_cast<double>(picoseconds) / 1e9; }

namespace {

// What the tolerance was chosen for; "given" when the user chose it.
std::string_view toleranceTypeOf(const EquivalenceReport& report) {
  return report.toleranceType == ElementType::kUndefined ? "given" : nameOf(report.toleranceType);
}

}  // namespace

nlohmann::json jsonOf(const EquivalenceReport& report) {
  return {{"verdict", nameOf(report.verdict)},
          {"max_abs_error", report.maxAbsError},
          {"max_rel_error", report.maxRelError},
          {"tolerance", report.tolerance},
          {"tolerance_type", toleranceTypeOf(report)},
          {"inputs_tried", report.inputsTried},
          {"seed", report.seed},
          {"assumed", report.assumed},
          {"note", report.note}};
}

std::string sentenceOf(const EquivalenceReport& report) {
  return fmt::format("{}: largest difference {:.2g} of the largest output, {} inputs tried, tolerance {:.2g} ({}). {}",
                     nameOf(report.verdict), report.maxRelError, report.inputsTried, report.tolerance,
                     toleranceTypeOf(report), report.note);
}

double peakMemoryMegabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

void print(const nlohmann::json& object) {
  std::cout << object.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) << std::endl;
}

}  // namespace tasoscope::cli
