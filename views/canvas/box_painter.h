#pragma once
// Paints one box of a picture: fill, outline, texts, marks and rings. Private to the painter.

#include <QFont>
#include <QFontMetricsF>
#include <QHash>

#include "views/canvas/painter.h"

namespace tasoscope {

class BoxPainter {
 public:
  BoxPainter(QPainter& painter, const PaintOptions& options);
  /// `index`: which box of the picture it is, for the rings of what is selected.
  void paint(const PictureBox& box, int index);

 private:
  struct Look {
    QColor fill, text, secondaryText;
  };
  Look lookOf(const PictureBox& box) const;
  double atLeast(double width, double least) const { return std::max(width, least / m_options.scale); }
  bool isHeat() const { return m_options.heat && m_options.heat->mode() != HeatMode::kOperator; }
  void paintShape(const PictureBox& box, const Look& look);
  void paintStack(const PictureBox& box, const Look& look);
  void paintCopies(const PictureBox& box);
  void paintAccent(const PictureBox& box);
  void paintTexts(const PictureBox& box, const Look& look);
  void paintLargeTitle(const PictureBox& box, const Look& look);
  void paintRings(const PictureBox& box, int index);
  /// The same names are written in many boxes.
  double titleWidth(const QString& title);
  QPen outlineOf(const PictureBox& box) const;

  QFont m_titleFont, m_lineFont;
  QFontMetricsF m_titleMetrics, m_lineMetrics;
  QHash<QString, double> m_titleWidths;
  QPainter& m_painter;
  const PaintOptions& m_options;
  const Theme& m_theme;
  DetailLevel m_detail;
};

}  // namespace tasoscope
