// The element types that ONNX got after opset 17 and Debian's library does not know: bfloat16, float8, float4, and
// integers of four and two bits. Stored, read, cast and dequantized.

#include <cmath>

#include "operator_testing.h"
#include "tensor/constant.h"

using namespace tasoscope;
using namespace tasoscope::testing;

namespace {

constexpr ElementType kSmall[] = {
    ElementType::kBfloat16,       ElementType::kFloat8E4M3FN, ElementType::kFloat8E4M3FNUZ, ElementType::kFloat8E5M2,
    ElementType::kFloat8E5M2FNUZ, ElementType::kFloat8E8M0,   ElementType::kFloat4E2M1,     ElementType::kUint4,
    ElementType::kInt4,           ElementType::kUint2,        ElementType::kInt2,
};

/// Every number of a type, by its bits.
Value everyNumber(ElementType type) {
  const int bits = bitsOf(type);
  const std::int64_t count = std::int64_t{1} << bits;
  std::vector<std::byte> raw(static_cast<std::size_t>(count * bits / 8));
  for (std::size_t i = 0; i < raw.size(); ++i) {
    unsigned byte = 0;
    if (bits == 16) byte = static_cast<unsigned>(i % 2 ? i / 2 >> 8 : i / 2 & 0xff);
    if (bits == 8) byte = static_cast<unsigned>(i);
    for (int part = 0; bits < 8 && part < 8 / bits; ++part)
      byte |= static_cast<unsigned>(i * static_cast<std::size_t>(8 / bits) + static_cast<std::size_t>(part))
              << (part * bits);
    raw[i] = static_cast<std::byte>(byte);
  }
  return decode({type, Shape{count}, true}, raw);
}

}  // namespace

class SmallTypesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everyNumberSurvivesStoringAndReading() {
    for (const ElementType type : kSmall) {
      const Value numbers = everyNumber(type);
      const Value again = decode(numbers.type(), encode(numbers));
      for (std::int64_t i = 0; i < numbers.size(); ++i)
        QVERIFY2(numbers.at(i) == again.at(i) || (std::isnan(numbers.at(i)) && std::isnan(again.at(i))),
                 qPrintable(QString("%1 %2").arg(std::string(nameOf(type)).c_str()).arg(i)));
    }
  }

  void everyNumberSurvivesACastToFloatAndBack() {
    for (const ElementType type : kSmall) {
      const Value numbers = everyNumber(type);
      const auto cast = [](const Value& value, ElementType to) {
        return evaluated("Cast", {{"to", static_cast<std::int64_t>(to)}}, {value})[0];
      };
      const Value wide = cast(numbers, ElementType::kFloat32), back = cast(wide, type);
      QCOMPARE(back.element(), type);
      for (std::int64_t i = 0; i < numbers.size(); ++i) {
        QVERIFY(wide.at(i) == numbers.at(i) || std::isnan(numbers.at(i)));
        QVERIFY(back.at(i) == numbers.at(i) || std::isnan(numbers.at(i)) || std::isinf(numbers.at(i)));
      }
    }
  }

  void everyNumberIsDequantized() {
    for (const ElementType type : kSmall) {
      if (type == ElementType::kBfloat16 || type == ElementType::kFloat8E8M0) continue;  // no quantized types
      const Value numbers = everyNumber(type);
      const Value real = evaluated("DequantizeLinear", {}, {numbers, floats({}, {0.5})})[0];
      QCOMPARE(real.element(), ElementType::kFloat32);
      for (std::int64_t i = 0; i < numbers.size(); ++i)
        QVERIFY(real.at(i) == numbers.at(i) / 2 || !std::isfinite(numbers.at(i)));
    }
  }

  void integersOfAFewBitsHaveTheirRange() {
    QCOMPARE(textOf(everyNumber(ElementType::kInt2)), QString("int2 [4]: 0, 1, -2, -1"));
    QCOMPARE(textOf(everyNumber(ElementType::kUint2)), QString("uint2 [4]: 0, 1, 2, 3"));
    QCOMPARE(textOf(everyNumber(ElementType::kFloat4E2M1)),
             QString("float4e2m1 [16]: 0, 0.5, 1, 1.5, 2, 3, 4, 6, 0, -0.5, -1, -1.5, -2, -3, -4, -6"));
    QVERIFY(std::signbit(everyNumber(ElementType::kFloat4E2M1).at(8)));
    QCOMPARE(everyNumber(ElementType::kInt4).at(8), -8.0);
  }
};

QTEST_APPLESS_MAIN(SmallTypesTest)
#include "small_types_test.moc"
