#pragma once
// SHA-256 (FIPS 180-4), through OpenSSL.

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "tensor/progress.h"

namespace tasoscope {

class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(Sha256&&) noexcept;
  void update(std::span<const std::byte> bytes);
  void update(std::string_view text);
  /// The digest in lower-case hexadecimal; the object must not be used afterwards.
  std::string finish();

 private:
  struct Context;
  std::unique_ptr<Context> context_;
};

/// Of a file's bytes; of none for one that cannot be read. Throws Cancelled.
std::string digestOfFile(const std::filesystem::path& path, const Progress& progress = {});

}  // namespace tasoscope
