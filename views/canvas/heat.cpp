#include "views/canvas/heat.h"

#include <algorithm>
#include <cmath>

#include "views/canvas/change_regions.h"

namespace tasoscope {

Heat::Heat(HeatMode mode, const Picture* before, const Picture* after) : m_mode(mode) {
  if (mode == HeatMode::kChange) {
    if (!before || !after) return;
    for (const auto& [key, change] : changeByRegion(*before, *after))
      m_values.emplace(key, static_cast<double>(change));
  } else if (isScale()) {
    for (const Picture* picture : {before, after}) {
      if (picture) addMeasure(*picture);
    }
  }
  for (const auto& [key, value] : m_values) m_most = std::max(m_most, std::abs(value));
}

bool Heat::isScale() const {
  return m_mode == HeatMode::kCost || m_mode == HeatMode::kChange || m_mode == HeatMode::kMemory;
}

void Heat::addMeasure(const Picture& picture) {
  m_total = 0;
  for (const PictureBox& box : picture.boxes) {
    const bool isTime = m_mode == HeatMode::kCost;
    if (isTime ? !box.isPriced : box.bytes == 0) continue;
    const auto value = static_cast<double>(isTime ? box.picoseconds : box.bytes);
    m_values.insert_or_assign(box.key, value);
    m_total += value;
  }
}

std::optional<double> Heat::placeOf(const PictureBox& box) const {
  const auto found = m_values.find(box.key);
  const bool isChange = m_mode == HeatMode::kChange;
  if (found == m_values.end()) return isChange ? std::optional(0.5) : std::nullopt;
  if (m_most == 0) return isChange ? 0.5 : 0.0;
  const double share = std::abs(found->second) / m_most;
  if (!isChange) return share;
  return 0.5 + (found->second < 0 ? -share : share) / 2;
}

std::span<const QColor> Heat::rampOf(HeatMode mode, const Theme& theme) {
  return mode == HeatMode::kChange ? theme.diverging : theme.sequential;
}

QColor Heat::fillOf(const PictureBox& box, const Theme& theme) const {
  switch (m_mode) {
    case HeatMode::kOperator:
      return theme.family(box.family).fill;
    case HeatMode::kElementType:
      return theme.elementClass(box.elementClass);
    case HeatMode::kCost:
    case HeatMode::kChange:
    case HeatMode::kMemory:
      break;
  }
  const std::optional<double> place = placeOf(box);
  return place ? colourAlong(rampOf(m_mode, theme), *place) : theme.chip;
}

}  // namespace tasoscope
