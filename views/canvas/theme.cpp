#include "views/canvas/theme.h"

#include <QPalette>
#include <algorithm>
#include <cmath>

namespace tasoscope {
namespace {

Theme makeLight() {
  Theme theme;
  theme.canvas = QColor(0xf7f8fa);
  theme.text = QColor(0x16181d);
  theme.secondaryText = QColor(0x474c56);
  theme.outline = QColor(0x7b818c);
  theme.edge = QColor(0x737985);
  theme.focus = QColor(0x16181d);
  theme.chip = QColor(0xffffff);
  theme.families = {{{QColor(0xdfeaf7), QColor(0x3b6ea8)},
                     {QColor(0xe7f1de), QColor(0x5a7d31)},
                     {QColor(0xf5e7d7), QColor(0x9a6324)},
                     {QColor(0xfaf0d2), QColor(0x84690c)},
                     {QColor(0xece3f4), QColor(0x7a5197)},
                     {QColor(0xe8eaee), QColor(0x626873)},
                     {QColor(0xf1f2f5), QColor(0x757b87)},
                     {QColor(0xd8efee), QColor(0x2a7b76)},
                     {QColor(0xf7e3e6), QColor(0xa34a57)},
                     {QColor(0xffffff), QColor(0x4a505b)}}};
  theme.states = {QColor(0x7b818c), QColor(0xd55e00), QColor(0x0072b2), QColor(0x882255), QColor(0x16181d)};
  theme.elementClasses = {QColor(0xd6e4f3), QColor(0xe9a63a), QColor(0x7d4a94),
                          QColor(0x3f9c93), QColor(0x2f333c), QColor(0xa33a1e)};
  theme.sequential = {QColor(0xf6f1d9), QColor(0xd8ca87), QColor(0x93917c), QColor(0x4d5a70), QColor(0x00224e)};
  theme.diverging = {QColor(0x0072b2), QColor(0x86b9d9), QColor(0xf7f8fa), QColor(0xeeb083), QColor(0xd55e00)};
  theme.repetitions = {{{QColor(0xd9ebf5), QColor(0x2f6f94)},
                        {QColor(0xfbe9cf), QColor(0x8d6210)},
                        {QColor(0xe6e0f3), QColor(0x6c559b)},
                        {QColor(0xdcf0e2), QColor(0x3b7a52)},
                        {QColor(0xf6dfe4), QColor(0x9c4a60)},
                        {QColor(0xe9ecc9), QColor(0x6a701c)}}};
  return theme;
}

Theme makeDark() {
  Theme theme;
  theme.isDark = true;
  theme.canvas = QColor(0x1e1f22);
  theme.text = QColor(0xf0f1f3);
  theme.secondaryText = QColor(0xc0c5ce);
  theme.outline = QColor(0x8a909b);
  theme.edge = QColor(0x878d98);
  theme.focus = QColor(0xffffff);
  theme.chip = QColor(0x2b2d31);
  theme.families = {{{QColor(0x263649), QColor(0x86b6e6)},
                     {QColor(0x2c3a22), QColor(0xa5c97c)},
                     {QColor(0x40311f), QColor(0xdda869)},
                     {QColor(0x3d361b), QColor(0xd9bd57)},
                     {QColor(0x382c42), QColor(0xc3a0dd)},
                     {QColor(0x32353b), QColor(0xa9b0bc)},
                     {QColor(0x2b2d32), QColor(0x969dab)},
                     {QColor(0x1f3a39), QColor(0x74c9c3)},
                     {QColor(0x42292d), QColor(0xe598a3)},
                     {QColor(0x26282c), QColor(0xb9bfca)}}};
  theme.states = {QColor(0x8a909b), QColor(0xff8a4c), QColor(0x56b4e9), QColor(0xf0e442), QColor(0xffffff)};
  theme.elementClasses = {QColor(0x2b3f58), QColor(0xe8b84e), QColor(0x8f63b8),
                          QColor(0x4fa9a0), QColor(0xf2f4f7), QColor(0xb04a22)};
  theme.sequential = {QColor(0x1d2a45), QColor(0x46516b), QColor(0x7c7b78), QColor(0xbcae6c), QColor(0xfde737)};
  theme.diverging = {QColor(0x56b4e9), QColor(0x3a6a88), QColor(0x1e1f22), QColor(0x8a5438), QColor(0xff8a4c)};
  theme.repetitions = {{{QColor(0x213844), QColor(0x7fbfe0)},
                        {QColor(0x41341c), QColor(0xe0b45f)},
                        {QColor(0x342d45), QColor(0xb9a5e2)},
                        {QColor(0x213a2a), QColor(0x86cf9f)},
                        {QColor(0x432a31), QColor(0xe89aae)},
                        {QColor(0x35381b), QColor(0xcbd06a)}}};
  return theme;
}

double linearChannel(double channel) {
  return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

double relativeLuminance(const QColor& colour) {
  return 0.2126 * linearChannel(colour.redF()) + 0.7152 * linearChannel(colour.greenF()) +
         0.0722 * linearChannel(colour.blueF());
}

}  // namespace

const Theme& Theme::light() {
  static const Theme theme = makeLight();
  return theme;
}

const Theme& Theme::dark() {
  static const Theme theme = makeDark();
  return theme;
}

const Theme& Theme::forPalette(const QPalette& palette) {
  return palette.color(QPalette::Window).lightnessF() < 0.5F ? dark() : light();
}

QColor colourAlong(std::span<const QColor> ramp, double place) {
  const double at = std::clamp(place, 0.0, 1.0) * static_cast<double>(ramp.size() - 1);
  const auto from = std::min(static_cast<std::size_t>(at), ramp.size() - 2);
  const auto share = static_cast<float>(at - static_cast<double>(from));
  const QColor &a = ramp[from], &b = ramp[from + 1];
  const auto mix = [share](float first, float second) { return first + (second - first) * share; };
  return QColor::fromRgbF(mix(a.redF(), b.redF()), mix(a.greenF(), b.greenF()), mix(a.blueF(), b.blueF()));
}

QColor textOn(const QColor& fill) {
  const QColor black(Qt::black), white(Qt::white);
  return contrastRatio(fill, black) >= contrastRatio(fill, white) ? black : white;
}

double contrastRatio(const QColor& a, const QColor& b) {
  const double first = relativeLuminance(a), second = relativeLuminance(b);
  return (std::max(first, second) + 0.05) / (std::min(first, second) + 0.05);
}

}  // namespace tasoscope
