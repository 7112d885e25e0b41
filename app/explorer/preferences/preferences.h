#pragma once
// What the user prefers: keeps it in the settings and applies it at once to everything that is open.

#include <QObject>

#include "preferences/key_map.h"
#include "preferences/languages.h"
#include "settings/settings.h"

namespace tasoscope {

class Preferences : public QObject {
  Q_OBJECT

 public:
  /// `languages` is nothing where the program speaks one language only, as in most tests.
  Preferences(Settings& settings, const ActionRegistry& actions, Languages* languages, QObject* parent = nullptr);

  const Settings& settings() const { return m_settings; }
  KeyMap& keys() { return m_keys; }

  void setLanguage(const QString& code);
  void setAppearance(Appearance appearance);
  void setTextSize(int percent);
  void setReducesMotion(bool reduces);
  void setUsesLetterKeys(bool uses);
  void setDevice(const QString& device);
  void setSearchDefaults(const SearchDefaults& defaults);

 Q_SIGNALS:
  void languageChanged();
  void appearanceChosen(tasoscope::Appearance appearance);
  void textSizeChanged(int percent);
  void reducedMotionChanged(bool reduces);
  void deviceChosen(const QString& device);
  void searchDefaultsChanged(const tasoscope::SearchDefaults& defaults);

 private:
  Settings& m_settings;
  Languages* m_languages;
  KeyMap m_keys;
};

}  // namespace tasoscope
