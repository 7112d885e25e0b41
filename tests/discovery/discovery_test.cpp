// Rules found by machine: arithmetic in the field, enumeration, pairs, what derives what, and that runs which were
// stopped, or made in parts, come to the same.

#include <QTemporaryDir>
#include <QtTest>
#include <fstream>

#include "discovery/chunk_files.h"
#include "discovery/derivation.h"
#include "discovery/discover.h"
#include "discovery/enumeration.h"
#include "discovery/generalize.h"
#include "tensor/error.h"

using namespace tasoscope;
using namespace tasoscope::discovery;
using exchange::ForeignKind;
using exchange::ForeignRule;
using exchange::ForeignTensor;

namespace {

ForeignTensor external(int number) { return {-number, 0}; }

/// F(F(x, y), z) => F(x, F(y, z)), with the numbers of the variables.
ForeignRule associativity(ForeignKind kind, int x, int y, int z) {
  return {{{kind, {external(x), external(y)}, {}}, {kind, {{0, 0}, external(z)}, {}}},
          {{kind, {external(y), external(z)}, {}}, {kind, {external(x), {0, 0}}, {}}},
          {{1, 1, 0, 0}}};
}

struct Run {
  QTemporaryDir folder;
  DiscoveryOptions options;

  explicit Run(int maxOps, std::vector<std::string> operators) {
    options.maxOps = maxOps;
    options.operators = std::move(operators);
    options.folder = folder.path().toStdString();
    options.instances = 10;
  }
  DiscoverySummary whole() {
    enumerateShard(options, {});
    return mergeChunks(options, {});
  }
};

std::vector<std::string> textsOf(const DiscoverySummary& summary) {
  std::vector<std::string> texts;
  for (const FoundRule& found : summary.rules)
    texts.push_back(std::string(nameOf(found.verdict)) + canonicalText(found.foreign));
  return texts;
}

const std::vector<std::string> kMatrices{"matmul", "add", "transpose", "relu"};

}  // namespace

class DiscoveryTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void theFieldHasInversesAndAnOrderWithAZero() {
    for (const Element a : {1U, 2U, 9U, 123456789U, kPrime - 1}) {
      QCOMPARE(times(a, inverseOf(a)), Element{1});
      QCOMPARE(positivePart(positivePart(a)), positivePart(a));
      QCOMPARE(greater(a, 77), greater(77, a));
    }
    QCOMPARE(plus(kPrime - 1, 1), Element{0});
    QCOMPARE(positivePart(0), Element{0});
    int positive = 0;
    for (Element a = 1; a <= 10000; ++a) positive += positivePart(a * 1009) != 0;
    QVERIFY(positive > 3500 && positive < 4500);
  }

  void everyGraphOfASizeIsVisitedOnce() {
    const Vocabulary vocabulary = tasoVocabulary({"add", "relu"});
    const TermTable table(vocabulary);
    Enumeration enumeration(table, 1);
    std::set<Application> seen;
    std::size_t visits = 0;
    for (TermId major = 0; major < table.size(); ++major)
      enumeration.forEachWith(major, [&](const Application& application, const std::vector<FieldShape>&) {
        seen.insert(application);
        ++visits;
      });
    QCOMPARE(seen.size(), visits);
    // Relu of each of the 19 tensors; sums of two of one shape, in one order: six of each six shapes, one of the
    // seventh.
    QCOMPARE(visits, std::size_t{19 + 6 * 6 + 1});
  }

  void associativityIsFoundAndWhatItDerivesIsNot() {
    Run run(3, {"matmul"});
    const DiscoverySummary summary = run.whole();
    QCOMPARE(summary.rules.size(), std::size_t{1});
    QCOMPARE(summary.rules[0].verdict, Verdict::kKept);
    QCOMPARE(canonicalText(summary.rules[0].foreign).find("18"), std::size_t{0});
    QVERIFY(summary.derived > 0);
    QVERIFY(summary.rules[0].rule);
    QCOMPARE(variableCount(summary.rules[0].foreign), std::size_t{3});
  }

  void aSumOfProductsIsFoundAsAProductOfASum() {
    Run run(3, kMatrices);
    const DiscoverySummary summary = run.whole();
    const auto isDistributivity = [](const FoundRule& found) {
      return found.verdict == Verdict::kKept && namesOf(found.foreign.source) == "MatMul, MatMul, Add" &&
             namesOf(found.foreign.target) == "Add, MatMul";
    };
    QVERIFY(std::ranges::count_if(summary.rules, isDistributivity) >= 2);  // on either side
    for (const FoundRule& found : summary.rules) QVERIFY(found.verdict != Verdict::kNotExpressible);
  }

  void whatShardsMakeMergesToTheSame() {
    Run whole(2, kMatrices), parts(2, kMatrices);
    const DiscoverySummary expected = whole.whole();
    parts.options.shards = 3;
    for (int shard = 3; shard >= 1; --shard) {
      QVERIFY_THROWS_EXCEPTION(FileError, mergeChunks(parts.options, {}));
      parts.options.shard = shard;
      enumerateShard(parts.options, {});
    }
    const DiscoverySummary merged = mergeChunks(parts.options, {});
    QCOMPARE(textsOf(merged), textsOf(expected));
    QCOMPARE(merged.graphs, expected.graphs);
  }

  void aRunThatWasStoppedMakesOnlyWhatIsMissing() {
    Run run(2, kMatrices);
    const DiscoverySummary expected = run.whole();
    const std::filesystem::path chunk = run.options.folder / "chunk-07.bin",
                                other = run.options.folder / "chunk-08.bin";
    const auto made = std::filesystem::last_write_time(other);
    std::filesystem::remove(chunk);
    QCOMPARE(textsOf(run.whole()), textsOf(expected));
    QVERIFY(std::filesystem::exists(chunk));
    QCOMPARE(std::filesystem::last_write_time(other), made);
  }

  void aFolderOfAnotherDiscoveryIsRefused() {
    Run run(2, kMatrices);
    enumerateShard(run.options, {});
    run.options.maxOps = 1;
    QVERIFY_THROWS_EXCEPTION(FileError, enumerateShard(run.options, {}));
  }

  void aDamagedChunkIsRefused() {
    Run run(1, kMatrices);
    enumerateShard(run.options, {});
    std::ofstream(run.options.folder / "chunk-00.bin", std::ios::binary) << "short";
    QVERIFY_THROWS_EXCEPTION(FileError, mergeChunks(run.options, {}));
  }

  void cancellingEndsARun() {
    Run run(3, kMatrices);
    const std::atomic<bool> cancel{true};
    QVERIFY_THROWS_EXCEPTION(Cancelled, enumerateShard(run.options, Progress({}, &cancel)));
  }

  void aRuleDerivesItsInstancesAndNothingElse() {
    const Vocabulary vocabulary = tasoVocabulary();
    Derivation derivation(vocabulary);
    derivation.add(associativity(ForeignKind::kAdd, 1, 2, 3));
    QVERIFY(derivation.derives(associativity(ForeignKind::kAdd, 3, 1, 1)));
    QVERIFY(!derivation.derives(associativity(ForeignKind::kMul, 1, 2, 3)));
    ForeignRule wrong = associativity(ForeignKind::kAdd, 1, 2, 3);
    wrong.target[0].inputs[1] = external(2);
    QVERIFY(!derivation.derives(wrong));
  }

  void aTensorThatIsReadTwiceBecomesTwoTensorsWhereThatHolds() {
    const Vocabulary vocabulary = tasoVocabulary();
    const ForeignRule special = associativity(ForeignKind::kAdd, 1, 2, 1);
    QVERIFY(holds(special, vocabulary));
    QCOMPARE(variableCount(generalized(special, vocabulary)), std::size_t{3});
    // x + x => x * 2 has no form here, but relu(x) * relu(x) => relu(x) * relu(x) shows that nothing is split falsely.
    const ForeignRule square{{{ForeignKind::kMul, {external(1), external(1)}, {}}},
                             {{ForeignKind::kRelu, {external(1)}, {}}, {ForeignKind::kMul, {{0, 0}, external(1)}, {}}},
                             {{0, 1, 0, 0}}};
    QVERIFY(!holds(square, vocabulary));
  }

  void operatorsThatAreNoneAreNamedWithThoseThatThereAre() {
    try {
      tasoVocabulary({"softmax"});
      QFAIL("accepted");
    } catch (const UsageError& error) {
      QVERIFY(std::string(error.what()).find("scalar-mul") != std::string::npos);
    }
  }
};

QTEST_APPLESS_MAIN(DiscoveryTest)
#include "discovery_test.moc"
