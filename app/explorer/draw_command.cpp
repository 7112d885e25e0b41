#include "draw_command.h"

#include "session/session.h"
#include "views/canvas/arrange.h"
#include "views/canvas/graph_picture.h"
#include "views/canvas/picture_export.h"

namespace tasoscope {

void drawModel(const QString& model, const QString& device, const QString& output) {
  SessionOptions options;
  if (!device.isEmpty()) options.device = device.toStdString();
  const auto session = Session::open(model.toStdString(), options);
  Picture picture = pictureOf(session->view(0), QString::fromStdString(session->modelName()));
  arrange(picture, printEngine());
  exportPicture(picture, output, Theme::light());
}

}  // namespace tasoscope
