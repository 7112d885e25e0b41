#include "session/project_file.h"

#include <fmt/format.h>
#include <google/protobuf/stubs/logging.h>

#include <set>

#include "tensor/error.h"

namespace tasoscope {
namespace {

constexpr SealedFormat kFormat{"tasoscope project", "project"};
constexpr int kMostSteps = 1'000'000;
constexpr int kMostEntries = 16'000'000;
constexpr std::size_t kMostViewBytes = std::size_t{64} << 20;
constexpr std::uint64_t kMostUndoneSteps = 4'000'000;  // over all commands

// One pass over a project that says what is wrong with it.
class Checker {
 public:
  Checker(const schema::Project& project, const std::string& name) : project_(project), name_(name) {}

  void run() const {
    if (project_.format() != kFormat.name) fail("is not a Tasoscope project");
    if (project_.version() > kProjectVersion)
      fail("was written by a newer version of Tasoscope; update the program to open it");
    if (project_.version() == 0) fail("is damaged: it names no version");
    checkModel();
    checkTrail();
  }

  void checkTrail() const {
    for (const schema::Symbols::Symbol& symbol : project_.symbols().symbols())
      if (symbol.value() < 0) damaged(fmt::format("the dimension '{}' is negative", symbol.name()));
    if (project_.steps_size() > kMostSteps) fail("holds more than 1,000,000 steps");
    if (project_.entries_size() > kMostEntries) fail("holds more than 16,000,000 entries");
    for (int i = 0; i < project_.entries_size(); ++i) checkEntry(i);
    for (int i = 0; i < project_.steps_size(); ++i) checkStep(i);
    checkHistory();
    checkGroups();
    for (const schema::Labels::Label& label : project_.labels().labels()) checkStepId(label.step(), "a note");
    std::size_t viewBytes = 0;
    for (const schema::View::Setting& setting : project_.view().settings())
      viewBytes += setting.key().size() + setting.value().size();
    if (viewBytes > kMostViewBytes) fail("holds more than 64 MB of view settings");
    for (const schema::Bodies::Body& body : project_.bodies().bodies()) Checker(body.project(), name_).checkTrail();
  }

 private:
  [[noreturn]] void fail(const std::string& what) const { throw FileError(Position{.file = name_}, what); }
  [[noreturn]] void damaged(const std::string& what) const { fail("is damaged: " + what); }

  void checkModel() const {
    const schema::Model& model = project_.model();
    if (model.zoo().empty() && model.absolute_path().empty() && model.relative_path().empty())
      damaged("it names no model");
  }

  void checkEntry(int index) const {
    const schema::Entry& entry = project_.entries(index);
    for (const schema::Input& input : entry.op().inputs())
      if (input.has_tensor() && input.tensor().entry() >= static_cast<std::uint32_t>(index))
        damaged(fmt::format("entry {} refers to a later one", index));
  }

  void checkEntryIndex(std::uint32_t entry, const std::string& who) const {
    if (entry >= static_cast<std::uint32_t>(project_.entries_size()))
      damaged(who + " refers to an entry that is not there");
  }

  void checkGroups() const {
    std::set<std::uint64_t> ids;
    for (const schema::Groups::Group& group : project_.groups().made()) {
      if (group.id() == 0 || !ids.insert(group.id()).second) damaged("two groups have one number");
      for (std::uint32_t entry : group.ops()) checkEntryIndex(entry, "a group");
      for (const schema::Ref& value : group.values()) checkEntryIndex(value.entry(), "a group");
    }
  }

  void checkRef(const schema::Ref& ref, int step) const { checkEntryIndex(ref.entry(), fmt::format("step {}", step)); }

  void checkStep(int index) const {
    const schema::Step& step = project_.steps(index);
    if (step.parent() > static_cast<std::uint32_t>(index))
      damaged(fmt::format("step {} follows a later one", index + 1));
    for (const schema::Apply& apply : step.applies()) {
      for (const schema::Fact& fact : apply.facts()) {
        checkRef(fact.tensor(), index + 1);
        checkRef(fact.has_same_as() ? fact.same_as() : fact.made_by(), index + 1);
      }
    }
  }

  void checkStepId(std::uint32_t step, std::string_view who) const {
    if (step > static_cast<std::uint32_t>(project_.steps_size()))
      damaged(fmt::format("{} speaks of step {}, which is not there", who, step));
  }

  void checkHistory() const {
    checkStepId(project_.current(), "the view");
    for (std::uint32_t step : project_.history().hidden()) checkStepId(step, "the history");
    for (std::uint32_t step : project_.walk().onward()) checkStepId(step, "the walk");
    if (project_.walk().onward_size() > project_.steps_size() + 1) damaged("the walk is longer than the trail");
    std::uint64_t steps = 0;
    for (const auto* commands : {&project_.history().done(), &project_.history().undone()}) {
      for (const schema::History::Command& command : *commands) {
        checkStepId(command.from(), "the history");
        checkStepId(command.last(), "the history");
        for (const schema::History::Edit& edit : command.edits()) checkStepId(edit.step(), "the history");
        if (command.first() <= command.last()) steps += command.last() - command.first() + 1;
        if (command.first() > command.last() || steps > kMostUndoneSteps)
          damaged(fmt::format("the history names the steps {} to {}", command.first(), command.last()));
      }
    }
  }

  const schema::Project& project_;
  const std::string& name_;
};

void applyRecord(schema::Project& project, const schema::Project& record) {
  if (record.has_model()) project.clear_model();
  if (record.has_symbols()) project.clear_symbols();
  if (record.has_rules()) project.clear_rules();
  if (record.has_history()) project.clear_history();
  if (record.has_labels()) project.clear_labels();
  if (record.has_view()) project.clear_view();
  if (record.has_walk()) project.clear_walk();
  if (record.has_groups()) project.clear_groups();
  if (record.has_bodies()) project.clear_bodies();
  if (record.has_loaded_price()) project.clear_loaded_price();
  if (record.has_current_price()) project.clear_current_price();
  project.MergeFrom(record);
}

}  // namespace

schema::Project parseProject(std::string_view bytes, const std::string& name) {
  schema::Project project;
  parseSealed(bytes, kFormat, name, project);
  checkProject(project, name);
  return project;
}

std::string serialized(const schema::Project& project) { return sealed(project); }

schema::Project readProjectFile(const std::filesystem::path& path) {
  return parseProject(readBounded(path, kMostProjectBytes), path.string());
}

std::string writeProjectFile(const schema::Project& project, const std::filesystem::path& path) {
  return writeSealed(project, kFormat, path, kMostProjectBytes);
}

void checkProject(const schema::Project& project, const std::string& name) { Checker(project, name).run(); }
void checkTrail(const schema::Project& project, const std::string& name) { Checker(project, name).checkTrail(); }

schema::Project projectFrom(std::span<const std::string> records, const std::string& name) {
  google::protobuf::LogSilencer silence;
  schema::Project project;
  for (const std::string& bytes : records) {
    schema::Project record;
    if (!record.ParseFromString(bytes)) throw FileError(name + ": the journal is damaged");
    applyRecord(project, record);
  }
  checkProject(project, name);
  return project;
}

}  // namespace tasoscope
