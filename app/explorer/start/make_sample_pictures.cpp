// Draws the pictures of the start page's cards into a folder, and records what the samples cost before and after a
// search: run by hand after the zoo, the painter, the rules or the prices have changed.
//   tasoscope-sample-pictures resources/samples

#include <fmt/format.h>

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QImage>
#include <algorithm>
#include <cstdio>

#include "onnx/zoo/zoo.h"
#include "session/session.h"
#include "views/canvas/arrange.h"
#include "views/canvas/graph_picture.h"
#include "views/canvas/picture_export.h"

namespace {

using namespace tasoscope;

constexpr QSizeF kPixels(560, 264);

/// The part of a picture that tells most in a small space: all of a small graph, else where most boxes are.
QRectF telling(const Picture& picture) {
  const QRectF all = picture.bounds.adjusted(-20, -20, 20, 20);
  const double ratio = kPixels.height() / kPixels.width();
  const double width = std::clamp(all.width(), 560.0, 900.0);
  if (all.height() <= 1.7 * width * ratio) {
    const double whole = std::max(width, all.height() / ratio);
    return {all.center().x() - whole / 2, all.center().y() - whole * ratio / 2, whole, whole * ratio};
  }
  QRectF best;
  std::size_t most = 0;
  for (double y = all.top(); y < all.bottom() - width * ratio; y += 40) {
    for (double x = std::min(all.left(), all.center().x() - width / 2); x <= all.right() - width; x += 60) {
      const QRectF area(x, y, width, width * ratio);
      std::size_t inside = 0;
      for (const int box : picture.boxesIn(area))
        inside += area.contains(picture.boxes[static_cast<std::size_t>(box)].rect);
      if (inside <= most) continue;
      most = inside;
      best = area;
    }
  }
  return most > 0 ? best : QRectF(all.center().x() - width / 2, all.top(), width, width * ratio);
}

}  // namespace

int main(int argc, char** argv) {
  qputenv("QT_QPA_PLATFORM", "offscreen");
  const QApplication application(argc, argv);
  if (argc != 2) {
    std::fprintf(stderr, "usage: tasoscope-sample-pictures FOLDER\n");
    return 2;
  }
  std::string costs;
  const QDir folder(QString::fromLocal8Bit(argv[1]));
  for (const ZooEntry& entry : zooEntries()) {
    const auto session = Session::openZoo(entry.name, {});
    Picture picture = pictureOf(session->view(0), {});
    arrange(picture, layeredEngine());
    const QRectF area = telling(picture);
    const QString name = QString::fromUtf8(entry.name.data(), static_cast<qsizetype>(entry.name.size()));
    const double scale = kPixels.width() / area.width();
    const bool isSaved = renderPicture(picture, area, scale, Theme::light()).save(folder.filePath(name + ".png")) &&
                         renderPicture(picture, area, scale, Theme::dark()).save(folder.filePath(name + "-dark.png"));
    if (!isSaved) return 4;
    const SearchResult result = session->search("auto", SearchLimits());
    costs += fmt::format("{} {} {} {}\n", entry.name, session->device(), result.initial.picoseconds,
                         result.best.picoseconds);
  }
  QFile record(folder.filePath("costs.txt"));
  if (!record.open(QIODevice::WriteOnly) || record.write(costs.data(), static_cast<qint64>(costs.size())) < 0) return 4;
  return 0;
}
