#pragma once
// The line over the stage that says in which graph inside the model one is, with the way back. There while that is not
// the model's own graph.

#include <QWidget>

class QAction;
class QLabel;
class QToolButton;

namespace tasoscope {

class BodyBar : public QWidget {
  Q_OBJECT

 public:
  BodyBar(QAction* leave, QAction* other, QWidget* parent = nullptr);
  /// `way`: names from the model to the graph; one name alone hides the bar. `graphs`: how many the same node has.
  void setWay(const QStringList& way, int graphs);
  /// The whole way, whatever there is room for.
  QString text() const { return m_way; }

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void elide();
  QLabel* m_text;
  QToolButton* m_other;
  QString m_way;
};

}  // namespace tasoscope
