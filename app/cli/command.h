#pragma once
// What the commands of tasoscope share: options, results on standard output, progress on standard error.

#include <CLI/CLI.hpp>
#include <atomic>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "session/session.h"

namespace tasoscope::cli {

/// Exit codes of the contract.
enum ExitCode : int { kDone = 0, kNo = 1, kWrongCall = 2, kWrongInput = 3, kFailed = 4 };

/// Refuses what is no number, or a smaller one.
CLI::Validator atLeast(int least);

/// How a session is opened from the command line.
struct SessionArguments {
  std::string device = "h100";
  std::vector<std::string> rules;
  std::vector<std::string> numerics;
  std::vector<std::string> symbols;    ///< SYMBOL=N
  std::vector<std::string> scenarios;  ///< NAME:SYMBOL=N,...[@WEIGHT]
  std::vector<std::string> trips;      ///< NODE=N, or N for every loop
  bool allowAssumed = false;

  void addTo(CLI::App& app);
  SessionOptions options() const;
};

/// How equivalence is tried.
struct VerificationArguments {
  std::uint64_t seed = 1;
  double tolerance = 0;  ///< 0: by element type
  std::string inputs;    ///< a folder in the form of ONNX's test_data_set; empty: random inputs

  void addTo(CLI::App& app);
  void addSeedAndTolerance(CLI::App& app);  ///< without --inputs
  EquivalenceOptions options(const SymbolValues& symbols) const;
};

/// One line on standard error that is overwritten, when that is a terminal; silent otherwise.
Progress terminalProgress();
/// The same for work that writes files: from now on Ctrl+C (or SIGTERM) cancels it, so that no half of a file is left.
Progress cancellableProgress();
/// The next Ctrl+C sets this instead, once; null: it cancels again.
void interruptInstead(std::atomic<bool>* flag);
/// Ends the program as the signal that cancelled its work would have.
[[noreturn]] void endByInterrupt();
void endProgressLine();

/// What a session does not use of its rules, as lines for people that say what can be done; empty: it uses all.
std::string leftOutText(const Session& session, const SessionArguments& arguments);
nlohmann::json leftOutJson(const Session& session);

/// "batch = 1 (chosen), seq = 128": the extents that prices use, with what nobody set marked; empty when the model has
/// no symbolic dimension.
std::string dimensionsText(const SymbolValues& used, const SymbolValues& given);
nlohmann::json jsonOf(const ScenarioPrice& price);

double milliseconds(std::int64_t picoseconds);
nlohmann::json jsonOf(const EquivalenceReport& report);
/// "equivalent: largest difference 1.2e-7 of the largest output, 2 inputs tried (tolerance 1e-5)".
std::string sentenceOf(const EquivalenceReport& report);
/// Peak resident memory of this process so far.
double peakMemoryMegabytes();
void print(const nlohmann::json& object);

// Each adds a subcommand, which sets `exitCode` when it runs.
void addZoo(CLI::App& app, int& exitCode);
void addOptimize(CLI::App& app, int& exitCode);
void addShow(CLI::App& app, int& exitCode);
void addCandidates(CLI::App& app, int& exitCode);
void addCompare(CLI::App& app, int& exitCode);
void addVerify(CLI::App& app, int& exitCode);
void addReplay(CLI::App& app, int& exitCode);
void addWhyNot(CLI::App& app, int& exitCode);
void addRules(CLI::App& app, int& exitCode);
/// Where `--record` and `--record-to` keep what is found out about rules.
struct RecordArguments {
  std::string to;
  bool isBeside = false;

  void addTo(CLI::App& app);
  /// Nothing: nowhere. Throws UsageError where `files` is not the one file beside which to write.
  std::optional<std::filesystem::path> path(const std::vector<std::string>& files) const;
};

/// Subcommands of `rules`.
void addRuleFiles(CLI::App& rules, int& exitCode);
void addProve(CLI::App& rules, int& exitCode);
void addDevices(CLI::App& app, int& exitCode);
void addDiscover(CLI::App& app, int& exitCode);
/// Replaces this process by tasoscope-explorer with these arguments; returns kFailed, having said why, when there is
/// none.
int runExplorer(const std::vector<std::string>& arguments);

}  // namespace tasoscope::cli
