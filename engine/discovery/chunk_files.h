#pragma once
// What discovery keeps on disk: a folder with a line that says what is enumerated, and one file a chunk with the graphs
// of the largest size, sorted by fingerprint.

#include <filesystem>
#include <functional>
#include <vector>

#include "discovery/term_table.h"

namespace tasoscope::discovery {

constexpr int kChunks = 64;

/// A graph of the largest size. Where it equals a smaller one, `equal` says which; `output` kAllOutputs: all results
/// do.
struct ChunkRecord {
  static constexpr std::uint8_t kAllOutputs = 255;
  std::uint64_t fingerprint = 0;
  Application application;
  std::array<TermId, 2> equal{kNoTerm, kNoTerm};
  std::uint8_t output = 0;

  friend auto operator<=>(const ChunkRecord&, const ChunkRecord&) = default;
};

class ChunkFiles {
 public:
  /// Makes the folder; throws FileError when it holds the chunks of something else than `subject`.
  ChunkFiles(std::filesystem::path folder, const std::string& subject);

  bool has(int chunk) const { return std::filesystem::exists(pathOf(chunk)); }
  /// Complete or not at all.
  void write(int chunk, std::uint64_t graphs, std::vector<ChunkRecord> records) const;
  /// Graphs that were enumerated for all chunks. Throws FileError when chunks are missing.
  std::uint64_t graphs() const;
  /// All records in order of their fingerprints, in parts that hold whole groups of one fingerprint.
  void forEachPart(const std::function<void(std::vector<ChunkRecord>&)>& use) const;

 private:
  std::filesystem::path pathOf(int chunk) const;
  std::filesystem::path folder_;
};

}  // namespace tasoscope::discovery
