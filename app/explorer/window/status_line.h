#pragma once
// The line at the bottom: what the program does and how far it is, with a button to stop it; else the costs of the
// model.

#include <QWidget>

class QAction;
class QLabel;
class QProgressBar;
class QToolButton;

namespace tasoscope {

class StatusLine : public QWidget {
  Q_OBJECT

 public:
  explicit StatusLine(QAction* cancel, QWidget* parent = nullptr);
  void setCosts(const QString& text);
  void setActivity(const QString& activity);  ///< empty: idle
  void setProgress(const QString& what, double done, double total);
  /// The part through which announcements are made (announcer.h).
  QWidget* voice() const;

 private:
  QLabel *m_costs, *m_activity;
  QProgressBar* m_progress;
  QToolButton* m_cancel;
};

}  // namespace tasoscope
