// The palettes keep the contrasts that WCAG 2.1 asks for, in both appearances.

#include "views/canvas/theme.h"

#include <QtTest>

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

 private Q_SLOTS:
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

  void whatAStepDoesIsToldApartByColourToo_data() { addThemes(); }
  void whatAStepDoesIsToldApartByColourToo() {
    QFETCH(const Theme*, theme);
    for (std::size_t a = 0; a < theme->states.size(); ++a) {
      for (std::size_t b = a + 1; b < theme->states.size(); ++b) QVERIFY(theme->states[a] != theme->states[b]);
    }
  }
};

QTEST_GUILESS_MAIN(ThemeTest)
#include "theme_test.moc"
