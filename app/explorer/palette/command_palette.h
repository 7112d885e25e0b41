#pragma once
// The command palette: a field and a list over the window, with every action and its keys. Typing finds, Enter does,
// Escape or going elsewhere closes it.

#include <QFrame>
#include <QPointer>

class QLabel;
class QLineEdit;
class QListView;

namespace tasoscope {

class ActionRegistry;
class PaletteModel;

class CommandPalette : public QFrame {
  Q_OBJECT

 public:
  CommandPalette(const ActionRegistry& actions, QWidget* window);
  void open();
  void dismiss();
  PaletteModel& model() { return *m_model; }
  QLineEdit* field() const { return m_field; }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void place();
  void find(const QString& pattern);
  void moveCurrent(int rows);
  void runCurrent();

  const ActionRegistry& m_actions;
  PaletteModel* m_model;
  QLineEdit* m_field;
  QListView* m_list;
  QLabel* m_nothing;
  QPointer<QWidget> m_focusBefore;
};

}  // namespace tasoscope
