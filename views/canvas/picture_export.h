#pragma once
// Pictures as files: SVG, PDF or PNG, by the file's suffix, through the same painter as the screen.

#include <QByteArray>
#include <QImage>
#include <QString>
#include <QStringList>

#include "views/canvas/heat.h"
#include "views/canvas/labels.h"
#include "views/canvas/picture.h"

namespace tasoscope {

/// The suffixes that can be written, for dialogs and messages.
QStringList pictureSuffixes();

/// What colours and labels tell in a file.
struct PictureStyle {
  Heat heat;
  LabelMode labels = LabelMode::kShape;
};

/// Writes the whole picture with its legend. A PNG has `scale` pixels to a unit, fewer where it would have more than
/// 16,384 pixels a side. Throws UsageError for another suffix, FileError when the file cannot be written.
void exportPicture(const Picture& picture, const QString& path, const Theme& theme, double scale = 2,
                   const PictureStyle& style = {});
/// The same as an SVG document. May run outside the interface's thread.
QByteArray svgOf(const Picture& picture, const Theme& theme);

/// The picture at this scale as an image, its background filled; for thumbnails and tests.
QImage renderPicture(const Picture& picture, const QRectF& area, double scale, const Theme& theme);

}  // namespace tasoscope
