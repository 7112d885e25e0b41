#include "command.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <charconv>
#include <iostream>

namespace tasoscope::cli {
namespace {

NumericClass numericClassNamed(const std::string& name) {
  for (NumericClass numericClass :
       {NumericClass::kExact, NumericClass::kReassociating, NumericClass::kFolding, NumericClass::kApproximate})
    if (nameOf(numericClass) == name) return numericClass;
  throw UsageError(
      fmt::format("there is no numeric class '{}'; choose among exact, reassociating, folding, approximate", name));
}

std::pair<std::string, std::int64_t> symbolOf(const std::string& text) {
  std::size_t equals = text.find('=');
  std::int64_t value = 0;
  const char* end = text.data() + text.size();
  bool isValid = equals != std::string::npos && equals > 0;
  if (isValid) {
    auto read = std::from_chars(text.data() + equals + 1, end, value);
    isValid = read.ec == std::errc() && read.ptr == end && value > 0;
  }
  if (!isValid) throw UsageError(fmt::format("--set wants SYMBOL=N with a positive number, not '{}'", text));
  return {text.substr(0, equals), value};
}

}  // namespace

void SessionArguments::addTo(CLI::App& app) {
  app.add_option("--device", device, "the device whose prices count; see `tasoscope devices`")->capture_default_str();
  app.add_option("--rules", rules, "rule files to use instead of the built-in rules");
  app.add_option("--numerics", numerics, "allowed numeric classes: exact, reassociating, folding, approximate")
      ->delimiter(',');
  app.add_option("--set", symbols, "SYMBOL=N: the value of a symbolic dimension");
}

SessionOptions SessionArguments::options() const {
  SessionOptions options;
  options.device = device;
  options.ruleFiles.assign(rules.begin(), rules.end());
  for (const std::string& name : numerics) options.numericClasses.push_back(numericClassNamed(name));
  for (const std::string& text : symbols) options.symbols.insert(symbolOf(text));
  return options;
}

void VerificationArguments::addTo(CLI::App& app) {
  app.add_option("--seed", seed, "of the random inputs")->capture_default_str();
  app.add_option("--tolerance", tolerance,
                 "largest difference allowed, relative to the largest output (default: by element type)")
      ->check(CLI::PositiveNumber);
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

Progress terminalProgress() {
  if (!isatty(STDERR_FILENO)) return {};
  return Progress([](std::string_view what, double done, double total) {
    if (total > 0)
      std::cerr << fmt::format("\r\033[K{} {:.0f} %", what, 100 * done / total) << std::flush;
    else
      std::cerr << fmt::format("\r\033[K{}", what) << std::flush;
  });
}

void endProgressLine() {
  if (isatty(STDERR_FILENO)) std::cerr << "\r\033[K" << std::flush;
}

double milliseconds(std::int64_t picoseconds) { return static_cast<double>(picoseconds) / 1e9; }

nlohmann::json jsonOf(const EquivalenceReport& report) {
  return {{"verdict", nameOf(report.verdict)},   {"max_abs_error", report.maxAbsError},
          {"max_rel_error", report.maxRelError}, {"tolerance", report.tolerance},
          {"inputs_tried", report.inputsTried},  {"seed", report.seed},
          {"assumed", report.assumed},           {"note", report.note}};
}

std::string sentenceOf(const EquivalenceReport& report) {
  return fmt::format("{}: largest difference {:.2g} of the largest output, {} inputs tried, tolerance {:.2g}. {}",
                     nameOf(report.verdict), report.maxRelError, report.inputsTried, report.tolerance, report.note);
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
