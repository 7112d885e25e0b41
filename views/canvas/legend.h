#pragma once
// What the colours and marks of a picture mean: only of those that occur in it.

#include <QCoreApplication>
#include <QPointF>
#include <QRectF>
#include <QString>
#include <QStringList>
#include <vector>

#include "views/canvas/picture.h"

class QPainter;

namespace tasoscope {

/// "Convolution and matrix product", ...
QString nameOf(Family family);
/// "removed", "added", ...
QString nameOf(DiffState state);

class Legend {
  Q_DECLARE_TR_FUNCTIONS(tasoscope::Legend)

 public:
  /// What occurs in any of the pictures; null ones are passed over.
  Legend(const std::vector<const Picture*>& pictures, const Theme& theme);
  bool isEmpty() const { return m_entries.empty(); }
  /// The entries flow into as many rows as this width asks for.
  double heightFor(double width) const;
  void paint(QPainter& painter, QPointF topLeft, double width) const;
  QStringList texts() const;

 private:
  struct Entry {
    bool isState;
    Family family;
    DiffState state;
    QString text;
  };
  double widthOf(const Entry& entry) const;
  /// The upper left corner of each entry, from (0, 0).
  std::vector<QPointF> places(double width) const;
  void paintSwatch(QPainter& painter, const Entry& entry, const QRectF& swatch) const;
  const Theme& m_theme;
  std::vector<Entry> m_entries;
};

}  // namespace tasoscope
