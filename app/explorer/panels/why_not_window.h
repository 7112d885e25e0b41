#pragma once
// What a rule says to the places of the shown graph, in a window beside the others: where it applies, and where it
// comes nearest, with the first thing in its way.

#include <QDialog>

#include "session/why_not.h"

class QLabel;
class QTreeWidget;

namespace tasoscope {

class WhyNotWindow : public QDialog {
  Q_OBJECT

 public:
  explicit WhyNotWindow(QWidget* parent);
  /// `before`: what prices are compared with, picoseconds.
  void setReport(const WhyNotReport& report, std::int64_t before);

 Q_SIGNALS:
  /// A place was chosen.
  void chosen(tasoscope::OpId op);

 private:
  void showAnswer(int row);

  WhyNotReport m_report;
  QLabel *m_title, *m_summary, *m_answer;
  QTreeWidget* m_places;
};

}  // namespace tasoscope
