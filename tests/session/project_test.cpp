// Projects: what was saved is there again, in another space and another process; what is damaged, moved or changed is
// said in one sentence.

#include "session/project.h"

#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>

#include "onnx/zoo/zoo.h"
#include "tensor/digest.h"

using namespace tasoscope;

namespace {

constexpr unsigned kSeed = 20191027;
constexpr std::size_t kDigestBytes = 34;  // the tag, and SHA-256

std::string bytesOf(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void write(const std::filesystem::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

// A project's bytes, changed, under a digest that fits: what a reader meets that believes digests.
std::string signedAgain(std::string content) {
  Sha256 digest;
  digest.update(content);
  std::string text = digest.finish(), raw = "\x7a\x20";
  for (std::size_t i = 0; i < text.size(); i += 2) raw += static_cast<char>(std::stoi(text.substr(i, 2), nullptr, 16));
  return content + raw;
}

std::string contentOf(const std::filesystem::path& path) {
  std::string bytes = bytesOf(path);
  return bytes.substr(0, bytes.size() - kDigestBytes);
}

void walkAtRandom(Session& session, std::mt19937& random, int commands) {
  for (int i = 0; i < commands; ++i) {
    StepId step = static_cast<StepId>(random() % session.trail().steps.size());
    switch (random() % 11) {
      case 0:
        session.undo();
        break;
      case 1:
        session.redo();
        break;
      case 2:
        session.goTo(step);
        break;
      case 3:
        session.setNote(step, "a note\nof two lines, ä");
        session.rename(step, "name " + std::to_string(i));
        break;
      case 4:
        session.setBookmark(step, static_cast<int>(random() % 4));
        break;
      case 5:
        session.setRulesSwitchedOff({session.rules()[random() % session.rules().size()].name});
        break;
      default:
        std::vector<CandidateView> candidates = session.candidates();
        if (candidates.empty()) break;
        MatchId match = candidates[random() % candidates.size()].match;
        if (random() % 4 == 0)
          session.applyEverywhere(match);
        else
          session.apply(match, random() % 3 == 0 ? "branch " + std::to_string(i) : "");
    }
  }
}

QStringList linesOf(const Session& session) {
  TrailView trail = session.trail();
  QStringList lines;
  lines << QStringLiteral("at %1 undo %2 redo %3 on %4")
               .arg(trail.current)
               .arg(int(trail.undoes))
               .arg(int(trail.redoes))
               .arg(QString::fromStdString(session.device()));
  for (const std::string& rule : session.rulesSwitchedOff()) lines << "off: " + QString::fromStdString(rule);
  for (const StepView& step : trail.steps) {
    QString names;
    for (const std::string& name : step.removedNames) names += " -" + QString::fromStdString(name);
    for (const std::string& name : step.addedNames) names += " +" + QString::fromStdString(name);
    lines << QStringLiteral("%1 < %2 onward %3 %4 (%5) at %6, %7 ps, %8 launches, %9 bytes")
                 .arg(step.id)
                 .arg(step.parent)
                 .arg(step.onward)
                 .arg(QString::fromStdString(step.rule))
                 .arg(int(step.standing))
                 .arg(QString::fromStdString(step.place))
                 .arg(step.price.picoseconds)
                 .arg(step.price.launches)
                 .arg(step.price.weightBytes);
    lines << names
          << QString::fromStdString(step.by + "|" + step.marks.name + "|" + step.marks.note + "|") +
                 QString::number(step.marks.bookmark) + (step.isHidden ? " hidden" : "") +
                 (step.isBranch ? " branch" : "");
    lines << QString::fromStdString(structuralDigest(session.graph(step.id)));
  }
  return lines;
}

}  // namespace

class ProjectTest : public QObject {
  Q_OBJECT
 private:
  std::filesystem::path inFolder(const std::string& name) const {
    return std::filesystem::path(m_folder.path().toStdString()) / name;
  }
  std::filesystem::path state() const { return inFolder("state"); }
  std::filesystem::path smallModel(const std::string& name) const {
    std::filesystem::path path = inFolder(name + ".onnx");
    ZooOptions small;
    small.small = true;
    if (!std::filesystem::exists(path)) writeZooModel(name, small, path);
    return path;
  }
  std::unique_ptr<Session> openSmall(const std::string& name, const SessionOptions& options = {}) const {
    return Session::open(smallModel(name), options);
  }
  /// A project of a few steps in the squeezenet, saved.
  std::filesystem::path savedProject(const std::string& name, unsigned seed = kSeed, int commands = 12) const {
    std::unique_ptr<Session> session = openSmall("squeezenet");
    std::mt19937 random(seed);
    walkAtRandom(*session, random, commands);
    session->saveProject(inFolder(name));
    return inFolder(name);
  }

  QTemporaryDir m_folder;

 private Q_SLOTS:
  void aReopenedProjectHasTheSameStepsPricesAndGraphs_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<int>("seed");
    for (const char* name : {"taso-module", "squeezenet", "resnext50", "nasrnn", "bert", "mobilenet-v2"})
      for (int i = 0; i < 4; ++i) {
        const int seed = int(kSeed) + i;
        QTest::newRow(qPrintable(QStringLiteral("%1, seed %2").arg(QLatin1String(name)).arg(seed))) << name << seed;
      }
  }
  void aReopenedProjectHasTheSameStepsPricesAndGraphs() {
    QFETCH(QString, model);
    QFETCH(int, seed);
    std::unique_ptr<Session> session = openSmall(model.toStdString());
    std::mt19937 random(static_cast<unsigned>(seed));
    walkAtRandom(*session, random, 20);
    SearchLimits limits;
    limits.budget = 5;
    session->search("backtracking", limits);
    walkAtRandom(*session, random, 6);
    if (seed % 2 == 0) session->setDevice("v100");
    session->setViewState({{"zoom", std::string("\0\xff", 2)}, {"overlay", "cost"}});
    std::filesystem::path path = inFolder("round.tasoscope");
    session->saveProject(path);
    QVERIFY(!session->project().isModified);
    OpenedProject opened = Session::openProject(path, {});
    QVERIFY2(opened.remarks.empty(), opened.remarks.empty() ? "" : opened.remarks[0].c_str());
    QCOMPARE(linesOf(*opened.session), linesOf(*session));
    QCOMPARE(opened.view.at("zoom"), std::string("\0\xff", 2));
    QVERIFY(!opened.session->project().isModified);
    std::string before = bytesOf(path);
    opened.session->saveProject(path);
    QVERIFY2(bytesOf(path) == before, "saved again, a project is the same byte for byte");
    // Both go on in the same way.
    std::mt19937 here(1), there(1);
    walkAtRandom(*session, here, 10);
    walkAtRandom(*opened.session, there, 10);
    QCOMPARE(opened.session->trail().steps.size(), session->trail().steps.size());
    QCOMPARE(structuralDigest(opened.session->graph(opened.session->trail().current)),
             structuralDigest(session->graph(session->trail().current)));
  }

  void groupsMadeByHandAreKeptWithTheNodesThatStepsMade() {
    std::unique_ptr<Session> session = openSmall("squeezenet");
    const StepId step = session->apply(session->candidates().front().match);
    const GraphView view = session->view(step);
    const auto groupOf = [&](std::uint64_t id, const std::vector<NodeView>& nodes) {
      SelectionGroup group{id, "mine " + std::to_string(id), {}, {}};
      for (const NodeView& node : nodes) {
        group.ops.push_back(node.op);
        for (const TensorView& output : node.outputs) group.values.push_back(output.tensor);
      }
      return group;
    };
    const auto made = std::ranges::find(view.nodes, session->trail().steps[step].added.front(), &NodeView::op);
    QVERIFY(made != view.nodes.end());
    session->saveProject(inFolder("groups.tasoscope"));
    session->setMadeGroups({groupOf(3, {view.nodes[0], view.nodes[1]}), groupOf(8, {*made})});
    QVERIFY(session->project().isModified);
    session->saveProject(inFolder("groups.tasoscope"));
    const std::string bytes = bytesOf(inFolder("groups.tasoscope"));
    OpenedProject opened = Session::openProject(inFolder("groups.tasoscope"), {});
    QVERIFY(opened.remarks.empty());
    QCOMPARE(opened.madeGroups.size(), std::size_t{2});
    QCOMPARE(opened.madeGroups[0].id, std::uint64_t{3});
    QCOMPARE(opened.madeGroups[1].name, std::string("mine 8"));
    const GraphView again = opened.session->view(step);
    QCOMPARE(opened.madeGroups[0].ops, (std::vector<OpId>{again.nodes[0].op, again.nodes[1].op}));
    const auto place = static_cast<std::size_t>(made - view.nodes.begin());
    QCOMPARE(opened.madeGroups[1].ops, std::vector<OpId>{again.nodes[place].op});
    QCOMPARE(opened.madeGroups[1].values, std::vector<TensorId>{again.nodes[place].outputs[0].tensor});
    opened.session->saveProject(inFolder("groups.tasoscope"));
    QVERIFY2(bytesOf(inFolder("groups.tasoscope")) == bytes, "saved again, it is the same byte for byte");
  }

  void aModelOfTheZooIsFoundByItsName() {
    std::unique_ptr<Session> session = Session::openZoo("taso-module", {});
    session->apply(session->candidates().back().match);
    session->saveProject(inFolder("zoo.tasoscope"));
    OpenedProject opened = Session::openProject(inFolder("zoo.tasoscope"), {});
    QCOMPARE(linesOf(*opened.session), linesOf(*session));
    QCOMPARE(opened.session->modelName(), std::string("taso-module"));
  }

  void onlyWorkMakesAProjectModified() {
    std::unique_ptr<Session> session = openSmall("squeezenet");
    session->setViewState({{"zoom", "2"}});
    session->goTo(0);
    QVERIFY(!session->project().isModified);
    session->apply(session->candidates()[0].match);
    QVERIFY(session->project().isModified);
    session->saveProject(inFolder("modified.tasoscope"));
    session->goTo(0);
    QVERIFY(!session->project().isModified);
    session->setNote(0, "here it begins");
    QVERIFY(session->project().isModified);
  }

  void fieldsOfLaterVersionsAreKept() {
    std::filesystem::path path = savedProject("later.tasoscope");
    std::string unknown = "\xc2\x3e\x05later";  // field 1000, five bytes
    write(path, signedAgain(contentOf(path) + unknown));
    OpenedProject opened = Session::openProject(path, {});
    opened.session->setNote(0, "changed");
    opened.session->saveProject(path);
    QVERIFY(bytesOf(path).find(unknown) != std::string::npos);
  }

  void aDamagedFileIsRefusedWithOneSentence() {
    std::filesystem::path path = savedProject("damaged.tasoscope");
    std::string whole = bytesOf(path);
    std::filesystem::path other = inFolder("changed.tasoscope");
    std::mt19937 random(kSeed);
    for (int i = 0; i < 200; ++i) {
      std::string bytes = whole;
      if (i % 2 == 0) {
        bytes.resize(random() % whole.size());
      } else {
        char& byte = bytes[random() % bytes.size()];
        byte = static_cast<char>(byte ^ 1 << random() % 8);
      }
      write(other, bytes);
      QVERIFY_THROWS_EXCEPTION(FileError, Session::openProject(other, {}));
    }
    write(other, "an ordinary text");
    QVERIFY_THROWS_EXCEPTION(FileError, Session::openProject(other, {}));
    QVERIFY_THROWS_EXCEPTION(FileError, Session::openProject(inFolder("not there.tasoscope"), {}));
    QVERIFY_THROWS_EXCEPTION(FileError, Session::openProject(m_folder.path().toStdString(), {}));
  }

  void aHostileFileOpensOrIsRefusedAndNeverCrashes() {
    std::filesystem::path path = savedProject("hostile.tasoscope");
    std::string content = contentOf(path);
    std::filesystem::path other = inFolder("hostile-2.tasoscope");
    std::mt19937 random(kSeed);
    int opened = 0, refused = 0;
    for (int i = 0; i < 250; ++i) {
      std::string bytes = content;
      for (auto changes = 1 + random() % 3; changes > 0; --changes)
        bytes[20 + random() % (bytes.size() - 20)] = static_cast<char>(random() % 256);
      if (i % 5 == 0) bytes.resize(20 + random() % (bytes.size() - 20));
      write(other, signedAgain(bytes));
      try {
        OpenProjectOptions options;
        options.acceptsChangedModel = i % 2 == 0;
        OpenedProject project = Session::openProject(other, options);
        project.session->graph(project.session->trail().current).checkInvariants();
        project.session->undo();
        project.session->redo();
        project.session->saveProject(inFolder("hostile-3.tasoscope"));
        ++opened;
      } catch (const Error&) {
        ++refused;
      }
    }
    qInfo("seed %u: %d opened, %d refused", kSeed, opened, refused);
    QVERIFY(opened > 10 && refused > 10);
  }

  void aProjectOfANewerVersionAsksForAnUpdate() {
    std::filesystem::path path = savedProject("newer.tasoscope");
    std::string content = contentOf(path);
    QCOMPARE(content.substr(19, 2), std::string("\x10\x01"));  // field 2: the version
    content[20] = 2;
    write(path, signedAgain(content));
    try {
      Session::openProject(path, {});
      QFAIL("opened");
    } catch (const FileError& error) {
      QVERIFY2(std::string(error.what()).find("newer version") != std::string::npos, error.what());
    }
  }

  void aProjectMovedTogetherWithItsModelFindsIt() {
    std::filesystem::path path = savedProject("moving.tasoscope");
    std::filesystem::path there = inFolder("elsewhere");
    std::filesystem::create_directories(there);
    std::filesystem::rename(path, there / "moved.tasoscope");
    std::filesystem::rename(smallModel("squeezenet"), there / "squeezenet.onnx");
    OpenedProject opened = Session::openProject(there / "moved.tasoscope", {});
    QCOMPARE(opened.session->modelPath(), there / "squeezenet.onnx");
    QVERIFY(opened.remarks.empty());
  }

  void aMissingModelIsSaidAndCanBeLocated() {
    std::filesystem::path path = savedProject("missing.tasoscope");
    std::filesystem::path away = inFolder("away.onnx");
    std::filesystem::rename(smallModel("squeezenet"), away);
    try {
      Session::openProject(path, {});
      QFAIL("opened without its model");
    } catch (const ModelMissing& error) {
      QCOMPARE(error.expected, inFolder("squeezenet.onnx"));
    }
    OpenProjectOptions options;
    options.model = away;
    OpenedProject opened = Session::openProject(path, options);
    QVERIFY(opened.remarks.empty());
    opened.session->saveProject(path);
    QVERIFY(Session::openProject(path, {}).session != nullptr);
  }

  void aChangedModelIsSaidAndWhatFitsCanBeRepeated() {
    std::filesystem::path path = savedProject("changed-model.tasoscope");
    std::size_t steps = Session::openProject(path, {}).session->trail().steps.size();
    // The same network for two images, and one with nothing of it.
    std::filesystem::path model = inFolder("squeezenet.onnx");
    ZooOptions two;
    two.small = true;
    two.batch = 2;
    writeZooModel("squeezenet", two, model);
    QVERIFY_THROWS_EXCEPTION(ModelChanged, Session::openProject(path, {}));
    OpenProjectOptions options;
    options.acceptsChangedModel = true;
    OpenedProject like = Session::openProject(path, options);
    QVERIFY(!like.remarks.empty());
    QVERIFY(like.session->trail().steps.size() > 1);
    QVERIFY(like.session->trail().steps.size() <= steps);
    writeZooModel("nasrnn", {}, model);
    OpenedProject unlike = Session::openProject(path, options);
    QCOMPARE(unlike.session->trail().steps.size(), std::size_t{1});
    QVERIFY(unlike.remarks.size() >= 2);
    std::filesystem::remove(model);
  }

  void stepsOfRulesThatAreNotHereAreKeptAsAssumed() {
    std::filesystem::path rules = inFolder("own.rules");
    std::ofstream(rules) << "family own\n\nrule own-rule {\n  note \"Wrong on purpose.\"\n  numerics exact\n"
                            "  y = Tanh(x)\n=>\n  y = Sigmoid(x)\n}\n";
    SessionOptions options;
    options.ruleFiles = {rules};
    options.allowAssumed = true;
    std::unique_ptr<Session> session = openSmall("nasrnn", options);
    std::vector<CandidateView> candidates = session->candidates();
    QVERIFY(!candidates.empty());
    session->apply(candidates[0].match);
    std::filesystem::path path = inFolder("own.tasoscope");
    session->saveProject(path);
    OpenedProject same = Session::openProject(path, {});
    QVERIFY(same.remarks.empty());
    QCOMPARE(linesOf(*same.session), linesOf(*session));
    std::filesystem::remove(rules);
    OpenedProject without = Session::openProject(path, {});
    QVERIFY(without.remarks.size() >= 2);
    TrailView trail = without.session->trail();
    QCOMPARE(trail.steps.size(), std::size_t{2});
    QCOMPARE(trail.steps[1].standing, Standing::kAssumed);
    QCOMPARE(trail.steps[1].rule, std::string("own-rule"));
    QCOMPARE(trail.steps[1].price, session->trail().steps[1].price);
    QCOMPARE(structuralDigest(without.session->graph(1)), structuralDigest(session->graph(1)));
  }

  void aFailedSaveLeavesTheOldFileAndTheWork() {
    std::unique_ptr<Session> session = openSmall("squeezenet");
    session->apply(session->candidates()[0].match);
    QVERIFY_THROWS_EXCEPTION(FileError, session->saveProject(inFolder("no such folder/x.tasoscope")));
    QVERIFY(session->project().isModified);
    QVERIFY(session->project().path.empty());
  }
};

QTEST_GUILESS_MAIN(ProjectTest)
#include "project_test.moc"
