#pragma once
// What is said to screen readers at once: changes of step, verdicts, errors, the cards of lessons. Qt 6.4 has no
// announcements of its own, so the words become the name of a part of the window that then sends an alert.

#include <QObject>
#include <QPointer>
#include <QWidget>

namespace tasoscope {

class Announcer : public QObject {
  Q_OBJECT

 public:
  /// `voice`: the part of the window that speaks.
  explicit Announcer(QWidget* voice);
  void say(const QString& sentence);

 Q_SIGNALS:
  void said(const QString& sentence);

 private:
  QPointer<QWidget> m_voice;
};

}  // namespace tasoscope
