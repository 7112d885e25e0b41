// The session on its thread: what is asked for, done in order, and what is not done any more.

#include "session/session_host.h"

#include <QSemaphore>
#include <QSignalSpy>
#include <QtTest>

using namespace tasoscope;

class SessionHostTest : public QObject {
  Q_OBJECT

 private:
  std::unique_ptr<SessionHost> m_host;
  std::vector<bool> m_looks;  // for candidates, that have ended: whether they were complete
  QSemaphore m_mayGoOn;

  bool settle() {
    return QTest::qWaitFor([this] { return !m_host->isBusy(); }, 60000);
  }
  /// Until it may go on, the session does nothing of what is asked for.
  void holdUp() {
    m_host->change({}, [this](Session&) { m_mayGoOn.acquire(); });
  }

 private Q_SLOTS:
  void init() {
    m_looks.clear();
    m_host = std::make_unique<SessionHost>();
    connect(m_host.get(), &SessionHost::candidatesFinished, this,
            [this](const std::vector<CandidateView>&, bool isComplete) { m_looks.push_back(isComplete); });
    m_host->openZoo(QStringLiteral("taso-module"), {});
    QVERIFY(settle());
    QCOMPARE(m_looks, std::vector<bool>{true});
    m_looks.clear();
  }

  void cleanup() { m_host.reset(); }

  void closingBeginsNothingThatWasAskedForBefore() {
    QSignalSpy closed(m_host.get(), &SessionHost::closed), pairs(m_host.get(), &SessionHost::pairReady);
    holdUp();
    m_host->requestPair(std::nullopt, 0);
    m_host->requestCandidates();
    m_host->close();
    m_mayGoOn.release();
    QVERIFY(settle());
    QCOMPARE(closed.count(), 1);
    QCOMPARE(pairs.count(), 0);
    QVERIFY2(m_looks.empty(), "candidates were looked for");
  }

  void aStepWaitsForNoCandidatesThatHaveNotBegun() {
    holdUp();
    m_host->requestCandidates();
    m_host->goTo(0);
    m_mayGoOn.release();
    QVERIFY(settle());
    QVERIFY2(m_looks.size() > 1 && !m_looks.front(), "the step has waited for them");
    QVERIFY2(m_looks.back(), "they were not looked for after it");
  }

  void walkingToAndFroShowsTheSameGraphs() {
    ShownPair latest;
    connect(m_host.get(), &SessionHost::pairReady, this, [&](const ShownPair& pair) { latest = pair; });
    m_host->openZoo(QStringLiteral("nasrnn"), {});
    SearchLimits limits;
    limits.budget = 300;
    m_host->search(QStringLiteral("greedy"), limits);
    QVERIFY(settle());
    StepId last = 0;
    m_host->ask<StepId>(
        {}, [](Session& session, const Progress&) { return session.trail().current; },
        [&](const StepId& step) { last = step; });
    QVERIFY(settle());
    QVERIFY(last > 1);
    std::vector<ShownPair> shown;
    for (const StepId step : {last, last - 1, last}) {
      m_host->requestPair(step - 1, step);
      QVERIFY(settle());
      QCOMPARE(latest.afterStep, step);
      shown.push_back(latest);  // a finer layout may have come after the first picture
    }
    QVERIFY2(shown[0].afterGraph == shown[2].afterGraph, "a graph was made twice");
    QVERIFY(shown[0].beforeGraph == shown[1].afterGraph);
    QCOMPARE(shown[2].after->boxes.size(), shown[0].after->boxes.size());
    for (std::size_t i = 0; i < shown[0].after->boxes.size(); ++i) {
      QCOMPARE(shown[2].after->boxes[i].rect, shown[0].after->boxes[i].rect);
      QCOMPARE(shown[2].after->boxes[i].state, shown[0].after->boxes[i].state);
    }
  }
};

QTEST_MAIN(SessionHostTest)
#include "session_host_test.moc"
