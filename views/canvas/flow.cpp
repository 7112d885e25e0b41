#include "views/canvas/flow.h"

#include <QTransform>

namespace tasoscope {

QPainterPath flowed(const QPainterPath& path, Flow flow) {
  return flow == Flow::kDown ? path : QTransform(0, 1, 1, 0, 0, 0).map(path);
}

}  // namespace tasoscope
