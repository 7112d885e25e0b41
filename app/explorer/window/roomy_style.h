#pragma once
// The style of the program's widgets: Fusion with room. Nothing that is clicked is lower or narrower than 24 pixels,
// and indicators, icons and scroll bars grow with the text.

#include <QProxyStyle>

namespace tasoscope {

class RoomyStyle : public QProxyStyle {
  Q_OBJECT

 public:
  RoomyStyle();
  int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;
  QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                         const QWidget* widget) const override;
  int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                QStyleHintReturn* returned) const override;
  /// Nothing glides, fades or flows any more, or does again.
  static void reduceMotion(bool reduces);
  /// Once for the application, before its windows are made.
  static void install();
};

}  // namespace tasoscope
