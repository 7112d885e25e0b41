#pragma once
// What belongs to the whole window and to every model in it: preferences, the command palette, lessons.

#include <QObject>
#include <QPointer>

#include "learn/learning.h"
#include "palette/command_palette.h"
#include "preferences/preferences.h"

namespace tasoscope {

class Explorer;
class PreferencesDialog;
class Workbench;

class Habits : public QObject {
  Q_OBJECT

 public:
  explicit Habits(Explorer& explorer);
  ~Habits() override;

  Preferences& preferences() { return m_preferences; }
  CommandPalette& palette() { return *m_palette; }
  Learning& learning() { return m_learning; }
  /// Opens the preferences beside the window, or brings them to the front.
  PreferencesDialog& showPreferences();

 private:
  void connectPreferences();
  void startSearchesFrom(const SearchDefaults& defaults, Workbench& workbench);
  void retranslate();

  Explorer& m_explorer;
  Preferences m_preferences;
  QPointer<CommandPalette> m_palette;
  Learning m_learning;
  QPointer<PreferencesDialog> m_dialog;
};

}  // namespace tasoscope
