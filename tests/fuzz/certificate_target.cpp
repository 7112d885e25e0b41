// The reader of certificates, and what a replay does with one that states anything.

#include "onnx/zoo/zoo.h"
#include "sealing.h"
#include "session/certificate.h"
#include "session/certificate_file.h"
#include "target.h"
#include "tensor/error.h"

namespace tasoscope::fuzz {
namespace {

std::filesystem::path original() {
  const std::filesystem::path path = fileWith({}, "original.onnx");
  ZooOptions small;
  small.small = true;
  writeZooModel("taso-module", small, path);
  return path;
}

const std::filesystem::path& originalOnce() {
  static const std::filesystem::path path = original();
  return path;
}

/// The certificate of some steps, as its file without the digest.
std::string certificateOf(int steps) {
  const std::unique_ptr<Session> session = Session::open(originalOnce(), {});
  for (int i = 0; i < steps; ++i) {
    const std::vector<CandidateView> candidates = session->candidates();
    if (candidates.empty()) break;
    session->apply(candidates[static_cast<std::size_t>(i) % candidates.size()].match);
  }
  const std::filesystem::path optimized = fileWith({}, "optimized.onnx"), file = fileWith({}, "seed.certificate");
  ExportOptions unchecked;
  unchecked.verify = false;
  session->exportOnnx(session->trail().current, optimized, unchecked);
  writeCertificate(*session, session->trail().current, optimized, file);
  return unsealed(readBounded(file, kMostProjectBytes));
}

}  // namespace

std::string_view targetName() { return "certificate"; }

std::vector<std::string> seeds() { return {certificateOf(0), certificateOf(1), certificateOf(4)}; }

void run(std::string_view input) {
  try {
    const CertificateReplay replay = replayCertificate(fileWith(sealed(input), "fuzzed.certificate"), originalOnce());
    for (const ReplayedStep& step : replay.steps)
      if (replay.holds() && !step.isConfirmed) fail("a certificate holds only if each of its steps is confirmed");
  } catch (const Error&) {
  }
}

}  // namespace tasoscope::fuzz
