#include "discovery/chunk_files.h"

#include <absl/strings/str_join.h>
#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "tensor/error.h"

namespace tasoscope::discovery {
namespace {

constexpr std::size_t kParts = 16;
constexpr const char* kSubjectFile = "subject.txt";

/// Before the records: how many graphs were enumerated, and where each part ends.
struct Header {
  std::uint64_t graphs = 0;
  std::array<std::uint64_t, kParts + 1> ends{};  ///< of the part before; counts of records
};

std::size_t partOf(const ChunkRecord& record) { return static_cast<std::size_t>(record.fingerprint >> 60); }

FileError unreadable(const std::filesystem::path& path) {
  return {{.file = path.string()}, "it is no complete file of discovery", "delete it and run again"};
}

Header readHeader(std::ifstream& file, const std::filesystem::path& path) {
  Header header;
  if (!file.read(reinterpret_cast<char*>(&header), sizeof header)) throw unreadable(path);
  const auto size = std::filesystem::file_size(path);
  if (!std::ranges::is_sorted(header.ends) || size != sizeof header + header.ends.back() * sizeof(ChunkRecord))
    throw unreadable(path);
  return header;
}

}  // namespace

ChunkFiles::ChunkFiles(std::filesystem::path folder, const std::string& subject) : folder_(std::move(folder)) {
  std::error_code failure;
  std::filesystem::create_directories(folder_, failure);
  const std::filesystem::path file = folder_ / kSubjectFile;
  std::string known;
  if (std::ifstream existing(file); existing) std::getline(existing, known);
  if (known == subject) return;
  if (!known.empty())
    throw FileError({.file = folder_.string()}, fmt::format("it holds the chunks of another discovery ({})", known),
                    "choose another folder, or delete this one");
  std::ofstream made(file);
  made << subject << '\n';
  if (!made.flush()) throw FileError({.file = folder_.string()}, "it cannot be written", "choose a folder that can");
}

std::filesystem::path ChunkFiles::pathOf(int chunk) const { return folder_ / fmt::format("chunk-{:02}.bin", chunk); }

void ChunkFiles::write(int chunk, std::uint64_t graphs, std::vector<ChunkRecord> records) const {
  std::ranges::sort(records);
  Header header;
  header.graphs = graphs;
  for (const ChunkRecord& record : records) ++header.ends[partOf(record) + 1];
  for (std::size_t i = 1; i <= kParts; ++i) header.ends[i] += header.ends[i - 1];
  const std::filesystem::path path = pathOf(chunk), beside = path.string() + ".part";
  std::ofstream file(beside, std::ios::binary);
  file.write(reinterpret_cast<const char*>(&header), sizeof header);
  file.write(reinterpret_cast<const char*>(records.data()),
             static_cast<std::streamsize>(records.size() * sizeof(ChunkRecord)));
  file.close();
  std::error_code failure;
  if (file) std::filesystem::rename(beside, path, failure);
  if (!file || failure)
    throw FileError({.file = path.string()}, "it cannot be written", "make room, or choose another folder");
}

std::uint64_t ChunkFiles::graphs() const {
  std::vector<int> missing;
  std::uint64_t graphs = 0;
  for (int chunk = 0; chunk < kChunks; ++chunk) {
    std::ifstream file(pathOf(chunk), std::ios::binary);
    if (file)
      graphs += readHeader(file, pathOf(chunk)).graphs;
    else
      missing.push_back(chunk);
  }
  if (!missing.empty())
    throw FileError(
        {.file = folder_.string()},
        fmt::format("{} of {} chunks are missing: {}", missing.size(), kChunks, absl::StrJoin(missing, ", ")),
        "run the shards that make them");
  return graphs;
}

void ChunkFiles::forEachPart(const std::function<void(std::vector<ChunkRecord>&)>& use) const {
  for (std::size_t part = 0; part < kParts; ++part) {
    std::vector<ChunkRecord> records;
    for (int chunk = 0; chunk < kChunks; ++chunk) {
      std::ifstream file(pathOf(chunk), std::ios::binary);
      const Header header = readHeader(file, pathOf(chunk));
      const std::uint64_t count = header.ends[part + 1] - header.ends[part];
      const std::size_t known = records.size();
      records.resize(known + count);
      file.seekg(static_cast<std::streamoff>(sizeof header + header.ends[part] * sizeof(ChunkRecord)));
      file.read(reinterpret_cast<char*>(records.data() + known),
                static_cast<std::streamsize>(count * sizeof(ChunkRecord)));
      if (!file) throw unreadable(pathOf(chunk));
    }
    std::ranges::sort(records);
    use(records);
  }
}

}  // namespace tasoscope::discovery
