#pragma once
// One rule to read: what it does in a sentence and as a drawing, when it fits in words and as text, how exact it is,
// what is known of its truth, and what it did in this session. Where it is wide the words are beside the drawing, which
// is no higher than the card; else below it.

#include <QScrollArea>

#include "session/session.h"

class QBoxLayout;
class QCheckBox;
class QLabel;
class QToolButton;
class QVBoxLayout;

namespace tasoscope {

class ActionRegistry;
class RuleDrawing;

class RuleCard : public QScrollArea {
  Q_OBJECT

 public:
  explicit RuleCard(const ActionRegistry& actions, QWidget* parent = nullptr);
  /// Shows the rule; the place read to stays when it is the one that is shown.
  void setRule(const RuleView& view);
  void clear();
  const std::string& rule() const { return m_rule; }
  /// What a test that was just run says, until another rule is shown.
  void setTestText(const QString& text);

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  QLabel* addText(const QString& name);
  void makeHead(const ActionRegistry& actions);
  void makeBody();
  /// Puts the words beside the drawing or below it.
  void arrange();
  void showFacts(const RuleView& view);
  void showConditions(const Rule& rule);
  void showCounts(const RuleView& view);

  std::string m_rule;
  QWidget* m_content;
  QVBoxLayout* m_layout;
  QBoxLayout *m_head, *m_body;
  QLabel *m_title, *m_note, *m_facts, *m_conditionsTitle, *m_conditions, *m_counts, *m_test, *m_formal;
  RuleDrawing* m_drawing;
  QCheckBox* m_use;
  QToolButton *m_run, *m_whyNot;
};

}  // namespace tasoscope
