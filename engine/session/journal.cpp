#include "session/journal.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstring>

#include "session/project_file.h"
#include "tensor/error.h"

namespace tasoscope {
namespace {

constexpr std::size_t kLengthBytes = 4, kCheckBytes = 16;
constexpr std::size_t kHeaderBytes = kLengthBytes + kCheckBytes;
constexpr std::uintmax_t kMostBytes = std::uintmax_t{1} << 30;
constexpr mode_t kPermissions = 0600;

FileError failed(const std::filesystem::path& path) {
  return FileError(Position{.file = path.string()},
                   fmt::format("the journal cannot be written: {}", std::strerror(errno)));
}

std::string framed(std::string_view record) {
  std::string frame;
  for (std::size_t i = 0; i < kLengthBytes; ++i) frame += static_cast<char>(record.size() >> (8 * i));
  return frame + digestOf(record).substr(0, kCheckBytes) + std::string(record);
}

void writeAll(int descriptor, std::string_view bytes, const std::filesystem::path& path) {
  while (!bytes.empty()) {
    ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) throw failed(path);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

// Whether the descriptor is still the file of this name: its last owner may have replaced or removed it meanwhile.
bool isStillThere(int descriptor, const std::filesystem::path& path) {
  struct stat held {
  }, named{};
  return ::fstat(descriptor, &held) == 0 && ::stat(path.c_str(), &named) == 0 && held.st_ino == named.st_ino &&
         held.st_dev == named.st_dev;
}

}  // namespace

JournalContent readRecords(std::string_view bytes) {
  JournalContent content;
  while (bytes.size() - content.bytes >= kHeaderBytes) {
    std::string_view rest = bytes.substr(content.bytes);
    std::size_t length = 0;
    for (std::size_t i = 0; i < kLengthBytes; ++i)
      length |= static_cast<std::size_t>(static_cast<unsigned char>(rest[i])) << (8 * i);
    if (length > rest.size() - kHeaderBytes) break;
    std::string_view record = rest.substr(kHeaderBytes, length);
    if (digestOf(record).substr(0, kCheckBytes) != rest.substr(kLengthBytes, kCheckBytes)) break;
    content.records.emplace_back(record);
    content.bytes += kHeaderBytes + length;
  }
  return content;
}

std::filesystem::path Journal::pathFor(const std::filesystem::path& folder, const std::filesystem::path& project) {
  std::error_code error;
  std::filesystem::path whole = std::filesystem::weakly_canonical(project, error);
  return folder / (digestOf(error ? project.string() : whole.string()).substr(0, 32) + ".journal");
}

std::unique_ptr<Journal> Journal::create(const std::filesystem::path& folder) {
  static std::atomic<unsigned> count{0};
  auto now = std::chrono::system_clock::now().time_since_epoch();
  auto seconds = std::chrono::duration_cast<std::chrono::seconds>(now).count();
  for (;;) {
    auto journal = take(folder / fmt::format("unsaved-{}-{}-{}.journal", seconds, ::getpid(), ++count));
    if (journal && journal->isEmpty()) return journal;
  }
}

std::unique_ptr<Journal> Journal::take(const std::filesystem::path& path) {
  std::error_code error;
  std::filesystem::create_directories(path.parent_path(), error);
  for (;;) {
    int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, kPermissions);
    if (descriptor < 0) throw failed(path);
    if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
      bool isHeld = errno == EWOULDBLOCK;
      FileError failure = failed(path);
      ::close(descriptor);
      if (isHeld) return nullptr;
      throw failure;
    }
    if (isStillThere(descriptor, path)) return std::unique_ptr<Journal>(new Journal(path, descriptor));
    ::close(descriptor);
  }
}

Journal::Journal(std::filesystem::path path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {
  try {
    JournalContent content = readRecords(readBounded(path_, kMostBytes));
    records_ = std::move(content.records);
    size_ = content.bytes;
    if (::ftruncate(descriptor_, static_cast<off_t>(size_)) != 0) throw failed(path_);
  } catch (const FileError&) {
    close();
    throw;
  }
}

Journal::~Journal() {
  if (isEmpty()) ::unlink(path_.c_str());
  close();
}

void Journal::close() {
  if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
}

void Journal::append(std::string_view record) {
  std::string frame = framed(record);
  try {
    writeAll(descriptor_, frame, path_);
  } catch (const FileError&) {
    if (::ftruncate(descriptor_, static_cast<off_t>(size_)) != 0) throw failed(path_);
    throw;
  }
  size_ += frame.size();
}

void Journal::replace(std::string_view record) {
  std::filesystem::path beside = path_;
  beside += ".partial";
  int descriptor = ::open(beside.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC | O_NOFOLLOW, kPermissions);
  if (descriptor < 0) throw failed(path_);
  std::string frame = framed(record);
  try {
    if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) throw failed(path_);
    writeAll(descriptor, frame, path_);
    if (::rename(beside.c_str(), path_.c_str()) != 0) throw failed(path_);
  } catch (const FileError&) {
    ::unlink(beside.c_str());
    ::close(descriptor);
    throw;
  }
  close();
  descriptor_ = descriptor;
  size_ = frame.size();
}

void Journal::clear() {
  if (::ftruncate(descriptor_, 0) != 0) throw failed(path_);
  size_ = 0;
}

void Journal::flush() {
  if (::fdatasync(descriptor_) != 0) throw failed(path_);
}

}  // namespace tasoscope
