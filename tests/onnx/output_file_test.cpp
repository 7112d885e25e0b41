// Files that are written appear whole, in the place of what may be replaced and of nothing else.

#include "onnx/output_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <QTemporaryDir>
#include <QtTest>
#include <fstream>

#include "tensor/error.h"

using namespace tasoscope;

namespace {

void writeTo(const std::filesystem::path& path, std::string_view text) {
  OutputFile file(path);
  file.write(text);
  file.finish();
  file.commit();
}

std::string contentOf(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

class OutputFileTest : public QObject {
  Q_OBJECT

 private:
  std::optional<QTemporaryDir> m_folder;
  std::filesystem::path path(const char* name) const { return m_folder->filePath(name).toStdString(); }

 private Q_SLOTS:
  void init() { m_folder.emplace(); }

  void whatIsNotCommittedLeavesTheOldFileAndNothingElse() {
    writeTo(path("a"), "old");
    {
      OutputFile file(path("a"));
      file.write("new");
    }
    QCOMPARE(contentOf(path("a")), std::string("old"));
    QCOMPARE(QDir(m_folder->path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot).size(), 1);
  }

  void aLinkStaysALinkAndWhatItLeadsToIsReplaced() {
    writeTo(path("real"), "old");
    std::filesystem::create_symlink("real", path("link"));
    writeTo(path("link"), "new");
    QVERIFY(std::filesystem::is_symlink(path("link")));
    QCOMPARE(contentOf(path("real")), std::string("new"));
  }

  void aLinkToNothingYetMakesTheFile() {
    std::filesystem::create_symlink("real", path("link"));
    writeTo(path("link"), "new");
    QVERIFY(std::filesystem::is_symlink(path("link")));
    QCOMPARE(contentOf(path("real")), std::string("new"));
  }

  void whatIsNoFileIsNotReplaced() {
    QCOMPARE(::mkfifo(path("pipe").c_str(), 0600), 0);
    QVERIFY_THROWS_EXCEPTION(FileError, writeTo(path("pipe"), "new"));
    QVERIFY(std::filesystem::is_fifo(path("pipe")));
    QVERIFY_THROWS_EXCEPTION(FileError, writeTo(m_folder->path().toStdString(), "new"));
  }

  void aWriteProtectedFileIsNotReplaced() {
    writeTo(path("a"), "old");
    QCOMPARE(::chmod(path("a").c_str(), 0444), 0);
    QVERIFY_THROWS_EXCEPTION(FileError, writeTo(path("a"), "new"));
    QCOMPARE(contentOf(path("a")), std::string("old"));
  }

  void permissionsStayThoseOfTheFileThatIsReplaced() {
    writeTo(path("a"), "old");
    QCOMPARE(::chmod(path("a").c_str(), 0600), 0);
    writeTo(path("a"), "new");
    struct stat known {};
    QCOMPARE(::stat(path("a").c_str(), &known), 0);
    QCOMPARE(int(known.st_mode & 0777), 0600);
  }
};

QTEST_APPLESS_MAIN(OutputFileTest)
#include "output_file_test.moc"
