// What scripts may rely on: exit codes, and one JSON object on standard output with the keys that were promised.

#include <signal.h>

#include <QXmlStreamReader>

#include "running.h"
#include "small_models.h"

using namespace tasoscope::testing;

namespace {

// Whether the process catches SIGINT by now, as Linux says.
bool catchesInterrupts(qint64 process) {
  QFile status(QString("/proc/%1/status").arg(process));
  if (!status.open(QIODevice::ReadOnly)) return false;
  for (const QByteArray& line : status.readAll().split('\n'))
    if (line.startsWith("SigCgt:")) return (line.mid(7).trimmed().toULongLong(nullptr, 16) & (1U << (SIGINT - 1))) != 0;
  return false;
}

}  // namespace

class CommandLineContractTest : public QObject {
  Q_OBJECT
 private:
  ModelFolder m_models;

 private Q_SLOTS:
  void everyCommandHasHelpAndVersion_data() {
    QTest::addColumn<QStringList>("command");
    for (const char* words : {"",           "optimize",   "show",        "candidates",   "compare",
                              "verify",     "replay",     "rules",       "rules list",   "rules show",
                              "rules test", "rules lint", "rules stats", "rules import", "rules export",
                              "discover",   "devices",    "zoo",         "zoo list",     "zoo make"})
      QTest::newRow(*words == 0 ? "tasoscope" : words) << QString(words).split(' ', Qt::SkipEmptyParts);
  }
  void everyCommandHasHelpAndVersion() {
    QFETCH(QStringList, command);
    Outcome help = runProgram(command + QStringList{"--help"});
    QCOMPARE(help.code, 0);
    QVERIFY(help.out.contains("--help"));
    QVERIFY(help.err.isEmpty());
    Outcome version = runProgram(command + QStringList{"--version"});
    QCOMPARE(version.code, 0);
    QVERIFY(version.out.startsWith("tasoscope "));
  }

  void optimizePrintsOneObjectWithEveryKeyOfTheContract() {
    Outcome outcome = runProgram({"optimize", m_models.zoo("squeezenet"), "-o", m_models.path("better.onnx"),
                                  "--device", "h100", "--budget", "20", "--json"});
    QCOMPARE(outcome.code, 0);
    QVERIFY(outcome.err.isEmpty());
    const QJsonObject object = outcome.json();
    for (const char* key : {"model", "device", "strategy", "initial_cost_ms", "final_cost_ms", "provenance",
                            "graphs_expanded", "graphs_explored", "candidates_seen", "wall_seconds", "search_seconds",
                            "peak_memory_mb", "stop_reason", "steps", "verified", "verification"})
      QVERIFY2(object.contains(key), key);
    QCOMPARE(object["device"].toString(), QString("h100"));
    QVERIFY(object["final_cost_ms"].toDouble() < object["initial_cost_ms"].toDouble());
    QVERIFY(object["graphs_expanded"].toInt() <= 20);
    QVERIFY(object["wall_seconds"].toDouble() >= object["search_seconds"].toDouble());
    QVERIFY(object["verified"].isObject());
    for (const char* key : {"max_abs_error", "max_rel_error", "inputs_tried"})
      QVERIFY2(object["verified"].toObject()[key].isDouble(), key);
    QVERIFY(!object["steps"].toArray().isEmpty());
    double cost = object["initial_cost_ms"].toDouble();
    for (const QJsonValue step : object["steps"].toArray()) {
      for (const char* key : {"rule", "standing", "delta_ms", "removed", "added"})
        QVERIFY2(step.toObject().contains(key), key);
      cost += step["delta_ms"].toDouble();
    }
    QVERIFY(qAbs(cost - object["final_cost_ms"].toDouble()) < 1e-9);
  }

  void theWrittenFileReadAgainHasTheReportedPrice_data() {
    QTest::addColumn<QString>("model");
    for (const char* name : {"taso-module", "squeezenet", "resnet50", "inception-v3", "nasrnn", "bert", "gpt2"})
      QTest::newRow(name) << name;
  }
  void theWrittenFileReadAgainHasTheReportedPrice() {
    QFETCH(QString, model);
    QString better = m_models.path(model + ".better.onnx");
    Outcome first =
        runProgram({"optimize", m_models.zoo(model), "-o", better, "--device", "h100", "--budget", "20", "--json"});
    QCOMPARE(first.code, 0);
    Outcome again = runProgram(
        {"optimize", better, "-o", m_models.path("again.onnx"), "--device", "h100", "--budget", "0", "--json"});
    QCOMPARE(again.code, 0);
    QCOMPARE(again.json()["initial_cost_ms"].toDouble(), first.json()["final_cost_ms"].toDouble());
  }

  void aReportIsWrittenThatOtherProgramsCanRead() {
    Outcome outcome = runProgram({"optimize", m_models.zoo("squeezenet"), "-o", m_models.path("reported.onnx"),
                                  "--budget", "20", "--report", m_models.path("report.html"), "--json"});
    QCOMPARE(outcome.code, 0);
    QFile file(m_models.path("report.html"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QXmlStreamReader reader(&file);
    QStringList sections;
    while (!reader.atEnd())
      if (reader.readNext() == QXmlStreamReader::StartElement && reader.name() == QLatin1String("section"))
        sections << reader.attributes().value("id").toString();
    QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
    QVERIFY(sections.contains("steps") && sections.contains("verification") && sections.contains("rules"));
  }

  void aCertificateIsReplayedByWhoeverHoldsTheOriginal() {
    const QString model = m_models.zoo("nasrnn"), better = m_models.path("certified.onnx"),
                  certificate = m_models.path("certified.certificate");
    const Outcome written =
        runProgram({"optimize", model, "-o", better, "--budget", "20", "--certificate", certificate, "--json"});
    QCOMPARE(written.code, 0);
    QCOMPARE(written.json()["certificate"].toString(), certificate);
    const Outcome holds = runProgram({"replay", certificate, model, better, "--numbers", "--json"});
    QCOMPARE(holds.code, 0);
    const QJsonObject object = holds.json();
    QCOMPARE(object["holds"].toBool(), true);
    QCOMPARE(object["agreement"].toString(), QString("same bytes"));
    QCOMPARE(object["steps"].toArray().size(), written.json()["steps"].toArray().size());
    QCOMPARE(object["final_cost_ms"], written.json()["final_cost_ms"]);
    QCOMPARE(object["numbers"].toObject()["verdict"].toString(), QString("equivalent"));
    const Outcome differs = runProgram({"replay", certificate, model, m_models.zoo("squeezenet")});
    QCOMPARE(differs.code, 1);
    QVERIFY(differs.out.contains("The certificate does not hold."));
    QCOMPARE(runProgram({"replay", certificate, m_models.zoo("squeezenet")}).code, 3);
    QCOMPARE(runProgram({"replay", model, model}).code, 3);
    QCOMPARE(runProgram({"optimize", model, "-o", better, "--certificate", better}).code, 2);
  }

  void nothingIsWrittenOverTheModelItself() {
    const QString model = m_models.zoo("taso-module"), better = m_models.path("not-written.onnx");
    const QByteArray before = m_models.bytes("taso-module.onnx");
    for (const QStringList& outputs : {QStringList{"-o", model}, QStringList{"-o", better, "--report", model},
                                       QStringList{"-o", better, "--report", better}}) {
      const Outcome outcome = runProgram(QStringList{"optimize", model, "--json"} + outputs);
      QCOMPARE(outcome.code, 2);
      QVERIFY(!outcome.json()["error"].toObject()["remedy"].toString().isEmpty());
    }
    QCOMPARE(m_models.bytes("taso-module.onnx"), before);
    QVERIFY(!QFile::exists(better));
  }

  void aWrongCallIsToldAsAnObjectToo() {
    const Outcome missing = runProgram({"optimize", m_models.zoo("taso-module"), "--json"});
    QCOMPARE(missing.code, 2);
    QCOMPARE(missing.json()["error"].toObject()["kind"].toString(), QString("usage"));
    const Outcome mistyped = runProgram({"optimise"});
    QCOMPARE(mistyped.code, 2);
    QVERIFY(mistyped.err.contains("neither a command nor a file"));
    const Outcome negative = runProgram({"optimize", "a.onnx", "-o", "b.onnx", "--budget", "-1"});
    QCOMPARE(negative.code, 2);
    QVERIFY(negative.err.contains("at least 0") && negative.err.size() < 200);
  }

  void aBudgetOfZeroWritesTheSameBytes() {
    QString model = m_models.zoo("nasrnn");
    Outcome outcome = runProgram({"optimize", model, "-o", m_models.path("same.onnx"), "--budget", "0", "--json"});
    QCOMPARE(outcome.code, 0);
    QCOMPARE(outcome.json()["graphs_expanded"].toInt(), 0);
    QCOMPARE(outcome.json()["final_cost_ms"].toDouble(), outcome.json()["initial_cost_ms"].toDouble());
    QCOMPARE(m_models.bytes("same.onnx"), m_models.bytes("nasrnn.onnx"));
  }

  void theSameCallWritesTheSameBytes() {
    QString model = m_models.zoo("squeezenet");
    for (const char* name : {"one.onnx", "two.onnx"})
      QCOMPARE(runProgram({"optimize", model, "-o", m_models.path(name), "--budget", "20"}).code, 0);
    QCOMPARE(m_models.bytes("one.onnx"), m_models.bytes("two.onnx"));
  }

  void whatIsNotVerifiedIsNullInTheAnswer() {
    QString model = m_models.zoo("squeezenet"), target = m_models.path("unchecked.onnx");
    Outcome unasked = runProgram({"optimize", model, "-o", target, "--budget", "9", "--no-verify", "--json"});
    QCOMPARE(unasked.code, 0);
    QVERIFY(unasked.json()["verified"].isNull());
    Outcome tooLarge =
        runProgram({"optimize", model, "-o", target, "--budget", "9", "--verify-limit", "0.000001", "--json"});
    QCOMPARE(tooLarge.code, 0);
    QVERIFY(tooLarge.json()["verified"].isNull());
    QCOMPARE(tooLarge.json()["verification"]["verdict"].toString(), QString("inconclusive"));
    QVERIFY(runProgram({"optimize", model, "-o", target, "--budget", "9", "--verify-limit", "0.000001"})
                .out.contains("NOT VERIFIED"));
  }

  void tooLittleGainIsANo() {
    QStringList call{"optimize", m_models.zoo("squeezenet"), "-o", m_models.path("x.onnx"), "--budget", "20"};
    QCOMPARE(runProgram(call + QStringList{"--fail-below", "1"}).code, 0);
    QCOMPARE(runProgram(call + QStringList{"--fail-below", "99"}).code, 1);
  }

  void scenariosArePricedTogetherAndEach() {
    QString model = m_models.path("scenarios.onnx");
    writeOneNode(model.toStdString(), "Relu");
    QStringList call{"optimize",
                     "--scenario",
                     "one:batch=1",
                     "--scenario",
                     "many:batch=100000000@3",
                     model,
                     "-o",
                     m_models.path("scenarios_out.onnx"),
                     "--budget",
                     "0"};
    const Outcome both = runProgram(call + QStringList{"--json"});
    QCOMPARE(both.code, 0);
    const QJsonArray scenarios = both.json()["scenarios"].toArray();
    QCOMPARE(scenarios.size(), 2);
    QCOMPARE(scenarios[1]["name"].toString(), QString("many"));
    QCOMPARE(scenarios[1]["symbols"]["batch"].toInt(), 100000000);
    const double one = scenarios[0]["initial_cost_ms"].toDouble(), many = scenarios[1]["final_cost_ms"].toDouble();
    QVERIFY(many > 10 * one);
    QVERIFY(std::abs(both.json()["initial_cost_ms"].toDouble() - (one + 3 * many) / 4) < 1e-6 * many);
    const QByteArray text = runProgram(call).out;
    QVERIFY(text.contains("many") && text.contains("batch = 100000000"));
    for (const char* wrong : {"one", ":batch=1", "one:batch", "one:rows=1", "one:batch=1@0", "one:batch=1@x"})
      QCOMPARE(runProgram({"optimize", model, "-o", m_models.path("y.onnx"), "--scenario", wrong}).code, 2);
  }

  void theDimensionsThatWereChosenAreSaid() {
    QString model = m_models.path("dimensions.onnx");
    writeOneNode(model.toStdString(), "Relu");
    QStringList call{"optimize", model, "-o", m_models.path("y.onnx"), "--budget", "0"};
    QVERIFY(runProgram(call).out.contains("batch = 1 (chosen)"));
    QVERIFY(runProgram(call + QStringList{"--set", "batch=5"}).out.contains("batch = 5\n"));
  }

  void symbolicDimensionsTakeTheValueThatIsSet() {
    QString model = m_models.path("symbolic.onnx");
    writeOneNode(model.toStdString(), "Relu");
    QStringList call{"optimize", model, "-o", m_models.path("y.onnx"), "--budget", "0", "--json"};
    Outcome small = runProgram(call + QStringList{"--set", "batch=1"});
    Outcome large = runProgram(call + QStringList{"--set", "batch=100000000"});
    QCOMPARE(small.code, 0);
    QCOMPARE(large.json()["symbols"]["batch"].toInt(), 100000000);
    QVERIFY(large.json()["initial_cost_ms"].toDouble() > small.json()["initial_cost_ms"].toDouble());
    QCOMPARE(runProgram(call + QStringList{"--set", "rows=1"}).code, 2);
    QCOMPARE(runProgram(call + QStringList{"--set", "batch"}).code, 2);
    QCOMPARE(runProgram(call + QStringList{"--set", "batch=-3"}).code, 2);
  }

  void verifySaysNoToAModelThatComputesSomethingElse() {
    QString relu = m_models.path("relu.onnx"), abs = m_models.path("abs.onnx");
    writeOneNode(relu.toStdString(), "Relu");
    writeOneNode(abs.toStdString(), "Abs");
    Outcome same = runProgram({"verify", relu, relu, "--json"});
    QCOMPARE(same.code, 0);
    QCOMPARE(same.json()["verdict"].toString(), QString("equivalent"));
    Outcome different = runProgram({"verify", relu, abs, "--json"});
    QCOMPARE(different.code, 1);
    QCOMPARE(different.json()["verdict"].toString(), QString("different"));
    QCOMPARE(different.json()["outputs"][0]["name"].toString(), QString("y"));
    QCOMPARE(runProgram({"compare", relu, abs}).code, 1);
  }

  void verifyTakesStoredInputs() {
    QString relu = m_models.path("relu.onnx"), abs = m_models.path("abs.onnx");
    writeOneNode(relu.toStdString(), "Relu");
    writeOneNode(abs.toStdString(), "Abs");
    QVERIFY(QDir().mkpath(m_models.path("data")));
    writeInput(m_models.path("data").toStdString());
    Outcome outcome = runProgram({"verify", relu, abs, "--inputs", m_models.path("data"), "--json"});
    QCOMPARE(outcome.code, 1);
    QCOMPARE(outcome.json()["inputs_tried"].toInt(), 1);
    QCOMPARE(outcome.json()["max_abs_error"].toDouble(), 3.0);
    QCOMPARE(runProgram({"verify", relu, relu, "--inputs", m_models.path("none")}).code, 3);
  }

  void compareCountsOperatorsAndNamesWhatChanged() {
    QString model = m_models.zoo("squeezenet"), better = m_models.path("compared.onnx");
    QCOMPARE(runProgram({"optimize", model, "-o", better, "--budget", "20"}).code, 0);
    Outcome outcome = runProgram({"compare", model, better, "--json"});
    QCOMPARE(outcome.code, 0);
    const QJsonObject object = outcome.json();
    QVERIFY(object["cost_ms"][1].toDouble() < object["cost_ms"][0].toDouble());
    QCOMPARE(object["same_structure"].toBool(), false);
    QCOMPARE(object["equivalence"]["verdict"].toString(), QString("equivalent"));
    QVERIFY(!object["removed"].toArray().isEmpty());
    QVERIFY(!object["added"].toArray().isEmpty());
    double nodes = 0;
    for (const QJsonValue count : object["operators"].toObject()) nodes += count[0].toDouble();
    QCOMPARE(nodes, object["nodes"][0].toDouble());
    Outcome same = runProgram({"compare", model, model, "--json"});
    QCOMPARE(same.json()["same_structure"].toBool(), true);
    QVERIFY(same.json()["removed"].toArray().isEmpty());
  }

  void candidatesAreListedCheapestFirst() {
    Outcome outcome = runProgram({"candidates", m_models.zoo("squeezenet"), "--json"});
    QCOMPARE(outcome.code, 0);
    QJsonArray rows = outcome.json()["candidates"].toArray();
    QVERIFY(rows.size() > 5);
    for (int i = 1; i < rows.size(); ++i)
      QVERIFY(rows.at(i - 1)["delta_ms"].toDouble() <= rows.at(i)["delta_ms"].toDouble());
  }

  void whyARuleDoesNotApplyIsAnswered() {
    const Outcome all = runProgram({"why-not", m_models.zoo("taso-module"), "--rule", "merge-convolutions", "--json"});
    QCOMPARE(all.code, 0);
    const QJsonArray answers = all.json()["answers"].toArray();
    QVERIFY(!answers.isEmpty());
    const QJsonObject first = answers[0].toObject();
    QCOMPARE(first["applies"].toBool(), first["reason"].toString().isEmpty());
    const Outcome one = runProgram({"why-not", m_models.zoo("taso-module"), "--rule", "merge-convolutions", "--at",
                                    first["node"].toString(), "--json"});
    QCOMPARE(one.json()["answers"].toArray().size(), 1);
    QCOMPARE(runProgram({"why-not", m_models.zoo("taso-module"), "--rule", "none"}).code, 2);
    QCOMPARE(runProgram({"why-not", m_models.zoo("taso-module"), "--rule", "merge-convolutions", "--at", "none"}).code,
             2);
  }

  void rulesAreListedShownAndTested() {
    QJsonArray rows = runProgram({"rules", "list", "--json"}).json()["rules"].toArray();
    QVERIFY(rows.size() >= 60);
    for (const QJsonValue row : rows)
      for (const char* key : {"name", "standing", "family", "numeric_class", "note", "source"})
        QVERIFY2(row.toObject().contains(key), key);
    QString name = rows.last()["name"].toString();
    QVERIFY(runProgram({"rules", "show", name}).out.contains(name.toUtf8()));
    Outcome tested = runProgram({"rules", "test", name, "--json"});
    QCOMPARE(tested.code, 0);
    QCOMPARE(tested.json()["rules"][0]["passed"].toBool(), true);
    QVERIFY(tested.json()["rules"][0]["instances"].toInt() >= 30);
  }

  void aWrongRuleFailsItsTestWithACounterexample() {
    QString file = m_models.text("wrong.rules",
                                 "family wrong\n\nrule tanh-as-sigmoid {\n  note \"Wrong on purpose.\"\n"
                                 "  numerics exact\n  y = Tanh(x)\n=>\n  y = Sigmoid(x)\n}\n");
    Outcome outcome = runProgram({"rules", "test", "--from", file, "--json"});
    QCOMPARE(outcome.code, 1);
    QCOMPARE(outcome.json()["rules"][0]["passed"].toBool(), false);
    QVERIFY(outcome.json()["rules"][0]["counterexample"].toString().contains("Tanh"));
  }

  void anOptimizationByAWrongRuleIsRefused() {
    QString file = m_models.text("cheaper.rules",
                                 "family wrong\n\nrule relu-of-relu-is-nothing {\n  note \"Wrong on purpose.\"\n"
                                 "  numerics exact\n  z = Tanh(x)\n  y = Mul(z, s)\n=>\n  y = Tanh(s)\n}\n");
    QString target = m_models.path("refused.onnx");
    Outcome outcome =
        runProgram({"optimize", m_models.zoo("nasrnn"), "-o", target, "--rules", file, "--allow-assumed", "--json"});
    QCOMPARE(outcome.code, 1);
    QVERIFY(outcome.isOneSentence());
    QVERIFY(!QFile::exists(target));
  }

  void devicesAndTheZooAreListed() {
    QJsonArray devices = runProgram({"devices", "--json"}).json()["devices"].toArray();
    QStringList names;
    for (const QJsonValue device : devices) names << device["name"].toString();
    for (const char* name : {"v100", "t4", "a100", "h100", "h200", "rtx4090", "cpu-estimate"})
      QVERIFY2(names.contains(name), name);
    QVERIFY(runProgram({"zoo", "list"}).out.contains("nasnet-a"));
  }

  void aSummaryAndADotFileNeedNoScreen() {
    Outcome summary = runProgram({"show", m_models.zoo("taso-module")});
    QCOMPARE(summary.code, 0);
    QVERIFY(summary.out.contains("Conv"));
    QString dot = m_models.path("graph.dot");
    QCOMPARE(runProgram({"show", m_models.zoo("taso-module"), "-o", dot}).code, 0);
    QVERIFY(m_models.bytes("graph.dot").startsWith("digraph"));
  }

  void anInterruptEndsTheSearchAndWritesTheBestSoFar() {
    QString model = m_models.path("long.onnx"), target = m_models.path("interrupted.onnx");
    QCOMPARE(runProgram({"zoo", "make", "nasnet-a", "-o", model, "--small", "--repeat", "4"}).code, 0);
    QProcess process;
    process.start(kProgram, {"optimize", model, "-o", target, "--budget", "100000000", "--time", "0", "--json"});
    QVERIFY(process.waitForStarted());
    QTRY_VERIFY_WITH_TIMEOUT(catchesInterrupts(process.processId()), 30'000);
    QCOMPARE(kill(static_cast<pid_t>(process.processId()), SIGINT), 0);
    QVERIFY(process.waitForFinished(120'000));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 0);
    const QJsonObject object = QJsonDocument::fromJson(process.readAllStandardOutput()).object();
    QCOMPARE(object["stop_reason"].toString(), QString("cancelled"));
    QVERIFY(QFile::exists(target));
  }
};

QTEST_GUILESS_MAIN(CommandLineContractTest)
#include "command_line_contract_test.moc"
