#include "window/message_bar.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>

#include "views/canvas/theme.h"
#include "views/text/text_scale.h"

namespace tasoscope {
namespace {

constexpr int kAccentWidth = 5;
constexpr int kLeastWide = 560;  // for the buttons beside the text

/// Puts the parts of a layout one below the other where its widget is narrow.
class NarrowStacker : public QObject {
 public:
  NarrowStacker(QBoxLayout* layout, QObject* parent) : QObject(parent), m_layout(layout) {}
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (event->type() == QEvent::Resize) {
      const bool isNarrow = static_cast<QWidget*>(watched)->width() < scaled(kLeastWide);
      m_layout->setDirection(isNarrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    }
    return QObject::eventFilter(watched, event);
  }

 private:
  QBoxLayout* m_layout;
};

}  // namespace

MessageBar::MessageBar(QWidget* parent)
    : QFrame(parent), m_label(new QLabel), m_button(new QPushButton), m_otherButton(new QPushButton) {
  setObjectName(QStringLiteral("messageBar"));
  m_label->setWordWrap(true);
  m_label->setTextFormat(Qt::PlainText);
  m_label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto* close = new QToolButton;
  close->setText(QString(QChar(0x2715)));
  close->setAutoRaise(true);
  close->setAccessibleName(tr("Dismiss this message"));
  close->setToolTip(close->accessibleName());
  auto* buttons = new QHBoxLayout;
  buttons->addStretch();
  buttons->addWidget(m_button);
  buttons->addWidget(m_otherButton);
  auto* content = new QBoxLayout(QBoxLayout::LeftToRight);
  content->addWidget(m_label, 1);
  content->addLayout(buttons);
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(12, 6, 6, 6);
  layout->addLayout(content, 1);
  layout->addWidget(close);
  installEventFilter(new NarrowStacker(content, this));
  connect(close, &QToolButton::clicked, this, [this] {
    dismiss();
    Q_EMIT dismissed();
  });
  connect(m_button, &QPushButton::clicked, this, [this] {
    if (m_action) m_action->trigger();
  });
  connect(m_otherButton, &QPushButton::clicked, this, [this] {
    if (m_other) m_other->trigger();
  });
  hide();
}

QString MessageBar::text() const { return m_label->text(); }

void MessageBar::show(const Message& message) {
  m_kind = message.kind;
  m_action = message.action;
  m_other = message.other;
  m_label->setText(message.text);
  m_label->setAccessibleName(message.text);
  m_button->setVisible(m_action != nullptr);
  if (m_action) m_button->setText(m_action->text());
  m_otherButton->setVisible(m_other != nullptr);
  if (m_other) m_otherButton->setText(m_other->text());
  setVisible(true);
  update();
  Q_EMIT shown(message.text);
}

void MessageBar::dismiss() { hide(); }

void MessageBar::paintEvent(QPaintEvent*) {
  const Theme& theme = Theme::forPalette(palette());
  const Family family = m_kind == MessageKind::kError     ? Family::kOther
                        : m_kind == MessageKind::kVerdict ? Family::kMatrix
                                                          : Family::kPool;
  QPainter painter(this);
  painter.fillRect(rect(), theme.family(family).fill);
  painter.fillRect(QRect(0, 0, kAccentWidth, height()), theme.family(family).accent);
}

}  // namespace tasoscope
