// What a search says between two looks of the window.

#include "session/search_monitor.h"

#include <QtTest>

using namespace tasoscope;

namespace {

SearchSample sampleAt(double seconds) {
  SearchSample sample;
  sample.seconds = seconds;
  sample.bestPicoseconds = 1000 - static_cast<std::int64_t>(seconds);
  return sample;
}

}  // namespace

class SearchMonitorTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void samplesAreTakenOnceAndInOrder() {
    SearchMonitor monitor;
    QVERIFY(monitor.take().empty());
    for (int i = 0; i < 5; ++i) monitor.put(sampleAt(i));
    const std::vector<SearchSample> taken = monitor.take();
    QCOMPARE(taken.size(), std::size_t{5});
    QCOMPARE(taken.front().seconds, 0.0);
    QCOMPARE(taken.back().seconds, 4.0);
    QVERIFY(monitor.take().empty());
  }

  void ofVeryManyTheLastIsKeptWithTheLatestStatistics() {
    SearchMonitor monitor;
    for (int i = 0; i < 100'000; ++i) {
      SearchSample sample = sampleAt(i);
      if (i == 50'000) sample.rules = std::make_shared<const std::vector<RuleStatistics>>(3);
      monitor.put(sample);
    }
    const std::vector<SearchSample> taken = monitor.take();
    QVERIFY(taken.size() < 1000);
    QCOMPARE(taken.back().seconds, 99'999.0);
    QVERIFY(taken.back().rules);
    QCOMPARE(taken.back().rules->size(), std::size_t{3});
  }
};

QTEST_GUILESS_MAIN(SearchMonitorTest)
#include "search_monitor_test.moc"
