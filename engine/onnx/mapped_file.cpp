#include "onnx/mapped_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "tensor/error.h"

namespace tasoscope {
namespace {

/// A file descriptor that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  int number() const { return number_; }

 private:
  int number_;
};

}  // namespace

std::shared_ptr<const MappedFile> MappedFile::open(const std::filesystem::path& path) {
  // O_NONBLOCK: a named pipe must not make us wait.
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (file.number() < 0) {
    throw FileError(Position{.file = path.string()}, fmt::format("cannot be opened: {}", std::strerror(errno)));
  }
  struct stat facts {};
  if (::fstat(file.number(), &facts) != 0 || !S_ISREG(facts.st_mode)) {
    throw FileError(Position{.file = path.string()}, "is not a regular file");
  }
  const auto size = static_cast<std::size_t>(facts.st_size);
  if (size == 0) return std::shared_ptr<const MappedFile>(new MappedFile(path, {}));
  void* start = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.number(), 0);
  if (start == MAP_FAILED) {
    throw FileError(Position{.file = path.string()}, fmt::format("cannot be read: {}", std::strerror(errno)));
  }
  return std::shared_ptr<const MappedFile>(new MappedFile(path, {static_cast<const std::byte*>(start), size}));
}

MappedFile::~MappedFile() {
  if (!bytes_.empty()) ::munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
}

}  // namespace tasoscope
