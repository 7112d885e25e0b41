#pragma once
// What the program remembers between runs: recent files, device, appearance, the window's shape.

#include <QByteArray>
#include <QSettings>
#include <QStringList>
#include <memory>

namespace tasoscope {

enum class Appearance { kSystem, kLight, kDark };

class Settings {
 public:
  /// In `folder`, or where the system keeps settings when it is empty.
  explicit Settings(const QString& folder = {});

  QStringList recentFiles() const;  ///< latest first; only those that still exist
  void addRecentFile(const QString& path);
  QString device() const;
  void setDevice(const QString& device);
  Appearance appearance() const;
  void setAppearance(Appearance appearance);
  QByteArray geometry() const;
  QByteArray windowState() const;
  void setWindow(const QByteArray& geometry, const QByteArray& state);

 private:
  std::unique_ptr<QSettings> m_settings;
};

}  // namespace tasoscope
