#include "session/project_file.h"

#include <fmt/format.h>
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/stubs/logging.h>

#include <fstream>
#include <limits>
#include <set>

#include "onnx/output_file.h"
#include "tensor/digest.h"
#include "tensor/error.h"

namespace tasoscope {
namespace {

constexpr std::string_view kFormat = "tasoscope project";
constexpr int kMostSteps = 1'000'000;
constexpr int kMostEntries = 16'000'000;
constexpr std::size_t kMostViewBytes = std::size_t{64} << 20;
constexpr std::uint64_t kMostUndoneSteps = 4'000'000;  // over all commands
constexpr std::size_t kDigestBytes = 32;
constexpr std::string_view kDigestTag = "\x7a\x20";  // field 15, 32 bytes

std::string rawDigestOf(std::string_view bytes) {
  std::string text = digestOf(bytes), raw;
  for (std::size_t i = 0; i < text.size(); i += 2) raw += static_cast<char>(std::stoi(text.substr(i, 2), nullptr, 16));
  return raw;
}

// One pass over a project that says what is wrong with it.
class Checker {
 public:
  Checker(const schema::Project& project, const std::string& name) : project_(project), name_(name) {}

  void run() const {
    if (project_.format() != kFormat) fail("is not a Tasoscope project");
    if (project_.version() > kProjectVersion)
      fail("was written by a newer version of Tasoscope; update the program to open it");
    if (project_.version() == 0) fail("is damaged: it names no version");
    checkModel();
    checkTrail();
  }

 private:
  void checkTrail() const {
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

  [[noreturn]] void fail(const std::string& what) const { throw FileError(Position{.file = name_}, what); }
  [[noreturn]] void damaged(const std::string& what) const { fail("is damaged: " + what); }

  void checkModel() const {
    const schema::Model& model = project_.model();
    if (model.zoo().empty() && model.absolute_path().empty() && model.relative_path().empty())
      damaged("it names no model");
    for (const schema::Symbols::Symbol& symbol : project_.symbols().symbols())
      if (symbol.value() < 0) damaged(fmt::format("the dimension '{}' is negative", symbol.name()));
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

std::string digestOf(std::string_view bytes) {
  Sha256 digest;
  digest.update(bytes);
  return digest.finish();
}

std::string readBounded(const std::filesystem::path& path, std::uintmax_t most) {
  std::error_code error;
  std::filesystem::file_status status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status)) throw FileError(Position{.file = path.string()}, "there is no such file");
  if (!std::filesystem::is_regular_file(status))
    throw FileError(Position{.file = path.string()}, "is not a regular file");
  std::uintmax_t size = std::filesystem::file_size(path, error);
  if (error) throw FileError(Position{.file = path.string()}, fmt::format("cannot be read: {}", error.message()));
  if (size > most) throw FileError(Position{.file = path.string()}, fmt::format("is larger than {} MB", most >> 20));
  std::string bytes(static_cast<std::size_t>(size), '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (!file) throw FileError(Position{.file = path.string()}, "cannot be read");
  return bytes;
}

schema::Project parseProject(std::string_view bytes, const std::string& name) {
  // The format's own words come first in the file, so that another kind of file is told from a damaged project.
  std::string start = fmt::format("\x0a{}{}", static_cast<char>(kFormat.size()), kFormat);
  if (bytes.substr(0, start.size()) != start) throw FileError(name + ": is not a Tasoscope project");
  std::size_t tail = kDigestTag.size() + kDigestBytes;
  bool isWhole = bytes.size() > start.size() + tail;
  std::string_view content = bytes.substr(0, isWhole ? bytes.size() - tail : 0);
  if (!isWhole || bytes.substr(content.size()) != std::string(kDigestTag) + rawDigestOf(content))
    throw FileError(name + ": is damaged: part of it is missing or changed; is there a copy elsewhere?");
  schema::Project project;
  google::protobuf::LogSilencer silence;  // what is wrong is said by the exception
  if (!project.ParseFromArray(content.data(), static_cast<int>(content.size())))
    throw FileError(name + ": is damaged: it cannot be decoded");
  Checker(project, name).run();
  return project;
}

std::string serialized(const schema::Project& project) {
  std::string bytes;
  {
    google::protobuf::io::StringOutputStream stream(&bytes);
    google::protobuf::io::CodedOutputStream coded(&stream);
    coded.SetSerializationDeterministic(true);
    project.SerializeToCodedStream(&coded);
  }
  return bytes + std::string(kDigestTag) + rawDigestOf(bytes);
}

schema::Project readProjectFile(const std::filesystem::path& path) {
  return parseProject(readBounded(path, kMostProjectBytes), path.string());
}

std::string writeProjectFile(const schema::Project& project, const std::filesystem::path& path) {
  if (project.ByteSizeLong() > kMostProjectBytes)
    throw FileError(Position{.file = path.string()},
                    fmt::format("the project is larger than {} MB", kMostProjectBytes >> 20));
  std::string bytes = serialized(project);
  OutputFile file(path);
  file.write(bytes);
  file.finish();
  file.commit();
  return digestOf(bytes);
}

schema::Project projectFrom(std::span<const std::string> records, const std::string& name) {
  google::protobuf::LogSilencer silence;
  schema::Project project;
  for (const std::string& bytes : records) {
    schema::Project record;
    if (!record.ParseFromString(bytes)) throw FileError(name + ": the journal is damaged");
    applyRecord(project, record);
  }
  Checker(project, name).run();
  return project;
}

}  // namespace tasoscope
