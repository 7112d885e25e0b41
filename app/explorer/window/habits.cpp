#include "window/habits.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QSpinBox>

#include "panels/search_panel.h"
#include "preferences/preferences_dialog.h"
#include "stage/stage.h"
#include "window/explorer.h"
#include "window/explorer_window.h"
#include "window/roomy_style.h"
#include "window/workbench.h"

namespace tasoscope {

Habits::Habits(Explorer& explorer)
    : m_explorer(explorer),
      m_preferences(explorer.window().settings(), explorer.window().actions(), qApp->findChild<Languages*>()),
      m_palette(new CommandPalette(explorer.window().actions(), &explorer.window())),
      m_learning(explorer) {
  const ActionRegistry& actions = explorer.window().actions();
  connect(actions.find(QStringLiteral("help.palette")), &QAction::triggered, this, [this] { m_palette->open(); });
  connect(actions.find(QStringLiteral("edit.preferences")), &QAction::triggered, this, [this] { showPreferences(); });
  connect(&explorer, &Explorer::added, this,
          [this](Workbench& workbench) { startSearchesFrom(m_preferences.settings().searchDefaults(), workbench); });
  connectPreferences();
}

Habits::~Habits() {
  delete m_dialog;
  delete m_palette;
}

void Habits::connectPreferences() {
  connect(&m_preferences, &Preferences::appearanceChosen, &m_explorer.window(), &ExplorerWindow::setAppearance);
  connect(&m_preferences, &Preferences::deviceChosen, &m_explorer, &Explorer::setDevice);
  connect(&m_preferences, &Preferences::searchDefaultsChanged, this, [this](const SearchDefaults& defaults) {
    for (Workbench* workbench : m_explorer.workbenches()) startSearchesFrom(defaults, *workbench);
  });
  const auto reduceMotion = [this](bool reduces) {
    RoomyStyle::reduceMotion(reduces);
    m_explorer.window().setAnimated(!reduces);
  };
  reduceMotion(m_preferences.settings().reducesMotion());
  connect(&m_preferences, &Preferences::reducedMotionChanged, this, reduceMotion);
  connect(&m_preferences, &Preferences::textSizeChanged, this, [this] {
    m_explorer.window().fitDocks();
    for (Workbench* workbench : m_explorer.workbenches()) workbench->host().redraw();
  });
  connect(&m_preferences, &Preferences::reducedMotionChanged, this, [this](bool reduces) {
    for (Workbench* workbench : m_explorer.workbenches()) workbench->parts().stage->setMotionReduced(reduces);
  });
  connect(&m_preferences, &Preferences::languageChanged, this, &Habits::retranslate);
}

void Habits::startSearchesFrom(const SearchDefaults& defaults, Workbench& workbench) {
  const QWidget* panel = workbench.parts().search;
  auto* strategy = panel->findChild<QComboBox*>(QStringLiteral("strategy"));
  auto* budget = panel->findChild<QSpinBox*>(QStringLiteral("budget"));
  auto* alpha = panel->findChild<QDoubleSpinBox*>(QStringLiteral("alpha"));
  if (const int index = strategy->findText(defaults.strategy); index >= 0) strategy->setCurrentIndex(index);
  budget->setValue(defaults.budget);
  alpha->setValue(defaults.alpha);
}

PreferencesDialog& Habits::showPreferences() {
  if (!m_dialog) {
    m_dialog = new PreferencesDialog(m_preferences, m_explorer.window().actions(), &m_explorer.window());
    m_dialog->setAttribute(Qt::WA_DeleteOnClose);
  }
  m_dialog->show();
  m_dialog->raise();
  m_dialog->activateWindow();
  return *m_dialog;
}

/// Texts with numbers in them are made anew by asking for everything that is shown.
void Habits::retranslate() {
  m_learning.retranslate();
  for (Workbench* workbench : m_explorer.workbenches()) {
    workbench->updateActions();
    if (workbench->canStep()) workbench->host().goTo(workbench->trail().current);
  }
}

}  // namespace tasoscope
