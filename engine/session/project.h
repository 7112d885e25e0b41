#pragma once
// Projects: a session kept in a file (.tasoscope), and the journal that keeps what has not been saved.
//
// A project holds the model's reference and digest, the device, every step of the trail with the facts it chose, what
// was undone, names, notes and bookmarks, the groups made by hand, and the window's settings. Opening it states the
// facts again and asks the rules whether each step still follows from them: step ids, graphs and prices are those that
// were saved. A step whose rule is missing or has changed is kept as it was recorded, as assumed, and the remarks say
// so.
//
// A journal belongs to each session that was told where (OpenProjectOptions::stateFolder, Session::startJournal): it
// gets a record with every command, and its lock keeps a second window from writing the same project.

#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "session/groups/grouping.h"
#include "session/session.h"

namespace tasoscope {

/// How a session stands to its project file.
struct ProjectFacts {
  std::filesystem::path path;  ///< empty: never saved
  bool isModified = false;     ///< steps, notes, the device or the rules changed since it was opened or saved
  bool isReadOnly = false;     ///< another window holds the file
  std::string journalProblem;  ///< why the journal cannot be written; empty: all is well
};

/// The model is not where the project says.
struct ModelMissing : FileError {
  ModelMissing(const std::string& what, std::filesystem::path expected)
      : FileError(what), expected(std::move(expected)) {}
  std::filesystem::path expected;
};
/// The file there is not the one that the project was made with.
struct ModelChanged : FileError {
  ModelChanged(const std::string& what, std::filesystem::path found) : FileError(what), found(std::move(found)) {}
  std::filesystem::path found;
};

struct OpenProjectOptions {
  std::optional<std::filesystem::path> model;  ///< where the model is now
  bool acceptsChangedModel = false;            ///< whatever the digest: what does not fit is left out
  std::filesystem::path stateFolder;           ///< where the journal lies; empty: none is kept
};

struct OpenedProject {
  std::unique_ptr<Session> session;
  ViewState view;
  std::vector<SelectionGroup> madeGroups;  ///< by hand; without nodes that this model has not
  std::vector<std::string> remarks;        ///< what is not as it was saved, one sentence each
  bool isRestored = false;                 ///< work that was never saved is there again
};

bool isProjectFile(const std::filesystem::path& path);

/// Work in journals that nobody holds: of programs that ended without saving.
struct UnsavedWork {
  std::filesystem::path journal;
  std::filesystem::path project;  ///< empty: never saved
  std::string model;              ///< the file's name, or the zoo's
  std::chrono::system_clock::time_point time;
  std::size_t steps = 0;
  Price loaded, current;
  std::string device;
};
/// Latest first. Removes journals without work, and those older than 90 days.
std::vector<UnsavedWork> unsavedWork(const std::filesystem::path& stateFolder);
/// Removes a journal that nobody holds.
void discardWork(const std::filesystem::path& journal);
/// XDG_STATE_HOME/tasoscope, or ~/.local/state/tasoscope.
std::filesystem::path defaultStateFolder();

}  // namespace tasoscope
