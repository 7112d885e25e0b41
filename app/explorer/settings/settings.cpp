#include "settings/settings.h"

#include <QDir>
#include <QFileInfo>

namespace tasoscope {
namespace {

constexpr int kMostRecent = 8;
constexpr int kStateVersion = 1;  // of the window's docks: raised when they change

}  // namespace

Settings::Settings(const QString& folder) {
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
