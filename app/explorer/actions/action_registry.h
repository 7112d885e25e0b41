#pragma once
// Every action of the program under its name: menus, tool bars, keys, scripts and the help page all take actions from
// here, and nothing can be done that is not an action.

#include <QAction>
#include <QHash>
#include <QKeySequence>
#include <QList>
#include <QObject>
#include <QPointer>
#include <QSet>
#include <QWidget>
#include <map>
#include <vector>

namespace tasoscope {

/// Without what an action is disabled everywhere.
enum class Needs { kModel, kNothing };

struct ActionSpec {
  QString name;  ///< "step.next": the object name, by which scripts call it
  QString text;  ///< of menus, with a mnemonic
  QList<QKeySequence> keys;
  QString icon;  ///< name of an icon in resources/icons, or empty
  QString help;  ///< one sentence for the status line and the tool tip
  Needs needs = Needs::kModel;
};

class ActionRegistry : public QObject {
  Q_OBJECT

 public:
  /// The place of a local action, as a property of it.
  static constexpr const char* kPlaceProperty = "tasoscopePlace";

  explicit ActionRegistry(QObject* parent = nullptr) : QObject(parent) {}

  /// An action with keys that work in the whole window.
  QAction* add(const ActionSpec& spec);
  /// An action whose keys work only while a widget of this place, or a child of one, has the focus: letters and other
  /// keys that lists and text fields need for themselves.
  QAction* addLocal(const ActionSpec& spec, const QString& place);
  /// The keys of a place's actions work in this widget too; every open model has a stage of its own.
  void addToPlace(const QString& place, QWidget* widget);
  /// The action of this name, or nullptr.
  QAction* find(const QString& name) const;
  /// Enables every action that needs a model, or disables them all; what else an action needs is checked after that, by
  /// decide(). What has been decided once is left to that while a model is open: an action that is enabled for a moment
  /// makes every menu and tool bar look at it.
  void setModelOpen(bool isOpen);
  void decide(QAction* action, bool isEnabled);
  const std::vector<QAction*>& all() const { return m_actions; }
  /// "F5, Ctrl+R", as shown in help.
  static QString keysText(const QAction& action);
  /// Loads the icons anew in the colour of the text, after the palette has changed.
  void updateIcons(const QPalette& palette);

 private:
  struct Place {
    std::vector<QAction*> actions;
    std::vector<QPointer<QWidget>> widgets;
  };
  /// What the tool tip of an action was made from.
  struct Worded {
    QString text;
    QList<QKeySequence> keys;
    bool operator==(const Worded&) const = default;
  };
  void updateToolTip(QAction* action);

  std::vector<QAction*> m_actions, m_needModel;
  QHash<QString, QAction*> m_byName;
  QSet<const QAction*> m_decided;
  QHash<const QAction*, Worded> m_worded;
  std::map<QString, Place> m_places;
};

/// The text of an action as a person reads it: without mnemonics and dots.
QString plainTextOf(const QAction& action);

}  // namespace tasoscope
