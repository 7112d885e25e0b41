#pragma once
// Which texts a window shows, and which of them do not fit where they are drawn.

#include <QRectF>
#include <QString>
#include <vector>

class QWidget;

namespace tasoscope {

struct ShownText {
  QString where;  ///< the class and object name of the widget
  QString text;
  bool isClipped = false;
  QRectF rect;  ///< in the window
};

/// Labels, buttons, tabs, combo boxes, headers and cells of views, and the full texts of canvas boxes.
std::vector<ShownText> shownTexts(const QWidget& window);

}  // namespace tasoscope
