#pragma once
// Files that appear whole or not at all: written beside their target under another name, synced, renamed. For
// engine/onnx and engine/session.

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

namespace tasoscope {

/// Calls `visit` for the bytes in order, in parts between which it is worth asking whether to go on.
template <typename Visit>
void inParts(std::span<const std::byte> bytes, const Visit& visit) {
  constexpr std::size_t kPart = std::size_t{16} << 20;
  for (std::size_t done = 0; done < bytes.size(); done += kPart)
    visit(bytes.subspan(done, std::min(kPart, bytes.size() - done)));
}

class OutputFile {
 public:
  /// Makes a file beside `target`: where that is a link, beside what it leads to. Throws FileError, also when `target`
  /// is something else than a file, or a file that is write-protected.
  explicit OutputFile(std::filesystem::path target);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  /// Removes what was written unless it was moved to its place.
  ~OutputFile();

  void write(std::span<const std::byte> bytes);
  void write(std::string_view text);
  std::uint64_t size() const { return size_; }
  int descriptor() const { return descriptor_; }
  /// Makes sure that the bytes are on the disk. Nothing can be written after this.
  void finish();
  /// Where the bytes lie before commit().
  const std::filesystem::path& temporary() const { return temporary_; }
  /// Renames the file to its target, or to `name` in the target's folder.
  void commit();
  void commitAs(const std::filesystem::path& target);

 private:
  std::filesystem::path target_, temporary_;
  int descriptor_ = -1;
  std::uint64_t size_ = 0;
};

}  // namespace tasoscope
