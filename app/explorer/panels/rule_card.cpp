#include "panels/rule_card.h"

#include <QCheckBox>
#include <QFontDatabase>
#include <QLabel>
#include <QLocale>
#include <QScrollBar>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "actions/action_registry.h"
#include "panels/rule_drawing.h"
#include "rules/rule_text.h"
#include "views/text/cost_text.h"
#include "views/text/rule_words.h"
#include "views/text/step_text.h"
#include "views/text/text_scale.h"

namespace tasoscope {
namespace {

constexpr int kLeastWide = 480;     // from here on the words are beside the drawing
constexpr int kLeastDrawing = 120;  // its height

QString number(std::int64_t value) { return QLocale().toString(static_cast<qlonglong>(value)); }

QLabel* textLabel() {
  auto* label = new QLabel;
  label->setWordWrap(true);
  label->setTextFormat(Qt::PlainText);
  label->setAlignment(Qt::AlignTop | Qt::AlignLeading);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  return label;
}

QLabel* formalLabel() {
  QLabel* label = textLabel();
  label->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
  return label;
}

}  // namespace

RuleCard::RuleCard(const ActionRegistry& actions, QWidget* parent)
    : QScrollArea(parent),
      m_content(new QWidget),
      m_layout(new QVBoxLayout(m_content)),
      m_head(new QHBoxLayout),
      m_body(new QHBoxLayout),
      m_title(textLabel()),
      m_note(textLabel()),
      m_facts(textLabel()),
      m_conditionsTitle(textLabel()),
      m_conditions(textLabel()),
      m_counts(textLabel()),
      m_test(textLabel()),
      m_formal(formalLabel()),
      m_drawing(new RuleDrawing),
      m_use(new QCheckBox),
      m_run(new QToolButton),
      m_whyNot(new QToolButton) {
  setObjectName(QStringLiteral("ruleCard"));
  setAccessibleName(tr("Rule"));
  setWidgetResizable(true);
  setFrameShape(QFrame::NoFrame);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  QFont bold = font();
  bold.setBold(true);
  m_conditionsTitle->setFont(bold);
  bold.setPointSizeF(bold.pointSizeF() * 1.2);
  m_title->setFont(bold);
  m_layout->setContentsMargins(10, 4, 10, 6);
  m_layout->setSpacing(6);
  makeHead(actions);
  makeBody();
  m_layout->addWidget(m_formal);
  m_layout->addStretch();
  setWidget(m_content);
  clear();
}

void RuleCard::makeHead(const ActionRegistry& actions) {
  QAction* use = actions.find(QStringLiteral("rule.use"));
  m_use->setObjectName(QStringLiteral("useRule"));
  m_use->setText(use->text().remove(QChar('&')));
  m_use->setToolTip(use->toolTip());
  connect(m_use, &QCheckBox::clicked, use, &QAction::trigger);
  m_run->setDefaultAction(actions.find(QStringLiteral("rule.test")));
  m_whyNot->setDefaultAction(actions.find(QStringLiteral("rule.whyNot")));
  m_head->addWidget(m_title, 1);
  // With an alignment, a narrow button does not bound the width of the column that it is in when the card is narrow.
  for (QWidget* button : std::initializer_list<QWidget*>{m_use, m_run, m_whyNot})
    m_head->addWidget(button, 0, Qt::AlignLeft | Qt::AlignVCenter);
  m_layout->addLayout(m_head);
}

void RuleCard::makeBody() {
  auto* words = new QVBoxLayout;
  words->setSpacing(4);
  for (QWidget* text : {m_note, m_facts, m_conditionsTitle, m_conditions, m_counts, m_test}) words->addWidget(text);
  words->addStretch();
  m_body->setSpacing(12);
  m_body->addWidget(m_drawing, 0, Qt::AlignTop);
  m_body->addLayout(words, 1);
  m_layout->addLayout(m_body);
}

void RuleCard::resizeEvent(QResizeEvent* event) {
  arrange();
  QScrollArea::resizeEvent(event);
}

void RuleCard::changeEvent(QEvent* event) {
  QScrollArea::changeEvent(event);
  // Once all parts have the new font.
  if (event->type() == QEvent::FontChange) QMetaObject::invokeMethod(this, &RuleCard::arrange, Qt::QueuedConnection);
}

void RuleCard::arrange() {
  const bool isWide = width() >= scaled(kLeastWide);
  for (QBoxLayout* part : {m_head, m_body})
    part->setDirection(isWide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
  const int room = height() - m_head->sizeHint().height() - 20;
  m_drawing->setMostHeight(isWide ? std::max(scaled(kLeastDrawing), room) : 0);
  const int share = std::clamp(m_drawing->legibleWidth(), width() * 2 / 5, width() * 3 / 5);
  m_drawing->setMinimumWidth(isWide ? share : 0);
  m_drawing->setMaximumWidth(isWide ? share : QWIDGETSIZE_MAX);
  for (QLayout* part : m_content->findChildren<QLayout*>()) part->invalidate();
  m_layout->invalidate();  // the scroll area asks it for its height before it hears of what changed inside
}

void RuleCard::clear() {
  m_rule.clear();
  m_title->setText(tr("Select a rule to read about it."));
  for (QWidget* part : std::initializer_list<QWidget*>{m_note, m_facts, m_conditionsTitle, m_conditions, m_counts,
                                                       m_test, m_formal, m_drawing, m_use, m_run, m_whyNot})
    part->hide();
}

void RuleCard::setRule(const RuleView& view) {
  const Rule& rule = view.rule;
  const bool isOwn = !rule.isDeviceRule;
  m_use->setVisible(isOwn);
  m_use->setChecked(view.isOn);
  m_use->setEnabled(view.isAllowed);
  showCounts(view);
  if (rule.name == m_rule) return;
  m_rule = rule.name;
  m_title->setText(ruleWords(rule.name));
  m_note->setText(QString::fromStdString(rule.note));
  m_note->setVisible(!rule.note.empty());
  m_drawing->setRule(rule);
  showFacts(view);
  showConditions(rule);
  m_formal->setText(QString::fromStdString(printRule(rule)).trimmed());
  m_formal->show();
  m_run->show();
  m_whyNot->show();
  m_test->hide();
  arrange();
  verticalScrollBar()->setValue(0);
}

void RuleCard::showFacts(const RuleView& view) {
  const Rule& rule = view.rule;
  QStringList lines;
  lines << tr("Family %1, %2. Numerics: %3. Standing: %4.")
               .arg(familyTitle(rule.family), directionOf(rule), wordOf(rule.numericClass), wordOf(rule.standing));
  m_facts->setToolTip(sentenceOf(rule.numericClass) + QChar('\n') + sentenceOf(rule.standing));
  if (rule.isDeviceRule) lines << tr("Every runtime does this by itself; it is in no gain and cannot be switched off.");
  if (!view.isAllowed) lines << tr("Not used: its numeric class is not allowed.");
  if (!rule.source.empty()) lines << tr("From %1").arg(QString::fromStdString(rule.source));
  m_facts->setText(lines.join(QChar('\n')));
  m_facts->show();
}

void RuleCard::showConditions(const Rule& rule) {
  QStringList words, formal;
  for (const ConditionText& condition : conditionsInWords(rule)) {
    words << QChar(0x2022) + QStringLiteral(" ") + condition.words;
    formal << condition.formal;
  }
  m_conditionsTitle->setText(tr("It fits where"));
  m_conditions->setText(words.join(QChar('\n')));
  m_conditions->setToolTip(formal.join(QChar('\n')));
  for (QWidget* part : {m_conditionsTitle, m_conditions}) part->setVisible(!words.isEmpty());
}

void RuleCard::showCounts(const RuleView& view) {
  m_counts->setVisible(!view.rule.isDeviceRule);
  QString text = tr("In this session: %1 places found, %2 steps, of which %3 made the graph cheaper.")
                     .arg(number(view.places), number(view.applied), number(view.improved));
  if (view.searched.tried > 0)
    text += QChar(' ') + tr("Searches tried it %1 times; %2 graphs became cheaper.")
                             .arg(number(view.searched.tried), number(view.searched.improved));
  m_counts->setText(text);
}

void RuleCard::setTestText(const QString& text) {
  m_test->setText(text);
  m_test->show();
}

}  // namespace tasoscope
