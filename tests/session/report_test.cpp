// The report and the cost table, read back as other programs would read them.

#include "session/report.h"

#include <QRegularExpression>
#include <QXmlStreamReader>
#include <QtTest>
#include <fstream>

#include "onnx/write_model.h"
#include "onnx/zoo/zoo.h"
#include "session/cost_table.h"

using namespace tasoscope;

namespace {

/// What a parsed page holds.
struct Page {
  QStringList sections, titles;
  QMap<QString, QStringList> cells;  // by section
  QMap<QString, int> rows;
  QStringList references;  // what it would fetch
  QString error;
};

Page parse(const std::string& html) {
  Page page;
  QXmlStreamReader reader(QByteArray::fromStdString(html));
  QString section;
  while (!reader.atEnd()) {
    if (reader.readNext() != QXmlStreamReader::StartElement) continue;
    const QString name = reader.name().toString();
    for (const QXmlStreamAttribute& attribute : reader.attributes())
      if (attribute.name() == QLatin1String("src") || attribute.name() == QLatin1String("href"))
        page.references << attribute.value().toString();
    if (name == QLatin1String("section")) page.sections << (section = reader.attributes().value("id").toString());
    if (name == QLatin1String("tr")) ++page.rows[section];
    if (name == QLatin1String("td") || name == QLatin1String("p") || name == QLatin1String("th"))
      page.cells[section] << reader.readElementText(QXmlStreamReader::IncludeChildElements);
  }
  if (reader.hasError()) page.error = QStringLiteral("%1: %2").arg(reader.lineNumber()).arg(reader.errorString());
  return page;
}

std::vector<QStringList> parseCsv(const std::string& text) {
  std::vector<QStringList> lines(1);
  QString field;
  bool isQuoted = false;
  const QString all = QString::fromStdString(text);
  for (qsizetype i = 0; i < all.size(); ++i) {
    const QChar c = all[i];
    if (isQuoted && c == '"' && i + 1 < all.size() && all[i + 1] == '"') {
      field += all[++i];
    } else if (c == '"') {
      isQuoted = !isQuoted;
    } else if (!isQuoted && (c == ',' || c == '\n')) {
      lines.back() << field;
      field.clear();
      if (c == '\n') lines.emplace_back();
    } else if (isQuoted || c != '\r') {
      field += c;
    }
  }
  lines.pop_back();
  return lines;
}

}  // namespace

class ReportTest : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  std::unique_ptr<Session> m_session;

  std::filesystem::path inFolder(const char* name) const { return m_folder.filePath(name).toStdString(); }

 private Q_SLOTS:
  void init() {
    const std::filesystem::path file = inFolder("module.onnx");
    ZooOptions options;
    options.small = true;
    const Model model = makeZooModel("taso-module", options);
    writeModel(model, model.loadedGraph(), file);
    m_session = Session::open(file, {});
    SearchLimits limits;
    limits.budget = 200;
    limits.alpha = 1.3;
    m_session->search("backtracking", limits);
  }

  void theReportIsOneWellFormedPageThatFetchesNothing() {
    const StepId step = m_session->trail().current;
    const std::string html = htmlOf(reportOf(*m_session, step));
    const Page page = parse(html);
    QVERIFY2(page.error.isEmpty(), qPrintable(page.error));
    QVERIFY2(page.references.isEmpty(), qPrintable(page.references.join(' ')));
    QVERIFY(!QRegularExpression("url\\(|@import|<script").match(QString::fromStdString(html)).hasMatch());
  }

  void theReportTellsEveryStepAndRuleAndBothTotals() {
    const StepId step = m_session->trail().current;
    const Report report = reportOf(*m_session, step);
    QVERIFY(report.steps.size() >= 2);
    const Page page = parse(htmlOf(report));
    QCOMPARE(page.sections, QStringList({"totals", "model", "steps", "top", "verification", "rules"}));
    QCOMPARE(page.rows["steps"], static_cast<int>(report.steps.size()));  // the titles, and one for each but step 0
    QCOMPARE(page.rows["rules"], static_cast<int>(report.rules.size()) + 1);
    for (const StepView& taken : report.steps)
      if (taken.id != 0) QVERIFY(page.cells["steps"].contains(QString::fromStdString(taken.rule)));
    QVERIFY(page.cells["totals"].join(' ').contains("estimated"));
    QVERIFY(page.cells["verification"].first().contains("not verified"));
  }

  void theReportOfAnExportTellsHowItWasVerified() {
    const StepId step = m_session->trail().current;
    Report report = reportOf(*m_session, step);
    report.exported = m_session->exportOnnx(step, inFolder("out.onnx"), {});
    report.written = "out.onnx";
    report.pictures = {{"Before & after", "<?xml version='1.0'?>\n<svg xmlns='http://www.w3.org/2000/svg'/>"}};
    const Page page = parse(htmlOf(report));
    QVERIFY2(page.error.isEmpty(), qPrintable(page.error));
    const QString said = page.cells["verification"].join(' ');
    QVERIFY2(said.contains("equivalent") && said.contains("tolerance") && said.contains("out.onnx"), qPrintable(said));
    QVERIFY(page.sections.contains("pictures"));
  }

  void namesThatLookLikeMarkupStayText() {
    Report report = reportOf(*m_session, 0);
    report.model = "<b>&\"'\x01</b>";
    const Page page = parse(htmlOf(report));
    QVERIFY2(page.error.isEmpty(), qPrintable(page.error));
    QVERIFY(page.cells["model"].first().contains("<b>&\"' </b>") || page.cells["model"].contains("<b>&\"' </b>"));
    QVERIFY(page.cells["totals"].first().contains("Nothing was changed"));
  }

  void aReportIsWrittenWholeOrNotAtAll() {
    const Report report = reportOf(*m_session, 0);
    writeReport(report, inFolder("r.html"));
    QVERIFY(std::filesystem::exists(inFolder("r.html")));
    QVERIFY(!std::filesystem::exists(inFolder("r.html.part")));
    QVERIFY_THROWS_EXCEPTION(FileError, writeReport(report, inFolder("no such folder/r.html")));
  }

  void theCostTableHasALineForEachNodeAndItsSharesSumUp() {
    GraphView view = m_session->view(0);
    view.nodes.change(0, [](NodeView& node) { node.name = "a, \"quoted\"\nname"; });
    const auto lines = parseCsv(costTableCsv(view));
    QCOMPARE(lines.size(), view.nodes.size() + 1);
    double share = 0, time = 0;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      QCOMPARE(lines[i].size(), lines[0].size());
      if (i == 0) continue;
      time += lines[i][lines[0].indexOf("time_us")].toDouble();
      share += lines[i][lines[0].indexOf("share_percent")].toDouble();
    }
    QCOMPARE(lines[1][lines[0].indexOf("name")], QString("a, \"quoted\"\nname"));
    QVERIFY(std::abs(time - static_cast<double>(view.price.picoseconds) / 1e6) < 1e-3 * time);
    QVERIFY(std::abs(share - 100) < 0.5);
  }

  void anOpWithoutAPriceHasEmptyFields() {
    GraphView view = m_session->view(0);
    view.nodes.change(0, [](NodeView& node) { node.isCostUnknown = true; });
    const auto lines = parseCsv(costTableCsv(view));
    QVERIFY(lines[1][lines[0].indexOf("time_us")].isEmpty());
    QVERIFY(lines[1][lines[0].indexOf("provenance")].isEmpty());
  }
};

QTEST_GUILESS_MAIN(ReportTest)
#include "report_test.moc"
