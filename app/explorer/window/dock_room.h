#pragma once
// Keeps the docks apart and the costs in sight: where the window is narrow, what is below takes its whole width, since
// beside the inspector it would lie over it; and tips of tool buttons, which say what they do themselves, stay out of
// the status line.

#include <QObject>

namespace tasoscope {

class ExplorerWindow;

class DockRoom : public QObject {
  Q_OBJECT

 public:
  explicit DockRoom(ExplorerWindow& window);
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void arrange();

  ExplorerWindow& m_window;
};

}  // namespace tasoscope
