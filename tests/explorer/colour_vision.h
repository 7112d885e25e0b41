#pragma once
// How far apart two colours are for people with a colour-vision deficiency.
//
// Full dichromacy after Machado, Oliveira and Fernandes (2009), "A Physiologically-based Model for Simulation of Color
// Vision Deficiency", matrices of severity 1 on linear sRGB; distances are CIE76 in Lab under D65.

#include <QColor>
#include <algorithm>
#include <array>
#include <cmath>

namespace tasoscope {

enum class Vision { kFull, kProtanopia, kDeuteranopia, kTritanopia };
inline constexpr std::array<Vision, 4> kVisions = {Vision::kFull, Vision::kProtanopia, Vision::kDeuteranopia,
                                                   Vision::kTritanopia};

using Vector3 = std::array<double, 3>;
using Matrix3 = std::array<Vector3, 3>;

inline Vector3 product(const Matrix3& matrix, const Vector3& vector) {
  Vector3 result{};
  for (std::size_t row = 0; row < 3; ++row) {
    for (std::size_t column = 0; column < 3; ++column) result[row] += matrix[row][column] * vector[column];
  }
  return result;
}

inline const Matrix3& machado(Vision vision) {
  static const std::array<Matrix3, 4> kMatrices = {
      {{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
       {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}},
       {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}},
       {{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}}}};
  return kMatrices[static_cast<std::size_t>(vision)];
}

inline double linearised(double channel) {
  return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

inline Vector3 labOf(const Vector3& linear) {
  static const Matrix3 kToXyz = {
      {{0.4124564, 0.3575761, 0.1804375}, {0.2126729, 0.7151522, 0.0721750}, {0.0193339, 0.1191920, 0.9503041}}};
  const Vector3 xyz = product(kToXyz, linear);
  const auto f = [](double t) { return t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116; };
  const double x = f(xyz[0] / 0.95047), y = f(xyz[1]), z = f(xyz[2] / 1.08883);
  return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

inline Vector3 labAsSeen(const QColor& colour, Vision vision) {
  Vector3 seen =
      product(machado(vision), {linearised(colour.redF()), linearised(colour.greenF()), linearised(colour.blueF())});
  for (double& channel : seen) channel = std::clamp(channel, 0.0, 1.0);
  return labOf(seen);
}

inline double distanceAsSeen(const QColor& a, const QColor& b, Vision vision) {
  const Vector3 first = labAsSeen(a, vision), second = labAsSeen(b, vision);
  return std::hypot(first[0] - second[0], first[1] - second[1], first[2] - second[2]);
}

/// For whoever tells them apart worst.
inline double leastDistance(const QColor& a, const QColor& b) {
  double least = distanceAsSeen(a, b, Vision::kFull);
  for (const Vision vision : kVisions) least = std::min(least, distanceAsSeen(a, b, vision));
  return least;
}

}  // namespace tasoscope
