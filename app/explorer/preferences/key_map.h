#pragma once
// The keys of the actions: those of the program, those that the user chose instead, and which of them would get into
// each other's way. Single letters can be turned off as a whole (WCAG 2.1.4).

#include <QMap>
#include <QObject>

#include "actions/action_registry.h"
#include "settings/settings.h"

namespace tasoscope {

class KeyMap : public QObject {
  Q_OBJECT

 public:
  /// The actions have the keys of the program; those of the settings are put in their place.
  KeyMap(const ActionRegistry& actions, Settings& settings, QObject* parent = nullptr);

  /// The chosen keys, letters included even while they are turned off.
  QList<QKeySequence> keysOf(const QAction& action) const;
  bool isChanged(const QAction& action) const;
  void setKeys(const QAction& action, const QList<QKeySequence>& keys);
  void reset(const QAction& action);
  void resetAll();
  void setUsesLetters(bool uses);

  /// Other actions that have this key where this action has it, too.
  std::vector<QAction*> conflicts(const QAction& action, const QKeySequence& key) const;
  /// Whether the keys of two actions can be meant at the same time.
  static bool meet(const QAction& a, const QAction& b);
  /// A letter, digit or sign without Ctrl, Alt or Meta.
  static bool isLetter(const QKeySequence& key);

  /// As JSON, to be carried to another machine.
  QByteArray exported() const;
  /// Throws FileError for what is no such file; actions that do not exist here are passed over.
  void import(const QByteArray& json, const QString& name);

 Q_SIGNALS:
  void changed();

 private:
  void apply();
  void save();

  const ActionRegistry& m_actions;
  Settings& m_settings;
  QMap<QString, QList<QKeySequence>> m_defaults, m_chosen;
  bool m_usesLetters = true;
};

}  // namespace tasoscope
