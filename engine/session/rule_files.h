#pragma once
// Rule files on disk, and the records of what is known of their rules: that of my.rules is my.standing beside it.

#include <filesystem>

#include "rules/standing_record.h"

namespace tasoscope {

std::filesystem::path standingPathOf(const std::filesystem::path& ruleFile);
/// An empty record where there is no such file. Throws FileError, RuleError.
StandingRecord readStandings(const std::filesystem::path& path);
/// Whole or not at all. Throws FileError.
void writeStandings(const StandingRecord& record, const std::filesystem::path& path);

}  // namespace tasoscope
