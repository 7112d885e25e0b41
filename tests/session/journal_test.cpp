// The journal: a program that is killed loses nothing of what it had done, and two windows never write one project.

#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "session/project.h"

using namespace tasoscope;

namespace {

constexpr const char* kVictim = "--victim";

// Takes steps, notes and a search, says so, and waits to be killed. The state folder may hold work to go on with.
int beVictim(const std::filesystem::path& state, const char* project) {
  OpenProjectOptions options;
  options.stateFolder = state;
  std::unique_ptr<Session> session =
      project ? Session::openProject(project, options).session : Session::openZoo("squeezenet", {});
  session->startJournal(state);
  for (int i = 0; i < 4; ++i) session->apply(session->candidates()[0].match);
  session->undo();
  session->goTo(1);
  session->setNote(1, "before the end");
  SearchLimits limits;
  limits.budget = 3;
  session->search("greedy", limits);
  std::cout << session->trail().steps.size() << ' ' << session->trail().current << ' '
            << structuralDigest(session->graph(session->trail().current)) << std::endl;
  std::string never;
  std::getline(std::cin, never);
  return 0;
}

}  // namespace

class JournalTest : public QObject {
  Q_OBJECT
 private:
  std::filesystem::path inFolder(const std::string& name) const {
    return std::filesystem::path(m_folder->path().toStdString()) / name;
  }
  std::filesystem::path state() const { return inFolder("state"); }
  OpenProjectOptions options() const {
    OpenProjectOptions options;
    options.stateFolder = state();
    return options;
  }
  /// Lets another process work, and kills it. What it said last.
  QStringList killOne(const QStringList& more = {}) const {
    QProcess victim;
    victim.start(QCoreApplication::applicationFilePath(),
                 QStringList{QString::fromLatin1(kVictim), QString::fromStdString(state().string())} + more);
    while (!victim.canReadLine() && victim.waitForReadyRead(60000)) continue;
    QStringList words = QString::fromUtf8(victim.readLine()).trimmed().split(' ');
    victim.kill();
    victim.waitForFinished();
    return words;
  }
  std::size_t filesInState() const {
    std::filesystem::directory_iterator files(state()), end;
    return static_cast<std::size_t>(std::distance(files, end));
  }

  std::unique_ptr<QTemporaryDir> m_folder;

 private Q_SLOTS:
  void init() { m_folder = std::make_unique<QTemporaryDir>(); }

  void aKilledProgramLosesNothing() {
    QStringList said = killOne();
    QCOMPARE(said.size(), 3);
    std::vector<UnsavedWork> work = unsavedWork(state());
    QCOMPARE(work.size(), std::size_t{1});
    QCOMPARE(work[0].model, std::string("squeezenet"));
    QCOMPARE(work[0].steps + 1, std::size_t(said[0].toULong()));
    QVERIFY(work[0].current.picoseconds < work[0].loaded.picoseconds);
    OpenedProject restored = Session::restore(work[0].journal, options());
    QVERIFY(restored.isRestored);
    QVERIFY(restored.session->project().isModified);
    TrailView trail = restored.session->trail();
    QCOMPARE(trail.steps.size(), std::size_t(said[0].toULong()));
    QCOMPARE(trail.current, StepId(said[1].toUInt()));
    QCOMPARE(QString::fromStdString(structuralDigest(restored.session->graph(trail.current))), said[2]);
    QCOMPARE(trail.steps[1].marks.note, std::string("before the end"));
    QCOMPARE(trail.steps[trail.current].price.picoseconds, work[0].current.picoseconds);
  }

  void workThatIsOpenIsNotOfferedAndStaysWhenTheWindowCloses() {
    killOne();
    std::filesystem::path journal = unsavedWork(state())[0].journal;
    {
      OpenedProject restored = Session::restore(journal, options());
      QVERIFY(unsavedWork(state()).empty());
      QVERIFY_THROWS_EXCEPTION(FileError, Session::restore(journal, options()));
      restored.session->setNote(0, "and on");
    }
    QCOMPARE(unsavedWork(state()).size(), std::size_t{1});
    QCOMPARE(Session::restore(journal, options()).session->trail().steps[0].marks.note, std::string("and on"));
  }

  void savedWorkLeavesNoJournal() {
    killOne();
    {
      OpenedProject restored = Session::restore(unsavedWork(state())[0].journal, options());
      restored.session->saveProject(inFolder("saved.tasoscope"));
    }
    QVERIFY(unsavedWork(state()).empty());
    QCOMPARE(filesInState(), std::size_t{0});
  }

  void discardedWorkIsGone() {
    killOne();
    discardWork(unsavedWork(state())[0].journal);
    QVERIFY(unsavedWork(state()).empty());
    QCOMPARE(filesInState(), std::size_t{0});
  }

  void aModelThatWasOnlyLookedAtLeavesNoJournal() {
    {
      std::unique_ptr<Session> session = Session::openZoo("taso-module", {});
      session->startJournal(state());
      session->setViewState({{"zoom", "3"}});
      session->goTo(0);
    }
    QCOMPARE(filesInState(), std::size_t{0});
  }

  void aProjectWhoseProgramWasKilledOpensWithTheWorkThatWasNotSaved() {
    std::filesystem::path path = inFolder("work.tasoscope");
    {
      std::unique_ptr<Session> session = Session::openZoo("squeezenet", {});
      session->apply(session->candidates()[0].match);
      session->saveProject(path);
    }
    QStringList said = killOne({QString::fromStdString(path.string())});
    std::vector<UnsavedWork> work = unsavedWork(state());
    QCOMPARE(work.size(), std::size_t{1});
    QCOMPARE(work[0].project, path);
    OpenedProject opened = Session::openProject(path, options());
    QVERIFY(opened.isRestored);
    QVERIFY(opened.session->project().isModified);
    QCOMPARE(opened.session->trail().steps.size(), std::size_t(said[0].toULong()));
    QCOMPARE(opened.session->project().path, path);
  }

  void workOnAFileThatHasChangedSinceIsOfferedApart() {
    std::filesystem::path path = inFolder("work.tasoscope");
    std::unique_ptr<Session> session = Session::openZoo("squeezenet", {});
    session->apply(session->candidates()[0].match);
    session->saveProject(path);
    killOne({QString::fromStdString(path.string())});
    session->setNote(0, "written by somebody else");
    session->saveProject(path);
    OpenedProject opened = Session::openProject(path, options());
    QVERIFY(!opened.isRestored);
    QCOMPARE(opened.session->trail().steps.size(), std::size_t{2});
    std::vector<UnsavedWork> work = unsavedWork(state());
    QCOMPARE(work.size(), std::size_t{1});
    OpenedProject apart = Session::restore(work[0].journal, options());
    QVERIFY(apart.session->trail().steps.size() > 2);
    QVERIFY2(apart.session->project().path.empty(), "it must be saved under a name of its own");
  }

  void aSecondWindowOpensTheProjectReadOnly() {
    std::filesystem::path path = inFolder("shared.tasoscope");
    Session::openZoo("taso-module", {})->saveProject(path);
    OpenedProject first = Session::openProject(path, options());
    OpenedProject second = Session::openProject(path, options());
    QVERIFY(!first.session->project().isReadOnly);
    QVERIFY(second.session->project().isReadOnly);
    second.session->apply(second.session->candidates()[0].match);
    QVERIFY_THROWS_EXCEPTION(UsageError, second.session->saveProject(path));
    first.session->saveProject(path);
    second.session->saveProject(inFolder("second.tasoscope"));
    QVERIFY(!second.session->project().isReadOnly);
    QVERIFY_THROWS_EXCEPTION(UsageError, first.session->saveProject(inFolder("second.tasoscope")));
    first.session.reset();
    QVERIFY(!Session::openProject(path, options()).session->project().isReadOnly);
  }

  void aTornRecordCostsOnlyItself() {
    killOne();
    std::filesystem::path journal = unsavedWork(state())[0].journal;
    std::size_t steps = unsavedWork(state())[0].steps;
    std::filesystem::resize_file(journal, std::filesystem::file_size(journal) - 3);
    std::vector<UnsavedWork> work = unsavedWork(state());
    QCOMPARE(work.size(), std::size_t{1});
    QVERIFY(work[0].steps <= steps && work[0].steps >= 4);
    OpenedProject restored = Session::restore(journal, options());
    QCOMPARE(restored.session->trail().steps.size(), work[0].steps + 1);
    restored.session->setNote(1, "after the tear");
    restored.session.reset();
    QCOMPARE(Session::restore(journal, options()).session->trail().steps[1].marks.note, std::string("after the tear"));
  }

  void aJournalThatIsNoneIsNotOffered() {
    std::filesystem::create_directories(state());
    std::ofstream(state() / "unsaved-1-1-1.journal") << "some text that is no record at all";
    QVERIFY(unsavedWork(state()).empty());
    QVERIFY(unsavedWork(inFolder("no such folder")).empty());
  }

  void workThatWasLeftForMonthsIsCleanedUp() {
    killOne();
    std::filesystem::path journal = unsavedWork(state())[0].journal;
    std::filesystem::last_write_time(journal,
                                     std::filesystem::file_time_type::clock::now() - std::chrono::hours(24 * 91));
    QVERIFY(unsavedWork(state()).empty());
    QCOMPARE(filesInState(), std::size_t{0});
  }

  void aJournalThatCannotBeWrittenIsSaidAndTheWorkGoesOn() {
    std::ofstream(inFolder("state")) << "a file where the folder should be";
    std::unique_ptr<Session> session = Session::openZoo("taso-module", {});
    QVERIFY_THROWS_EXCEPTION(FileError, session->startJournal(state()));
    session->apply(session->candidates()[0].match);
    QCOMPARE(session->trail().steps.size(), std::size_t{2});
  }
};

int main(int argc, char** argv) {
  QCoreApplication application(argc, argv);
  if (argc > 2 && std::string_view(argv[1]) == kVictim) return beVictim(argv[2], argc > 3 ? argv[3] : nullptr);
  JournalTest test;
  return QTest::qExec(&test, argc, argv);
}
#include "journal_test.moc"
