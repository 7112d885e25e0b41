// TASO's rule files, written here byte by byte: what is read, what is asked for, and that it goes back as it came.

#include <QtTest>

#include "exchange/rule_exchange.h"
#include "proof/numeric_test.h"
#include "rules/rule_pattern.h"
#include "rules/rule_text.h"
#include "tensor/error.h"

using namespace tasoscope;

namespace {

// The wire format: numbers of seven bits a byte, the lowest first; a field is its number times 8, plus 2 for bytes.

std::string number(std::int64_t value) {
  std::string bytes;
  auto rest = static_cast<std::uint64_t>(value);
  for (; rest >= 128; rest >>= 7) bytes += static_cast<char>(rest % 128 + 128);
  return bytes + static_cast<char>(rest);
}
std::string fields(std::initializer_list<std::int64_t> values) {
  std::string bytes;
  int field = 0;
  for (const std::int64_t value : values) bytes += number(8 * ++field) + number(value);
  return bytes;
}
std::string part(int field, const std::string& bytes) {
  return number(8 * field + 2) + number(static_cast<std::int64_t>(bytes.size())) + bytes;
}

using Pairs = std::vector<std::pair<std::int64_t, std::int64_t>>;

std::string op(int type, const Pairs& inputs, const Pairs& parameters) {
  std::string bytes = number(8) + number(type);
  for (const auto& [from, output] : inputs) bytes += part(2, fields({from, output}));
  for (const auto& [key, value] : parameters) bytes += part(3, fields({key, value}));
  return bytes;
}
std::string rule(const std::vector<std::string>& source, const std::vector<std::string>& target,
                 const std::vector<std::string>& outputs) {
  std::string bytes;
  for (const std::string& one : source) bytes += part(1, one);
  for (const std::string& one : target) bytes += part(2, one);
  for (const std::string& one : outputs) bytes += part(3, one);
  return part(1, bytes);
}

constexpr int kConv = 3, kRelu = 8, kConcat = 12, kSplit = 13, kAdd = 16, kMul = 17, kMatMul = 18;

Pairs window(int activation) { return {{4, 3}, {5, 3}, {6, 1}, {7, 1}, {8, 0}, {9, activation}}; }
Pairs joined(int axis, int rank) { return {{1, 2}, {11, axis}, {10, rank}}; }

std::string convolutionThenRelu() {
  return rule({op(kConv, {{-7, 0}, {-10, 0}}, window(0)), op(kRelu, {{0, 0}}, {})},
              {op(kConv, {{-7, 0}, {-10, 0}}, window(2))}, {fields({1, 0, 0, 0})});
}
std::string productsOfOneOperand() {
  return rule({op(kMatMul, {{-1, 0}, {-4, 0}}, {{9, 0}}), op(kMatMul, {{-1, 0}, {-5, 0}}, {{9, 0}})},
              {op(kConcat, {{-4, 0}, {-5, 0}}, joined(1, 2)), op(kMatMul, {{-1, 0}, {0, 0}}, {{9, 0}}),
               op(kSplit, {{1, 0}}, {{2, 2}, {11, 1}})},
              {fields({0, 2, 0, 0}), fields({1, 2, 0, 1})});
}
std::string distribution() {
  return rule({op(kAdd, {{-1, 0}, {-2, 0}}, {}), op(kMul, {{0, 0}, {-3, 0}}, {})},
              {op(kMul, {{-1, 0}, {-3, 0}}, {}), op(kMul, {{-2, 0}, {-3, 0}}, {}), op(kAdd, {{0, 0}, {1, 0}}, {})},
              {fields({1, 2, 0, 0})});
}
/// TASO's rule 99: filters meet the wrong data where their numbers differ.
std::string convolutionsOfDifferentData() {
  return rule({op(kConv, {{-7, 0}, {-10, 0}}, window(0)), op(kConv, {{-8, 0}, {-11, 0}}, window(0)),
               op(kConcat, {{0, 0}, {1, 0}}, joined(1, 4))},
              {op(kConcat, {{-7, 0}, {-8, 0}}, joined(1, 4)), op(kConcat, {{-10, 0}, {-11, 0}}, joined(0, 4)),
               op(kConv, {{0, 0}, {1, 0}}, window(0))},
              {fields({2, 2, 0, 0})});
}
/// Two halves that share nothing.
std::string twoRelus() {
  return rule(
      {op(kRelu, {{-7, 0}}, {}), op(kRelu, {{-8, 0}}, {})},
      {op(kConcat, {{-7, 0}, {-8, 0}}, joined(0, 4)), op(kRelu, {{0, 0}}, {}), op(kSplit, {{1, 0}}, {{2, 2}, {11, 0}})},
      {fields({0, 2, 0, 0}), fields({1, 2, 0, 1})});
}

std::string file() {
  return convolutionThenRelu() + productsOfOneOperand() + distribution() + convolutionsOfDifferentData() + twoRelus();
}

ImportResult imported(const std::string& bytes) { return importRules(bytes, "some/Taso_rules.pb"); }

Rule onlyRule(const std::string& bytes) {
  const ImportResult result = imported(bytes);
  return result.rules.at(0).rule.value();
}

QStringList conditionsOf(const Rule& rule) {
  QStringList texts;
  for (const ExpressionPtr& condition : rule.pattern->conditions) texts << QString::fromStdString(textOf(*condition));
  return texts;
}

}  // namespace

class TasoRulesTest : public QObject {
  Q_OBJECT

 private slots:
  void aRuleIsReadAsItsGeneratorMeansIt() {
    QCOMPARE(QString::fromStdString(printRule(onlyRule(convolutionThenRelu()))),
             QString("family taso\n\n"
                     "rule taso-rules-0 {\n"
                     "  note \"Conv, Relu become Conv.\"\n"
                     "  from \"Taso_rules.pb, rule 0\"\n"
                     "  numerics exact\n"
                     "  s1 = Conv(x7, x10) {dilations? = [1, 1], group = 1, kernel_shape = k, pads = r ++ r, "
                     "strides = [1, 1]}\n"
                     "  y = Relu(s1)\n"
                     "  let r = (k - 1) / 2\n"
                     "  where rank(x7) == 4\n"
                     "  where rank(x10) == 4\n"
                     "=>\n"
                     "  y = Conv(x7, x10) {activation = \"relu\", dilations = [1, 1], group = 1, kernel_shape = k, "
                     "pads = r ++ r, strides = [1, 1]}\n"
                     "}\n"));
  }

  void aSplitCutsWhereItsOperandWasJoined() {
    const Rule rule = onlyRule(productsOfOneOperand());
    QCOMPARE(QString::fromStdString(textOf(*rule.pattern->right[2].attributes[1].value)),
             QString("[dim(x4, 1), dim(x5, 1)]"));
  }

  void additionsAndProductsAreOfOneShape() {
    QCOMPARE(conditionsOf(onlyRule(distribution())), QStringList({"same_shape(x1, x2)", "same_shape(s1, x3)"}));
  }

  void whatTheTargetNeedsIsACondition() {
    QCOMPARE(conditionsOf(onlyRule(convolutionsOfDifferentData())),
             QStringList({"rank(x7) == 4", "rank(x8) == 4", "rank(x10) == 4", "rank(x11) == 4",
                          "dim(x7, 1) == dim(x8, 1)", "mod(dim(x10, 0) + dim(x11, 0), 2) == 0"}));
  }

  void anotherOrderOfSumsIsReassociating() {
    const ImportResult result = imported(file());
    const std::vector<NumericClass> expected{NumericClass::kExact, NumericClass::kExact, NumericClass::kReassociating,
                                             NumericClass::kReassociating, NumericClass::kExact};
    for (std::size_t i = 0; i < expected.size(); ++i) QCOMPARE(result.rules[i].rule->numericClass, expected[i]);
  }

  void everyImportedRulePrintsAndParsesBackToItself() {
    const ImportResult result = imported(file());
    QCOMPARE(result.count(), std::size_t(5));
    const std::vector<Rule> again = parseRules(printImported(result, "Taso_rules.pb"));
    QCOMPARE(again.size(), std::size_t(5));
    for (std::size_t i = 0; i < again.size(); ++i) {
      QVERIFY(haveSamePattern(*result.rules[i].rule, again[i]));
      QCOMPARE(again[i].name, result.rules[i].name);
      QCOMPARE(again[i].source, result.rules[i].rule->source);
    }
  }

  void whatWasImportedIsExportedByteForByte() {
    std::vector<Rule> rules;
    for (const ImportedRule& one : imported(file()).rules) rules.push_back(*one.rule);
    const ExportResult result = exportRules(rules, ForeignFormat::kTaso);
    QCOMPARE(result.count(), std::size_t(5));
    QVERIFY(result.bytes == file());
  }

  void importedRulesAgreeOnNumbers_data() {
    QTest::addColumn<int>("index");
    for (const int index : {0, 1, 2, 4}) QTest::addRow("%d", index) << index;
  }
  void importedRulesAgreeOnNumbers() {
    QFETCH(int, index);
    const NumericTestResult result = testRule(*imported(file()).rules[static_cast<std::size_t>(index)].rule, 7);
    QVERIFY2(result.passed(), result.counterexample.c_str());
  }

  void theGroupedConvolutionIsRefuted() {
    QVERIFY(!testRule(onlyRule(convolutionsOfDifferentData()), 7).counterexample.empty());
  }

  void aRuleThatCannotBeExpressedIsToldWithItsReason_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("reason");
    const auto row = [](const char* name, const std::string& bytes, const char* reason) {
      QTest::newRow(name) << QByteArray::fromStdString(bytes) << QString(reason);
    };
    const std::string relu = op(kRelu, {{-1, 0}}, {}), output = fields({0, 0, 0, 0});
    row("operator", rule({op(35, {{-1, 0}}, {})}, {relu}, {output}),
        "operator 0 of the source has type 35, which no rule of TASO's generator holds");
    row("order", rule({op(kRelu, {{1, 0}}, {}), relu}, {relu}, {output}),
        "operator 0 of the source reads operator 1, which does not come before it");
    row("output", rule({relu}, {relu}, {fields({3, 0, 0, 0})}), "it maps an output that the source has not");
    row("external", rule({relu}, {op(kRelu, {{-2, 0}}, {})}, {output}),
        "its target reads the external tensor 2, which its source does not");
    row("rank",
        rule({op(kMatMul, {{-1, 0}, {-2, 0}}, {{9, 0}}), op(kConcat, {{0, 0}, {-1, 0}}, joined(0, 4))}, {relu},
             {fields({1, 0, 0, 0})}),
        "a tensor would have both 2 and 4 dimensions");
    row("cut", rule({relu}, {op(kSplit, {{-1, 0}}, {{2, 2}, {11, 0}})}, {output}),
        "nothing says where its target splits");
    Pairs strided = window(0);
    strided[2].second = strided[3].second = 2;
    row("stride", rule({op(kConv, {{-7, 0}, {-10, 0}}, strided)}, {op(kConv, {{-7, 0}, {-10, 0}}, strided)}, {output}),
        "SAME padding with a stride depends on the extents of the data");
  }
  void aRuleThatCannotBeExpressedIsToldWithItsReason() {
    QFETCH(QByteArray, bytes);
    QFETCH(QString, reason);
    const ImportResult result = imported(bytes.toStdString() + convolutionThenRelu());
    QCOMPARE(result.rules.size(), std::size_t(2));
    QVERIFY(!result.rules[0].rule);
    QCOMPARE(QString::fromStdString(result.rules[0].reason), reason);
    QVERIFY(result.rules[1].rule.has_value());
    QVERIFY(printImported(result, "f.pb").find("# 0 is left out: " + result.rules[0].reason) != std::string::npos);
  }

  void aDamagedFileIsRefused() {
    const std::string bytes = file();
    QVERIFY_THROWS_EXCEPTION(FileError, imported(bytes.substr(0, bytes.size() - 3)));
  }

  void whatCannotBeExportedIsToldWithItsReason_data() {
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("reason");
    QTest::newRow("sequence") << "y = Concat(x...) {axis = 0} => y = Concat(x...) {axis = 0}"
                              << "'x...' stands for any number of tensors";
    QTest::newRow("operator") << "y = Relu(Neg(x)) => y = Relu(x)"
                              << "no operator there is Neg";
    QTest::newRow("condition") << "y = Relu(Relu(x)) where dim(x, 0) == 3 => y = Relu(x)"
                               << "its condition dim(x, 0) == 3 has no form there";
    QTest::newRow("attribute") << "y = Relu(Conv(x, w) {group = 2, ...a}) => y = Conv(x, w) {group = 2, activation = "
                                  "\"relu\", ...a}"
                               << "group of its Conv is 2, which has no form there";
  }
  void whatCannotBeExportedIsToldWithItsReason() {
    QFETCH(QString, body);
    QFETCH(QString, reason);
    const std::vector<Rule> rules = parseRules("rule r { " + body.toStdString() + " }");
    const ExportResult result = exportRules(std::span(rules).first(1), ForeignFormat::kTaso);
    QCOMPARE(QString::fromStdString(result.rules[0].reason), reason);
    QCOMPARE(result.count(), std::size_t(0));
  }

  void aRuleOfOursIsExportedWhereItIsNarrowerThere() {
    const std::vector<Rule> rules = parseRules("rule r { y = Mul(Add(a, b), c) => y = Add(Mul(a, c), Mul(b, c)) }");
    const ExportResult result = exportRules(rules, ForeignFormat::kTaso);
    QCOMPARE(QString::fromStdString(result.rules[0].reason), QString());
    QCOMPARE(result.rules[0].remarks.size(), std::size_t(1));
    QVERIFY(result.bytes == distribution());
  }
};

QTEST_APPLESS_MAIN(TasoRulesTest)
#include "taso_rules_test.moc"
