#pragma once
// The line over the stage that says in which graph inside the model one is, with the way back. There while that is not
// the model's own graph.

#include <QWidget>

class QAction;
class QLabel;

namespace tasoscope {

class BodyBar : public QWidget {
  Q_OBJECT

 public:
  BodyBar(QAction* leave, QAction* other, QWidget* parent = nullptr);
  /// `way`: names from the model to the graph; one name alone hides the bar.
  void setWay(const QStringList& way);
  QString text() const;

 private:
  QLabel* m_text;
};

}  // namespace tasoscope
