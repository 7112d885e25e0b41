#include "rules/standing_record.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <sstream>

#include "rules/rule_pattern.h"
#include "rules/rule_text.h"
#include "tensor/digest.h"
#include "tensor/error.h"

namespace tasoscope {
namespace {

constexpr std::size_t kDigestLength = 64;

std::optional<Standing> standingNamed(std::string_view name) {
  for (const Standing one : {Standing::kProved, Standing::kTested, Standing::kAssumed, Standing::kRefuted})
    if (nameOf(one) == name) return one;
  return std::nullopt;
}

bool isDigest(std::string_view text) {
  return text.size() == kDigestLength && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

int strengthOf(Standing standing) {
  switch (standing) {
    case Standing::kRefuted:
      return 3;
    case Standing::kProved:
      return 2;
    case Standing::kTested:
      return 1;
    case Standing::kAssumed:
      return 0;
  }
  return 0;
}

StandingEntry entryOf(const std::string& line, const std::string& place) {
  std::istringstream words(line);
  std::string standing, keyword;
  StandingEntry entry;
  words >> standing >> entry.digest >> entry.name;
  const auto known = standingNamed(standing);
  if (!known)
    throw RuleError(fmt::format("{}: '{}' is no standing: proved, tested, assumed, refuted", place, standing));
  if (!isDigest(entry.digest)) throw RuleError(fmt::format("{}: '{}' is no digest", place, entry.digest));
  if (entry.name.empty()) throw RuleError(fmt::format("{}: the rule's name is missing", place));
  entry.standing = *known;
  const auto rest = words.tellg();
  if (words >> keyword && keyword == "axioms") {
    words >> entry.axioms;
    if (!isDigest(entry.axioms)) throw RuleError(fmt::format("{}: '{}' is no digest", place, entry.axioms));
  } else {
    words.clear();
    if (rest >= 0) words.seekg(rest);
  }
  std::getline(words >> std::ws, entry.remark);
  return entry;
}

}  // namespace

std::string canonicalText(const Rule& rule) {
  Rule bare = rule;
  bare.name = rule.pattern->builtIn.empty() ? "r" : rule.pattern->builtIn;
  bare.family.clear();
  bare.note.clear();
  bare.source.clear();
  bare.isDeviceRule = false;
  return printRule(bare);
}

std::string ruleDigest(const Rule& rule) {
  Sha256 digest;
  digest.update(canonicalText(rule));
  return digest.finish();
}

StandingRecord StandingRecord::parse(std::string_view text, std::string_view file) {
  StandingRecord record;
  std::istringstream lines{std::string(text)};
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (line.empty() || line[0] == '#') continue;
    record.add(entryOf(line, fmt::format("{}:{}", file, number)));
  }
  return record;
}

std::string StandingRecord::print() const {
  std::string text;
  for (const StandingEntry& entry : entries()) {
    text += fmt::format("{} {} {}", nameOf(entry.standing), entry.digest, entry.name);
    if (!entry.axioms.empty()) text += " axioms " + entry.axioms;
    text += (entry.remark.empty() ? "" : " " + entry.remark) + "\n";
  }
  return text;
}

void StandingRecord::set(StandingEntry entry) { entries_[entry.digest] = std::move(entry); }

void StandingRecord::add(StandingEntry entry) {
  const StandingEntry* known = find(entry.digest);
  if (!known || strengthOf(known->standing) <= strengthOf(entry.standing)) set(std::move(entry));
}

const StandingEntry* StandingRecord::find(std::string_view digest) const {
  const auto found = entries_.find(digest);
  return found == entries_.end() ? nullptr : &found->second;
}

std::vector<StandingEntry> StandingRecord::entries() const {
  std::vector<StandingEntry> result;
  for (const auto& [digest, entry] : entries_) result.push_back(entry);
  std::ranges::stable_sort(result, {}, &StandingEntry::name);
  return result;
}

void applyStandings(std::vector<Rule>& rules, const StandingRecord& record, std::string_view axioms) {
  for (Rule& rule : rules) {
    const StandingEntry* entry = record.find(ruleDigest(rule));
    const bool isStale = entry && !entry->axioms.empty() && !axioms.empty() && entry->axioms != axioms;
    rule.standing = entry && !isStale ? entry->standing : Standing::kAssumed;
  }
}

}  // namespace tasoscope
