#include "views/canvas/picture_export.h"

#include <QBuffer>
#include <QFileInfo>
#include <QImage>
#include <QMarginsF>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgGenerator>
#include <algorithm>

#include "tensor/error.h"
#include "views/canvas/legend.h"
#include "views/canvas/painter.h"

namespace tasoscope {
namespace {

constexpr double kMargin = 24;
constexpr double kLeastLegendWidth = 220;
constexpr double kMostPixels = 16384;

/// The picture and, under it, its legend.
class Sheet {
 public:
  Sheet(const Picture& picture, const Theme& theme, PictureStyle style = {})
      : m_picture(picture), m_theme(theme), m_style(std::move(style)), m_legend({&picture}, theme, m_style.heat) {
    const QRectF content = picture.bounds.adjusted(-kMargin, -kMargin, kMargin, kMargin);
    m_legendWidth = std::max(picture.bounds.width(), kLeastLegendWidth);
    m_legendPlace = QPointF(picture.bounds.left(), content.bottom());
    m_area = content | QRectF(m_legendPlace, QSizeF(m_legendWidth, m_legend.heightFor(m_legendWidth)));
    m_area.adjust(0, 0, kMargin, kMargin);
  }
  QRectF area() const { return m_area; }

  void paint(QPainter& painter) const {
    painter.fillRect(m_area, m_theme.canvas);
    PaintOptions options;
    options.theme = &m_theme;
    options.heat = &m_style.heat;
    options.labels = m_style.labels;
    paintPicture(painter, m_picture, options);
    m_legend.paint(painter, m_legendPlace, m_legendWidth);
  }

 private:
  const Picture& m_picture;
  const Theme& m_theme;
  PictureStyle m_style;
  Legend m_legend;
  QRectF m_area;
  QPointF m_legendPlace;
  double m_legendWidth = 0;
};

[[noreturn]] void failToWrite(const QString& path, const QString& why) {
  throw FileError(QStringLiteral("%1: cannot be written: %2").arg(path, why).toStdString());
}

void writeSvg(const Sheet& sheet, QIODevice& device, const QString& title) {
  QSvgGenerator generator;
  generator.setOutputDevice(&device);
  generator.setTitle(title);
  generator.setSize(sheet.area().size().toSize());
  generator.setViewBox(QRectF(QPointF(0, 0), sheet.area().size()));
  generator.setResolution(96);
  QPainter painter(&generator);
  painter.translate(-sheet.area().topLeft());
  sheet.paint(painter);
}

void writePdf(const Sheet& sheet, QIODevice& device, const QString& title) {
  QPdfWriter writer(&device);
  writer.setTitle(title);
  writer.setResolution(72);
  writer.setPageMargins(QMarginsF(0, 0, 0, 0));
  const double scale = std::min(1.0, 14400 / std::max(sheet.area().width(), sheet.area().height()));  // a PDF's limit
  writer.setPageSize(QPageSize(sheet.area().size() * scale, QPageSize::Point, title, QPageSize::ExactMatch));
  QPainter painter(&writer);
  painter.scale(scale, scale);
  painter.translate(-sheet.area().topLeft());
  sheet.paint(painter);
}

bool writePng(const Sheet& sheet, QIODevice& device, double wanted) {
  const QSizeF size = sheet.area().size();
  const double scale = std::min(wanted, kMostPixels / std::max(size.width(), size.height()));
  QImage image((size * scale).toSize().expandedTo({1, 1}), QImage::Format_RGB32);
  QPainter painter(&image);
  painter.scale(scale, scale);
  painter.translate(-sheet.area().topLeft());
  sheet.paint(painter);
  painter.end();
  return image.save(&device, "PNG");
}

}  // namespace

QStringList pictureSuffixes() { return {QStringLiteral("svg"), QStringLiteral("pdf"), QStringLiteral("png")}; }

void exportPicture(const Picture& picture, const QString& path, const Theme& theme, double scale,
                   const PictureStyle& style) {
  const QString suffix = QFileInfo(path).suffix().toLower();
  if (!pictureSuffixes().contains(suffix)) {
    throw UsageError(QStringLiteral("%1: a picture's name ends in .svg, .pdf or .png").arg(path).toStdString());
  }
  QSaveFile file(path);
  if (!file.open(QIODevice::WriteOnly)) failToWrite(path, file.errorString());
  const Sheet sheet(picture, theme, style);
  if (suffix == QLatin1String("svg"))
    writeSvg(sheet, file, picture.title);
  else if (suffix == QLatin1String("pdf"))
    writePdf(sheet, file, picture.title);
  else if (!writePng(sheet, file, scale))
    failToWrite(path, file.errorString());
  if (!file.commit()) failToWrite(path, file.errorString());
}

QByteArray svgOf(const Picture& picture, const Theme& theme) {
  QBuffer buffer;
  buffer.open(QIODevice::WriteOnly);
  writeSvg(Sheet(picture, theme), buffer, picture.title);
  return buffer.data();
}

QImage renderPicture(const Picture& picture, const QRectF& area, double scale, const Theme& theme) {
  QImage image((area.size() * scale).toSize().expandedTo({1, 1}), QImage::Format_RGB32);
  image.fill(theme.canvas);
  QPainter painter(&image);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.scale(scale, scale);
  painter.translate(-area.topLeft());
  PaintOptions options;
  options.theme = &theme;
  options.scale = scale;
  options.visible = area;
  paintPicture(painter, picture, options);
  return image;
}

}  // namespace tasoscope
