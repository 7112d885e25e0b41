#pragma once
// Where the widgets of a window are: which of them stick out of their parents, and which of what can be clicked are too
// small to be hit (WCAG 2.5.8: 24 pixels).

#include <QRect>
#include <QString>
#include <vector>

class QWidget;

namespace tasoscope {

inline constexpr int kLeastTarget = 24;

struct ShownWidget {
  QString where;  ///< the class and object name of the widget
  QRect rect;     ///< in the window
  bool isOutside = false;
};

struct ShownTarget {
  QString where;
  QRect rect;
  bool isSmall = false;
};

/// What is visible of a window; the contents of scroll areas may be larger than what is seen of them.
std::vector<ShownWidget> shownWidgets(const QWidget& window);
/// Buttons, fields, boxes, tabs and rows of lists.
std::vector<ShownTarget> shownTargets(const QWidget& window);

}  // namespace tasoscope
