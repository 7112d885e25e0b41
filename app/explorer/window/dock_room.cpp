#include "window/dock_room.h"

#include <QApplication>
#include <QStatusTipEvent>

#include "views/text/text_scale.h"
#include "window/explorer_window.h"

namespace tasoscope {
namespace {

constexpr int kLeastWide = 1200;  // from here on the inspector is as high as the window

}  // namespace

DockRoom::DockRoom(ExplorerWindow& window) : QObject(&window), m_window(window) { window.installEventFilter(this); }

bool DockRoom::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::StatusTip) {
    const bool isOfMenu = QApplication::activePopupWidget() != nullptr;
    return !isOfMenu && !static_cast<QStatusTipEvent*>(event)->tip().isEmpty();
  }
  if (event->type() == QEvent::Resize || event->type() == QEvent::FontChange) arrange();
  return QObject::eventFilter(watched, event);
}

void DockRoom::arrange() {
  const bool isNarrow = m_window.width() < scaled(kLeastWide);
  const Qt::DockWidgetArea corner = isNarrow ? Qt::BottomDockWidgetArea : Qt::RightDockWidgetArea;
  if (m_window.corner(Qt::BottomRightCorner) == corner) return;
  m_window.setCorner(Qt::BottomRightCorner, corner);
  // Once the window has its new size.
  QMetaObject::invokeMethod(&m_window, &ExplorerWindow::fitDocks, Qt::QueuedConnection);
}

}  // namespace tasoscope
