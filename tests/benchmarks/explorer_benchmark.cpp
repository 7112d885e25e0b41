// How long the explorer lets people wait: median, 95th percentile and worst of what the window does, beside what it
// should take. Networks of the zoo at 1,000, 10,000 and 50,000 nodes, and the ONNX files that are named as arguments.
// Windows are real, but off the screen.

#include <QLineEdit>

#include "explorer_bench.h"
#include "onnx/zoo/zoo.h"
#include "session/session.h"
#include "views/canvas/arrange.h"
#include "views/canvas/graph_picture.h"
#include "window/find_bar.h"

using namespace tasoscope;

namespace {

void measureOpening(Bench& bench, const QString& path, const QString& what, double target, int times) {
  Samples opening(QStringLiteral("open to first picture, %1").arg(what), target);
  Samples closing(QStringLiteral("close while it is looked through, %1").arg(what), 500);
  for (int i = 0; i < times; ++i) {
    opening.add(bench.open(path));
    closing.add(bench.close());
  }
  opening.print();
  closing.print();
}

void measureFinalLayout(const QString& path) {
  Samples samples(QStringLiteral("final layout, 1,000 nodes"), 2000);
  const auto session = Session::open(path.toStdString(), {});
  const GraphView graph = session->view(0);
  for (int i = 0; i < 5; ++i) {
    Picture picture = pictureOf(graph, {});
    const Stopwatch watch;
    arrange(picture, printEngine(1500));
    samples.add(watch.elapsed());
  }
  samples.print();
}

void measureFrames(Bench& bench, const QString& what) {
  Canvas& canvas = *bench.stage().after();
  CanvasView& view = *canvas.view();
  const QRectF area = canvas.picture().bounds;
  Samples panning(QStringLiteral("frame while panning, %1").arg(what), 16);
  Samples zooming(QStringLiteral("frame while zooming, %1").arg(what), 16);
  const auto frame = [&](QPointF centre, double scale, Samples& samples) {
    view.show(centre, scale);
    const Stopwatch watch;
    canvas.repaint();
    samples.add(watch.elapsed());
  };
  for (const double scale : {0.012, 0.03, 0.08, 0.15, 0.2, 0.3, 0.45, 0.6, 1.0}) {
    for (int i = 0; i < 20; ++i) {
      const QPointF start = area.center() - QPointF(0, area.height() / 4);
      frame(start + QPointF(15, 40) * (i / scale), scale, panning);
    }
  }
  for (const double part : {0.2, 0.5, 0.8}) {
    const QPointF fixed(area.center().x(), area.top() + part * area.height());
    for (double scale = 0.01; scale < 2; scale *= 1.12) frame(fixed, scale, zooming);
  }
  panning.print();
  zooming.print();
}

void measureFinding(Bench& bench, const QString& what) {
  Samples samples(QStringLiteral("find as you type, %1").arg(what), 30);
  FindBar& bar = *bench.bench().parts().find;
  bar.open();
  auto* field = bar.findChild<QLineEdit*>();
  for (const QString& word : {QStringLiteral("conv"), QStringLiteral("relu"), QStringLiteral("add 17"),
                              QStringLiteral("nothing like this")}) {
    for (qsizetype length = 1; length <= word.size(); ++length) {
      const Stopwatch watch;
      field->setText(word.left(length));
      bench.stage().after()->repaint();
      samples.add(watch.elapsed());
    }
  }
  samples.print();
  field->clear();
}

/// How many boxes that are in both pictures, and that the step does not change, stand elsewhere in the second.
int countMoved(const Picture& before, const Picture& after) {
  int moved = 0;
  for (const PictureBox& box : after.boxes) {
    const int there = before.boxOf(box.key);
    if (there < 0 || box.state != DiffState::kContext) continue;
    if (before.boxes[static_cast<std::size_t>(there)].rect != box.rect) ++moved;
  }
  return moved;
}

class StepMeasure {
 public:
  StepMeasure(Bench& bench, const QString& what)
      : m_bench(bench),
        m_applying(QStringLiteral("apply a candidate to its final picture, %1").arg(what), 50),
        m_walking(QStringLiteral("go to a step to its final picture, %1").arg(what), 50) {}

  void run() {
    std::vector<CandidateView> candidates;
    SessionHost& host = m_bench.bench().host();
    QObject::connect(&host, &SessionHost::candidatesFinished, &m_context,
                     [&](const std::vector<CandidateView>& found, bool isComplete) {
                       if (isComplete) candidates = found;
                     });
    host.change({}, [](Session&) {});  // candidates are told again
    m_bench.rest();
    for (int i = 0; i < 12 && !candidates.empty(); ++i) {
      const MatchId match = candidates[candidates.size() / 2].match;
      candidates.clear();
      measure(m_applying, [&] { host.change({}, [match](Session& session) { session.apply(match); }); });
      m_bench.rest();
    }
    const std::vector<StepId> path = m_bench.bench().trail().path();
    for (std::size_t i = path.size() - 1; i-- > 0;) walk(path[i]);
    for (std::size_t i = 1; i < path.size(); ++i) walk(path[i]);
    m_applying.print();
    m_walking.print();
    std::printf("%-58s %8d\n", "unchanged boxes that moved", m_moved);
  }

 private:
  void walk(StepId step) {
    measure(m_walking, [&] { m_bench.bench().goTo(step); });
    m_bench.rest();
  }

  void measure(Samples& samples, const std::function<void()>& act) {
    bool isShown = false;
    QObject context;
    QObject::connect(&m_bench.bench(), &Workbench::pairShown, &context, [&] { isShown = true; });
    const auto before = m_bench.stage().pair().after;
    const Stopwatch watch;
    act();
    waitFor([&] { return isShown; });
    for (Canvas* canvas : m_bench.stage().panes()) canvas->repaint();
    samples.add(watch.elapsed());
    m_moved += countMoved(*before, *m_bench.stage().pair().after);
  }

  Bench& m_bench;
  QObject m_context;
  Samples m_applying, m_walking;
  int m_moved = 0;
};

void measureCancelling(Bench& bench) {
  SessionHost& host = bench.bench().host();
  Samples searching(QStringLiteral("cancel a search, 10,000 nodes"), 100);
  Samples looking(QStringLiteral("cancel looking for candidates, 10,000 nodes"), 100);
  for (int i = 0; i < 5; ++i) {
    SearchLimits limits;
    limits.budget = 1'000'000'000;
    host.search(QStringLiteral("backtracking"), limits);
    QElapsedTimer running;
    running.start();
    waitFor([&] { return running.elapsed() > 300; });
    bool isOver = false;
    QObject context;
    QObject::connect(&host, &SessionHost::searchFinished, &context, [&] { isOver = true; });
    const Stopwatch stopping;
    host.cancel();
    waitFor([&] { return isOver; });
    searching.add(stopping.elapsed());
    waitFor([&] { return host.activity().isEmpty() || stopping.elapsed().waited > 150; });
    const Stopwatch leaving;
    host.cancel();
    bench.rest();
    looking.add(leaving.elapsed());
  }
  searching.print();
  looking.print();
}

QString makeModel(const QTemporaryDir& folder, std::int64_t repeat) {
  const QString path = folder.filePath(QStringLiteral("nasnet-%1.onnx").arg(repeat));
  ZooOptions options;
  options.small = true;
  options.repeat = repeat;
  writeZooModel("nasnet-a", options, path.toStdString());
  return path;
}

/// All that is done with a model of 10,000 nodes, as it is drawn now.
void measureLarge(Bench& bench, const QString& what) {
  measureFrames(bench, what);
  measureFinding(bench, what);
  StepMeasure(bench, what).run();
}

}  // namespace

int main(int argc, char** argv) {
  if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  const QApplication application(argc, argv);
  const QTemporaryDir folder;
  const QString small = makeModel(folder, 1), medium = makeModel(folder, 42), large = makeModel(folder, 224);
  Samples::printHeader();
  Bench bench;
  measureOpening(bench, small, QStringLiteral("1,000 nodes"), 500, 7);
  measureOpening(bench, medium, QStringLiteral("10,000 nodes"), 2000, 5);
  measureOpening(bench, large, QStringLiteral("50,000 nodes"), 2000, 3);
  for (int i = 1; i < argc; ++i) measureOpening(bench, QString::fromLocal8Bit(argv[i]), argv[i], 2000, 3);
  measureFinalLayout(small);
  bench.open(small);
  bench.rest();
  StepMeasure(bench, QStringLiteral("1,000 nodes")).run();
  bench.close();
  bench.open(medium);
  bench.rest();
  measureLarge(bench, QStringLiteral("10,000 nodes, collapsed"));
  measureCancelling(bench);
  bench.act("group.expandAll");
  bench.rest();
  measureLarge(bench, QStringLiteral("10,000 nodes, expanded"));
  bench.close();
}
