#pragma once
// The journal of a session: what happened since it was opened or saved, in a file of the user's state folder, under a
// lock that the system takes back when the program dies. A record is in the system's hands as soon as append() returns:
// a killed program loses none of them; a power failure loses at most what the system had not yet written.
//
// Problem: a record may be torn. Idea: each carries its length and the first bytes of its SHA-256; reading stops at the
// first that does not fit, and goes on writing after the last that did. Private to engine/session.

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tasoscope {

class Journal {
 public:
  /// A new one under a name of its own; makes the folder. Throws FileError.
  static std::unique_ptr<Journal> create(const std::filesystem::path& folder);
  /// The one of this name, made if there is none; nullptr: somebody else holds it. Throws FileError.
  static std::unique_ptr<Journal> take(const std::filesystem::path& path);
  /// Where the journal of a project file lies.
  static std::filesystem::path pathFor(const std::filesystem::path& folder, const std::filesystem::path& project);

  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;
  /// Gives the lock back; a journal without records is removed.
  ~Journal();

  const std::filesystem::path& path() const { return path_; }
  /// The whole records it held when it was taken.
  const std::vector<std::string>& records() const { return records_; }
  bool isEmpty() const { return size_ == 0; }
  std::uint64_t size() const { return size_; }
  /// Throws FileError.
  void append(std::string_view record);
  /// One record instead of all, whole or not at all: whoever reads finds the old ones or the new one.
  void replace(std::string_view record);
  void clear();
  /// Sees to it that what was appended survives a power failure too.
  void flush();

 private:
  Journal(std::filesystem::path path, int descriptor);
  void close();

  std::filesystem::path path_;
  int descriptor_ = -1;
  std::uint64_t size_ = 0;
  std::vector<std::string> records_;
};

/// The whole records of a journal's bytes, and how many bytes they take.
struct JournalContent {
  std::vector<std::string> records;
  std::size_t bytes = 0;
};
JournalContent readRecords(std::string_view bytes);

}  // namespace tasoscope
