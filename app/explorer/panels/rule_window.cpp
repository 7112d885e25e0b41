#include "panels/rule_window.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>

#include "panels/rule_drawing.h"
#include "views/text/step_text.h"
#include "window/screen_room.h"

namespace tasoscope {
namespace {

constexpr int kRoom = 40;  // for margins and a scroll bar

QLabel* wrapped() {
  auto* label = new QLabel;
  label->setWordWrap(true);
  label->setTextFormat(Qt::PlainText);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  return label;
}

}  // namespace

RuleWindow::RuleWindow(QWidget* parent)
    : QDialog(parent), m_title(wrapped()), m_note(wrapped()), m_drawing(new RuleDrawing) {
  setObjectName(QStringLiteral("ruleWindow"));
  setWindowTitle(tr("Rule"));
  QFont font = m_title->font();
  font.setBold(true);
  font.setPointSizeF(font.pointSizeF() * 1.2);
  m_title->setFont(font);
  m_drawing->setEnlarges(false);
  auto* area = new QScrollArea;
  area->setWidget(m_drawing);
  area->setWidgetResizable(true);
  area->setFrameShape(QFrame::NoFrame);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  auto* layout = new QVBoxLayout(this);
  layout->addWidget(m_title);
  layout->addWidget(m_note);
  layout->addWidget(area, 1);
  layout->addWidget(buttons);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
}

void RuleWindow::setRule(const Rule& rule) {
  m_title->setText(ruleWords(rule.name));
  m_note->setText(QString::fromStdString(rule.note));
  m_note->setVisible(!rule.note.empty());
  m_drawing->setRule(rule);
  const int words = fontMetrics().height() * 8;
  const QSize drawn = m_drawing->fullSize(static_cast<int>(screen()->availableSize().width() * kMostOfScreen) - kRoom);
  resizeOnScreen(this, (drawn + QSize(kRoom, kRoom + words)).expandedTo({480, 320}));
}

}  // namespace tasoscope
