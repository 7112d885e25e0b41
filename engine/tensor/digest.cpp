#include "tensor/digest.h"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>
#include <fstream>
#include <vector>

#include "tensor/error.h"

namespace tasoscope {

struct Sha256::Context {
  std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context{EVP_MD_CTX_new(), &EVP_MD_CTX_free};
};

Sha256::Sha256() : context_(std::make_unique<Context>()) {
  if (!context_->context || EVP_DigestInit_ex(context_->context.get(), EVP_sha256(), nullptr) != 1)
    throw ResourceError("the cryptographic library offers no SHA-256");
}

Sha256::~Sha256() = default;
Sha256::Sha256(Sha256&&) noexcept = default;

void Sha256::update(std::span<const std::byte> bytes) {
  EVP_DigestUpdate(context_->context.get(), bytes.data(), bytes.size());
}

void Sha256::update(std::string_view text) { update(std::as_bytes(std::span(text))); }

std::string Sha256::finish() {
  std::array<unsigned char, 32> digest{};
  unsigned length = 0;
  EVP_DigestFinal_ex(context_->context.get(), digest.data(), &length);
  std::string text;
  for (unsigned char byte : digest) text += fmt::format("{:02x}", byte);
  return text;
}

std::string digestOfFile(const std::filesystem::path& path, const Progress& progress) {
  constexpr std::size_t kChunk = std::size_t{1} << 22;
  std::ifstream file(path, std::ios::binary);
  Sha256 digest;
  std::vector<char> chunk(kChunk);
  while (file) {
    progress.throwIfCancelled();
    file.read(chunk.data(), static_cast<std::streamsize>(chunk.size()));
    digest.update(std::string_view(chunk.data(), static_cast<std::size_t>(file.gcount())));
  }
  return digest.finish();
}

}  // namespace tasoscope
