#pragma once
// Certificate files as bytes. Private to engine/session.

#include "session/project_file.h"

namespace tasoscope {

constexpr std::uint32_t kCertificateVersion = 1;
constexpr SealedFormat kCertificateFormat{"tasoscope certificate", "certificate"};

/// Checked: every reference is to what is there. Throws FileError with one sentence that begins with `file`.
schema::Certificate parseCertificate(std::string_view bytes, const std::string& file);

}  // namespace tasoscope
