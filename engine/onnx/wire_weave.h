#pragma once
// The way back from a skeleton (wire_scan.h) to a model: its markers are replaced by the payloads they stand for, which
// go from where they lie to the file without being held in between.
//
// Problem: protobuf can write a model only when it holds every weight. Idea: serialize the skeleton, then copy it, and
// where a marker stands write the payload; the lengths of the messages around it are corrected first, in a walk that
// holds a few bytes for each of them. Complexity: linear in the skeleton, times the depth of nesting, and in the
// payloads.

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace tasoscope {

using ByteSink = std::function<void(std::span<const std::byte>)>;

/// A field of a TensorProto, tag and length included, that takes the place of a marker.
struct WovenPayload {
  std::uint64_t size = 0;
  std::function<void(const ByteSink&)> write;  ///< gives exactly `size` bytes
};

class Weave {
 public:
  /// The payload numbers in the skeleton's markers are indices in `payloads`. Both must stay until write() is done.
  Weave(std::span<const std::byte> skeleton, const std::vector<WovenPayload>& payloads);
  std::uint64_t size() const { return size_; }
  void write(const ByteSink& sink) const;

 private:
  friend class WeavePlanner;
  struct Piece {
    std::string prefix;                  ///< tag and corrected length of a message, before `literal`
    std::span<const std::byte> literal;  ///< of the skeleton
    const WovenPayload* payload = nullptr;
  };
  std::vector<Piece> pieces_;
  std::uint64_t size_ = 0;
};

}  // namespace tasoscope
