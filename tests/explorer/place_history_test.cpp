// Back and forward, as values.

#include "navigation/place_history.h"

#include <QtTest>

using namespace tasoscope;

class PlaceHistoryTest : public QObject {
  Q_OBJECT

 private:
  static Place at(StepId step, QPointF centre = {}) {
    Place place;
    place.step = step;
    place.centre = centre;
    return place;
  }
  static StepId stepOf(const std::optional<Place>& place) { return place ? place->step : 9999; }

 private Q_SLOTS:
  void goesBackAndForwardAlongWhereOneWas() {
    PlaceHistory history;
    QVERIFY(!history.canGoBack() && !history.canGoForward() && !history.here());
    QVERIFY(!history.goBack() && !history.goForward());
    for (const StepId step : {0U, 3U, 5U}) history.arrive(at(step));
    QCOMPARE(stepOf(history.goBack()), 3U);
    QCOMPARE(stepOf(history.goBack()), 0U);
    QVERIFY(!history.goBack());
    QCOMPARE(stepOf(history.goForward()), 3U);
    QVERIFY(history.canGoForward());
  }

  void aNewPlaceEndsWhatLayAhead() {
    PlaceHistory history;
    for (const StepId step : {0U, 3U, 5U}) history.arrive(at(step));
    history.goBack();
    history.arrive(at(7));
    QVERIFY(!history.canGoForward());
    QCOMPARE(stepOf(history.goBack()), 3U);
  }

  void lookingAroundIsNoNewPlaceButIsRemembered() {
    PlaceHistory history;
    history.arrive(at(1, {10, 10}));
    history.look(at(1, {20, 20}));
    history.arrive(at(1, {30, 30}));
    history.look(at(2, {99, 99}));  // about something else: on the way to another place
    history.arrive(at(2));
    QCOMPARE(history.goBack()->centre, QPointF(30, 30));
    QVERIFY(!history.canGoBack());
  }

  void selectionAndComparisonMakePlacesOfTheirOwn() {
    PlaceHistory history;
    Place place = at(1);
    history.arrive(place);
    place.selected = 42;
    history.arrive(place);
    place.comparison = {Comparison::Kind::kChosen, 4};
    history.arrive(place);
    QCOMPARE(history.goBack()->comparison.kind, Comparison::Kind::kPrevious);
    QVERIFY(!history.goBack()->selected);
  }

  void placesThatAreGoneAreForgottenAndTwinsBecomeOne() {
    PlaceHistory history;
    for (const StepId step : {0U, 8U, 0U, 9U, 2U}) history.arrive(at(step));
    history.keepOnly([](const Place& place) { return place.step < 8; });
    QCOMPARE(history.here()->step, 2U);
    QCOMPARE(stepOf(history.goBack()), 0U);
    QVERIFY(!history.canGoBack());
    history.clear();
    QVERIFY(!history.here());
  }

  void theOldestPlacesAreForgotten() {
    PlaceHistory history;
    for (StepId step = 0; step < 2 * PlaceHistory::kMost; ++step) history.arrive(at(step));
    std::size_t count = 1;
    while (history.goBack()) ++count;
    QCOMPARE(count, PlaceHistory::kMost);
  }
};

QTEST_GUILESS_MAIN(PlaceHistoryTest)
#include "place_history_test.moc"
