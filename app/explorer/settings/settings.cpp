#include "settings/settings.h"

#include <QDir>
#include <QFileInfo>
#include <algorithm>

#include "session/project.h"

namespace tasoscope {
namespace {

constexpr int kMostRecent = 8;
constexpr int kStateVersion = 1;  // of the window's docks: raised when they change

}  // namespace

Settings::Settings(const QString& folder) {
  m_stateFolder = folder.isEmpty() ? QString::fromStdString(defaultStateFolder().string())
                                   : QDir(folder).filePath(QStringLiteral("state"));
  if (folder.isEmpty())
    m_settings = std::make_unique<QSettings>(QStringLiteral("tasoscope"), QStringLiteral("explorer"));
  else
    m_settings =
        std::make_unique<QSettings>(QDir(folder).filePath(QStringLiteral("explorer.ini")), QSettings::IniFormat);
}

QStringList Settings::recentFiles() const {
  QStringList files = m_settings->value(QStringLiteral("recentFiles")).toStringList();
  files.removeIf([](const QString& file) { return !QFileInfo::exists(file); });
  return files;
}

void Settings::addRecentFile(const QString& path) {
  QStringList files = recentFiles();
  const QString absolute = QFileInfo(path).absoluteFilePath();
  files.removeAll(absolute);
  files.prepend(absolute);
  m_settings->setValue(QStringLiteral("recentFiles"), files.mid(0, kMostRecent));
}

QString Settings::device() const { return m_settings->value(QStringLiteral("device")).toString(); }
void Settings::setDevice(const QString& device) { m_settings->setValue(QStringLiteral("device"), device); }

Appearance Settings::appearance() const {
  const QString name = m_settings->value(QStringLiteral("appearance")).toString();
  return name == QLatin1String("light")  ? Appearance::kLight
         : name == QLatin1String("dark") ? Appearance::kDark
                                         : Appearance::kSystem;
}

void Settings::setAppearance(Appearance appearance) {
  const char* name = appearance == Appearance::kLight ? "light" : appearance == Appearance::kDark ? "dark" : "system";
  m_settings->setValue(QStringLiteral("appearance"), QString::fromLatin1(name));
}

QString Settings::language() const { return m_settings->value(QStringLiteral("language")).toString(); }
void Settings::setLanguage(const QString& language) { m_settings->setValue(QStringLiteral("language"), language); }

int Settings::textSize() const {
  return std::clamp(m_settings->value(QStringLiteral("textSize"), 100).toInt(), kLeastTextSize, kMostTextSize);
}
void Settings::setTextSize(int percent) { m_settings->setValue(QStringLiteral("textSize"), percent); }

bool Settings::reducesMotion() const { return m_settings->value(QStringLiteral("reducedMotion"), false).toBool(); }
void Settings::setReducesMotion(bool reduces) { m_settings->setValue(QStringLiteral("reducedMotion"), reduces); }

bool Settings::usesLetterKeys() const { return m_settings->value(QStringLiteral("letterKeys"), true).toBool(); }
void Settings::setUsesLetterKeys(bool uses) { m_settings->setValue(QStringLiteral("letterKeys"), uses); }

SearchDefaults Settings::searchDefaults() const {
  SearchDefaults defaults;
  defaults.strategy = m_settings->value(QStringLiteral("search/strategy"), defaults.strategy).toString();
  defaults.budget = m_settings->value(QStringLiteral("search/budget"), defaults.budget).toInt();
  defaults.alpha = m_settings->value(QStringLiteral("search/alpha"), defaults.alpha).toDouble();
  return defaults;
}

void Settings::setSearchDefaults(const SearchDefaults& defaults) {
  m_settings->setValue(QStringLiteral("search/strategy"), defaults.strategy);
  m_settings->setValue(QStringLiteral("search/budget"), defaults.budget);
  m_settings->setValue(QStringLiteral("search/alpha"), defaults.alpha);
}

QMap<QString, QString> Settings::keys() const {
  QMap<QString, QString> keys;
  m_settings->beginGroup(QStringLiteral("keys"));
  for (const QString& action : m_settings->childKeys()) keys[action] = m_settings->value(action).toString();
  m_settings->endGroup();
  return keys;
}

void Settings::setKeys(const QMap<QString, QString>& keys) {
  m_settings->remove(QStringLiteral("keys"));
  m_settings->beginGroup(QStringLiteral("keys"));
  for (auto entry = keys.begin(); entry != keys.end(); ++entry) m_settings->setValue(entry.key(), entry.value());
  m_settings->endGroup();
}

int Settings::lessonStep(const QString& lesson) const {
  return m_settings->value(QStringLiteral("lessons/%1/step").arg(lesson), 0).toInt();
}

bool Settings::isLessonFinished(const QString& lesson) const {
  return m_settings->value(QStringLiteral("lessons/%1/finished").arg(lesson), false).toBool();
}

void Settings::setLesson(const QString& lesson, int step, bool isFinished) {
  m_settings->setValue(QStringLiteral("lessons/%1/step").arg(lesson), step);
  m_settings->setValue(QStringLiteral("lessons/%1/finished").arg(lesson), isFinished);
}

QString Settings::groupsOf(const QString& model) const {
  return m_settings->value(QStringLiteral("groups")).toMap().value(model).toString();
}

void Settings::setGroupsOf(const QString& model, const QString& groups) {
  QVariantMap all = m_settings->value(QStringLiteral("groups")).toMap();
  all.insert(model, groups);
  m_settings->setValue(QStringLiteral("groups"), all);
}

bool Settings::runsToTheRight(const QString& model) const {
  return m_settings->value(QStringLiteral("toTheRight")).toStringList().contains(model);
}

void Settings::setRunsToTheRight(const QString& model, bool does) {
  QStringList all = m_settings->value(QStringLiteral("toTheRight")).toStringList();
  all.removeAll(model);
  if (does) all.append(model);
  m_settings->setValue(QStringLiteral("toTheRight"), all);
}

QByteArray Settings::geometry() const { return m_settings->value(QStringLiteral("window/geometry")).toByteArray(); }

QByteArray Settings::windowState() const {
  if (m_settings->value(QStringLiteral("window/version")).toInt() != kStateVersion) return {};
  return m_settings->value(QStringLiteral("window/state")).toByteArray();
}

void Settings::setWindow(const QByteArray& geometry, const QByteArray& state) {
  m_settings->setValue(QStringLiteral("window/geometry"), geometry);
  m_settings->setValue(QStringLiteral("window/state"), state);
  m_settings->setValue(QStringLiteral("window/version"), kStateVersion);
}

}  // namespace tasoscope
