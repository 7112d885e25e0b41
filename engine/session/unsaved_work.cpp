// What programs that ended without saving left in the state folder.

#include <algorithm>
#include <cstdlib>

#include "session/journal.h"
#include "session/project.h"
#include "session/project_file.h"

namespace tasoscope {
namespace {

constexpr auto kKept = std::chrono::hours(24 * 90);

Price priceOf(const schema::Price& record) { return {record.picoseconds(), record.launches(), record.weight_bytes()}; }

UnsavedWork describe(const Journal& journal) {
  schema::Project whole = projectFrom(journal.records(), journal.path().string());
  UnsavedWork work;
  work.journal = journal.path();
  work.project = std::filesystem::path(whole.project_path());
  const schema::Model& model = whole.model();
  work.model = model.zoo().empty() ? std::filesystem::path(model.absolute_path()).filename().string() : model.zoo();
  work.steps = static_cast<std::size_t>(whole.steps_size());
  work.loaded = priceOf(whole.loaded_price());
  work.current = priceOf(whole.current_price());
  work.device = whole.device();
  return work;
}

}  // namespace

std::vector<UnsavedWork> unsavedWork(const std::filesystem::path& stateFolder) {
  std::vector<UnsavedWork> all;
  std::error_code error;
  for (const auto& file : std::filesystem::directory_iterator(stateFolder, error)) {
    if (file.path().extension() != ".journal" || !file.is_regular_file(error)) continue;
    try {
      auto written = std::filesystem::last_write_time(file.path());
      std::unique_ptr<Journal> journal = Journal::take(file.path());
      if (!journal) continue;
      auto age = std::filesystem::file_time_type::clock::now() - written;
      if (age > kKept) journal->clear();
      if (journal->isEmpty()) continue;
      all.push_back(describe(*journal));
      all.back().time = std::chrono::file_clock::to_sys(written);
    } catch (const std::exception&) {
      // A journal that cannot be read is no work that could be offered; it stays until it is old.
    }
  }
  std::sort(all.begin(), all.end(),
            [](const auto& a, const auto& b) { return a.time != b.time ? a.time > b.time : a.journal < b.journal; });
  return all;
}

void discardWork(const std::filesystem::path& path) {
  if (!std::filesystem::exists(path)) return;
  if (std::unique_ptr<Journal> journal = Journal::take(path)) journal->clear();
}

std::filesystem::path defaultStateFolder() {
  const char* state = std::getenv("XDG_STATE_HOME");
  if (state && *state == '/') return std::filesystem::path(state) / "tasoscope";
  const char* home = std::getenv("HOME");
  return std::filesystem::path(home ? home : "/tmp") / ".local/state/tasoscope";
}

}  // namespace tasoscope
