#pragma once
// Fonts and distances of boxes in the units of a picture (pixels at 100 %), shared by what measures and what paints.
// They grow with the size of text that the user wants; pictures are made anew when it changes.

#include <QFont>
#include <QFontMetricsF>
#include <QHash>
#include <QSizeF>

#include "views/canvas/picture.h"
#include "views/text/text_scale.h"

namespace tasoscope {

inline constexpr TextLength kBoxPadding{10};
inline constexpr TextLength kAccentWidth{5};
inline constexpr TextLength kTitleHeight{18};
inline constexpr TextLength kLineHeight{15};
inline constexpr TextLength kCostGap{14};

QFont titleFont();
QFont lineFont();
/// "×12": of a group that is one of several alike.
QString copiesText(const PictureBox& box);
/// Where that is written: at the right of the last line.
QRectF copiesRect(const PictureBox& box);

/// Measures many boxes: what is written in several of them is measured once.
class BoxMeasure {
 public:
  BoxMeasure();
  /// The size a box needs so that none of its texts is cut.
  QSizeF sizeOf(const PictureBox& box);

 private:
  struct Widths {
    explicit Widths(const QFont& font) : metrics(font) {}
    QFontMetricsF metrics;
    QHash<QString, double> known;
  };
  static double widthOf(const QString& text, Widths& widths);
  Widths m_title, m_line;
};

QSizeF sizeOf(const PictureBox& box);

}  // namespace tasoscope
