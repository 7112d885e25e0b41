#include <fmt/format.h>
#include <stdlib.h>

#include <cassert>
#include <cmath>
#include <system_error>

#include "cost/device_profile.h"
#include "proof/prover.h"
#include "rules/standing_record.h"
#include "session/bodies.h"
#include "session/certificate.h"
#include "session/certificate_file.h"
#include "session/long_calls.h"
#include "session/state.h"
#include "session/step_check.h"
#include "tensor/digest.h"

namespace tasoscope {
namespace {

// A folder of its own among the temporary files, which goes with it.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "tasoscope-replay-XXXXXX").string();
    if (!mkdtemp(pattern.data()))
      throw ResourceError(
          fmt::format("no folder can be made among the temporary files: {}", std::generic_category().message(errno)));
    path_ = pattern;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

bool isSame(const schema::Price& record, const Price& price) {
  return record.picoseconds() == price.picoseconds && record.launches() == price.launches &&
         record.weight_bytes() == price.weightBytes;
}

SymbolValues valuesOf(const google::protobuf::RepeatedPtrField<schema::Symbols::Symbol>& symbols) {
  SymbolValues values;
  for (const schema::Symbols::Symbol& symbol : symbols) values[symbol.name()] = symbol.value();
  return values;
}

class CertificateReplayer {
 public:
  CertificateReplayer(schema::Certificate certificate, std::string file, const ReplayOptions& options,
                      const Progress& progress)
      : certificate_(std::move(certificate)), file_(std::move(file)), options_(options), progress_(progress) {}

  CertificateReplay run(const std::filesystem::path& original) {
    result_.original = certificate_.original_name();
    result_.optimized = certificate_.optimized_name();
    open(original);
    std::vector<std::string> remarks;
    session_->takeRecorded(trail(), ModelIs::kTheSame, remarks, progress_);
    addSteps(*session_, trail(), "");
    comparePrices();
    compareFiles();
    if (options_.comparesNumbers) compareNumbers();
    return std::move(result_);
  }

 private:
  const schema::Project& trail() const { return certificate_.trail(); }
  template <typename... Parts>
  void problem(fmt::format_string<Parts...> text, Parts&&... parts) {
    result_.problems.push_back(fmt::format(text, std::forward<Parts>(parts)...));
  }

  void open(const std::filesystem::path& original) {
    result_.device = trail().device();
    if (!findDevice(result_.device))
      throw FileError(Position{.file = file_},
                      fmt::format("its costs are for '{}', a device that is not known here", result_.device));
    SessionOptions options;
    options.device = result_.device;
    options.ruleFiles = options_.ruleFiles;
    options.allowAssumed = options_.allowAssumed;
    options.symbols = valuesOf(trail().symbols().symbols());
    for (const schema::Scenario& scenario : trail().symbols().scenarios())
      options.scenarios.push_back({scenario.name(), valuesOf(scenario.symbols()), scenario.weight()});
    session_ = Session::open(original, options, progress_);
    if (session_->model().digest() != trail().model().digest())
      throw FileError(Position{.file = original.string()},
                      fmt::format("is not the model that {} speaks of ({}): its bytes are others", file_,
                                  certificate_.original_name()));
  }

  void addSteps(const Session& session, const schema::Project& trail, const std::string& graph) {
    for (const schema::Bodies::Body& body : trail.bodies().bodies()) addStepsInside(session, body, graph);
    const Session::State& state = session.state();
    for (int i = 0; i < trail.steps_size(); ++i) {
      const schema::Step& record = trail.steps(i);
      const auto step = static_cast<StepId>(i + 1);
      const bool isThere = step < state.steps.size();
      ReplayedStep& replayed = result_.steps.emplace_back();
      replayed.graph = graph;
      replayed.rule = record.rule();
      replayed.place = record.place();
      replayed.isConfirmed = isThere && state.tree.node(step).match != kNoMatch;
      addStanding(state, replayed);
      const std::string where = graph.empty() ? std::string() : fmt::format(" in {}", graph);
      if (!isThere)
        problem("Step {}{} ({}) cannot be repeated in this model.", step, where, record.rule());
      else if (!replayed.isConfirmed)
        problem("Step {}{}: {}.", step, where, whyNotConfirmed(state, record.rule()));
      if (replayed.isRuleChanged)
        result_.remarks.push_back(
            fmt::format("The rule {} states something else than when the certificate was written.", record.rule()));
    }
  }

  void addStepsInside(const Session& session, const schema::Bodies::Body& record, const std::string& graph) {
    for (const Bodies::Entry& entry : session.state().bodies->entries()) {
      const Space& space = session.space();
      if (entry.name != record.name() || space.tensor(space.op(entry.op).outputs[0]).name != record.node()) continue;
      return addSteps(*entry.session, record.project(),
                      graph.empty() ? entry.place : fmt::format("{}, {}", graph, entry.place));
    }
    problem("The model has no graph {} inside the node that gives '{}'.", record.name(), record.node());
  }

  static std::string whyNotConfirmed(const Session::State& state, const std::string& rule) {
    if (state.rules.find(rule)) return fmt::format("the rule {} does not lead there", rule);
    const Rule* known = state.leftOut.find(rule);
    if (!known) return fmt::format("there is no rule {} here", rule);
    return fmt::format("the rule {} is {}, and such rules do not count", rule, nameOf(known->standing));
  }

  void addStanding(const Session::State& state, ReplayedStep& step) const {
    const Rule* rule = state.rules.find(step.rule);
    if (!rule) rule = state.leftOut.find(step.rule);
    if (rule) step.standing = rule->standing;
    for (const schema::Certificate::Rule& record : certificate_.rules()) {
      if (record.name() != step.rule) continue;
      step.recordedStanding = record.standing();
      step.isRuleChanged = rule && record.digest() != ruleDigest(*rule);
    }
  }

  void comparePrices() {
    const Session::State& state = session_->state();
    result_.before = state.steps[0].price;
    result_.after = state.steps[state.current].price;
    result_.isPricedAlike =
        isSame(trail().loaded_price(), result_.before) && isSame(trail().current_price(), result_.after);
    if (!result_.isPricedAlike)
      result_.remarks.push_back(
          "The costs are others than when the certificate was written: they are computed in "
          "another way.");
  }

  // Writes the graph again and compares what was written with what was received.
  void compareFiles() {
    TemporaryFolder folder;
    const std::filesystem::path again = folder.path() / certificate_.optimized_name();
    ExportOptions unchecked;
    unchecked.verify = false;
    session_->exportOnnx(session_->state().current, again, unchecked, progress_);
    const std::string digest = digestOfFile(again, progress_);
    const std::string received =
        options_.optimized ? digestOfReceived(*options_.optimized) : certificate_.optimized_digest();
    if (digest == received)
      result_.agreement = Agreement::kSameBytes;
    else if (options_.optimized && isSameGraph(again, *options_.optimized))
      result_.agreement = Agreement::kSameGraph;
    if (received != certificate_.optimized_digest())
      result_.remarks.push_back("The file is not, byte for byte, the one that the certificate was written for.");
    if (result_.agreement == Agreement::kDifferent && options_.optimized)
      problem("The steps lead to another graph than the one in {}.", options_.optimized->string());
    else if (result_.agreement == Agreement::kDifferent)
      problem(
          "The steps lead to a file with other bytes; give the optimized file to see whether the graph is the same.");
  }

  std::string digestOfReceived(const std::filesystem::path& file) const {
    std::error_code error;
    if (!std::filesystem::is_regular_file(file, error))
      throw FileError(Position{.file = file.string()}, "there is no such file");
    return digestOfFile(file, progress_);
  }

  bool isSameGraph(const std::filesystem::path& a, const std::filesystem::path& b) const {
    SessionOptions options;
    options.device = result_.device;
    const std::unique_ptr<Session> first = Session::open(a, options, progress_);
    const std::unique_ptr<Session> second = Session::open(b, options, progress_);
    return structuralDigest(first->loadedGraph(), ConstantsCountBy::kBytes) ==
           structuralDigest(second->loadedGraph(), ConstantsCountBy::kBytes);
  }

  EquivalenceReport numbersAt(StepId step) const {
    const BodyExport inside(*session_->state().bodies);
    ExportOptions options;
    options.equivalence = options_.equivalence;
    options.mostVerificationWork = options_.mostVerificationWork;
    return checkStep(*session_, step, inside, options, progress_);
  }

  // Differences do not go away again but by chance, so the first step that has one is found by bisection.
  void compareNumbers() {
    StepId equal = 0, different = session_->state().current;
    result_.numbers = numbersAt(different);
    if (result_.numbers->verdict == Verdict::kInconclusive)
      result_.remarks.push_back("The numbers show nothing: " + result_.numbers->note);
    if (result_.numbers->verdict != Verdict::kDifferent) return;
    problem("The result computes something else: {}", result_.numbers->note);
    if (numbersAt(0).verdict == Verdict::kDifferent) return problem("It does so because of steps inside nodes.");
    while (different - equal > 1) {
      const StepId middle = equal + (different - equal) / 2;
      (numbersAt(middle).verdict == Verdict::kDifferent ? different : equal) = middle;
    }
    const std::size_t inside = result_.steps.size() - session_->state().steps.size() + 1;
    result_.firstDifferent = inside + different - 1;
    problem("The first step whose numbers differ is {} ({}).", different,
            trail().steps(static_cast<int>(equal)).rule());
  }

  schema::Certificate certificate_;
  std::string file_;
  const ReplayOptions& options_;
  const Progress& progress_;
  std::unique_ptr<Session> session_;
  CertificateReplay result_;
};

}  // namespace

std::string_view nameOf(Agreement agreement) {
  switch (agreement) {
    case Agreement::kSameBytes:
      return "same bytes";
    case Agreement::kSameGraph:
      return "same graph";
    case Agreement::kDifferent:
      break;
  }
  return "different";
}

CertificateReplay replayCertificate(const std::filesystem::path& certificate, const std::filesystem::path& original,
                                    const ReplayOptions& options, const Progress& progress) {
  assert(mayTakeLong());
  std::string file = certificate.string();
  schema::Certificate read = parseCertificate(readBounded(certificate, kMostProjectBytes), file);
  return CertificateReplayer(std::move(read), std::move(file), options, progress).run(original);
}

}  // namespace tasoscope
