#pragma once
// The line at the bottom: the costs of the model and the device that prices them; what the program does and how far it
// is, with a button to stop it.

#include <QStringList>
#include <QWidget>

class QAction;
class QLabel;
class QProgressBar;
class QToolButton;

namespace tasoscope {

class StatusLine : public QWidget {
  Q_OBJECT

 public:
  StatusLine(QAction* cancel, QAction* device, QWidget* parent = nullptr);
  /// The costs of the model, the most important first; what does not fit is left to the tool tip.
  void setCosts(const QStringList& parts);
  QStringList costs() const { return m_parts; }
  /// What prices them, on the button that leads to the devices; empty: no button.
  void setSource(const QString& text);
  void setActivity(const QString& activity);  ///< empty: idle
  /// What was begun waits for the user, who can still end it.
  void setResting(const QString& text);
  void setProgress(const QString& what, double done, double total);
  /// The part through which announcements are made (announcer.h).
  QWidget* voice() const;

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void fitCosts();
  QStringList m_parts;
  QLabel *m_costs, *m_activity;
  bool m_isResting = false;
  QProgressBar* m_progress;
  QToolButton *m_device, *m_cancel;
};

}  // namespace tasoscope
