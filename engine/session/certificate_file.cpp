#include "session/certificate_file.h"

#include <fmt/format.h>

#include "tensor/error.h"

namespace tasoscope {

schema::Certificate parseCertificate(std::string_view bytes, const std::string& file) {
  schema::Certificate certificate;
  parseSealed(bytes, kCertificateFormat, file, certificate);
  if (certificate.version() == 0) throw FileError(file + ": is damaged: it names no version");
  if (certificate.version() > kCertificateVersion)
    throw FileError(file + ": was written by a newer version of Tasoscope; update the program to replay it");
  const std::string& name = certificate.optimized_name();
  if (name.empty() || name == "." || name == ".." || name.find_first_of("/\\") != std::string::npos ||
      name.find('\0') != std::string::npos)
    throw FileError(file + ": is damaged: it names no optimized file");
  checkTrail(certificate.trail(), file);
  return certificate;
}

}  // namespace tasoscope
