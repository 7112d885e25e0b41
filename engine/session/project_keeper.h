#pragma once
// What keeps a session's project message up to date, saves it, and tells the journal. Private to engine/session.

#include <filesystem>
#include <memory>
#include <string>

#include "session/entry_table.h"
#include "session/groups/grouping.h"
#include "session/journal.h"
#include "session/project.h"
#include "session/project_file.h"
#include "session/state.h"

namespace tasoscope {

class ProjectKeeper {
 public:
  ProjectKeeper(const Model& model, const OpNumbers& numbers) : writer_(model, numbers) {}

  /// Goes on from a project that was read; fields that we do not know stay in it. `reader`, if every step was taken up,
  /// says what its entries are here.
  void adopt(schema::Project project, const EntryReader* reader);
  /// `digest`: of the file; `isReadOnly`: another window holds it.
  void setFile(std::filesystem::path path, std::string digest, bool isReadOnly);
  void setJournal(std::unique_ptr<Journal> journal);
  bool hasJournal() const { return journal_ != nullptr; }
  void setView(const ViewState& view) { view_ = view; }
  const ViewState& view() const { return view_; }
  void setMadeGroups(std::vector<SelectionGroup> groups) { made_groups_ = std::move(groups); }
  void setModified() { is_modified_ = true; }

  /// Told after every command. Never throws: what goes wrong with the journal is among the facts.
  void changed(const Session::State& state) noexcept;
  void save(const Session::State& state, const std::filesystem::path& path);
  void close(bool keepsWork);
  ProjectFacts facts() const;
  /// What is to be kept of a graph inside a node, as it stands.
  const schema::Project& keptOf(const Session::State& body);

 private:
  schema::Project update(const Session::State& state);
  void addSteps(const Session::State& state, schema::Project& delta);
  schema::Groups groupsOf(schema::Groups record);
  void setReference(const Session::State& state);
  bool hasWork() const;
  void record(const schema::Project& delta);

  EntryWriter writer_;
  schema::Project project_;
  ViewState view_;
  std::vector<SelectionGroup> made_groups_;
  std::filesystem::path path_;
  std::string file_digest_;
  bool is_read_only_ = false;
  bool is_modified_ = false;
  std::unique_ptr<Journal> journal_;
  std::uint64_t snapshot_size_ = 0;
  std::string journal_problem_;
};

schema::Price recordOf(const Price& price);
/// The settings of a project message as a map.
ViewState viewOf(const schema::Project& project);

}  // namespace tasoscope
