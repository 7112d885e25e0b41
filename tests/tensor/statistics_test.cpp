// Statistics of constants against a computation as simple as it can be.

#include "tensor/statistics.h"

#include <QtTest>
#include <atomic>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

#include "tensor/partly_readable.h"

using namespace tasoscope;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

ConstantPtr ofFloats(ElementType type, const std::vector<double>& numbers) {
  std::vector<double> rounded;
  for (double number : numbers) rounded.push_back(roundTo(type, number));
  return makeConstant(Value::ofFloats(type, {static_cast<std::int64_t>(numbers.size())}, rounded));
}

ConstantPtr ofIntegers(ElementType type, const std::vector<std::int64_t>& numbers) {
  return makeConstant(Value::ofIntegers(type, {static_cast<std::int64_t>(numbers.size())}, numbers));
}

bool isNear(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max({1.0, std::abs(a), std::abs(b)}); }

/// Long double, one sum after the other, bins by their edges.
TensorStatistics naive(const std::vector<double>& numbers, int bins) {
  TensorStatistics result;
  result.elements = result.read = static_cast<std::int64_t>(numbers.size());
  std::vector<double> finite;
  for (double number : numbers) {
    result.nans += std::isnan(number);
    result.infinities += std::isinf(number);
    result.zeros += number == 0;
    if (std::isfinite(number)) finite.push_back(number);
  }
  if (finite.empty()) return result;
  result.least = *std::ranges::min_element(finite);
  result.most = *std::ranges::max_element(finite);
  long double sum = 0, squares = 0;
  for (double number : finite) sum += number;
  const long double mean = sum / static_cast<long double>(finite.size());
  for (double number : finite) squares += (number - mean) * (number - mean);
  result.mean = static_cast<double>(mean);
  result.deviation = static_cast<double>(std::sqrt(squares / static_cast<long double>(finite.size())));
  result.histogram.assign(result.most > result.least ? static_cast<std::size_t>(bins) : 1, 0);
  for (double number : finite) {
    std::size_t bin = 0;
    const double width = (result.most - result.least) / bins;
    while (bin + 1 < result.histogram.size() && number >= result.least + width * static_cast<double>(bin + 1)) ++bin;
    ++result.histogram[bin];
  }
  return result;
}

std::vector<double> randomNumbers(std::uint32_t seed, std::size_t count) {
  std::mt19937 generator(seed);
  std::normal_distribution<double> normal(0.25, 3);
  std::vector<double> numbers(count);
  for (std::size_t i = 0; i < count; ++i) numbers[i] = i % 17 == 0 ? 0 : normal(generator);
  return numbers;
}

}  // namespace

class StatisticsTest : public QObject {
  Q_OBJECT

  void compare(const TensorStatistics& found, const TensorStatistics& expected) {
    QCOMPARE(found.elements, expected.elements);
    QCOMPARE(found.read, expected.read);
    QCOMPARE(found.zeros, expected.zeros);
    QCOMPARE(found.nans, expected.nans);
    QCOMPARE(found.infinities, expected.infinities);
    QCOMPARE(found.least, expected.least);
    QCOMPARE(found.most, expected.most);
    QVERIFY(isNear(found.mean, expected.mean));
    QVERIFY(isNear(found.deviation, expected.deviation));
    QCOMPARE(found.histogram.size(), expected.histogram.size());
    QCOMPARE(std::accumulate(found.histogram.begin(), found.histogram.end(), std::int64_t{0}), found.finite());
    // A number on an edge may fall on either side of it by rounding.
    for (std::size_t i = 0; i < found.histogram.size(); ++i)
      QVERIFY(std::abs(found.histogram[i] - expected.histogram[i]) <= 2);
  }

 private Q_SLOTS:
  void floatingPointTypesAgreeWithTheNaiveComputation_data() {
    QTest::addColumn<int>("type");
    for (ElementType type : {ElementType::kFloat32, ElementType::kFloat64, ElementType::kFloat16,
                             ElementType::kBfloat16, ElementType::kFloat8E4M3FN, ElementType::kFloat8E5M2})
      QTest::newRow(std::string(nameOf(type)).c_str()) << static_cast<int>(type);
  }
  void floatingPointTypesAgreeWithTheNaiveComputation() {
    QFETCH(int, type);
    const auto element = static_cast<ElementType>(type);
    std::vector<double> numbers = randomNumbers(11, 150'001);  // several blocks, the last of one odd part
    const ConstantPtr constant = ofFloats(element, numbers);
    for (double& number : numbers) number = roundTo(element, number);
    compare(statisticsOf(*constant), naive(numbers, 32));
  }

  void integerTypesAgreeWithTheNaiveComputation_data() { addIntegerTypes(); }
  void integerTypesAgreeWithTheNaiveComputation() {
    QFETCH(int, type);
    const auto element = static_cast<ElementType>(type);
    std::mt19937 generator(5);
    std::vector<std::int64_t> numbers(70'001);
    for (std::int64_t& number : numbers)
      number = static_cast<std::int64_t>(roundTo(element, static_cast<double>(generator() % 200) - 60));
    const TensorStatistics found = statisticsOf(*ofIntegers(element, numbers));
    std::vector<double> expected(numbers.begin(), numbers.end());
    if (element == ElementType::kUint64)
      for (std::size_t i = 0; i < expected.size(); ++i)
        expected[i] = static_cast<double>(static_cast<std::uint64_t>(numbers[i]));
    compare(found, naive(expected, 32));
  }

  void nansAndInfinitiesAreCountedAndLeftOutOfTheMoments() {
    const std::vector<double> numbers{1, NAN, -3, kInfinity, -kInfinity, 0, NAN, -0.0};
    for (ElementType element : {ElementType::kFloat32, ElementType::kFloat16, ElementType::kBfloat16}) {
      const TensorStatistics found = statisticsOf(*ofFloats(element, numbers));
      compare(found, naive(numbers, 32));
      QCOMPARE(found.nans, 2);
      QCOMPARE(found.infinities, 2);
      QCOMPARE(found.zeros, 2);
      QCOMPARE(found.finite(), 4);
    }
  }

  void whatHasNoFiniteNumberHasNoHistogram() {
    const TensorStatistics found = statisticsOf(*ofFloats(ElementType::kFloat32, {NAN, kInfinity}));
    QVERIFY(found.histogram.empty());
    QCOMPARE(found.finite(), 0);
  }

  void anEmptyTensorHasNothing() {
    const TensorStatistics found = statisticsOf(*ofFloats(ElementType::kFloat32, {}));
    QCOMPARE(found.elements, 0);
    QCOMPARE(found.read, 0);
    QVERIFY(!found.isCut() && found.histogram.empty() && found.firstValues.empty());
  }

  void equalNumbersFillOneBin() {
    const TensorStatistics found = statisticsOf(*ofFloats(ElementType::kFloat64, {2.5, 2.5, 2.5}));
    QCOMPARE(found.histogram, std::vector<std::int64_t>{3});
    QCOMPARE(found.deviation, 0.0);
  }

  void aRangeOfAllOfFloat64StaysFinite() {
    const double most = std::numeric_limits<double>::max();
    const TensorStatistics found = statisticsOf(*ofFloats(ElementType::kFloat64, {-most, 0, most}));
    QCOMPARE(found.histogram.front(), 1);
    QCOMPARE(found.histogram.back(), 1);
    QCOMPARE(std::accumulate(found.histogram.begin(), found.histogram.end(), std::int64_t{0}), 3);
  }

  void onlyTheFirstElementsAreReadAndTheAnswerSaysSo() {
    std::int64_t asked = 0;
    const TensorType type{ElementType::kFloat32, Shape{1000, 1000}};
    const ConstantPtr constant = makeGrowingConstant(type, [&](std::int64_t count) {
      asked = count;
      return std::make_shared<std::vector<std::byte>>(static_cast<std::size_t>(count) * sizeof(float));
    });
    StatisticsOptions options;
    options.mostElements = 1001;
    const TensorStatistics found = statisticsOf(*constant, options);
    QCOMPARE(asked, 1000);  // a multiple of eight
    QCOMPARE(found.read, 1000);
    QCOMPARE(found.elements, 1'000'000);
    QCOMPARE(found.zeros, 1000);
    QVERIFY(found.isCut());
  }

  void theFirstValuesAreToldAsTheyAre() {
    QCOMPARE(statisticsOf(*ofFloats(ElementType::kFloat32, {0.5, -2, NAN})).firstValues,
             (std::vector<std::string>{"0.5", "-2", "nan"}));
    QCOMPARE(statisticsOf(*ofIntegers(ElementType::kUint64, {-1, 3})).firstValues,
             (std::vector<std::string>{"18446744073709551615", "3"}));
    QCOMPARE(statisticsOf(*ofIntegers(ElementType::kBool, {0, 1})).firstValues,
             (std::vector<std::string>{"false", "true"}));
    const TensorStatistics strings = statisticsOf(*makeConstant(Value::ofStrings({2}, {"a", "b"})));
    QVERIFY(!strings.hasNumbers);
    QCOMPARE(strings.firstValues, (std::vector<std::string>{"a", "b"}));
  }

  void complexNumbersHaveNoStatistics() {
    const TensorType type{ElementType::kComplex64, Shape{2}};
    const TensorStatistics found =
        statisticsOf(*makeConstant(type, std::make_shared<std::vector<std::byte>>(std::size_t{16})));
    QVERIFY(!found.hasNumbers);
    QCOMPARE(found.elements, 2);
  }

  void cancellingEndsTheReading() {
    const std::atomic<bool> cancelled = true;
    QVERIFY_THROWS_EXCEPTION(Cancelled,
                             statisticsOf(*ofFloats(ElementType::kFloat32, {1, 2}), {}, Progress({}, &cancelled)));
  }

 private:
  static void addIntegerTypes() {
    QTest::addColumn<int>("type");
    for (ElementType type : {ElementType::kInt8, ElementType::kUint8, ElementType::kInt16, ElementType::kUint16,
                             ElementType::kInt32, ElementType::kUint32, ElementType::kInt64, ElementType::kUint64,
                             ElementType::kInt4, ElementType::kUint4, ElementType::kBool})
      QTest::newRow(std::string(nameOf(type)).c_str()) << static_cast<int>(type);
  }
};

QTEST_GUILESS_MAIN(StatisticsTest)
#include "statistics_test.moc"
