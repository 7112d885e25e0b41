#include "exchange/rule_exchange.h"

#include <fmt/format.h>

#include <algorithm>

#include "exchange/export_rule.h"
#include "exchange/foreign_typing.h"
#include "exchange/import_rule.h"
#include "exchange/taso_file.h"
#include "exchange/tensat_text.h"
#include "rules/rule_text.h"

namespace tasoscope {

using namespace exchange;

namespace {

/// Lower-case words joined by '-', as names of rules are.
std::string nameFrom(const std::filesystem::path& file) {
  std::string name;
  for (const char c : file.stem().string()) {
    const auto byte = static_cast<unsigned char>(c);
    const bool isKept = byte < 128 && std::isalnum(byte);
    if (isKept)
      name += static_cast<char>(std::tolower(byte));
    else if (!name.empty() && name.back() != '-')
      name += '-';
  }
  while (!name.empty() && name.back() == '-') name.pop_back();
  return name.empty() ? "imported" : name;
}

bool isText(std::string_view bytes) {
  const bool isPrintable = std::all_of(
      bytes.begin(), bytes.end(), [](char c) { return (c >= ' ' && c <= '~') || c == '\n' || c == '\r' || c == '\t'; });
  return isPrintable && (bytes.find("=>") != std::string_view::npos || bytes.find("==") != std::string_view::npos);
}

struct ReadRule {
  ForeignRule rule;
  std::string fault;
};

std::vector<ReadRule> readAll(std::string_view bytes, const std::filesystem::path& file, ForeignFormat format,
                              TensatPairs pairs) {
  std::vector<ReadRule> result;
  if (format == ForeignFormat::kTaso) {
    for (ForeignRule& rule : readTaso(bytes, file.string())) result.push_back({std::move(rule), {}});
    return result;
  }
  const bool isNamedMulti = file.stem().string().find("multi") != std::string::npos;
  const bool isPairs = pairs == TensatPairs::kYes || (pairs == TensatPairs::kByName && isNamedMulti);
  for (TensatRule& read : readTensat(bytes, isPairs ? TensatLines::kPairs : TensatLines::kSingle, file.string()))
    result.push_back({std::move(read.rule), std::move(read.fault)});
  return result;
}

}  // namespace

std::string_view nameOf(ForeignFormat format) { return format == ForeignFormat::kTaso ? "taso" : "tensat"; }

std::size_t ImportResult::count() const {
  return static_cast<std::size_t>(std::ranges::count_if(rules, [](const auto& one) { return one.rule.has_value(); }));
}

ImportResult importRules(std::string_view bytes, const std::filesystem::path& file, TensatPairs pairs) {
  ImportResult result;
  result.format = isText(bytes) ? ForeignFormat::kTensat : ForeignFormat::kTaso;
  const std::string stem = nameFrom(file);
  for (const ReadRule& read : readAll(bytes, file, result.format, pairs)) {
    ImportedRule& one = result.rules.emplace_back();
    one.index = result.rules.size() - 1;
    one.name = fmt::format("{}-{}", stem, one.index);
    one.reason = read.fault;
    if (!read.fault.empty()) continue;
    try {
      one.rule = importRule(read.rule, {one.name, std::string(nameOf(result.format)),
                                        fmt::format("{}, rule {}", file.filename().string(), one.index)});
    } catch (const NotExpressible& why) {
      one.reason = why.reason;
    }
  }
  return result;
}

std::string printImported(const ImportResult& result, const std::filesystem::path& file) {
  std::string text = fmt::format("# {} of the {} rules of {}, counted from 0.\n", result.count(), result.rules.size(),
                                 file.filename().string());
  for (const ImportedRule& one : result.rules)
    if (!one.rule) text += fmt::format("# {} is left out: {}\n", one.index, one.reason);
  text += fmt::format("\nfamily {}\n", nameOf(result.format));
  for (const ImportedRule& one : result.rules) {
    if (!one.rule) continue;
    Rule rule = *one.rule;
    rule.family.clear();
    text += "\n" + printRule(rule);
  }
  return text;
}

std::size_t ExportResult::count() const {
  return static_cast<std::size_t>(std::ranges::count_if(rules, [](const auto& one) { return one.reason.empty(); }));
}

ExportResult exportRules(std::span<const Rule> rules, ForeignFormat format) {
  ExportResult result;
  std::vector<ForeignRule> written;
  for (const Rule& rule : rules) {
    ExportedRule& one = result.rules.emplace_back();
    one.name = rule.name;
    try {
      Exported exported = exportRule(rule);
      if (format == ForeignFormat::kTensat && exported.rule.outputs.size() > 2)
        throw NotExpressible{"it has more than two outputs"};
      one.remarks = std::move(exported.remarks);
      written.push_back(std::move(exported.rule));
    } catch (const NotExpressible& why) {
      one.reason = why.reason;
    }
  }
  if (format == ForeignFormat::kTaso) {
    result.bytes = writeTaso(written);
    return result;
  }
  for (const ForeignRule& rule : written)
    for (const std::string& line : writeTensat(rule))
      (rule.outputs.size() == 1 ? result.bytes : result.pairs) += line + "\n";
  return result;
}

}  // namespace tasoscope
