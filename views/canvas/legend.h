#pragma once
// What the colours and marks of a picture mean: only of those that occur in it.

#include <QCoreApplication>
#include <QPointF>
#include <QSizeF>
#include <QString>
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
  Legend(const Picture& picture, const Theme& theme);
  QSizeF size() const;
  void paint(QPainter& painter, QPointF topLeft) const;

 private:
  struct Entry {
    bool isState;
    Family family;
    DiffState state;
    QString text;
  };
  double widthOf(const Entry& entry) const;
  const Theme& m_theme;
  std::vector<Entry> m_entries;
};

}  // namespace tasoscope
