#include "preferences/preferences.h"

#include "preferences/text_size.h"

namespace tasoscope {

Preferences::Preferences(Settings& settings, const ActionRegistry& actions, Languages* languages, QObject* parent)
    : QObject(parent), m_settings(settings), m_languages(languages), m_keys(actions, settings) {
  applyTextSize(settings.textSize());
}

void Preferences::setLanguage(const QString& code) {
  m_settings.setLanguage(code);
  if (!m_languages) return;
  m_languages->use(code);
  Q_EMIT languageChanged();
}

void Preferences::setAppearance(Appearance appearance) {
  m_settings.setAppearance(appearance);
  Q_EMIT appearanceChosen(appearance);
}

void Preferences::setTextSize(int percent) {
  m_settings.setTextSize(percent);
  applyTextSize(m_settings.textSize());
  Q_EMIT textSizeChanged(m_settings.textSize());
}

void Preferences::setReducesMotion(bool reduces) {
  m_settings.setReducesMotion(reduces);
  Q_EMIT reducedMotionChanged(reduces);
}

void Preferences::setUsesLetterKeys(bool uses) { m_keys.setUsesLetters(uses); }

void Preferences::setDevice(const QString& device) {
  m_settings.setDevice(device);
  Q_EMIT deviceChosen(device);
}

void Preferences::setSearchDefaults(const SearchDefaults& defaults) {
  m_settings.setSearchDefaults(defaults);
  Q_EMIT searchDefaultsChanged(defaults);
}

}  // namespace tasoscope
