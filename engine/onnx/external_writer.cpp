#include "onnx/external_writer.h"

#include <fmt/format.h>

#include <cstring>

#include "tensor/error.h"

namespace tasoscope {
namespace {

constexpr std::uint64_t kAlignment = 4096;  // pages, so that readers can map each tensor
constexpr std::size_t kDigestLetters = 16;

void setEntry(onnx::TensorProto& tensor, const std::string& key, const std::string& value) {
  for (auto& entry : *tensor.mutable_external_data()) {
    if (entry.key() == key) return entry.set_value(value);
  }
  auto& entry = *tensor.add_external_data();
  entry.set_key(key);
  entry.set_value(value);
}

bool sameBytes(std::span<const std::byte> a, std::span<const std::byte> b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size()) == 0);
}

}  // namespace

ExternalWriter::ExternalWriter(const std::filesystem::path& target, const PayloadStore& store, const Progress& progress)
    : folder_(target.has_parent_path() ? target.parent_path() : std::filesystem::path(".")),
      stem_(target.stem()),
      store_(store),
      progress_(progress) {}

ExternalWriter::~ExternalWriter() {
  std::error_code ignored;
  for (const auto& file : files_) {
    if (!isKept_) std::filesystem::remove(file, ignored);
  }
}

bool ExternalWriter::carry(onnx::TensorProto& tensor) {
  for (const auto& entry : tensor.external_data()) {
    if (entry.key() != "location") continue;
    const std::string& location = entry.value();
    const auto [known, isNew] = carried_.try_emplace(location, location);
    if (isNew) known->second = carriedLocation(location);
    if (known->second == location) return false;
    setEntry(tensor, "location", known->second);
    return true;
  }
  return false;
}

std::string ExternalWriter::carriedLocation(const std::string& location) {
  std::error_code error;
  if (store_.folder.empty() || std::filesystem::equivalent(store_.folder, folder_, error)) return location;
  const auto found = store_.external.find(location);
  if (found == store_.external.end()) return location;  // nothing that the graph reads
  return copied(*found->second, location);
}

std::string ExternalWriter::copied(const MappedFile& source, const std::string& location) {
  std::error_code error;
  std::string name = location;
  if (std::filesystem::exists(folder_ / name, error)) {
    if (sameBytes(MappedFile::open(folder_ / name)->bytes(), source.bytes())) return name;
    Sha256 digest;
    digest.update(source.bytes());
    name = fmt::format("{}-{}.data", stem_.string(), digest.finish().substr(0, kDigestLetters));
    if (std::filesystem::exists(folder_ / name, error)) return name;
  }
  const auto target = folder_ / name;
  std::filesystem::create_directories(target.parent_path(), error);
  if (error)
    throw FileError(Position{.file = target.parent_path().string()},
                    fmt::format("cannot be made: {}", error.message()));
  OutputFile file(target);
  inParts(source.bytes(), [&](std::span<const std::byte> part) {
    progress_.throwIfCancelled();
    progress_.report("writing external data", static_cast<double>(file.size()),
                     static_cast<double>(source.bytes().size()));
    file.write(part);
  });
  file.finish();
  file.commit();
  files_.push_back(target);
  return name;
}

void ExternalWriter::moveOut(onnx::TensorProto& tensor, std::span<const std::byte> bytes) {
  const std::uint64_t start = nextPlace();
  append(bytes);
  refer(tensor, start);
}

void ExternalWriter::moveOut(onnx::TensorProto& tensor, const Constant& constant) {
  const std::uint64_t start = nextPlace();
  constant.visitBytes([&](std::span<const std::byte> bytes) { append(bytes); });
  refer(tensor, start);
}

std::uint64_t ExternalWriter::nextPlace() {
  if (!data_) data_ = std::make_unique<OutputFile>(folder_ / (stem_.string() + ".data"));
  append(std::vector<std::byte>(static_cast<std::size_t>((kAlignment - data_->size() % kAlignment) % kAlignment)));
  return data_->size();
}

void ExternalWriter::append(std::span<const std::byte> bytes) {
  inParts(bytes, [&](std::span<const std::byte> part) {
    progress_.throwIfCancelled();
    digest_.update(part);
    data_->write(part);
  });
}

void ExternalWriter::refer(onnx::TensorProto& tensor, std::uint64_t start) {
  tensor.clear_raw_data();
  tensor.clear_external_data();
  tensor.set_data_location(onnx::TensorProto::EXTERNAL);
  setEntry(tensor, "location", "");
  setEntry(tensor, "offset", std::to_string(start));
  setEntry(tensor, "length", std::to_string(data_->size() - start));
  moved_.push_back(&tensor);
}

void ExternalWriter::finish() {
  if (!data_) return;
  const std::string name = fmt::format("{}-{}.data", stem_.string(), digest_.finish().substr(0, kDigestLetters));
  for (onnx::TensorProto* tensor : moved_) setEntry(*tensor, "location", name);
  data_->finish();
  std::error_code error;
  const bool wasThere = std::filesystem::exists(folder_ / name, error);
  data_->commitAs(folder_ / name);
  if (!wasThere) files_.push_back(folder_ / name);
  data_.reset();
}

}  // namespace tasoscope
