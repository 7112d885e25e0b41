#pragma once
// The title of a dock: its name and buttons to float and to close it. Unlike Qt's own it grows with the text, and its
// buttons are large enough to be hit and reached by keyboard.

#include <QWidget>

class QDockWidget;

namespace tasoscope {

class DockTitle : public QWidget {
  Q_OBJECT

 public:
  explicit DockTitle(QDockWidget* dock);
};

}  // namespace tasoscope
