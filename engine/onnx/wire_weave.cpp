#include "onnx/wire_weave.h"

#include "onnx/wire_fields.h"
#include "onnx/wire_scan.h"

namespace tasoscope {

class WeavePlanner {
 public:
  WeavePlanner(Weave& weave, std::span<const std::byte> skeleton, const std::vector<WovenPayload>& payloads)
      : weave_(weave), skeleton_(skeleton), payloads_(payloads), reader_(skeleton, name_) {}

  void run() { weave_.size_ = plan(skeleton_, wire::Kind::kModel); }

 private:
  /// Adds the pieces of a message; its length.
  std::uint64_t plan(std::span<const std::byte> message, wire::Kind kind) {
    std::uint64_t size = 0;
    for (auto rest = message; !rest.empty();) {
      const wire::Field field = reader_.take(rest);
      if (kind == wire::Kind::kTensor && field.number == static_cast<std::uint32_t>(kPayloadMarker)) {
        const WovenPayload& payload = payloads_.at(static_cast<std::size_t>(field.varint));
        weave_.pieces_.push_back({{}, {}, &payload});
        size += payload.size;
        continue;
      }
      const auto child = field.wireType == 2 ? wire::childKind(kind, field.number) : std::nullopt;
      size += child ? planChild(field, *child) : literal(field.whole);
    }
    return size;
  }

  std::uint64_t planChild(const wire::Field& field, wire::Kind kind) {
    const std::size_t at = weave_.pieces_.size();
    weave_.pieces_.emplace_back();
    const std::uint64_t length = plan(field.content, kind);
    if (length == field.content.size()) {  // nothing was woven in: the field is copied as it is
      weave_.pieces_.resize(at);
      return literal(field.whole);
    }
    std::string& prefix = weave_.pieces_[at].prefix;
    wire::appendVarint(prefix, (std::uint64_t{field.number} << 3) | 2);
    wire::appendVarint(prefix, length);
    return prefix.size() + length;
  }

  std::uint64_t literal(std::span<const std::byte> bytes) {
    auto& pieces = weave_.pieces_;
    Weave::Piece* last = pieces.empty() || pieces.back().payload ? nullptr : &pieces.back();
    if (last && !last->literal.empty() && last->literal.data() + last->literal.size() == bytes.data()) {
      last->literal = {last->literal.data(), last->literal.size() + bytes.size()};
    } else {
      pieces.push_back({{}, bytes, nullptr});
    }
    return bytes.size();
  }

  Weave& weave_;
  std::span<const std::byte> skeleton_;
  const std::vector<WovenPayload>& payloads_;
  const std::string name_ = "the model to be written";
  wire::FieldReader reader_;
};

Weave::Weave(std::span<const std::byte> skeleton, const std::vector<WovenPayload>& payloads) {
  WeavePlanner(*this, skeleton, payloads).run();
}

void Weave::write(const ByteSink& sink) const {
  for (const Piece& piece : pieces_) {
    if (!piece.prefix.empty()) sink(std::as_bytes(std::span(piece.prefix)));
    if (!piece.literal.empty()) sink(piece.literal);
    if (piece.payload) piece.payload->write(sink);
  }
}

}  // namespace tasoscope
