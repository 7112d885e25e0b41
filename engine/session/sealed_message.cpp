#include "session/sealed_message.h"

#include <fmt/format.h>
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/stubs/logging.h>

#include <fstream>

#include "onnx/output_file.h"
#include "tensor/digest.h"
#include "tensor/error.h"

namespace tasoscope {
namespace {

constexpr std::size_t kDigestBytes = 32;
constexpr std::string_view kDigestTag = "\x7a\x20";  // field 15, 32 bytes

std::string rawDigestOf(std::string_view bytes) {
  std::string text = digestOf(bytes), raw;
  for (std::size_t i = 0; i < text.size(); i += 2) raw += static_cast<char>(std::stoi(text.substr(i, 2), nullptr, 16));
  return raw;
}

}  // namespace

std::string digestOf(std::string_view bytes) {
  Sha256 digest;
  digest.update(bytes);
  return digest.finish();
}

std::string readBounded(const std::filesystem::path& path, std::uintmax_t most) {
  std::error_code error;
  std::filesystem::file_status status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status)) throw FileError(Position{.file = path.string()}, "there is no such file");
  if (!std::filesystem::is_regular_file(status))
    throw FileError(Position{.file = path.string()}, "is not a regular file");
  std::uintmax_t size = std::filesystem::file_size(path, error);
  if (error) throw FileError(Position{.file = path.string()}, fmt::format("cannot be read: {}", error.message()));
  if (size > most) throw FileError(Position{.file = path.string()}, fmt::format("is larger than {} MB", most >> 20));
  std::string bytes(static_cast<std::size_t>(size), '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (!file) throw FileError(Position{.file = path.string()}, "cannot be read");
  return bytes;
}

void parseSealed(std::string_view bytes, const SealedFormat& format, const std::string& file,
                 google::protobuf::MessageLite& message) {
  // The format's own words come first in the file, so that another kind of file is told from a damaged one.
  std::string start = fmt::format("\x0a{}{}", static_cast<char>(format.name.size()), format.name);
  if (bytes.substr(0, start.size()) != start)
    throw FileError(fmt::format("{}: is not a Tasoscope {}", file, format.kind));
  std::size_t tail = kDigestTag.size() + kDigestBytes;
  bool isWhole = bytes.size() > start.size() + tail;
  std::string_view content = bytes.substr(0, isWhole ? bytes.size() - tail : 0);
  if (!isWhole || bytes.substr(content.size()) != std::string(kDigestTag) + rawDigestOf(content))
    throw FileError(file + ": is damaged: part of it is missing or changed; is there a copy elsewhere?");
  google::protobuf::LogSilencer silence;  // what is wrong is said by the exception
  if (!message.ParseFromArray(content.data(), static_cast<int>(content.size())))
    throw FileError(file + ": is damaged: it cannot be decoded");
}

std::string sealed(const google::protobuf::MessageLite& message) {
  std::string bytes;
  {
    google::protobuf::io::StringOutputStream stream(&bytes);
    google::protobuf::io::CodedOutputStream coded(&stream);
    coded.SetSerializationDeterministic(true);
    message.SerializeToCodedStream(&coded);
  }
  return bytes + std::string(kDigestTag) + rawDigestOf(bytes);
}

std::string writeSealed(const google::protobuf::MessageLite& message, const SealedFormat& format,
                        const std::filesystem::path& path, std::uintmax_t most) {
  if (message.ByteSizeLong() > most)
    throw FileError(Position{.file = path.string()},
                    fmt::format("the {} is larger than {} MB", format.kind, most >> 20));
  std::string bytes = sealed(message);
  OutputFile file(path);
  file.write(bytes);
  file.finish();
  file.commit();
  return digestOf(bytes);
}

}  // namespace tasoscope
