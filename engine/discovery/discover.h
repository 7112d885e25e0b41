#pragma once
// Discovery: substitutions found by machine. Graphs of up to N operators are enumerated by size, each function once;
// graphs of one fingerprint are pairs; what the kept rules derive is dropped; what is left becomes a rule of the
// language, is tried with the evaluator on other shapes, and is kept if it holds; those for which a proof from the
// axioms is found are proved.
//
// The largest graphs, which are most of them, are enumerated in chunks, each written to a file of its own when it is
// complete: a run that was killed goes on with the chunks that are missing, shards are chunks made by different runs,
// and memory holds a part of them at a time.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "discovery/equations.h"
#include "rules/rule.h"
#include "tensor/progress.h"

namespace tasoscope::discovery {

struct DiscoveryOptions {
  int maxOps = 3;                      ///< 1 to kMostOps
  std::vector<std::string> operators;  ///< empty: all of TASO's
  std::filesystem::path folder;        ///< where the chunks are
  int shard = 1, shards = 1;           ///< which part of the chunks is made; 1 <= shard <= shards
  int threads = 1;
  int instances = 30;  ///< of the numeric test of each rule
};

/// What becomes of a pair.
enum class Verdict : std::uint8_t { kKept, kRefuted, kUntested, kNotExpressible };
std::string_view nameOf(Verdict verdict);

struct FoundRule {
  exchange::ForeignRule foreign;
  std::optional<Rule> rule;  ///< none where the language has no form for it
  Verdict verdict = Verdict::kKept;
  std::string reason;     ///< of a verdict other than kKept
  bool isProved = false;  ///< of the kept: from the axioms; the others are tested
};

struct DiscoverySummary {
  std::vector<std::uint64_t> terms;  ///< by size: functions that no smaller graph computes
  std::uint64_t graphs = 0;          ///< enumerated
  std::uint64_t pairs = 0;           ///< with one fingerprint
  std::uint64_t different = 0;       ///< of them, up to the names of tensors and with a side that can be a source
  std::uint64_t derived = 0;         ///< by the kept rules
  std::vector<FoundRule> rules;      ///< all others, smallest first
};

/// Makes the chunks of this shard that are missing. Throws FileError when the folder holds those of another vocabulary
/// or size, or cannot be written; Cancelled.
void enumerateShard(const DiscoveryOptions& options, const Progress& progress);
/// The rules of all chunks. Throws FileError that names the shards which are missing; Cancelled.
DiscoverySummary mergeChunks(const DiscoveryOptions& options, const Progress& progress);

/// Of these rules, those that the kept ones derive.
std::vector<bool> derivedOf(const DiscoverySummary& summary, const std::vector<exchange::ForeignRule>& rules,
                            const Progress& progress);

}  // namespace tasoscope::discovery
