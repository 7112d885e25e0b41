#pragma once
// Pictures as files: SVG, PDF or PNG, by the file's suffix, through the same painter as the screen.

#include <QImage>
#include <QString>
#include <QStringList>

#include "views/canvas/picture.h"

namespace tasoscope {

/// The suffixes that can be written, for dialogs and messages.
QStringList pictureSuffixes();

/// Writes the whole picture with its legend. Very large PNGs are made smaller to at most 16,384 pixels a side. Throws
/// UsageError for another suffix, FileError when the file cannot be written.
void exportPicture(const Picture& picture, const QString& path, const Theme& theme);

/// The picture at this scale as an image, its background filled; for thumbnails and tests.
QImage renderPicture(const Picture& picture, const QRectF& area, double scale, const Theme& theme);

}  // namespace tasoscope
