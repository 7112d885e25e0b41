#include "preferences/text_size.h"

#include <QApplication>
#include <QFont>
#include <QWidget>

#include "views/text/text_scale.h"

namespace tasoscope {
namespace {

QFont resized(QFont font, double factor) {
  if (font.pointSizeF() > 0)
    font.setPointSizeF(font.pointSizeF() * factor);
  else
    font.setPixelSize(qRound(font.pixelSize() * factor));
  return font;
}

}  // namespace

void applyTextSize(int percent) {
  const double factor = percent / 100.0 / textScale();
  if (factor == 1) return;
  setTextScale(percent / 100.0);
  // Menus and others have fonts of their own, which do not follow that of the application.
  QList<QWidget*> sized;
  for (QWidget* widget : QApplication::allWidgets()) {
    if (widget->testAttribute(Qt::WA_SetFont) && widget->font().resolveMask() & QFont::SizeResolved) sized << widget;
  }
  std::vector<std::pair<QWidget*, QFont>> fonts;
  for (QWidget* widget : sized) fonts.emplace_back(widget, resized(widget->font(), factor));
  QApplication::setFont(resized(QApplication::font(), factor));
  for (const auto& [widget, font] : fonts) widget->setFont(font);
}

}  // namespace tasoscope
