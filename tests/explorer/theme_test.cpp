// The palettes keep the contrasts that WCAG 2.1 asks for, and their colours stay apart for people with a colour-vision
// deficiency, in both appearances.

#include "views/canvas/theme.h"

#include <QtTest>

#include "colour_vision.h"
#include "views/canvas/heat.h"

using namespace tasoscope;

class ThemeTest : public QObject {
  Q_OBJECT

 private:
  static void addThemes() {
    QTest::addColumn<const Theme*>("theme");
    QTest::newRow("light") << &Theme::light();
    QTest::newRow("dark") << &Theme::dark();
  }

  static void expectContrast(const QColor& a, const QColor& b, double least, const char* what) {
    const double ratio = contrastRatio(a, b);
    QVERIFY2(ratio >= least, qPrintable(QString("%1: %2 on %3 has %4:1").arg(what, a.name(), b.name()).arg(ratio)));
  }

  /// 25, to the nearest integer as the design states it.
  static constexpr double kLeastDistance = 24.5;

  static void expectDistance(const QColor& a, const QColor& b, const char* what) {
    const double distance = leastDistance(a, b);
    QVERIFY2(distance >= kLeastDistance,
             qPrintable(QString("%1: %2 and %3 are %4 apart").arg(what, a.name(), b.name()).arg(distance)));
  }

 private Q_SLOTS:
  void distancesAreThoseOfTheLiterature() {
    QVERIFY(std::abs(distanceAsSeen(Qt::black, Qt::white, Vision::kFull) - 100) < 0.1);
    // Red and green, which protanopes and deuteranopes confuse and tritanopes do not.
    const QColor red(0xcc4444), green(0x6b7a2a);
    QVERIFY(distanceAsSeen(red, green, Vision::kDeuteranopia) < distanceAsSeen(red, green, Vision::kFull) / 2);
    QVERIFY(distanceAsSeen(red, green, Vision::kTritanopia) > distanceAsSeen(red, green, Vision::kFull) / 2);
  }

  void theRatioOfBlackAndWhiteIsTwentyOne() {
    QCOMPARE(contrastRatio(Qt::black, Qt::white), 21.0);
    QCOMPARE(contrastRatio(Qt::white, Qt::white), 1.0);
  }

  void textsCanBeReadOnEveryFill_data() { addThemes(); }
  void textsCanBeReadOnEveryFill() {
    QFETCH(const Theme*, theme);
    for (const FamilyColours& family : theme->families) {
      expectContrast(theme->text, family.fill, 4.5, "name");
      expectContrast(theme->secondaryText, family.fill, 4.5, "shape");
    }
    for (const FamilyColours& repetition : theme->repetitions) {
      expectContrast(theme->text, repetition.fill, 4.5, "name of a group");
      expectContrast(theme->secondaryText, repetition.fill, 4.5, "facts of a group");
      expectContrast(textOn(repetition.accent), repetition.accent, 4.5, "how many are alike");
      expectContrast(repetition.accent, theme->canvas, 3, "block of a group");
    }
    expectContrast(theme->text, theme->canvas, 4.5, "text");
    expectContrast(theme->secondaryText, theme->canvas, 4.5, "stub label");
    expectContrast(theme->secondaryText, theme->chip, 4.5, "legend");
  }

  void outlinesEdgesAndMarksStandOutFromTheCanvas_data() { addThemes(); }
  void outlinesEdgesAndMarksStandOutFromTheCanvas() {
    QFETCH(const Theme*, theme);
    expectContrast(theme->outline, theme->canvas, 3, "outline");
    expectContrast(theme->edge, theme->canvas, 3, "edge");
    expectContrast(theme->focus, theme->canvas, 3, "focus ring");
    for (const QColor& state : theme->states) expectContrast(state, theme->canvas, 3, "state");
    for (const FamilyColours& family : theme->families) expectContrast(family.accent, theme->canvas, 3, "block");
  }

  void whatAStepDoesHasTheColoursOfTheDesign() {
    QCOMPARE(Theme::light().state(DiffState::kRemoved), QColor(0xd55e00));
    QCOMPARE(Theme::light().state(DiffState::kAdded), QColor(0x0072b2));
    QCOMPARE(Theme::light().state(DiffState::kChanged), QColor(0x882255));
    QCOMPARE(Theme::dark().state(DiffState::kRemoved), QColor(0xff8a4c));
    QCOMPARE(Theme::dark().state(DiffState::kAdded), QColor(0x56b4e9));
    QCOMPARE(Theme::dark().state(DiffState::kChanged), QColor(0xf0e442));
  }

  void whatAStepDoesIsToldApartWithAnyColourVision_data() { addThemes(); }
  void whatAStepDoesIsToldApartWithAnyColourVision() {
    QFETCH(const Theme*, theme);
    const std::array<DiffState, 3> states = {DiffState::kRemoved, DiffState::kAdded, DiffState::kChanged};
    for (std::size_t a = 0; a < states.size(); ++a) {
      for (std::size_t b = a + 1; b < states.size(); ++b) {
        expectDistance(theme->state(states[a]), theme->state(states[b]), "states");
      }
    }
  }

  void elementTypesAreToldApartWithAnyColourVision_data() { addThemes(); }
  void elementTypesAreToldApartWithAnyColourVision() {
    QFETCH(const Theme*, theme);
    for (std::size_t a = 0; a < theme->elementClasses.size(); ++a) {
      for (std::size_t b = a + 1; b < theme->elementClasses.size(); ++b) {
        expectDistance(theme->elementClasses[a], theme->elementClasses[b], "element types");
      }
    }
  }

  void heatGrowsAwayFromTheCanvasWithAnyColourVision_data() { addThemes(); }
  void heatGrowsAwayFromTheCanvasWithAnyColourVision() {
    QFETCH(const Theme*, theme);
    for (const Vision vision : kVisions) {
      double last = labAsSeen(theme->sequential.front(), vision)[0];
      for (std::size_t i = 1; i < theme->sequential.size(); ++i) {
        const double lightness = labAsSeen(theme->sequential[i], vision)[0];
        QVERIFY2(theme->isDark ? lightness > last + 8 : lightness < last - 8, "lightness does not grow evenly");
        last = lightness;
      }
    }
    expectDistance(theme->sequential.front(), theme->sequential.back(), "little and much");
  }

  void fasterAndSlowerAreToldApartFromEachOtherAndFromTheMiddle_data() { addThemes(); }
  void fasterAndSlowerAreToldApartFromEachOtherAndFromTheMiddle() {
    QFETCH(const Theme*, theme);
    QCOMPARE(theme->diverging[2], theme->canvas);
    QCOMPARE(theme->diverging.front(), theme->state(DiffState::kAdded));
    QCOMPARE(theme->diverging.back(), theme->state(DiffState::kRemoved));
    expectDistance(theme->diverging.front(), theme->diverging.back(), "ends");
    expectDistance(theme->diverging[1], theme->diverging[3], "half way");
    expectDistance(theme->diverging.front(), theme->diverging[2], "faster and the middle");
    expectDistance(theme->diverging.back(), theme->diverging[2], "slower and the middle");
  }

  void textsCanBeReadOnEveryHeat_data() { addThemes(); }
  void textsCanBeReadOnEveryHeat() {
    QFETCH(const Theme*, theme);
    for (const HeatMode mode : {HeatMode::kCost, HeatMode::kChange}) {
      for (int i = 0; i <= 200; ++i) {
        const QColor fill = colourAlong(Heat::rampOf(mode, *theme), i / 200.0);
        expectContrast(textOn(fill), fill, 4.5, "text on heat");
      }
    }
    for (const QColor& fill : theme->elementClasses) expectContrast(textOn(fill), fill, 4.5, "text on a type");
  }

  void theEndsOfARampAreItsColours() {
    const Theme& theme = Theme::light();
    QCOMPARE(colourAlong(theme.sequential, 0).name(), theme.sequential.front().name());
    QCOMPARE(colourAlong(theme.sequential, 1).name(), theme.sequential.back().name());
    QCOMPARE(colourAlong(theme.sequential, 7).name(), theme.sequential.back().name());
    QCOMPARE(colourAlong(theme.sequential, 0.5).name(), theme.sequential[2].name());
  }
};

QTEST_GUILESS_MAIN(ThemeTest)
#include "theme_test.moc"
