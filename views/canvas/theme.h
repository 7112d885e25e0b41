#pragma once
// The colours and metrics of everything that is drawn: one object for the light and one for the dark appearance.
//
// Encoding (safe under the three colour-vision deficiencies): what a step did to a box is told by its outline and its
// badge, never by the fill; the fill tells the operator's family, or what an overlay measures (heat.h). Text keeps at
// least 4.5:1 on every fill, outlines at least 3:1 against the canvas. tests/explorer/theme_test.cpp computes the
// ratios and the distances of colours as people with a colour-vision deficiency see them.

#include <QColor>
#include <array>
#include <span>

class QPalette;

namespace tasoscope {

/// Operator families as the canvas groups them; each has a fill and an accent.
enum class Family {
  kMatrix,
  kElementwise,
  kReduction,
  kPool,
  kNormalization,
  kMove,
  kView,
  kRecurrent,
  kOther,
  kTerminal
};
inline constexpr int kFamilyCount = 10;

/// What the shown step, or the candidate under the cursor, does to a box or an edge.
enum class DiffState { kContext, kRemoved, kAdded, kChanged, kMatched };
inline constexpr int kDiffStateCount = 5;

/// Element types as the canvas groups them.
enum class ElementClass { kSingle, kHalf, kBrain, kInteger, kBool, kOther };
inline constexpr int kElementClassCount = 6;

struct FamilyColours {
  QColor fill;
  QColor accent;
};

struct Theme {
  bool isDark = false;
  QColor canvas;         ///< behind everything
  QColor text;           ///< names
  QColor secondaryText;  ///< shapes and costs
  QColor outline;        ///< boxes that no step touches
  QColor edge;
  QColor focus;  ///< the ring of the selected box
  QColor chip;   ///< background of legends, stubs and headers on the canvas
  std::array<FamilyColours, kFamilyCount> families;
  std::array<QColor, kDiffStateCount> states;
  std::array<QColor, kElementClassCount> elementClasses;
  std::array<QColor, 5> sequential;  ///< from little to much, farther and farther from the canvas
  std::array<QColor, 5> diverging;   ///< from less to more, with the neutral of the canvas in the middle

  std::array<FamilyColours, 6> repetitions;  ///< of groups that are alike; used in turn

  const FamilyColours& family(Family family) const { return families[static_cast<std::size_t>(family)]; }
  const QColor& state(DiffState state) const { return states[static_cast<std::size_t>(state)]; }
  const FamilyColours& repetition(int index) const {
    return repetitions[static_cast<std::size_t>(index) % repetitions.size()];
  }
  const QColor& elementClass(ElementClass type) const { return elementClasses[static_cast<std::size_t>(type)]; }

  static const Theme& light();
  static const Theme& dark();
  /// The one that fits the lightness of a palette's window colour.
  static const Theme& forPalette(const QPalette& palette);
};

/// The colour at a place of a ramp, 0 its start to 1 its end.
QColor colourAlong(std::span<const QColor> ramp, double place);

/// Black or white, whichever reads better on this fill: at least 4.5:1 on any.
QColor textOn(const QColor& fill);

/// WCAG 2 contrast ratio of two opaque colours, 1 to 21.
double contrastRatio(const QColor& a, const QColor& b);

}  // namespace tasoscope
