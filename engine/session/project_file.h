#pragma once
// Project files as bytes: a sealed schema::Project (sealed_message.h). Private to engine/session.
//
// What is read is checked before anything uses it: every reference is to something earlier, every number within range.
// Limits: 256 MB a file, 1,000,000 steps, 16,000,000 entries, 64 MB of view settings.

#include <project.pb.h>

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "session/sealed_message.h"

namespace tasoscope {

namespace schema = project;

constexpr std::uint32_t kProjectVersion = 1;
constexpr std::uintmax_t kMostProjectBytes = std::uintmax_t{256} << 20;
constexpr std::uintmax_t kMostRuleBytes = std::uintmax_t{16} << 20;  ///< of a file of rules

/// That every reference is to what is there, and every number within its limits. Throws FileError as parseProject does.
void checkProject(const schema::Project& project, const std::string& name);
/// The same for a project that names no model: of a graph inside a node, or of a certificate.
void checkTrail(const schema::Project& project, const std::string& name);
/// Throws FileError with one sentence that begins with `name`.
schema::Project parseProject(std::string_view bytes, const std::string& name);
std::string serialized(const schema::Project& project);

schema::Project readProjectFile(const std::filesystem::path& path);
/// Whole or not at all. Returns the digest of what was written. Throws FileError.
std::string writeProjectFile(const schema::Project& project, const std::filesystem::path& path);

/// The project that the records of a journal add up to: lists of steps and entries are appended, what else is present
/// replaced. Checked as parseProject does.
schema::Project projectFrom(std::span<const std::string> records, const std::string& name);

}  // namespace tasoscope
