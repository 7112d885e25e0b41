#include "discovery/discover.h"

#include <absl/container/flat_hash_set.h>
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

#include "discovery/chunk_files.h"
#include "discovery/derivation.h"
#include "discovery/enumeration.h"
#include "discovery/generalize.h"
#include "exchange/foreign_typing.h"
#include "exchange/import_rule.h"
#include "proof/numeric_test.h"
#include "proof/prover.h"
#include "tensor/error.h"

namespace tasoscope::discovery {

using exchange::ForeignRule;

namespace {

void check(const DiscoveryOptions& options) {
  if (options.maxOps < 1 || options.maxOps > kMostOps)
    throw UsageError(fmt::format("discovery takes 1 to {} operators, not {}", kMostOps, options.maxOps));
  if (options.shards < 1 || options.shards > kChunks || options.shard < 1 || options.shard > options.shards)
    throw UsageError(fmt::format("there is no shard {} of {}: shards are 1/N to N/N, with N at most {}", options.shard,
                                 options.shards, kChunks));
}

/// The terms of all sizes but the largest, and the pairs among them.
struct SmallTerms {
  Vocabulary vocabulary;
  TermTable table;
  std::vector<Equation> equations;
  std::uint64_t graphs = 0;

  SmallTerms(const DiscoveryOptions& options, const Progress& progress)
      : vocabulary(tasoVocabulary(options.operators)), table(vocabulary) {
    for (int size = 1; size < options.maxOps; ++size) grow(size, progress);
  }
  SmallTerms(const SmallTerms&) = delete;
  SmallTerms& operator=(const SmallTerms&) = delete;

  std::string subject(int maxOps) const {
    return fmt::format("discovery of up to {} operators, vocabulary {:016x}, {} chunks", maxOps, digestOf(vocabulary),
                       kChunks);
  }

 private:
  void grow(int size, const Progress& progress) {
    std::vector<Application> applications;
    Enumeration enumeration(table, size);
    const auto collect = [&](const Application& application, const std::vector<FieldShape>&) {
      applications.push_back(application);
    };
    enumeration.forEachConstant(collect);
    const TermId count = table.size();
    for (TermId major = 0; major < count; ++major) {
      progress.throwIfCancelled();
      enumeration.forEachWith(major, collect);
    }
    for (std::size_t i = 0; i < applications.size(); ++i) {
      if (i % 4096 == 0) {
        progress.throwIfCancelled();
        progress.report(fmt::format("graphs of {} operators", size), double(i), double(applications.size()));
      }
      take(applications[i]);
    }
    graphs += applications.size();
  }

  void take(const Application& application);
};

/// The results of an operator on terms, and what is known to equal them.
struct Evaluated {
  struct Result {
    FieldShape shape;
    std::vector<Element> elements;
    std::uint64_t fingerprint = 0;
    TermId equal = kNoTerm;
  };
  std::vector<Result> results;
  bool areAllKnown() const {
    return std::ranges::none_of(results, [](const Result& result) { return result.equal == kNoTerm; });
  }
};

Evaluated evaluated(const TermTable& table, const Application& application) {
  const auto shape = [&](TermId id) { return id == kNoTerm ? nullptr : &table[id].value.shape; };
  const auto shapes = shapesOf(table.vocabulary().operators[application.form], shape(application.operands[0]),
                               shape(application.operands[1]), table.vocabulary().mostElements);
  Evaluated evaluated;
  for (std::size_t k = 0; k < shapes->size(); ++k) {
    Evaluated::Result result{(*shapes)[k], table.evaluate(application, static_cast<int>(k))};
    result.fingerprint = fingerprintOf(result.shape, result.elements);
    result.equal = table.find(result.fingerprint);
    evaluated.results.push_back(std::move(result));
  }
  return evaluated;
}

void SmallTerms::take(const Application& application) {
  Evaluated made = evaluated(table, application);
  Equation whole;
  const std::uint32_t op = made.areAllKnown() ? kNoTerm : table.addOp(application);
  for (std::size_t k = 0; k < made.results.size(); ++k) {
    Evaluated::Result& result = made.results[k];
    const auto output = static_cast<std::uint8_t>(k);
    const TermRef self{kNoTerm, application, output};
    if (op == kNoTerm) {
      whole.made.push_back(self);
      whole.equal.push_back({result.equal, {}, 0});
    } else if (result.equal != kNoTerm) {
      equations.push_back({{self}, {{result.equal, {}, 0}}});
    } else {
      table.addResult(op, static_cast<int>(k), result.shape, std::move(result.elements), result.fingerprint);
    }
  }
  if (op == kNoTerm) equations.push_back(std::move(whole));
}

void record(const TermTable& table, const Application& application, std::vector<ChunkRecord>& records) {
  const Evaluated made = evaluated(table, application);
  if (made.areAllKnown()) {
    ChunkRecord all{made.results[0].fingerprint, application, {}, ChunkRecord::kAllOutputs};
    all.equal = {made.results[0].equal, made.results.size() > 1 ? made.results[1].equal : kNoTerm};
    records.push_back(all);
    return;
  }
  for (std::size_t k = 0; k < made.results.size(); ++k)
    records.push_back(
        {made.results[k].fingerprint, application, {made.results[k].equal, kNoTerm}, static_cast<std::uint8_t>(k)});
}

void makeChunk(const TermTable& table, int maxOps, int chunk, const ChunkFiles& files, const Progress& progress) {
  Enumeration enumeration(table, maxOps);
  std::vector<ChunkRecord> records;
  std::uint64_t graphs = 0;
  const auto visit = [&](const Application& application, const std::vector<FieldShape>&) {
    ++graphs;
    record(table, application, records);
  };
  if (chunk == 0) enumeration.forEachConstant(visit);
  for (TermId major = static_cast<TermId>(chunk); major < table.size(); major += kChunks) {
    progress.throwIfCancelled();
    enumeration.forEachWith(major, visit);
  }
  files.write(chunk, graphs, std::move(records));
}

/// Calls `work` for 0 to count - 1 on some threads; the first exception ends it and is thrown here.
void inParallel(int threads, std::size_t count, const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next{0};
  std::exception_ptr failure;
  std::mutex mutex;
  const auto loop = [&] {
    for (std::size_t i = next++; i < count; i = next++) {
      try {
        work(i);
      } catch (...) {
        const std::lock_guard lock(mutex);
        if (!failure) failure = std::current_exception();
        next = count;
      }
    }
  };
  std::vector<std::thread> others;
  for (int i = 1; i < threads; ++i) others.emplace_back(loop);
  loop();
  for (std::thread& thread : others) thread.join();
  if (failure) std::rethrow_exception(failure);
}

/// Different rules, up to the names of tensors.
class RuleSieve {
 public:
  explicit RuleSieve(const TermTable& table) : table_(table) {}

  void take(const Equation& equation) {
    ++pairs_;
    std::optional<ForeignRule> rule = ruleOf(table_, equation);
    if (!rule) return;
    std::string text = canonicalText(*rule);
    if (seen_.insert(text).second) rules_.push_back({std::move(*rule), std::move(text)});
  }

  std::uint64_t pairs() const { return pairs_; }

  /// In their most general form. Smallest first; among those of a size first those that say more: with more variables.
  std::vector<ForeignRule> sorted(int threads, const Progress& progress) {
    inParallel(threads, rules_.size(), [&](std::size_t i) {
      progress.throwIfCancelled();
      rules_[i].rule = generalized(std::move(rules_[i].rule), table_.vocabulary());
      rules_[i].text = canonicalText(rules_[i].rule);
    });
    seen_.clear();
    std::erase_if(rules_, [this](const Sieved& rule) { return !seen_.insert(rule.text).second; });
    const auto rank = [](const Sieved& rule) {
      return std::tuple(rule.rule.source.size() + rule.rule.target.size(), ~variableCount(rule.rule),
                        std::string_view(rule.text));
    };
    std::ranges::sort(rules_, {}, rank);
    std::vector<ForeignRule> rules;
    for (Sieved& sieved : rules_) rules.push_back(std::move(sieved.rule));
    return rules;
  }

 private:
  struct Sieved {
    ForeignRule rule;
    std::string text;
  };
  const TermTable& table_;
  absl::flat_hash_set<std::string> seen_;
  std::vector<Sieved> rules_;
  std::uint64_t pairs_ = 0;
};

void takePart(const std::vector<ChunkRecord>& records, RuleSieve& sieve) {
  const ChunkRecord* first = nullptr;  // of those with its fingerprint that equal nothing smaller
  for (const ChunkRecord& record : records) {
    const TermRef self{kNoTerm, record.application, record.output};
    if (record.output == ChunkRecord::kAllOutputs) {
      Equation equation;
      for (std::uint8_t k = 0; k < 2; ++k) {
        if (record.equal[k] == kNoTerm) continue;
        equation.made.push_back({kNoTerm, record.application, k});
        equation.equal.push_back({record.equal[k], {}, 0});
      }
      sieve.take(equation);
    } else if (record.equal[0] != kNoTerm) {
      sieve.take({{self}, {{record.equal[0], {}, 0}}});
    } else if (first && first->fingerprint == record.fingerprint) {
      sieve.take({{self}, {{kNoTerm, first->application, first->output}}});
    } else {
      first = &record;
    }
  }
}

/// Some rules have few instances that differ: of two matrices, as many as there are small extents.
constexpr int kFewestInstances = 5;

FoundRule tried(ForeignRule foreign, const std::string& name, const DiscoveryOptions& options, const Prover& prover) {
  FoundRule found{std::move(foreign), {}, Verdict::kKept, {}};
  try {
    found.rule = importRule(found.foreign, {name, "discovered", "found by machine"});
  } catch (const exchange::NotExpressible& problem) {
    found.verdict = Verdict::kNotExpressible;
    found.reason = problem.reason;
    return found;
  } catch (const RuleError& problem) {
    found.verdict = Verdict::kNotExpressible;
    found.reason = problem.what();
    return found;
  }
  const NumericTestResult result = testRule(*found.rule, 1, options.instances);
  if (!result.counterexample.empty()) {
    found.verdict = Verdict::kRefuted;
    found.reason = result.counterexample;
  } else if (result.instances < kFewestInstances) {
    found.verdict = Verdict::kUntested;
    found.reason = fmt::format("{} instances were found", result.instances);
  } else {
    found.isProved = prover.prove(*found.rule).isProved();
  }
  return found;
}

/// Drops what the kept rules derive, and tries the others.
void keepUnderived(const std::vector<ForeignRule>& candidates, const Vocabulary& vocabulary,
                   const DiscoveryOptions& options, const Progress& progress, DiscoverySummary& summary) {
  constexpr std::size_t kBatch = 64;
  const Prover prover(builtInAxioms());
  Derivation derivation(vocabulary);
  for (std::size_t start = 0; start < candidates.size(); start += kBatch) {
    const std::size_t count = std::min(kBatch, candidates.size() - start);
    std::vector<char> isDerived(count, 0);
    inParallel(options.threads, count, [&](std::size_t i) {
      progress.throwIfCancelled();
      isDerived[i] = derivation.derives(candidates[start + i]);
    });
    const std::size_t known = derivation.ruleCount();
    for (std::size_t i = 0; i < count; ++i) {
      progress.report(fmt::format("pairs, {} rules kept", derivation.ruleCount()), double(start + i),
                      double(candidates.size()));
      progress.throwIfCancelled();
      const ForeignRule& candidate = candidates[start + i];
      if (isDerived[i] || (derivation.ruleCount() > known && derivation.derives(candidate))) {
        ++summary.derived;
        continue;
      }
      summary.rules.push_back(tried(candidate, fmt::format("found-{}", summary.rules.size() + 1), options, prover));
      if (summary.rules.back().verdict == Verdict::kKept) derivation.add(candidate);
    }
  }
}

}  // namespace

std::string_view nameOf(Verdict verdict) {
  switch (verdict) {
    case Verdict::kKept:
      return "kept";
    case Verdict::kRefuted:
      return "refuted";
    case Verdict::kUntested:
      return "untested";
    case Verdict::kNotExpressible:
      return "not expressible";
  }
  return {};
}

void enumerateShard(const DiscoveryOptions& options, const Progress& progress) {
  check(options);
  const SmallTerms small(options, progress);
  const ChunkFiles files(options.folder, small.subject(options.maxOps));
  std::vector<int> chunks;
  for (int chunk = options.shard - 1; chunk < kChunks; chunk += options.shards)
    if (!files.has(chunk)) chunks.push_back(chunk);
  int done = 0;
  std::mutex mutex;
  inParallel(options.threads, chunks.size(), [&](std::size_t i) {
    makeChunk(small.table, options.maxOps, chunks[i], files, progress);
    const std::lock_guard lock(mutex);
    progress.report(fmt::format("graphs of {} operators", options.maxOps), ++done, double(chunks.size()));
  });
}

DiscoverySummary mergeChunks(const DiscoveryOptions& options, const Progress& progress) {
  check(options);
  const SmallTerms small(options, progress);
  const ChunkFiles files(options.folder, small.subject(options.maxOps));
  DiscoverySummary summary;
  summary.graphs = small.graphs + files.graphs();
  summary.terms.resize(static_cast<std::size_t>(options.maxOps) + 1);
  for (TermId id = 0; id < small.table.size(); ++id) ++summary.terms[small.table[id].size];
  RuleSieve sieve(small.table);
  for (const Equation& equation : small.equations) sieve.take(equation);
  files.forEachPart([&](std::vector<ChunkRecord>& records) {
    progress.throwIfCancelled();
    std::uint64_t last = 0;
    for (const ChunkRecord& record : records) {
      if (record.equal[0] != kNoTerm || record.fingerprint == last) continue;
      last = record.fingerprint;
      ++summary.terms.back();
    }
    takePart(records, sieve);
  });
  summary.pairs = sieve.pairs();
  const std::vector<ForeignRule> candidates = sieve.sorted(options.threads, progress);
  summary.different = candidates.size();
  keepUnderived(candidates, small.vocabulary, options, progress, summary);
  return summary;
}

std::vector<bool> derivedOf(const DiscoverySummary& summary, const std::vector<ForeignRule>& rules,
                            const Progress& progress) {
  const Vocabulary vocabulary = tasoVocabulary();
  Derivation derivation(vocabulary);
  for (const FoundRule& found : summary.rules)
    if (found.verdict == Verdict::kKept) derivation.add(found.foreign);
  constexpr DerivationLimits kPatient{8, 20000};
  std::vector<bool> derived;
  for (const ForeignRule& rule : rules) {
    progress.throwIfCancelled();
    progress.report("rules to derive", double(derived.size()), double(rules.size()));
    const auto fitting = inVariablesOf(rule, vocabulary);
    derived.push_back(fitting && derivation.derives(*fitting, kPatient));
  }
  return derived;
}

}  // namespace tasoscope::discovery
