// Pictures: places, the pair before and after, look-up by place, export.

#include "views/canvas/picture.h"

#include <QSvgRenderer>
#include <QtTest>

#include "sample_pictures.h"
#include "tensor/error.h"
#include "views/canvas/picture_export.h"
#include "views/canvas/picture_metrics.h"
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
