#include "session/project.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdlib>

#include "onnx/zoo/zoo.h"
#include "session/bodies.h"
#include "session/long_calls.h"
#include "session/project_keeper.h"
#include "session/replay.h"
#include "tensor/digest.h"

namespace tasoscope {
namespace {

constexpr std::string_view kExtension = ".tasoscope";

bool isRegularFile(const std::filesystem::path& path) {
  std::error_code error;
  return std::filesystem::is_regular_file(path, error);
}

struct FoundModel {
  std::filesystem::path path;  // empty: of the zoo
  ModelIs is = ModelIs::kTheSame;
};

// Looks where the user says, else beside the project first (both may have moved together), then where the file was.
class ModelFinder {
 public:
  ModelFinder(const schema::Model& model, const std::filesystem::path& project, const OpenProjectOptions& options)
      : model_(model), options_(options) {
    if (options.model) {
      places_ = {*options.model};
      return;
    }
    if (!project.empty() && !model.relative_path().empty())
      places_.push_back((std::filesystem::absolute(project).parent_path() / model.relative_path()).lexically_normal());
    if (!model.absolute_path().empty()) places_.emplace_back(model.absolute_path());
  }

  FoundModel find(const Progress& progress) const {
    std::optional<std::filesystem::path> another;
    for (const std::filesystem::path& place : places_) {
      if (!isRegularFile(place)) continue;
      if (digestOfFile(place, progress) == model_.digest()) return {place, ModelIs::kTheSame};
      if (!another) another = place;
    }
    if (another && options_.acceptsChangedModel) return {*another, ModelIs::kAnother};
    if (another)
      throw ModelChanged(
          fmt::format("{}: is not the file that the project was made with; it has changed since", another->string()),
          *another);
    std::filesystem::path expected = places_.empty() ? std::filesystem::path() : places_.back();
    throw ModelMissing(fmt::format("{}: the project's model is not there", expected.string()), expected);
  }

 private:
  const schema::Model& model_;
  const OpenProjectOptions& options_;
  std::vector<std::filesystem::path> places_;
};

std::optional<NumericClass> numericClassNamed(std::string_view name) {
  for (NumericClass value :
       {NumericClass::kExact, NumericClass::kReassociating, NumericClass::kFolding, NumericClass::kApproximate})
    if (nameOf(value) == name) return value;
  return std::nullopt;
}

// The rule files of a project, if all of them can be read; else the built-in rules, and a remark.
void setRules(const schema::Rules& rules, SessionOptions& options, std::vector<std::string>& remarks) {
  for (const std::string& name : rules.numeric_classes())
    if (std::optional<NumericClass> value = numericClassNamed(name)) options.numericClasses.push_back(*value);
  options.allowAssumed = rules.allow_assumed();
  std::vector<std::filesystem::path> files;
  try {
    for (const schema::Rules::File& file : rules.files()) {
      bool isAsItWas = digestOf(readBounded(file.path(), kMostRuleBytes)) == file.digest();
      if (!isAsItWas) remarks.push_back(fmt::format("The rules in {} have changed since.", file.path()));
      files.emplace_back(file.path());
    }
    readRuleFiles(files);
    options.ruleFiles = std::move(files);
  } catch (const Error& error) {
    remarks.push_back(fmt::format("The built-in rules are used instead of the project's: {}.", error.what()));
  }
}

SessionOptions optionsOf(const schema::Project& project, std::vector<std::string>& remarks) {
  SessionOptions options;
  if (findDevice(project.device())) {
    options.device = project.device();
  } else {
    remarks.push_back(
        fmt::format("The device '{}' is not known here; costs are for {}.", project.device(), options.device));
  }
  setRules(project.rules(), options, remarks);
  return options;
}

template <typename Symbols>
SymbolValues knownSymbols(const Symbols& symbols, const Model& model) {
  SymbolValues values;
  for (const schema::Symbols::Symbol& symbol : symbols)
    if (symbol.value() > 0 && std::ranges::count(model.symbols(), symbol.name()) > 0)
      values[symbol.name()] = symbol.value();
  return values;
}

void takeSymbols(const schema::Symbols& symbols, const Model& model, SessionOptions& options) {
  options.symbols = knownSymbols(symbols.symbols(), model);
  for (const schema::Scenario& scenario : symbols.scenarios()) {
    const bool isNew = std::ranges::count(options.scenarios, scenario.name(), &Scenario::name) == 0;
    const bool isSound = !scenario.name().empty() && std::isfinite(scenario.weight()) && scenario.weight() > 0;
    if (isNew && isSound)
      options.scenarios.push_back({scenario.name(), knownSymbols(scenario.symbols(), model), scenario.weight()});
  }
}

/// The trails of the graphs inside nodes, those inside them included.
void takeBodies(Session::State& state, const schema::Project& project, ModelIs is, std::vector<std::string>& remarks,
                const Progress& progress) {
  for (const schema::Bodies::Body& recorded : project.bodies().bodies()) {
    const std::optional<TensorId> output = state.model.tensorNamed(recorded.node());
    const auto entry = std::ranges::find_if(state.bodies->entries(), [&](const Bodies::Entry& candidate) {
      return output && candidate.op == state.model.space().tensor(*output).op && candidate.name == recorded.name();
    });
    if (entry == state.bodies->entries().end()) {
      remarks.push_back(
          fmt::format("The model has no graph {} inside the node that gives '{}'; what was done there is "
                      "left out.",
                      recorded.name(), recorded.node()));
      continue;
    }
    entry->session->takeRecorded(recorded.project(), is, remarks, progress);
  }
  if (project.bodies().bodies_size() > 0) state.bodiesChanged();
}

bool isSamePrice(const schema::Price& record, const Price& price) {
  return record.picoseconds() == price.picoseconds && record.launches() == price.launches &&
         record.weight_bytes() == price.weightBytes;
}

// Whether unsaved work goes on from the project file as it is now.
bool isOf(const schema::Project& work, const std::string& digest) { return work.project_digest() == digest; }

// Moves a journal aside whose work goes on from another content of the file: it stays among the unsaved work.
std::unique_ptr<Journal> setAside(std::unique_ptr<Journal> journal) {
  std::filesystem::path path = journal->path();
  std::filesystem::path aside = Journal::create(path.parent_path())->path();  // a name that nobody has
  std::filesystem::rename(path, aside);
  journal.reset();
  return Journal::take(path);
}

}  // namespace

bool isProjectFile(const std::filesystem::path& path) { return path.extension() == kExtension; }

OpenedProject Session::openRecorded(schema::Project project, const std::filesystem::path& projectPath,
                                    const OpenProjectOptions& options, const Progress& progress) {
  assert(mayTakeLong());
  OpenedProject opened;
  SessionOptions sessionOptions = optionsOf(project, opened.remarks);
  FoundModel found;
  bool isZoo = !project.model().zoo().empty();
  if (!isZoo) found = ModelFinder(project.model(), projectPath, options).find(progress);
  Model model = isZoo ? makeZooModel(project.model().zoo()) : readModel(found.path, {}, progress);
  if (isZoo && model.digest() != project.model().digest()) {
    found.is = ModelIs::kAnother;
    opened.remarks.push_back("The zoo builds this model in another way than when the project was saved.");
  } else if (found.is == ModelIs::kAnother) {
    opened.remarks.push_back("The model is another than the one that the project was made with.");
  }
  takeSymbols(project.symbols(), model, sessionOptions);
  opened.session.reset(new Session);
  std::string name = isZoo ? project.model().zoo() : found.path.filename().string();
  opened.session->state_ = std::make_unique<State>(std::move(model), std::move(name), sessionOptions);
  State& state = *opened.session->state_;
  takeBodies(state, project, found.is, opened.remarks, progress);
  EntryReader reader(state.model, project.entries());
  state.opNumbers = reader.numbers();
  ReplayResult replayed = replay(state, project, reader, found.is, progress);
  opened.remarks.insert(opened.remarks.end(), replayed.remarks.begin(), replayed.remarks.end());
  bool isPricedAlike = isSamePrice(project.loaded_price(), state.steps[0].price) &&
                       (!replayed.isComplete || isSamePrice(project.current_price(), state.steps[state.current].price));
  if (found.is == ModelIs::kTheSame && project.device() == state.options.device && !isPricedAlike)
    opened.remarks.push_back("The costs are others than when the project was saved: they are computed in another way.");
  opened.view = viewOf(project);
  for (const schema::Groups::Group& group : project.groups().made()) opened.madeGroups.push_back(reader.read(group));
  state.keeper->setMadeGroups(opened.madeGroups);
  bool isComplete = replayed.isComplete && reader.isComplete();
  state.keeper->adopt(std::move(project), isComplete ? &reader : nullptr);
  return opened;
}

void Session::takeRecorded(const schema::Project& project, ModelIs is, std::vector<std::string>& remarks,
                           const Progress& progress) {
  takeBodies(*state_, project, is, remarks, progress);
  EntryReader reader(state_->model, project.entries());
  state_->opNumbers = reader.numbers();
  const ReplayResult replayed = replay(*state_, project, reader, is, progress);
  remarks.insert(remarks.end(), replayed.remarks.begin(), replayed.remarks.end());
  const bool isComplete = replayed.isComplete && reader.isComplete();
  state_->keeper->adopt(project, isComplete ? &reader : nullptr);
}

OpenedProject Session::openProject(const std::filesystem::path& path, const OpenProjectOptions& options,
                                   const Progress& progress) {
  assert(mayTakeLong());
  std::string bytes = readBounded(path, kMostProjectBytes);
  schema::Project project = parseProject(bytes, path.string());
  std::string digest = digestOf(bytes);
  std::unique_ptr<Journal> journal;
  bool isReadOnly = false, isRestored = false;
  if (!options.stateFolder.empty()) {
    journal = Journal::take(Journal::pathFor(options.stateFolder, path));
    isReadOnly = !journal;
    if (isReadOnly) journal = Journal::create(options.stateFolder);
  }
  if (journal && !journal->isEmpty()) {
    schema::Project work = projectFrom(journal->records(), journal->path().string());
    isRestored = isOf(work, digest);
    if (isRestored) {
      project = std::move(work);
    } else {
      journal = setAside(std::move(journal));
    }
  }
  OpenedProject opened = openRecorded(std::move(project), path, options, progress);
  opened.isRestored = isRestored;
  ProjectKeeper& keeper = *opened.session->state_->keeper;
  keeper.setFile(path, digest, isReadOnly);
  keeper.setJournal(std::move(journal));
  if (isRestored) keeper.setModified();
  keeper.changed(*opened.session->state_);
  return opened;
}

OpenedProject Session::restore(const std::filesystem::path& journalPath, const OpenProjectOptions& options,
                               const Progress& progress) {
  assert(mayTakeLong());
  std::unique_ptr<Journal> journal = isRegularFile(journalPath) ? Journal::take(journalPath) : nullptr;
  if (!journal || journal->isEmpty())
    throw FileError(Position{.file = journalPath.string()}, "this work is open in another window, or no longer there");
  schema::Project work = projectFrom(journal->records(), journalPath.string());
  std::filesystem::path path(work.project_path());
  std::string digest = work.project_digest();
  OpenedProject opened = openRecorded(std::move(work), path, options, progress);
  opened.isRestored = true;
  ProjectKeeper& keeper = *opened.session->state_->keeper;
  bool isFileAsItWas = isRegularFile(path) && digestOf(readBounded(path, kMostProjectBytes)) == digest;
  if (isFileAsItWas) keeper.setFile(path, digest, false);
  keeper.setJournal(std::move(journal));
  keeper.setModified();
  keeper.changed(*opened.session->state_);
  return opened;
}

void Session::startJournal(const std::filesystem::path& stateFolder) {
  if (!state_->keeper->hasJournal()) state_->keeper->setJournal(Journal::create(stateFolder));
  state_->keeper->changed(*state_);
}

void Session::saveProject(const std::filesystem::path& path) {
  assert(mayTakeLong());
  state_->keeper->save(*state_, path);
}
ProjectFacts Session::project() const { return state_->keeper->facts(); }

void Session::setViewState(const ViewState& view) {
  state_->keeper->setView(view);
  state_->keeper->changed(*state_);
}

void Session::setMadeGroups(const std::vector<SelectionGroup>& groups) {
  state_->keeper->setMadeGroups(groups);
  state_->keeper->changed(*state_);
}

}  // namespace tasoscope
