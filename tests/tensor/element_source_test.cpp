// Elements that are read in boxes, against the same elements held as a whole.

#include "tensor/element_source.h"

#include <QTest>
#include <numeric>
#include <random>

#include "tensor/constant.h"

using namespace tasoscope;

namespace {

using Extents = std::vector<std::int64_t>;

std::vector<double> countUp(std::int64_t count) {
  std::vector<double> numbers(static_cast<std::size_t>(count));
  std::iota(numbers.begin(), numbers.end(), 0.0);
  return numbers;
}

ElementSourcePtr countingSource(const Extents& shape) {
  const std::int64_t count = std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies<>());
  const auto bytes =
      std::make_shared<std::vector<std::byte>>(encode(Value::ofFloats(ElementType::kFloat32, shape, countUp(count))));
  return rawSource({ElementType::kFloat32, Shape(std::span<const std::int64_t>(shape)), true}, *bytes, bytes);
}

/// The box by its definition, from all elements.
std::vector<double> boxOf(const std::vector<double>& all, const Extents& shape, const Extents& start,
                          const Extents& extents) {
  std::vector<double> box;
  Extents index(shape.size(), 0);
  for (std::size_t i = 0; i < all.size(); ++i) {
    bool isInside = true;
    for (std::size_t axis = 0; axis < shape.size(); ++axis)
      isInside &= index[axis] >= start[axis] && index[axis] < start[axis] + extents[axis];
    if (isInside) box.push_back(all[i]);
    for (std::size_t axis = shape.size(); axis-- > 0 && ++index[axis] == shape[axis];) index[axis] = 0;
  }
  return box;
}

void everyBoxAgrees(const ElementSource& source, const std::vector<double>& all, std::mt19937& random) {
  QCOMPARE(allElements(source), all);
  for (int i = 0; i < 50; ++i) {
    Extents start, extents;
    std::size_t count = 1;
    for (const std::int64_t extent : source.shape()) {
      start.push_back(std::uniform_int_distribution<std::int64_t>(0, extent - 1)(random));
      extents.push_back(std::uniform_int_distribution<std::int64_t>(1, extent - start.back())(random));
      count *= static_cast<std::size_t>(extents.back());
    }
    std::vector<double> box(count);
    source.read(start, extents, box.data());
    QCOMPARE(box, boxOf(all, source.shape(), start, extents));
  }
}

}  // namespace

class ElementSourceTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void anyBoxOfRawDataIsRead() {
    std::mt19937 random(1);
    everyBoxAgrees(*countingSource({5}), countUp(5), random);
    everyBoxAgrees(*countingSource({3, 4, 5}), countUp(60), random);
    everyBoxAgrees(*countingSource({2, 3, 1, 4})->reshaped({6, 4}), countUp(24), random);
  }

  void anyBoxOfMovedElementsIsRead() {
    std::mt19937 random(2);
    const auto swapped = transposedSource(countingSource({2, 3}), {1, 0});
    QCOMPARE(swapped->shape(), (Extents{3, 2}));
    everyBoxAgrees(*swapped, {0, 3, 1, 4, 2, 5}, random);
    everyBoxAgrees(*partOf(countingSource({3, 4}), {1, 1}, {2, 2}), {5, 6, 9, 10}, random);
    const auto joined = joinedSource({countingSource({2, 2}), countingSource({2, 1}), countingSource({2, 3})}, 1);
    everyBoxAgrees(*joined, {0, 1, 0, 0, 1, 2, 2, 3, 1, 3, 4, 5}, random);
    everyBoxAgrees(*transposedSource(countingSource({2, 3, 2}), {2, 0, 1}), {0, 2, 4, 6, 8, 10, 1, 3, 5, 7, 9, 11},
                   random);
  }

  void runsAreAllElementsInOrder() {
    for (const std::int64_t most : {1, 2, 5, 7, 12, 1000}) {
      std::vector<double> seen;
      forEachRun(*countingSource({3, 4, 5}), most, [&](std::span<const double> run) {
        QVERIFY(!run.empty() && static_cast<std::int64_t>(run.size()) <= std::max<std::int64_t>(most, 1));
        seen.insert(seen.end(), run.begin(), run.end());
      });
      QCOMPARE(seen, countUp(60));
    }
  }

  void aLargeConstantIsDeferredAndReadsAsADenseOne_data() {
    QTest::addColumn<int>("number");
    for (const ElementType type : {ElementType::kFloat32, ElementType::kFloat64, ElementType::kFloat16,
                                   ElementType::kBfloat16, ElementType::kFloat8E4M3FN, ElementType::kFloat4E2M1})
      QTest::newRow(std::string(nameOf(type)).c_str()) << static_cast<int>(type);
  }
  void aLargeConstantIsDeferredAndReadsAsADenseOne() {
    QFETCH(int, number);
    const auto type = static_cast<ElementType>(number);
    const Extents shape{kDeferredElements / 2 + 1, 3};
    std::vector<double> numbers(static_cast<std::size_t>(shape[0] * 3));
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<double>(i % 4) / 2;
    const Value dense = Value::ofFloats(type, shape, numbers);
    const auto bytes = std::make_shared<const std::vector<std::byte>>(encode(dense));
    const ConstantPtr constant = makeConstant(dense.type(), bytes);
    const Value deferred = constant->value();
    QVERIFY(deferred.isDeferred());
    QCOMPARE(deferred.at(5), 0.5);
    QVERIFY(std::ranges::equal(deferred.floats(), dense.floats()));
    QVERIFY(encode(constant->value()) == *bytes);
    std::vector<std::byte> visited;
    makeUnroundedConstant(constant->value())->visitBytes([&](std::span<const std::byte> part) {
      visited.insert(visited.end(), part.begin(), part.end());
    });
    QVERIFY(visited == *bytes);
  }

  void changingADeferredValueLeavesItsCopiesAlone() {
    Value value = Value::ofSource(ElementType::kFloat32, countingSource({2, 3}));
    const Value copy = value;
    value.mutableFloats()[0] = 9;
    QCOMPARE(value.at(0), 9.0);
    QCOMPARE(copy.at(0), 0.0);
    QCOMPARE(copy.reshaped({3, 2}).at(5), 5.0);
  }
};

QTEST_APPLESS_MAIN(ElementSourceTest)
#include "element_source_test.moc"
