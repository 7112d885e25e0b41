// Heats: what the fill of boxes tells, and its legend.

#include "views/canvas/heat.h"

#include <QtTest>

#include "sample_pictures.h"
#include "views/canvas/change_regions.h"
#include "views/canvas/legend.h"

using namespace tasoscope;

class HeatTest : public QObject {
  Q_OBJECT

 private:
  static void price(Picture& picture, std::uint64_t key, std::int64_t picoseconds) {
    for (PictureBox& box : picture.boxes) {
      if (box.key != key) continue;
      box.picoseconds = picoseconds;
      box.isPriced = true;
    }
  }

  static const PictureBox& boxOf(const Picture& picture, std::uint64_t key) {
    return picture.boxes[static_cast<std::size_t>(picture.boxOf(key))];
  }

  /// The diamond with its convolutions at 40 and 60, and the one that replaces them at 70.
  static std::pair<Picture, Picture> pricedPair() {
    Picture before = diamond(), after = mergedDiamond();
    price(before, 2, 40'000'000);
    price(before, 3, 60'000'000);
    price(after, 5, 70'000'000);
    for (Picture* picture : {&before, &after}) price(*picture, 4, 10'000'000);
    before.boxes[1].values = {100};
    before.boxes[2].values = {101};
    after.boxes[1].values = {100, 101};
    arrangeTogether(before, after, layeredEngine());
    return {before, after};
  }

 private Q_SLOTS:
  void theDearestBoxIsAtTheEndOfTheScaleAndAQuarterOfItAQuarterOnTheWay() {
    Picture picture = diamond();
    price(picture, 2, 400);
    price(picture, 3, 100);
    price(picture, 4, 0);
    arrange(picture, layeredEngine());
    const Heat heat(HeatMode::kCost, nullptr, &picture);
    QCOMPARE(heat.most(), 400.0);
    QCOMPARE(heat.total(), 500.0);
    QCOMPARE(heat.placeOf(boxOf(picture, 2)), std::optional(1.0));
    QCOMPARE(heat.placeOf(boxOf(picture, 3)), std::optional(0.25));
    QCOMPARE(heat.placeOf(boxOf(picture, 4)), std::optional(0.0));
    QVERIFY(!heat.placeOf(boxOf(picture, 1)));  // has no price
    QCOMPARE(heat.fillOf(boxOf(picture, 2), Theme::light()).name(), Theme::light().sequential.back().name());
    QCOMPARE(heat.fillOf(boxOf(picture, 1), Theme::light()), Theme::light().chip);
  }

  void bothPicturesOfAPairHaveOneScale() {
    const auto [before, after] = pricedPair();
    const Heat heat(HeatMode::kCost, &before, &after);
    QCOMPARE(heat.most(), 70'000'000.0);
    QVERIFY(*heat.placeOf(boxOf(before, 3)) < *heat.placeOf(boxOf(after, 5)));
    QCOMPARE(heat.placeOf(boxOf(before, 4)), heat.placeOf(boxOf(after, 4)));
  }

  void aPlaceIsAsHotAsAllThatItGainsOnBothSides() {
    const auto [before, after] = pricedPair();
    const auto changes = changeByRegion(before, after);
    QCOMPARE(changes.at(2), -30'000'000);
    QCOMPARE(changes.at(3), -30'000'000);
    QCOMPARE(changes.at(5), -30'000'000);
    QVERIFY(!changes.contains(4));
    const Heat heat(HeatMode::kChange, &before, &after);
    QCOMPARE(heat.placeOf(boxOf(after, 5)), std::optional(0.0));
    QCOMPARE(heat.placeOf(boxOf(after, 4)), std::optional(0.5));
    QCOMPARE(heat.fillOf(boxOf(after, 5), Theme::dark()).name(), Theme::dark().diverging.front().name());
  }

  void placesThatDoNotTouchAreCountedApart() {
    Picture before = diamond(), after = diamond();
    before.boxes[1].key = 20;  // each branch replaced by itself
    before.boxes[2].key = 30;
    price(before, 20, 50);
    price(before, 30, 50);
    price(after, 2, 20);
    price(after, 3, 90);
    before.boxes[1].values = after.boxes[1].values = {100};
    before.boxes[2].values = after.boxes[2].values = {101};
    const auto changes = changeByRegion(before, after);
    QCOMPARE(changes.at(20), -30);
    QCOMPARE(changes.at(2), -30);
    QCOMPARE(changes.at(30), 40);
    QCOMPARE(changes.at(3), 40);
  }

  void withoutAnotherGraphNothingChanges() {
    Picture picture = diamond();
    arrange(picture, layeredEngine());
    const Heat heat(HeatMode::kChange, nullptr, &picture);
    QCOMPARE(heat.most(), 0.0);
    QCOMPARE(heat.placeOf(boxOf(picture, 2)), std::optional(0.5));
  }

  void memoryAndElementTypesAreOfWhatABoxProduces() {
    Picture picture = diamond();
    picture.boxes[1].bytes = 4096;
    picture.boxes[2].bytes = 1024;
    picture.boxes[2].elementClass = ElementClass::kHalf;
    arrange(picture, layeredEngine());
    const Heat memory(HeatMode::kMemory, nullptr, &picture);
    QCOMPARE(memory.placeOf(boxOf(picture, 3)), std::optional(0.25));
    QVERIFY(!memory.placeOf(boxOf(picture, 4)));
    const Heat types(HeatMode::kElementType, nullptr, &picture);
    QCOMPARE(types.fillOf(boxOf(picture, 3), Theme::light()), Theme::light().elementClass(ElementClass::kHalf));
  }

  void theLegendHasUnitAndRangeAndTheStatesTogether() {
    const auto [before, after] = pricedPair();
    const auto textsOf = [&](HeatMode mode) {
      return Legend({&before, &after}, Theme::light(), Heat(mode, &before, &after)).texts().join('|');
    };
    for (int mode = 0; mode < kHeatModeCount; ++mode) {
      const QString texts = textsOf(static_cast<HeatMode>(mode));
      QVERIFY2(texts.contains(nameOf(DiffState::kRemoved)) && texts.contains(nameOf(DiffState::kAdded)),
               qPrintable(texts));
    }
    QVERIFY2(textsOf(HeatMode::kCost).contains(QString::fromUtf8("70.0\u00a0µs")),
             qPrintable(textsOf(HeatMode::kCost)));
    QVERIFY2(textsOf(HeatMode::kCost).contains("%"), qPrintable(textsOf(HeatMode::kCost)));
    QVERIFY(textsOf(HeatMode::kChange).contains("faster"));
    QVERIFY(textsOf(HeatMode::kChange).contains("slower"));
    QVERIFY(!textsOf(HeatMode::kCost).contains(nameOf(Family::kOther)));
  }

  void theLegendWrapsInNarrowPanes() {
    const auto [before, after] = pricedPair();
    const Legend legend({&before, &after}, Theme::light(), Heat(HeatMode::kCost, &before, &after));
    QVERIFY(legend.heightFor(200) > legend.heightFor(2000));
  }
};

QTEST_MAIN(HeatTest)
#include "heat_test.moc"
