#pragma once
// Messages as files: a serialized protobuf message whose field 1 names the format, then 34 bytes with the SHA-256 of
// what stands before them (field 15 of the message), so that damage is noticed and not taken for work. Private to
// engine/session.

#include <google/protobuf/message_lite.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace tasoscope {

/// One sentence each: what a file is that is not of this kind, or damaged.
struct SealedFormat {
  std::string_view name;  ///< "tasoscope project": the message's field 1
  std::string_view kind;  ///< "project": for people
};

/// Fills `message` from the file's bytes. Throws FileError with one sentence that begins with `file`.
void parseSealed(std::string_view bytes, const SealedFormat& format, const std::string& file,
                 google::protobuf::MessageLite& message);
std::string sealed(const google::protobuf::MessageLite& message);
/// Whole or not at all. Returns the digest of what was written. Throws FileError, also for more than `most` bytes.
std::string writeSealed(const google::protobuf::MessageLite& message, const SealedFormat& format,
                        const std::filesystem::path& path, std::uintmax_t most);

/// The bytes of a regular file of at most `most` bytes. Throws FileError.
std::string readBounded(const std::filesystem::path& path, std::uintmax_t most);
/// SHA-256 in hexadecimal.
std::string digestOf(std::string_view bytes);

}  // namespace tasoscope
