#include "session/certificate_file.h"

#include <fmt/format.h>

#include "tensor/error.h"

namespace tasoscope {
namespace {

/// Whether each step follows the one before it and the last is the one that was written, inside nodes too.
bool isOnePath(const schema::Project& trail) {
  for (int i = 0; i < trail.steps_size(); ++i)
    if (trail.steps(i).parent() != static_cast<std::uint32_t>(i)) return false;
  if (trail.current() != static_cast<std::uint32_t>(trail.steps_size())) return false;
  for (const schema::Bodies::Body& body : trail.bodies().bodies())
    if (!isOnePath(body.project())) return false;
  return true;
}

}  // namespace

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
  if (!isOnePath(certificate.trail())) throw FileError(file + ": is damaged: its steps do not follow each other");
  return certificate;
}

}  // namespace tasoscope
