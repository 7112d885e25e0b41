#include "window/roomy_style.h"

#include <QApplication>
#include <algorithm>

#include "script/shown_widgets.h"
#include "views/text/text_scale.h"

namespace tasoscope {
namespace {

constexpr int kDockButtonMargin = 5;  // around an icon of 16 pixels, on each side

}  // namespace

// Fusion draws alike on every desktop, follows palettes, and has been looked at in both appearances.
RoomyStyle::RoomyStyle() : QProxyStyle(QStringLiteral("fusion")) {}

void RoomyStyle::install() {
  if (!qobject_cast<RoomyStyle*>(QApplication::style())) QApplication::setStyle(new RoomyStyle);
}

int RoomyStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const {
  const int usual = QProxyStyle::pixelMetric(metric, option, widget);
  switch (metric) {
    case PM_IndicatorWidth:
    case PM_IndicatorHeight:
    case PM_ExclusiveIndicatorWidth:
    case PM_ExclusiveIndicatorHeight:
    case PM_ScrollBarExtent:
    case PM_SmallIconSize:
    case PM_TabBarIconSize:
    case PM_ToolBarIconSize:
    case PM_ButtonIconSize:
    case PM_TreeViewIndentation:
      return scaled(usual);
    case PM_TabCloseIndicatorWidth:
    case PM_TabCloseIndicatorHeight:
    case PM_ToolBarExtensionExtent:
      return std::max(scaled(usual), kLeastTarget);
    case PM_DockWidgetTitleBarButtonMargin:
      return std::max(usual, kDockButtonMargin);
    default:
      return usual;
  }
}

/// The buttons in the titles of docks, which other styles keep to the size of their icons.
QRect RoomyStyle::subElementRect(SubElement element, const QStyleOption* option, const QWidget* widget) const {
  const auto* dock = qstyleoption_cast<const QStyleOptionDockWidget*>(option);
  const bool isInTitle = element == SE_DockWidgetCloseButton || element == SE_DockWidgetFloatButton ||
                         element == SE_DockWidgetTitleBarText;
  if (!dock || !isInTitle || dock->verticalTitleBar) return QProxyStyle::subElementRect(element, option, widget);
  const QRect& bar = dock->rect;
  const int size = std::max(scaled(kLeastTarget), kLeastTarget), top = bar.top() + (bar.height() - size) / 2;
  int right = bar.right() + 1;
  if (dock->closable) right -= size;
  if (element == SE_DockWidgetCloseButton) return visualRect(dock->direction, bar, QRect(right, top, size, size));
  if (dock->floatable) right -= size;
  if (element == SE_DockWidgetFloatButton) return visualRect(dock->direction, bar, QRect(right, top, size, size));
  return visualRect(dock->direction, bar, QRect(bar.left() + 6, bar.top(), right - bar.left() - 6, bar.height()));
}

QSize RoomyStyle::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                                   const QWidget* widget) const {
  QSize needed = QProxyStyle::sizeFromContents(type, option, size, widget);
  switch (type) {
    case CT_PushButton:
    case CT_CheckBox:
    case CT_RadioButton:
    case CT_ToolButton:
    case CT_ComboBox:
    case CT_LineEdit:
    case CT_SpinBox:
    case CT_TabBarTab:
    case CT_MenuItem:
    case CT_MenuBarItem:
    case CT_ItemViewItem:
      return needed.expandedTo(QSize(type == CT_ItemViewItem || type == CT_MenuItem ? 0 : kLeastTarget, kLeastTarget));
    default:
      return needed;
  }
}

}  // namespace tasoscope
