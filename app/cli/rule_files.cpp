// `tasoscope rules import` and `rules export`: rule files of TASO and Tensat.

#include <fmt/format.h>

#include <fstream>
#include <iostream>
#include <iterator>

#include "command.h"
#include "exchange/rule_exchange.h"
#include "onnx/output_file.h"

namespace tasoscope::cli {
namespace {

struct Arguments {
  std::string input, output, format;
  std::vector<std::string> files;
  bool hasPairs = false, isJson = false;
};

std::string bytesOf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(file), {}};
  if (!file.is_open() || file.bad()) throw FileError(Position{.file = path}, "cannot be read");
  return bytes;
}

void write(const std::filesystem::path& path, const std::string& bytes) {
  OutputFile file(path);
  file.write(bytes);
  file.finish();
  file.commit();
}

void printCounts(std::string_view what, std::size_t done, std::size_t all) {
  std::cerr << fmt::format("{} of {} rules {}, {} left out\n", done, all, what, all - done);
}

int importFile(const Arguments& arguments) {
  const ImportResult result = importRules(bytesOf(arguments.input), arguments.input,
                                          arguments.hasPairs ? TensatPairs::kYes : TensatPairs::kByName);
  const std::string text = printImported(result, arguments.input);
  if (!arguments.output.empty()) write(arguments.output, text);
  if (arguments.isJson) {
    nlohmann::json rows = nlohmann::json::array();
    for (const ImportedRule& one : result.rules)
      rows.push_back({{"index", one.index},
                      {"name", one.name},
                      {"standing", one.rule ? nlohmann::json(nameOf(one.rule->standing)) : nlohmann::json()},
                      {"imported", one.rule.has_value()},
                      {"reason", one.reason}});
    print({{"file", arguments.input},
           {"format", nameOf(result.format)},
           {"output", arguments.output},
           {"rules", rows},
           {"imported", result.count()},
           {"left_out", result.rules.size() - result.count()}});
    return kDone;
  }
  if (arguments.output.empty()) std::cout << text;
  for (const ImportedRule& one : result.rules)
    if (!one.rule) std::cerr << fmt::format("{} is left out: {}\n", one.name, one.reason);
  printCounts("imported", result.count(), result.rules.size());
  return kDone;
}

/// "a.txt" -> "a_multi.txt", by which an import knows that two lines are one rule.
std::filesystem::path pairsPath(const std::filesystem::path& path) {
  return path.parent_path() / (path.stem().string() + "_multi" + path.extension().string());
}

int exportFile(const Arguments& arguments) {
  const ForeignFormat format = arguments.format == "taso" ? ForeignFormat::kTaso : ForeignFormat::kTensat;
  const std::vector<std::filesystem::path> files(arguments.files.begin(), arguments.files.end());
  const RuleSet rules = files.empty() ? builtInRules() : readRuleFiles(files);
  const ExportResult result = exportRules(rules.all(), format);
  write(arguments.output, result.bytes);
  const std::string pairs = result.pairs.empty() ? std::string() : pairsPath(arguments.output).string();
  if (!pairs.empty()) write(pairs, result.pairs);
  if (arguments.isJson) {
    nlohmann::json rows = nlohmann::json::array();
    for (std::size_t i = 0; i < result.rules.size(); ++i)
      rows.push_back({{"name", result.rules[i].name},
                      {"standing", nameOf(rules[i].standing)},
                      {"exported", result.rules[i].reason.empty()},
                      {"reason", result.rules[i].reason},
                      {"remarks", result.rules[i].remarks}});
    print({{"format", arguments.format},
           {"output", arguments.output},
           {"pairs", pairs.empty() ? nlohmann::json() : nlohmann::json(pairs)},
           {"rules", rows},
           {"exported", result.count()},
           {"left_out", result.rules.size() - result.count()}});
    return kDone;
  }
  for (const ExportedRule& one : result.rules) {
    if (!one.reason.empty()) std::cerr << fmt::format("{} is left out: {}\n", one.name, one.reason);
    for (const std::string& remark : one.remarks) std::cerr << fmt::format("{}: {}\n", one.name, remark);
  }
  printCounts("exported", result.count(), result.rules.size());
  if (!pairs.empty()) std::cerr << fmt::format("rules with two outputs, two lines each: {}\n", pairs);
  return kDone;
}

}  // namespace

void addRuleFiles(CLI::App& rules, int& exitCode) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App* in = rules.add_subcommand("import", "read a rule file of TASO (protobuf) or of Tensat (terms)");
  in->add_option("FILE", arguments->input, "the file; the form is told by what it holds")->required();
  in->add_option("-o,--output", arguments->output, "where the rules go as text (default: standard output)");
  in->add_flag("--pairs", arguments->hasPairs,
               "two lines of terms that follow each other are one rule; so it is where the file's name holds 'multi'");
  in->add_flag("--json", arguments->isJson, "one JSON object on standard output");
  in->callback([arguments, &exitCode] { exitCode = importFile(*arguments); });

  CLI::App* out = rules.add_subcommand("export", "write rules as TASO or Tensat read them");
  out->add_option("--to", arguments->format, "taso or tensat")->required()->check(CLI::IsMember({"taso", "tensat"}));
  out->add_option("-o,--output", arguments->output, "the file that is written")->required();
  out->add_option("--from", arguments->files, "rule files instead of the built-in rules");
  out->add_flag("--json", arguments->isJson, "one JSON object on standard output");
  out->callback([arguments, &exitCode] { exitCode = exportFile(*arguments); });
}

}  // namespace tasoscope::cli
