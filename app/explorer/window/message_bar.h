#pragma once
// What the program has to say, in a line over the stage that waits for nobody: errors, verdicts, hints. The latest
// message replaces the one before it.

#include <QFrame>

class QAction;
class QLabel;
class QPushButton;

namespace tasoscope {

enum class MessageKind { kHint, kVerdict, kError };

struct Message {
  MessageKind kind = MessageKind::kHint;
  QString text;
  QAction* action = nullptr;  ///< if any, becomes a button
  QAction* other = nullptr;   ///< a second one
};

class MessageBar : public QFrame {
  Q_OBJECT

 public:
  explicit MessageBar(QWidget* parent = nullptr);
  void show(const Message& message);
  void dismiss();
  MessageKind kind() const { return m_kind; }
  QString text() const;

 Q_SIGNALS:
  void shown(const QString& text);
  /// The person has closed it.
  void dismissed();

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QLabel* m_label;
  QPushButton *m_button, *m_otherButton;
  QAction *m_action = nullptr, *m_other = nullptr;
  MessageKind m_kind = MessageKind::kHint;
};

}  // namespace tasoscope
