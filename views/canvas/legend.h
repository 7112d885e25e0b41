#pragma once
// What the colours and marks of a picture mean: of its states and families only those that occur in it, of a heat its
// ramp with unit and range.

#include <QCoreApplication>
#include <QPointF>
#include <QRectF>
#include <QString>
#include <QStringList>
#include <vector>

#include "views/canvas/heat.h"

class QPainter;

namespace tasoscope {

/// "Convolution and matrix product", ...
QString nameOf(Family family);
/// "removed", "added", ...
QString nameOf(DiffState state);
/// "float32, float64", ...
QString nameOf(ElementClass type);
/// What an overlay shows: "operator", "cost", ...
QString nameOf(HeatMode mode);

class Legend {
  Q_DECLARE_TR_FUNCTIONS(tasoscope::Legend)

 public:
  /// What occurs in any of the pictures; null ones are passed over.
  Legend(const std::vector<const Picture*>& pictures, const Theme& theme, const Heat& heat = {});
  bool isEmpty() const { return m_entries.empty(); }
  /// The entries flow into as many rows as this width asks for.
  double heightFor(double width) const;
  void paint(QPainter& painter, QPointF topLeft, double width) const;
  QStringList texts() const;

 private:
  enum class Kind { kState, kFamily, kElementClass, kRamp };
  struct Entry {
    Kind kind;
    int value;  ///< of the enumeration that the kind names
    QString text;
    QString low, high;  ///< at the ends of a ramp
  };
  void addStates(const std::vector<const Picture*>& pictures);
  void addFills(const std::vector<const Picture*>& pictures);
  void addRamp();
  double widthOf(const Entry& entry) const;
  /// The upper left corner of each entry, from (0, 0).
  std::vector<QPointF> places(double width) const;
  void paintSwatch(QPainter& painter, const Entry& entry, const QRectF& swatch) const;
  void paintRamp(QPainter& painter, const Entry& entry, QPointF at) const;
  const Theme& m_theme;
  HeatMode m_mode;
  double m_most, m_total;
  std::vector<Entry> m_entries;
};

}  // namespace tasoscope
