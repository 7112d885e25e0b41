#include "window/roomy_style.h"

#include <QApplication>
#include <algorithm>

#include "script/shown_widgets.h"
#include "views/text/text_scale.h"

namespace tasoscope {
namespace {

constexpr const char* kReducedMotion = "tasoscopeReducedMotion";  // a property of the application, as its style is

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
    default:
      return usual;
  }
}

int RoomyStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                          QStyleHintReturn* returned) const {
  const bool isMotion = hint == SH_Widget_Animation_Duration || hint == SH_Widget_Animate;
  if (isMotion && qApp->property(kReducedMotion).toBool()) return 0;
  return QProxyStyle::styleHint(hint, option, widget, returned);
}

void RoomyStyle::reduceMotion(bool reduces) {
  qApp->setProperty(kReducedMotion, reduces);
  if (!reduces) return;  // the system's own choice of effects comes back with the next start
  for (const Qt::UIEffect effect : {Qt::UI_AnimateMenu, Qt::UI_FadeMenu, Qt::UI_AnimateCombo, Qt::UI_AnimateTooltip,
                                    Qt::UI_FadeTooltip, Qt::UI_AnimateToolBox})
    QApplication::setEffectEnabled(effect, false);
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
