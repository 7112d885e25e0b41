#include "target.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>

namespace tasoscope::fuzz {
namespace {

/// In memory where there is such a file system; removed at the end.
class Folder {
 public:
  Folder() {
    const std::filesystem::path memory = "/dev/shm";
    const std::filesystem::path parent =
        ::access(memory.c_str(), W_OK) == 0 ? memory : std::filesystem::temp_directory_path();
    path_ = parent / ("tasoscope-fuzz-" + std::to_string(::getpid()));
    std::filesystem::create_directories(path_);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace

void fail(std::string_view promise) {
  std::fprintf(stderr, "broken promise: %.*s\n", static_cast<int>(promise.size()), promise.data());
  std::abort();
}

std::filesystem::path fileWith(std::string_view input, std::string_view name) {
  static const Folder folder;
  std::filesystem::path path = folder.path() / name;
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(input.data(), static_cast<std::streamsize>(input.size()));
  return path;
}

}  // namespace tasoscope::fuzz
