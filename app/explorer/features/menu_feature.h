#pragma once
// The menus of the right button, and of the menu key: on a node, on the empty stage, on a step. They offer nothing that
// the menu bar does not.

#include <QPoint>
#include <initializer_list>

#include "features/feature.h"

class QContextMenuEvent;
class QMenu;

namespace tasoscope {

class Canvas;

class MenuFeature : public Feature {
  Q_OBJECT

 public:
  explicit MenuFeature(Workbench& bench);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void openStageMenu(const Canvas& canvas, const QContextMenuEvent& event);
  void showStageMenu(const QPoint& where);
  void showStepMenu(const QPoint& where);
  QMenu* makeMenu(const char* name);
  /// An empty name is a separator.
  void fill(QMenu* menu, std::initializer_list<const char*> names) const;
};

}  // namespace tasoscope
