#include "actions/icons.h"

#include <QFile>
#include <QPainter>
#include <QPalette>
#include <QPixmap>
#include <QSvgRenderer>

namespace tasoscope {
namespace {

QPixmap draw(const QByteArray& svg, int size, const QColor& colour) {
  QPixmap pixmap(size, size);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  QSvgRenderer(svg).render(&painter);
  painter.setCompositionMode(QPainter::CompositionMode_SourceIn);
  painter.fillRect(pixmap.rect(), colour);
  return pixmap;
}

}  // namespace

QIcon tintedIcon(const QString& name, const QPalette& palette) {
  QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
  if (!file.open(QIODevice::ReadOnly)) return {};
  const QByteArray svg = file.readAll();
  QIcon icon;
  for (const int size : {20, 40, 80}) {
    icon.addPixmap(draw(svg, size, palette.color(QPalette::Active, QPalette::WindowText)), QIcon::Normal);
    icon.addPixmap(draw(svg, size, palette.color(QPalette::Disabled, QPalette::WindowText)), QIcon::Disabled);
  }
  return icon;
}

}  // namespace tasoscope
