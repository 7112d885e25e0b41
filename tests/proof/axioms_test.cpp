// Axioms on numbers: both readings of each are applied to random instances, like rules are.

#include <QtTest>

#include "proof/numeric_test.h"
#include "proof/prover.h"
#include "rules/rule_pattern.h"
#include "rules/rule_text.h"

using namespace tasoscope;

namespace {

constexpr std::uint64_t kSeed = 44;

/// The activation as an op of its own exists only in proofs; operands of commutative ops are no step between graphs.
bool canRun(const Rule& axiom) {
  return printRule(axiom).find(kActivated) == std::string::npos && !axiom.name.ends_with("commutes");
}

}  // namespace

class AxiomsTest : public QObject {
  Q_OBJECT

 private slots:
  void bothSidesOfEveryAxiomAgreeOnNumbers_data() {
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < builtInAxioms().size(); ++i)
      if (canRun(builtInAxioms()[i])) QTest::newRow(builtInAxioms()[i].name.c_str()) << static_cast<int>(i);
  }
  void bothSidesOfEveryAxiomAgreeOnNumbers() {
    QFETCH(int, index);
    const NumericTestResult result = testRule(builtInAxioms()[static_cast<std::size_t>(index)], kSeed);
    QVERIFY2(result.counterexample.empty(), result.counterexample.c_str());
    QVERIFY(result.passed());
  }
};

QTEST_APPLESS_MAIN(AxiomsTest)
#include "axioms_test.moc"
