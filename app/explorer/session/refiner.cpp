#include "session/refiner.h"

#include "layout/graphviz.h"
#include "tensor/error.h"
#include "views/canvas/arrange.h"

namespace tasoscope {
namespace {

constexpr std::size_t kMostBoxes = 1500;

std::optional<Refined> refine(const Picture* before, const Picture& after, const Progress& progress) {
  const LayoutEngine engine = [&](const LayoutRequest& request, const Progress& current) {
    auto layout = layoutWithGraphviz(request, {}, current);
    if (!layout) throw ResourceError("dot gave no layout");
    return *std::move(layout);
  };
  Refined refined;
  auto afterPicture = std::make_shared<Picture>(after);
  std::shared_ptr<Picture> beforePicture = before ? std::make_shared<Picture>(*before) : nullptr;
  try {
    arrangeOn(refined.places, beforePicture.get(), *afterPicture, engine, progress);
  } catch (const Error&) {
    return std::nullopt;  // cancelled, or without an answer of dot: what is shown stays
  }
  refined.before = std::move(beforePicture);
  refined.after = std::move(afterPicture);
  return refined;
}

}  // namespace

Refiner::Refiner(QObject* parent) : QObject(parent) { m_pool.setMaxThreadCount(1); }

Refiner::~Refiner() {
  cancel();
  m_pool.waitForDone();
}

bool Refiner::isWorthwhile(const Picture& picture) { return picture.boxes.size() <= kMostBoxes; }

void Refiner::start(std::shared_ptr<const Picture> before, std::shared_ptr<const Picture> after,
                    std::function<void(std::optional<Refined>)> reply) {
  cancel();
  m_cancel = std::make_shared<std::atomic<bool>>(false);
  m_pool.start([this, cancel = m_cancel, before = std::move(before), after = std::move(after),
                reply = std::move(reply)] {
    auto refined = std::make_shared<std::optional<Refined>>(refine(before.get(), *after, Progress({}, cancel.get())));
    QMetaObject::invokeMethod(this, [reply, refined] { reply(std::move(*refined)); });
  });
}

void Refiner::cancel() {
  if (m_cancel) *m_cancel = true;
}

}  // namespace tasoscope
