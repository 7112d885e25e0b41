#pragma once
// What the fill of boxes tells: the operator's family, or a measure on one scale for all pictures that are shown
// together. Differences are never told by the fill, so that a heat and a difference can be seen at once.

#include <QColor>
#include <QString>
#include <optional>
#include <unordered_map>
#include <vector>

#include "views/canvas/picture.h"

namespace tasoscope {

enum class HeatMode { kOperator, kCost, kChange, kElementType, kMemory };
inline constexpr int kHeatModeCount = 5;

class Heat {
 public:
  /// Operators by family.
  Heat() = default;
  /// The measure of the boxes of a pair; `before` and `after` may be null.
  Heat(HeatMode mode, const Picture* before, const Picture* after);

  HeatMode mode() const { return m_mode; }
  /// Whether the mode is a measure with a range.
  bool isScale() const;
  /// The end of the range: picoseconds or bytes, 0 when there is nothing to tell apart.
  double most() const { return m_most; }
  /// The sum over the later picture, of which `most` is a part.
  double total() const { return m_total; }

  /// Where a box is on the scale, 0 to 1; nothing where it has no measure.
  std::optional<double> placeOf(const PictureBox& box) const;
  QColor fillOf(const PictureBox& box, const Theme& theme) const;
  /// The ramp of a scale.
  static std::span<const QColor> rampOf(HeatMode mode, const Theme& theme);

 private:
  void addMeasure(const Picture& picture);
  HeatMode m_mode = HeatMode::kOperator;
  double m_most = 0, m_total = 0;
  std::unordered_map<std::uint64_t, double> m_values;  // of a scale, by key
};

}  // namespace tasoscope
