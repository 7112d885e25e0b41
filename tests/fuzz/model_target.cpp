// The reader of models, and all that a session does with what was read: unchanged, a model is written back byte by
// byte; changed, it is read again.

#include <fstream>
#include <iterator>

#include "model_seeds.h"
#include "onnx/write_model.h"
#include "session/session.h"
#include "target.h"
#include "tensor/error.h"

namespace tasoscope::fuzz {
namespace {

/// What is larger is read and shown, but nothing is looked for in it.
constexpr int kMostNodes = 60;

std::string contentOf(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Billions of operations that evaluating a graph may take here.
constexpr double kMostWork = 1e-3;

void optimize(Session& session, const std::filesystem::path& target) {
  SearchLimits limits;
  limits.budget = 4;
  session.search("greedy", limits);
  const TrailView trail = session.trail();
  session.view(trail.current);
  ExportOptions options;
  options.mostVerificationWork = kMostWork;
  options.equivalence.randomInputs = 1;
  session.exportOnnx(trail.current, target, options);
}

}  // namespace

std::string_view targetName() { return "model"; }

std::vector<std::string> seeds() { return modelSeeds(); }

void run(std::string_view input) {
  const std::filesystem::path path = fileWith(input, "model.onnx"), target = fileWith({}, "written.onnx");
  try {
    const Model model = readModel(path);
    writeModel(model, model.loadedGraph(), target);
    if (contentOf(target) != input) fail("a model that nothing changed is written back as it was read");
    if (model.nodeCount() > kMostNodes) return;
    const std::unique_ptr<Session> session = Session::open(path, {});
    session->view(0);
    optimize(*session, target);
    readModel(target);
  } catch (const Error&) {
  }
}

}  // namespace tasoscope::fuzz
