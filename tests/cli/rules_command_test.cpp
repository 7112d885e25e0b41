// `tasoscope rules`: lint, stats, import, export, and which rules of a file run.

#include "running.h"
#include "small_models.h"

using namespace tasoscope::testing;

namespace {

void writeText(const QString& path, const QByteArray& text) {
  QFile file(path);
  QVERIFY(file.open(QFile::WriteOnly));
  QCOMPARE(file.write(text), text.size());
}

}  // namespace

class RulesCommandTest : public QObject {
  Q_OBJECT
 private:
  ModelFolder m_models;

 private Q_SLOTS:
  void rulesOfAFileRunOnceTheyAreTestedOrAllowed() {
    const QString file = m_models.path("own.rules"), target = m_models.path("own.onnx");
    writeText(file,
              "family own\nrule tanh-of-negated {\n  note \"n\"\n  y = Tanh(Neg(a))\n=>\n  y = Neg(Tanh(a))\n}\n");
    const QStringList call{"optimize", m_models.zoo("nasrnn"), "-o", target, "--budget", "5", "--rules", file,
                           "--json"};
    QJsonObject assumed = runProgram(call).json();
    QCOMPARE(assumed["rules_left_out"][0]["rule"].toString(), QString("tanh-of-negated"));
    QCOMPARE(assumed["rules_left_out"][0]["standing"].toString(), QString("assumed"));
    QCOMPARE(runProgram(call + QStringList{"--allow-assumed"}).json()["rules_left_out"].toArray().size(), 0);
    QCOMPARE(runProgram({"rules", "test", "--from", file, "--record"}).code, 0);
    QCOMPARE(runProgram(call).json()["rules_left_out"].toArray().size(), 0);
    QCOMPARE(runProgram({"rules", "list", "--from", file, "--json"}).json()["rules"][0]["standing"].toString(),
             QString("tested"));
  }

  void theLinterTellsEveryFindingWithItsPlace() {
    QCOMPARE(runProgram({"rules", "lint"}).code, 0);
    const QString file = m_models.path("faulty.rules");
    writeText(file, "rule a {\n  y = Rellu(x)\n=>\n  y = x\n}\nrule b {\n  y = Relu(\n}\n");
    Outcome outcome = runProgram({"rules", "lint", "--from", file, "--json"});
    QCOMPARE(outcome.code, 1);
    const QJsonArray findings = outcome.json()["findings"].toArray();
    QVERIFY(findings.size() >= 3);
    QVERIFY(std::any_of(findings.begin(), findings.end(), [](const QJsonValue finding) {
      return finding["finding"].toString() == "unknown operator 'Rellu'" && finding["line"].toInt() == 2 &&
             finding["column"].toInt() == 7;
    }));
    QCOMPARE(findings.last()["line"].toInt(), 8);
  }

  void rulesAreCounted() {
    QJsonObject told = runProgram({"rules", "stats", "--json"}).json();
    QVERIFY(told["rules"].toInt() > 200);
    for (const char* key : {"families", "numerics", "standing", "sources", "operators", "directions"})
      QVERIFY2(!told[key].toObject().isEmpty(), key);
  }

  void listsOfTensatGoInAndOut() {
    const QString file = m_models.path("terms.txt"), rules = m_models.path("terms.rules"),
                  again = m_models.path("again.txt");
    const QByteArray text = "(relu (concat 1 2 ?input_1 ?input_2))=>(concat 1 2 (relu ?input_1) (relu ?input_2))\n";
    writeText(file, text + "(softmax ?input_1)=>(relu ?input_1)\n");
    Outcome in = runProgram({"rules", "import", file, "-o", rules, "--json"});
    QCOMPARE(in.code, 0);
    QCOMPARE(in.json()["imported"].toInt(), 1);
    QCOMPARE(in.json()["left_out"].toInt(), 1);
    QVERIFY(!in.json()["rules"][1]["reason"].toString().isEmpty());
    QCOMPARE(runProgram({"rules", "export", "--from", rules, "--to", "tensat", "-o", again}).code, 0);
    QFile written(again);
    QVERIFY(written.open(QFile::ReadOnly));
    QCOMPARE(written.readAll(), text);
  }

  void aRuleIsShownAsAPictureWithItsConditions() {
    const QString page = QString::fromUtf8(runProgram({"rules", "show", "sum-of-convolutions"}).out);
    for (const char* part :
         {"standing   tested", "numerics   ", " Conv ", "[ Add ]", "where\n", "rule sum-of-convolutions {"})
      QVERIFY2(page.contains(part), qPrintable(page));
  }
};

QTEST_GUILESS_MAIN(RulesCommandTest)
#include "rules_command_test.moc"
