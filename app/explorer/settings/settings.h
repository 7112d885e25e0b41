#pragma once
// What the program remembers between runs: recent files, preferences, keys, lessons, the window's shape.

#include <QByteArray>
#include <QMap>
#include <QSettings>
#include <QStringList>
#include <memory>

namespace tasoscope {

enum class Appearance { kSystem, kLight, kDark };

/// What a search starts from when nothing else is chosen.
struct SearchDefaults {
  QString strategy = QStringLiteral("auto");
  int budget = 1000;
  double alpha = 1.05;
};

class Settings {
 public:
  /// In `folder`, or where the system keeps settings when it is empty.
  explicit Settings(const QString& folder = {});

  /// Where the journals of open models lie: beside the settings, or where the system keeps the state of programs.
  QString stateFolder() const { return m_stateFolder; }
  QStringList recentFiles() const;  ///< latest first; only those that still exist
  void addRecentFile(const QString& path);
  QString device() const;
  void setDevice(const QString& device);
  Appearance appearance() const;
  void setAppearance(Appearance appearance);
  QString language() const;  ///< "en", "zh_CN"; empty: the system's
  void setLanguage(const QString& language);
  static constexpr int kLeastTextSize = 80, kMostTextSize = 300;
  int textSize() const;  ///< percent of the system's
  void setTextSize(int percent);
  bool reducesMotion() const;
  void setReducesMotion(bool reduces);
  bool usesLetterKeys() const;
  void setUsesLetterKeys(bool uses);
  SearchDefaults searchDefaults() const;
  void setSearchDefaults(const SearchDefaults& defaults);
  /// Keys that were chosen instead of the program's, by action; portable text, "; " between keys, empty for none.
  QMap<QString, QString> keys() const;
  void setKeys(const QMap<QString, QString>& keys);
  /// The step at which a lesson is to go on, and whether it was once finished.
  int lessonStep(const QString& lesson) const;
  bool isLessonFinished(const QString& lesson) const;
  void setLesson(const QString& lesson, int step, bool isFinished);
  /// How the groups of a model, known by its path or name, are made: "names", "blocks", "off"; empty: not chosen.
  QString groupsOf(const QString& model) const;
  void setGroupsOf(const QString& model, const QString& groups);
  /// Whether the graphs of a model are drawn from left to right.
  bool runsToTheRight(const QString& model) const;
  void setRunsToTheRight(const QString& model, bool does);
  QByteArray geometry() const;
  QByteArray windowState() const;
  void setWindow(const QByteArray& geometry, const QByteArray& state);

 private:
  std::unique_ptr<QSettings> m_settings;
  QString m_stateFolder;
};

}  // namespace tasoscope
