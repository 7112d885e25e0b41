#pragma once
// A file mapped read-only: its pages are read when something touches them.

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>

namespace tasoscope {

class MappedFile {
 public:
  /// Throws FileError when the path is not a regular file that can be read.
  static std::shared_ptr<const MappedFile> open(const std::filesystem::path& path);
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile();

  std::span<const std::byte> bytes() const { return bytes_; }
  const std::filesystem::path& path() const { return path_; }

 private:
  MappedFile(std::filesystem::path path, std::span<const std::byte> bytes) : path_(std::move(path)), bytes_(bytes) {}
  std::filesystem::path path_;
  std::span<const std::byte> bytes_;
};

}  // namespace tasoscope
