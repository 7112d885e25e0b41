#pragma once
// A rule's drawing as large as it is meant to be, in a window of its own beside the others: what is small in a dock can
// be read here.

#include <QDialog>

#include "rules/rule.h"

class QLabel;

namespace tasoscope {

class RuleDrawing;

class RuleWindow : public QDialog {
  Q_OBJECT

 public:
  explicit RuleWindow(QWidget* parent);
  void setRule(const Rule& rule);

 private:
  QLabel *m_title, *m_note;
  RuleDrawing* m_drawing;
};

}  // namespace tasoscope
