#pragma once
// The line over the legend that says how much of the graph is hidden, with a button that shows it again.

#include <QWidget>

#include "views/canvas/visible_part.h"

class QAction;
class QLabel;
class QToolButton;

namespace tasoscope {

class HiddenBar : public QWidget {
  Q_OBJECT

 public:
  explicit HiddenBar(QWidget* parent = nullptr);
  void setShowAllAction(QAction* action);
  /// Nothing hidden hides the bar.
  void setCounts(const HiddenCounts& counts);
  QString text() const;

 private:
  QLabel* m_text;
  QToolButton* m_button;
};

}  // namespace tasoscope
