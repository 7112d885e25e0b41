#pragma once
// The page of the preferences on which keys are chosen: a table to find the action in, a field that takes the keys, and
// a word when they belong to another action.

#include <QWidget>

#include "preferences/key_map.h"

class QKeySequenceEdit;
class QLabel;
class QLineEdit;
class QPushButton;
class QSortFilterProxyModel;
class QTableView;

namespace tasoscope {

class KeyModel;

class KeyPage : public QWidget {
  Q_OBJECT

 public:
  KeyPage(const ActionRegistry& actions, KeyMap& keys, QWidget* parent = nullptr);
  void choose(const QString& action);
  /// Puts a key on the chosen action, or says whose it is.
  void setKey(const QKeySequence& key);
  QString message() const;

 private:
  QAction* current() const;
  void showCurrent();
  void takeFromOthers();
  void say(const QString& text);
  void exportKeys();
  void importKeys();

  const ActionRegistry& m_actions;
  KeyMap& m_keys;
  KeyModel* m_model;
  QSortFilterProxyModel* m_found;
  QTableView* m_table;
  QKeySequenceEdit* m_edit;
  QLabel* m_message;
  QPushButton *m_take, *m_remove, *m_reset;
};

}  // namespace tasoscope
