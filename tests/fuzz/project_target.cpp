// The reader of project files. The digest that ends a file is put right, so that the content is reached.

#include "sealing.h"
#include "session/project.h"
#include "session/project_file.h"
#include "target.h"
#include "tensor/error.h"

namespace tasoscope::fuzz {
namespace {

/// A project with some steps on a branch, one undone, one named and noted, as its file without the digest.
std::string projectWith(int steps) {
  const std::unique_ptr<Session> session = Session::openZoo("taso-module", {});
  StepId last = 0;
  for (int i = 0; i < steps; ++i) {
    const std::vector<CandidateView> candidates = session->candidates();
    if (candidates.empty()) break;
    last = session->apply(candidates[static_cast<std::size_t>(i) % candidates.size()].match, i == 1 ? "branch" : "");
  }
  session->rename(last, "named");
  session->setNote(last, "noted");
  session->setBookmark(last, 1);
  if (steps > 2) session->undo();
  session->setViewState({{"zoom", "1"}});
  const std::filesystem::path path = fileWith({}, "seed.tasoscope");
  session->saveProject(path);
  return unsealed(readBounded(path, kMostProjectBytes));
}

}  // namespace

std::string_view targetName() { return "project"; }

std::vector<std::string> seeds() { return {projectWith(0), projectWith(2), projectWith(5)}; }

void run(std::string_view input) {
  try {
    const OpenedProject opened = Session::openProject(fileWith(sealed(input), "fuzzed.tasoscope"), {});
    const TrailView trail = opened.session->trail();
    opened.session->view(trail.current);
    opened.session->candidates();
    if (opened.session->undo()) opened.session->redo();
  } catch (const Error&) {
  }
}

}  // namespace tasoscope::fuzz
