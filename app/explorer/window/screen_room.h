#pragma once
// How large a window may be: what it wishes, as far as its screen has room for it and its title.

#include <QScreen>
#include <QWidget>

namespace tasoscope {

inline constexpr double kMostOfScreen = 0.9;

inline void resizeOnScreen(QWidget* window, const QSize& wished) {
  window->resize(wished.boundedTo(window->screen()->availableSize() * kMostOfScreen));
}

}  // namespace tasoscope
