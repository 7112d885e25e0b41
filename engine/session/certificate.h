#pragma once
// Certificates: how a written model came from its original, so that anyone who holds the original can check it.
//
// Problem: who receives an optimized model must believe its maker, and a digest alone proves nothing about what was
// done. Idea: the steps are kept as facts (which tensor is made by which op, by which rule), with the digests of both
// files. A replay believes none of it: it reads the original, looks for each step among the matches of the rule that
// the step names, as the rule stands here and now, writes the graph that the steps lead to, and compares that file with
// the one that was received. Whatever is stated can be wrong; what holds was done again.
//
// The file (`.certificate`) is a sealed message (sealed_message.h), of at most 256 MB. It names no folder.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "session/session.h"

namespace tasoscope {

/// Writes the certificate of a step's graph that has just been exported to `optimized`. Whole or not at all. Throws
/// FileError.
void writeCertificate(const Session& session, StepId step, const std::filesystem::path& optimized,
                      const std::filesystem::path& target, const Progress& progress = {});

struct ReplayOptions {
  std::optional<std::filesystem::path> optimized;  ///< the file to compare with; nothing: only its digest is
  std::vector<std::filesystem::path> ruleFiles;    ///< instead of the built-in rules
  bool allowAssumed = false;                       ///< takes rules that are neither proved nor tested
  /// Evaluates the original and the result; where they differ, looks for the first step whose numbers do.
  bool comparesNumbers = false;
  EquivalenceOptions equivalence;
  double mostVerificationWork = ExportOptions().mostVerificationWork;
};

struct ReplayedStep {
  std::string graph;  ///< the graph inside a node that it belongs to: "loop_1, body"; empty: the model's own
  std::string rule, place;
  Standing standing = Standing::kAssumed;  ///< here and now
  std::string recordedStanding;            ///< when the certificate was written
  bool isRuleChanged = false;              ///< it states something else now
  bool isConfirmed = false;                ///< the rule leads there
};

/// How the file that was written again stands to the one that was received.
enum class Agreement : std::uint8_t { kSameBytes, kSameGraph, kDifferent };
std::string_view nameOf(Agreement agreement);  ///< "same bytes", "same graph", "different"

struct CertificateReplay {
  std::string original, optimized;  ///< their names when the certificate was written
  std::string device;
  std::vector<ReplayedStep> steps;  ///< those inside nodes first
  Price before, after;              ///< on the device, as they are now
  bool isPricedAlike = true;        ///< as they were then
  Agreement agreement = Agreement::kDifferent;
  std::optional<EquivalenceReport> numbers;   ///< where they were compared
  std::optional<std::size_t> firstDifferent;  ///< the step (index) from which numbers differ
  std::vector<std::string> problems;          ///< what does not hold, a sentence each; empty: everything does
  std::vector<std::string> remarks;           ///< what is only worth knowing
  bool holds() const { return problems.empty(); }
};

/// Throws FileError for a file that is no certificate, for an original that is not the one it speaks of, and for a
/// device that is not known here; ModelError, RuleError.
CertificateReplay replayCertificate(const std::filesystem::path& certificate, const std::filesystem::path& original,
                                    const ReplayOptions& options = {}, const Progress& progress = {});

}  // namespace tasoscope
