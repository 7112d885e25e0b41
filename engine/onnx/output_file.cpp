#include "onnx/output_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "tensor/error.h"

namespace tasoscope {
namespace {

constexpr mode_t kPermissions = 0644;
constexpr std::size_t kMaxWrite = std::size_t{1} << 30;
constexpr int kMaxTries = 1000;
constexpr int kMostLinks = 40;  // as Linux follows

FileError failed(const std::filesystem::path& path, const char* what) {
  return FileError(Position{.file = path.string()}, fmt::format("cannot be {}: {}", what, std::strerror(errno)));
}

/// What links lead to, whether it is there or not.
std::filesystem::path throughLinks(std::filesystem::path path) {
  std::error_code ignored;
  for (int i = 0; i < kMostLinks && std::filesystem::is_symlink(path, ignored); ++i) {
    const std::filesystem::path next = std::filesystem::read_symlink(path, ignored);
    if (ignored) break;
    path = path.parent_path() / next;
  }
  return path;
}

/// The permissions that the file is to have: those of the file that it replaces.
mode_t permissionsFor(const std::filesystem::path& target) {
  struct stat known {};
  if (::stat(target.c_str(), &known) != 0) return kPermissions;
  const Position position{.file = target.string()};
  if (!S_ISREG(known.st_mode)) throw FileError(position, "cannot be written: it is no file", "choose another name");
  if ((known.st_mode & (S_IWUSR | S_IWGRP | S_IWOTH)) == 0)
    throw FileError(position, "cannot be written: it is write-protected", "choose another name, or permit writing");
  return known.st_mode & (S_IRWXU | S_IRWXG | S_IRWXO);
}

}  // namespace

OutputFile::OutputFile(std::filesystem::path target) : target_(throughLinks(std::move(target))) {
  const mode_t permissions = permissionsFor(target_);
  const auto folder = target_.parent_path();
  for (int i = 0; i < kMaxTries && descriptor_ < 0; ++i) {
    temporary_ = folder / fmt::format(".{}.{}-{}.partial", target_.filename().string(), ::getpid(), i);
    descriptor_ = ::open(temporary_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, kPermissions);
    if (descriptor_ < 0 && errno != EEXIST) break;
  }
  if (descriptor_ < 0) throw failed(target_, "written");
  if (permissions != kPermissions) ::fchmod(descriptor_, permissions);
}

OutputFile::~OutputFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void OutputFile::write(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const auto written = ::write(descriptor_, bytes.data(), std::min(bytes.size(), kMaxWrite));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) throw failed(target_, "written");
    bytes = bytes.subspan(static_cast<std::size_t>(written));
    size_ += static_cast<std::uint64_t>(written);
  }
}

void OutputFile::write(std::string_view text) { write(std::as_bytes(std::span(text.data(), text.size()))); }

void OutputFile::finish() {
  if (::fsync(descriptor_) != 0) throw failed(target_, "written");
  if (::close(std::exchange(descriptor_, -1)) != 0) throw failed(target_, "written");
}

void OutputFile::commit() { commitAs(target_); }

void OutputFile::commitAs(const std::filesystem::path& target) {
  if (std::rename(temporary_.c_str(), target.c_str()) != 0) throw failed(target, "written");
  temporary_.clear();
  const auto folder = target.has_parent_path() ? target.parent_path() : std::filesystem::path(".");
  if (const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); descriptor >= 0) {
    ::fsync(descriptor);  // some file systems cannot sync folders; the rename stands all the same
    ::close(descriptor);
  }
}

}  // namespace tasoscope
