#pragma once
// The sheet of keys: every action by menu, with its keys and what it does, to read, to search and to print. It is made
// from the actions, so that it cannot say anything else than what is so.

#include <QDialog>

class QLineEdit;
class QMenuBar;
class QTextBrowser;

namespace tasoscope {

class ActionRegistry;

class ShortcutSheet : public QDialog {
  Q_OBJECT

 public:
  /// The menus of `menus` are its chapters; actions in none of them come last.
  ShortcutSheet(const ActionRegistry& actions, const QMenuBar& menus, QWidget* parent = nullptr);
  QLineEdit* field() const { return m_field; }
  QString text() const;

 private:
  struct Row {
    QString action, keys, help;
  };
  struct Chapter {
    QString title;
    QList<Row> rows;
  };
  void find(const QString& pattern);

  QList<Chapter> m_chapters;
  QLineEdit* m_field;
  QTextBrowser* m_page;
};

}  // namespace tasoscope
