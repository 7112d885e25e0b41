#pragma once
// The digest that ends a sealed message (session/sealed_message.h), put right, so that a changed content is reached.

#include "session/sealed_message.h"

namespace tasoscope::fuzz {

inline std::string sealed(std::string_view content) {
  std::string bytes(content);
  const std::string hexadecimal = digestOf(content);
  bytes += "\x7a\x20";
  for (std::size_t i = 0; i < hexadecimal.size(); i += 2)
    bytes += static_cast<char>(std::stoi(hexadecimal.substr(i, 2), nullptr, 16));
  return bytes;
}

inline std::string unsealed(const std::string& bytes) {
  constexpr std::size_t kDigestField = 34;  // its tag, its length, and 32 bytes
  return bytes.substr(0, bytes.size() - kDigestField);
}

}  // namespace tasoscope::fuzz
