// The definitions of operators against ONNX's own single-node cases: every case whose operators are defined must agree,
// read as a model and evaluated as a graph, and once more by the definitions alone with the inputs absorbed as
// attributes that can be; every other case is listed, with its reason, in conformance_left_out.txt.

#include <QTest>
#include <cstdio>
#include <fstream>
#include <map>

#include "conformance_case.h"
#include "onnx_test_data.h"
#include "tensor/error.h"

using namespace tasoscope;
using namespace tasoscope::testing;

namespace {

constexpr auto kData = "/usr/share/libonnx-testdata/data/node";

/// Names in the list of what is left out, each with its reason after a colon.
std::map<std::string, std::string> leftOut() {
  std::map<std::string, std::string> reasons;
  std::ifstream stream(TASOSCOPE_SOURCE_DIR "/tests/execution/conformance_left_out.txt");
  for (std::string line; std::getline(stream, line);) {
    const std::size_t colon = line.find(": ");
    if (line.empty() || line[0] == '#' || colon == std::string::npos) continue;
    reasons[line.substr(0, colon)] = line.substr(colon + 2);
  }
  return reasons;
}

}  // namespace

class ConformanceTest : public QObject {
  Q_OBJECT

 private slots:
  void everyCaseAgreesOrIsListedWithItsReason() {
    QVERIFY2(std::filesystem::exists(kData), "ONNX's test data is missing: install the package libonnx-testdata");
    const auto reasons = leftOut();
    int agreeing = 0;
    std::vector<std::string> problems;
    std::map<std::string, std::vector<std::string>> unsupported;
    for (const auto& folder : foldersIn(kData, "test_")) {
      const std::string name = folder.filename().string();
      std::string problem;
      try {
        problem = runCase(folder / "model.onnx");
      } catch (const NotRunnable& reason) {
        problem = reason.what();
      } catch (const Error& error) {
        problem = error.what();
      }
      agreeing += problem.empty();
      const auto reason = reasons.find(name);
      if (problem.empty() && reason != reasons.end()) problems.push_back(name + ": agrees, but is listed as left out");
      if (!problem.empty() && reason == reasons.end()) problems.push_back(name + ": " + problem);
      if (!problem.empty() && reason != reasons.end()) unsupported[reason->second].push_back(name);
    }
    std::printf("%d cases agree, %zu are left out\n", agreeing, reasons.size());
    for (const auto& [reason, names] : unsupported) {
      std::printf("  %s:", reason.c_str());
      for (const std::string& name : names) std::printf(" %s", name.c_str());
      std::printf("\n");
    }
    for (const std::string& problem : problems) std::printf("PROBLEM %s\n", problem.c_str());
    QVERIFY2(problems.empty(), "the cases printed above neither agree nor are listed with a reason, or the reverse");
    QVERIFY(agreeing > 0);
  }
};

QTEST_APPLESS_MAIN(ConformanceTest)
#include "conformance_test.moc"
