#pragma once
// Every action of the program under its name: menus, tool bars, keys, scripts and the help page all take actions from
// here, and nothing can be done that is not an action.

#include <QAction>
#include <QKeySequence>
#include <QList>
#include <QObject>
#include <vector>

namespace tasoscope {

struct ActionSpec {
  QString name;  ///< "step.next": the object name, by which scripts call it
  QString text;  ///< of menus, with a mnemonic
  QList<QKeySequence> keys;
  QString icon;  ///< name of an icon in resources/icons, or empty
  QString help;  ///< one sentence for the status line and the tool tip
};

class ActionRegistry : public QObject {
  Q_OBJECT

 public:
  explicit ActionRegistry(QObject* parent = nullptr) : QObject(parent) {}

  /// An action with keys that work in the whole window.
  QAction* add(const ActionSpec& spec);
  /// An action whose keys work only while one of `widgets`, or a child, has the focus: letters and other keys that
  /// lists and text fields need for themselves.
  QAction* addLocal(const ActionSpec& spec, const QList<QWidget*>& widgets);
  /// The action of this name, or nullptr.
  QAction* find(const QString& name) const;
  const std::vector<QAction*>& all() const { return m_actions; }
  /// "F5, Ctrl+R", as shown in help.
  static QString keysText(const QAction& action);
  /// Loads the icons anew in the colour of the text, after the palette has changed.
  void updateIcons(const QPalette& palette);

 private:
  std::vector<QAction*> m_actions;
};

}  // namespace tasoscope
