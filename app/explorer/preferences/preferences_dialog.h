#pragma once
// The preferences: everything applies at once, and there is nothing to confirm. It opens beside the window and does not
// wait.

#include <QDialog>

#include "preferences/preferences.h"

class QTabWidget;

namespace tasoscope {

class KeyPage;

class PreferencesDialog : public QDialog {
  Q_OBJECT

 public:
  PreferencesDialog(Preferences& preferences, const ActionRegistry& actions, QWidget* parent = nullptr);
  KeyPage* keyPage() const { return m_keyPage; }
  QTabWidget* tabs() const { return m_tabs; }

 private:
  QWidget* makeGeneralPage();
  QWidget* makeSearchPage();

  Preferences& m_preferences;
  KeyPage* m_keyPage;
  QTabWidget* m_tabs;
};

}  // namespace tasoscope
