// `tasoscope discover`: substitutions found by machine.

#include "discovery/discover.h"

#include <absl/strings/str_split.h>
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <thread>

#include "command.h"
#include "exchange/taso_file.h"
#include "onnx/output_file.h"
#include "rules/rule_text.h"
#include "tensor/error.h"

namespace tasoscope::cli {
namespace {

using discovery::DiscoveryOptions;
using discovery::DiscoverySummary;
using discovery::FoundRule;
using discovery::Verdict;

struct Arguments {
  DiscoveryOptions options;
  std::string folder, shard, output, derives;
  bool isMerge = false, isJson = false;
};

void readShard(Arguments& arguments) {
  if (arguments.shard.empty()) return;
  const std::vector<std::string> parts = absl::StrSplit(arguments.shard, '/');
  int shard = 0, shards = 0;
  if (parts.size() != 2 || !CLI::detail::lexical_cast(parts[0], shard) || !CLI::detail::lexical_cast(parts[1], shards))
    throw UsageError(fmt::format("--shard {} is not of the form I/N, such as 1/4", arguments.shard));
  arguments.options.shard = shard;
  arguments.options.shards = shards;
}

/// A folder that goes when the run has ended, for who does not name one.
class ScratchFolder {
 public:
  ScratchFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "tasoscope-discover-XXXXXX").string();
    if (!mkdtemp(pattern.data())) throw ResourceError("no folder for temporary files can be made");
    path_ = pattern;
  }
  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

std::vector<std::size_t> countsOf(const DiscoverySummary& summary) {
  std::vector<std::size_t> counts(4);
  for (const FoundRule& found : summary.rules) ++counts[static_cast<std::size_t>(found.verdict)];
  return counts;
}

void writeRules(const DiscoverySummary& summary, const std::string& path) {
  OutputFile file(path);
  file.write(
      "# Found by machine: graphs of a few operators that compute the same, beyond what smaller ones of these "
      "derive.\n");
  for (const FoundRule& found : summary.rules)
    if (found.verdict == Verdict::kKept) file.write("\n" + printRule(*found.rule));
  file.finish();
  file.commit();
}

nlohmann::json jsonOf(const DiscoverySummary& summary) {
  nlohmann::json rules = nlohmann::json::array();
  for (const FoundRule& found : summary.rules) {
    nlohmann::json row{{"verdict", nameOf(found.verdict)},
                       {"source", namesOf(found.foreign.source)},
                       {"target", namesOf(found.foreign.target)}};
    if (found.rule) row["name"] = found.rule->name;
    if (found.verdict == Verdict::kKept) row["standing"] = found.isProved ? "proved" : "tested";
    if (found.rule) row["text"] = printRule(*found.rule);
    if (!found.reason.empty()) row["reason"] = found.reason;
    rules.push_back(std::move(row));
  }
  return {{"graphs", summary.graphs},       {"functions", summary.terms}, {"pairs", summary.pairs},
          {"different", summary.different}, {"derived", summary.derived}, {"rules", rules}};
}

/// Of the rules of a file of TASO's, the numbers of those that the found ones do not derive.
nlohmann::json derivation(const DiscoverySummary& summary, const std::string& path, const Progress& progress) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw FileError({.file = path}, "it cannot be read", "name a rule file of TASO's");
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  const std::vector<bool> derived = derivedOf(summary, exchange::readTaso(bytes, path), progress);
  std::vector<std::size_t> missing;
  for (std::size_t i = 0; i < derived.size(); ++i)
    if (!derived[i]) missing.push_back(i);
  return {{"rules", derived.size()}, {"derived", derived.size() - missing.size()}, {"not_derived", missing}};
}

void printSummary(const DiscoverySummary& summary) {
  std::cout << fmt::format("{} graphs; functions by number of operators:", summary.graphs);
  for (std::size_t size = 1; size < summary.terms.size(); ++size)
    std::cout << fmt::format(" {}: {}{}", size, summary.terms[size], size + 1 < summary.terms.size() ? "," : "\n");
  const std::vector<std::size_t> counts = countsOf(summary);
  const auto proved = std::ranges::count_if(summary.rules, &FoundRule::isProved);
  std::cout << fmt::format(
      "{} pairs with one fingerprint, {} different as rules; {} are derived by the {} kept rules;\n"
      "{} of these are proved from the axioms, the others tested; "
      "{} were refuted on other shapes, {} could not be tried enough, {} have no form in the language\n",
      summary.pairs, summary.different, summary.derived, counts[0], proved, counts[1], counts[2], counts[3]);
}

int run(Arguments& arguments) {
  readShard(arguments);
  DiscoveryOptions& options = arguments.options;
  const bool isWhole = arguments.shard.empty() && !arguments.isMerge;
  if (!isWhole && arguments.folder.empty())
    throw UsageError("shards and --merge need --state FOLDER, where the chunks are");
  std::optional<ScratchFolder> scratch;
  if (arguments.folder.empty()) scratch.emplace();
  options.folder = scratch ? scratch->path() : std::filesystem::path(arguments.folder);
  const Progress progress = cancellableProgress();
  if (!arguments.isMerge) enumerateShard(options, progress);
  if (!isWhole && !arguments.isMerge) {
    endProgressLine();
    if (arguments.isJson)
      print({{"shard", options.shard}, {"shards", options.shards}, {"state", arguments.folder}});
    else
      std::cout << fmt::format("shard {} of {} is in {}\n", options.shard, options.shards, arguments.folder);
    return kDone;
  }
  const DiscoverySummary summary = mergeChunks(options, progress);
  nlohmann::json derived;
  if (!arguments.derives.empty()) derived = derivation(summary, arguments.derives, progress);
  endProgressLine();
  if (!arguments.output.empty()) writeRules(summary, arguments.output);
  if (arguments.isJson) {
    nlohmann::json object = jsonOf(summary);
    if (!derived.is_null()) object["derives"] = derived;
    print(object);
    return kDone;
  }
  printSummary(summary);
  if (!derived.is_null())
    std::cout << fmt::format("{}: {} of {} rules are derived; not: {}\n", arguments.derives, derived["derived"].dump(),
                             derived["rules"].dump(), derived["not_derived"].dump());
  if (!arguments.output.empty()) std::cout << fmt::format("written: {}\n", arguments.output);
  return kDone;
}

}  // namespace

void addDiscover(CLI::App& app, int& exitCode) {
  auto arguments = std::make_shared<Arguments>();
  arguments->options.threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  CLI::App* discover =
      app.add_subcommand("discover", "find substitutions: enumerate graphs, pair equal ones, try them");
  discover->add_option("--max-ops", arguments->options.maxOps, "operators of the largest graphs")
      ->capture_default_str();
  discover->add_option("--operators", arguments->options.operators, "which of TASO's operators; all by default")
      ->delimiter(',');
  discover->add_option("-o,--output", arguments->output, "a rule file for what was found");
  discover->add_option("--state", arguments->folder,
                       "a folder for what is enumerated: a run that was stopped goes on there");
  discover->add_option("--shard", arguments->shard, "I/N: enumerate one of N parts and stop");
  discover->add_flag("--merge", arguments->isMerge, "go on from the parts that shards have made");
  discover->add_option("--instances", arguments->options.instances, "random instances on which each rule is tried")
      ->capture_default_str()
      ->check(atLeast(1));
  discover->add_option("--threads", arguments->options.threads, "")->capture_default_str()->check(atLeast(1));
  discover->add_option("--derives", arguments->derives, "say which rules of a file of TASO's the found ones derive");
  discover->add_flag("--json", arguments->isJson, "print one JSON object");
  discover->callback([arguments, &exitCode] { exitCode = run(*arguments); });
}

}  // namespace tasoscope::cli
