// Pictures: places, the pair before and after, look-up by place, export.

#include "views/canvas/picture.h"

#include <QFontMetricsF>
#include <QSvgRenderer>
#include <QtTest>

#include "sample_pictures.h"
#include "tensor/error.h"
#include "views/canvas/graph_picture.h"
#include "views/canvas/labels.h"
#include "views/canvas/overlay.h"
#include "views/canvas/picture_export.h"
#include "views/canvas/picture_metrics.h"
#include "views/canvas/visible_part.h"
#include "views/text/cost_text.h"
#include "window/find_bar.h"

using namespace tasoscope;

class PictureTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everyBoxHasRoomForItsTexts() {
    const auto picture = arrangedDiamond();
    for (const PictureBox& box : picture->boxes) {
      QVERIFY(box.rect.width() >= sizeOf(box).width() && box.rect.height() >= sizeOf(box).height());
    }
  }

  void whatIsInBothGraphsHasTheSamePlaceInBothPictures() {
    Picture before = diamond(), after = mergedDiamond();
    arrangeTogether(before, after, layeredEngine());
    for (const std::uint64_t key : {1u, 4u}) {
      QCOMPARE(before.boxes[std::size_t(before.boxOf(key))].rect, after.boxes[std::size_t(after.boxOf(key))].rect);
    }
    QCOMPARE(before.bounds, after.bounds);
  }

  void aBoxTakesThePlaceOfTheOneWhoseValueItProduces() {
    Picture before = diamond(), after = mergedDiamond();
    before.boxes[1].values = {70};
    after.boxes[1].values = {70};
    arrangeTogether(before, after, layeredEngine());
    QCOMPARE(before.boxes[1].rect.center(), after.boxes[1].rect.center());
    QCOMPARE(before.boxes[1].state, DiffState::kRemoved);
    QCOMPARE(after.boxes[1].state, DiffState::kAdded);
  }

  void whatIsInOneGraphOnlyIsMarked() {
    Picture before = diamond(), after = mergedDiamond();
    arrangeTogether(before, after, layeredEngine());
    QCOMPARE(before.boxes[std::size_t(before.boxOf(1))].state, DiffState::kContext);
    QCOMPARE(before.boxes[std::size_t(before.boxOf(2))].state, DiffState::kRemoved);
    QCOMPARE(after.boxes[std::size_t(after.boxOf(5))].state, DiffState::kAdded);
    for (const PictureEdge& edge : before.edges) QCOMPARE(edge.state, DiffState::kRemoved);
    for (const PictureEdge& edge : after.edges) QCOMPARE(edge.state, DiffState::kAdded);
  }

  void anOverlayHasEverythingOfBothPicturesOnce() {
    Picture before = diamond(), after = mergedDiamond();
    before.boxes[1].values = {70};
    after.boxes[1].values = {70};  // takes the place of a box that the overlay shows as well
    arrangeTogether(before, after, layeredEngine());
    const Picture both = overlayOf(before, after);
    QCOMPARE(both.boxes.size(), std::size_t{5});
    QCOMPARE(both.edges.size(), before.edges.size() + after.edges.size());
    for (std::size_t a = 0; a < both.boxes.size(); ++a) {
      for (std::size_t b = a + 1; b < both.boxes.size(); ++b)
        QVERIFY(!both.boxes[a].rect.intersects(both.boxes[b].rect));
    }
    for (const PictureEdge& edge : both.edges) {
      QVERIFY(!edge.path.isEmpty());
      const QRectF& from = both.boxes[std::size_t(edge.from)].rect;
      QVERIFY(from.adjusted(-1, -1, 1, 1).contains(edge.path.pointAtPercent(0)));
    }
    QCOMPARE(both.boxes[std::size_t(both.boxOf(2))].state, DiffState::kRemoved);
    QCOMPARE(both.boxes[std::size_t(both.boxOf(5))].state, DiffState::kAdded);
  }

  void extentsThatAreNotKnownAreNotToldApartInBoxes() {
    QCOMPARE(shapeText("float32 1x?71x?72x128"), QString::fromUtf8("?×?×128"));
    QCOMPARE(shapeText("int64 1xbatchx3"), QString::fromUtf8("batchx3"));
  }

  void whatIsHiddenTakesItsEdgesAlong() {
    const auto all = arrangedDiamond();
    const auto part = visiblePart(all, {2});
    QCOMPARE(part->boxes.size(), std::size_t{3});
    QCOMPARE(part->edges.size(), std::size_t{2});
    QCOMPARE(part->bounds, all->bounds);
    for (const PictureEdge& edge : part->edges) {
      QVERIFY(part->boxes[std::size_t(edge.from)].key != 2 && part->boxes[std::size_t(edge.to)].key != 2);
    }
    QCOMPARE(visiblePart(all, {99}), all);
  }

  void onlyWhatIsNextToTheChosenStays() {
    QCOMPARE(othersThan(*arrangedDiamond(), {2}), std::vector<std::uint64_t>{3});
    QCOMPARE(othersThan(*arrangedDiamond(), {1, 4}), std::vector<std::uint64_t>());
  }

  void longNamesGoOnInTheNextLineAndThenKeepTheirEnd() {
    const QFontMetricsF metrics(lineFont());
    PictureBox box = sampleBox(1, "Conv");
    box.lines = {"a", "b"};
    box.name = "stage2/unit3/convolution";
    const double room = metrics.horizontalAdvance(box.name);
    QCOMPARE(linesOf(box, LabelMode::kName, metrics, room + 1), QStringList{box.name});
    const QStringList two = linesOf(box, LabelMode::kName, metrics, room * 0.6);
    QCOMPARE(two.size(), 2);
    QCOMPARE(two.join(""), box.name);
    const QStringList cut = linesOf(box, LabelMode::kName, metrics, room * 0.3);
    QCOMPARE(cut.size(), 2);
    QVERIFY(cut[1].startsWith(QChar(0x2026)) && cut[1].endsWith("tion"));
    for (const QString& line : cut) QVERIFY(metrics.horizontalAdvance(line) <= room * 0.3);
  }

  void labelsSayWhatWasAskedFor() {
    const QFontMetricsF metrics(lineFont());
    PictureBox box = sampleBox(1, "Conv");
    box.lines = {"3x3, 64 to 128", "128x56x56"};
    box.picoseconds = 41'000'000;
    box.isPriced = true;
    box.bytes = 2'000'000;
    PictureEdge edge = sampleEdge(0, 1);
    edge.label = "x";
    edge.shape = "128x56x56";
    edge.bytes = 2'000'000;
    QCOMPARE(linesOf(box, LabelMode::kShape, metrics, 200), box.lines);
    QCOMPARE(linesOf(box, LabelMode::kCost, metrics, 200),
             QStringList{byteText(box.bytes)});  // the corner has the time
    box.cost.clear();
    QCOMPARE(linesOf(box, LabelMode::kCost, metrics, 200).size(), 2);
    QVERIFY(linesOf(box, LabelMode::kNone, metrics, 200).isEmpty());
    QCOMPARE(labelOf(edge, box, LabelMode::kShape), QString());  // the box says it
    edge.shape = "64x56x56";
    QCOMPARE(labelOf(edge, box, LabelMode::kShape), edge.shape);
    QCOMPARE(labelOf(edge, box, LabelMode::kName), QString("x"));
    QCOMPARE(labelOf(edge, box, LabelMode::kCost), byteText(edge.bytes));
    QCOMPARE(labelOf(edge, box, LabelMode::kNone), QString());
  }

  void aBoxWithOtherTextsIsChanged() {
    Picture before = diamond(), after = diamond();
    after.boxes[1].lines = {QStringLiteral("5x5")};
    arrangeTogether(before, after, layeredEngine());
    QCOMPARE(after.boxes[1].state, DiffState::kChanged);
    QCOMPARE(after.boxes[2].state, DiffState::kContext);
    QCOMPARE(after.edges[0].state, DiffState::kContext);
  }

  void aPointFindsTheBoxThatCoversIt() {
    const auto picture = arrangedDiamond();
    for (std::size_t i = 0; i < picture->boxes.size(); ++i) {
      QCOMPARE(picture->boxAt(picture->boxes[i].rect.center()), static_cast<int>(i));
    }
    QCOMPARE(picture->boxAt({-1000, -1000}), -1);
  }

  void whatIsSeenIsFoundInATallPicture() {
    Picture picture;
    for (int i = 0; i < 500; ++i) {
      picture.boxes.push_back(sampleBox(std::uint64_t(i), "Relu"));
      if (i > 0) picture.edges.push_back(sampleEdge(i - 1, i));
    }
    arrange(picture, layeredEngine());
    const QRectF area = picture.boxes[250].rect.adjusted(0, 5, 0, -5);
    QCOMPARE(picture.boxesIn(area), std::vector<int>{250});
    QCOMPARE(picture.edgesIn(picture.boxes[250].rect.adjusted(0, -5, 0, 5)), (std::vector<int>{249, 250}));
    QCOMPARE(picture.boxesIn(picture.bounds).size(), std::size_t{500});
  }

  void neighboursFollowTheEdgesAndTheRow() {
    const auto picture = arrangedDiamond();
    QCOMPARE(picture->producersOf(3), (std::vector<int>{1, 2}));
    QCOMPARE(picture->consumersOf(0), (std::vector<int>{1, 2}));
    const int left = picture->boxes[1].rect.left() < picture->boxes[2].rect.left() ? 1 : 2;
    QCOMPARE(picture->neighbourOf(left, 1), 3 - left);
    QCOMPARE(picture->neighbourOf(left, -1), -1);
  }

  void aPictureThatRunsToTheRightHasItsRowsAsColumns() {
    Picture picture = diamond();
    picture.flow = Flow::kRight;
    arrange(picture, layeredEngine());
    for (const PictureEdge& edge : picture.edges) {
      const QRectF& from = picture.boxes[std::size_t(edge.from)].rect;
      const QRectF& to = picture.boxes[std::size_t(edge.to)].rect;
      QVERIFY(from.right() < to.left());
      QCOMPARE(QPointF(edge.path.elementAt(0)).x(), from.right());
      QCOMPARE(edge.path.currentPosition().x(), to.left());
    }
    const int upper = picture.boxes[1].rect.top() < picture.boxes[2].rect.top() ? 1 : 2;
    QCOMPARE(picture.neighbourOf(upper, 1), 3 - upper);
    QCOMPARE(picture.boxes[1].rect.size(), sizeOf(picture.boxes[1]));
    QVERIFY(!picture.boxes[1].rect.intersects(picture.boxes[2].rect));
  }

  void whatChangesOpensWhereItBelongsInAPictureThatRunsToTheRight() {
    Picture before = diamond(), after = diamond();
    after.boxes[1] = sampleBox(9, "Gemm");
    before.flow = after.flow = Flow::kRight;
    Places places;
    arrangeOn(places, nullptr, before, layeredEngine());
    Picture same = diamond();
    same.flow = Flow::kRight;
    QCOMPARE(arrangeOn(places, &same, after, layeredEngine()), Arranged::kContinued);
    QCOMPARE(after.boxes[0].rect, before.boxes[0].rect);
    QCOMPARE(after.boxes[3].rect, before.boxes[3].rect);
    QVERIFY(after.boxes[1].rect.left() > after.boxes[0].rect.right());
    QVERIFY(after.boxes[1].rect.right() < after.boxes[3].rect.left());
    const Picture both = overlayOf(same, after);
    for (const PictureBox& box : both.boxes)
      for (const PictureBox& other : both.boxes) QVERIFY(box.key == other.key || !box.rect.intersects(other.rect));
  }

  void whatIsSeenIsFoundInAWidePicture() {
    Picture picture;
    picture.flow = Flow::kRight;
    for (int i = 0; i < 200; ++i) {
      picture.boxes.push_back(sampleBox(std::uint64_t(i), "Relu"));
      if (i > 0) picture.edges.push_back(sampleEdge(i - 1, i));
    }
    arrange(picture, layeredEngine());
    QCOMPARE(picture.boxesIn(picture.boxes[150].rect.adjusted(5, 0, -5, 0)), std::vector<int>{150});
    QCOMPARE(picture.edgesIn(picture.boxes[150].rect.adjusted(-5, 0, 5, 0)), (std::vector<int>{149, 150}));
  }

  void findLooksForEveryWordInNamesAndOperators() {
    const Picture picture = diamond();
    QCOMPARE(findBoxes(picture, "conv"), (std::vector<std::uint64_t>{2, 3}));
    QCOMPARE(findBoxes(picture, "NODE3 conv"), std::vector<std::uint64_t>{3});
    QVERIFY(findBoxes(picture, "pool").empty());
    QVERIFY(findBoxes(picture, "  ").empty());
  }

  void picturesAreWrittenInEveryFormat() {
    const QTemporaryDir folder;
    const auto picture = arrangedDiamond();
    for (const QString& suffix : pictureSuffixes()) {
      const QString path = folder.filePath("picture." + suffix);
      exportPicture(*picture, path, Theme::light());
      QVERIFY(QFileInfo(path).size() > 500);
    }
    QSvgRenderer svg(folder.filePath("picture.svg"));
    QVERIFY(svg.isValid());
    QVERIFY(svg.viewBoxF().width() >= picture->bounds.width());
    QFile text(folder.filePath("picture.svg"));
    QVERIFY(text.open(QIODevice::ReadOnly));
    QVERIFY(text.readAll().contains("Conv"));
    QCOMPARE(QImage(folder.filePath("picture.png")).isNull(), false);
  }

  void aFileShowsTheColoursAndLabelsThatWereChosen() {
    const QTemporaryDir folder;
    Picture picture = diamond();
    for (PictureBox& box : picture.boxes) {
      box.isPriced = true;
      box.picoseconds = std::int64_t(box.key) * 1'000'000;
      box.name = QStringLiteral("a_node_called_%1").arg(box.key);
      box.lines = {QStringLiteral("64x56x56")};
    }
    arrange(picture, layeredEngine());
    const auto written = [&](const PictureStyle& style) {
      const QString path = folder.filePath("picture.svg");
      exportPicture(picture, path, Theme::light(), 1, style);
      QFile file(path);
      return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
    };
    const QString plain = written({});
    const QString costs = written({Heat(HeatMode::kCost, nullptr, &picture), LabelMode::kName});
    QVERIFY(plain.contains("64x56x56") && !plain.contains("called_3"));
    QVERIFY(costs.contains("called_3") && !costs.contains("64x56x56"));
    const QString ramp = Heat::rampOf(HeatMode::kCost, Theme::light()).back().name();
    QVERIFY2(costs.contains(ramp, Qt::CaseInsensitive), qPrintable(ramp));
    QVERIFY(!plain.contains(ramp, Qt::CaseInsensitive));
  }

  void aPictureWithoutAKnownSuffixIsRefused() {
    QVERIFY_THROWS_EXCEPTION(UsageError, exportPicture(*arrangedDiamond(), "picture.bmp", Theme::light()));
    QVERIFY_THROWS_EXCEPTION(FileError, exportPicture(*arrangedDiamond(), "/no/such/folder/a.svg", Theme::light()));
  }

  void removedAddedAndContextBoxesLookDifferent() {
    Picture picture = diamond();
    arrange(picture, layeredEngine());
    const QRectF area = picture.boxes[1].rect.adjusted(-10, -10, 10, 10);
    QSet<QByteArray> looks;
    for (const DiffState state : {DiffState::kContext, DiffState::kRemoved, DiffState::kAdded, DiffState::kChanged}) {
      picture.boxes[1].state = state;
      const QImage image = renderPicture(picture, area, 1, Theme::light());
      looks.insert(QByteArray(reinterpret_cast<const char*>(image.constBits()), image.sizeInBytes()));
    }
    QCOMPARE(looks.size(), 4);
  }
};

QTEST_MAIN(PictureTest)
#include "picture_test.moc"
