#include "stage/body_bar.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

namespace tasoscope {
namespace {

constexpr int kLeastHeight = 24;

QToolButton* buttonFor(QAction* action) {
  auto* button = new QToolButton;
  button->setDefaultAction(action);
  button->setToolButtonStyle(Qt::ToolButtonTextOnly);
  button->setMinimumHeight(kLeastHeight);
  return button;
}

}  // namespace

BodyBar::BodyBar(QAction* leave, QAction* other, QWidget* parent)
    : QWidget(parent), m_text(new QLabel), m_other(buttonFor(other)) {
  setObjectName(QStringLiteral("bodyBar"));
  m_text->setObjectName(QStringLiteral("bodyWay"));
  m_text->setTextFormat(Qt::PlainText);
  m_text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(8, 2, 8, 2);
  layout->addWidget(buttonFor(leave));
  layout->addWidget(m_text, 1);
  layout->addWidget(m_other);
  hide();
}

void BodyBar::setWay(const QStringList& way, int graphs) {
  m_way = way.join(QStringLiteral(" › "));
  m_text->setToolTip(m_way);
  m_text->setAccessibleName(m_way);
  m_other->setVisible(graphs > 1);
  setVisible(way.size() > 1);
  elide();
}

void BodyBar::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  elide();
}

/// The end of the way says where one is; the beginning gives way.
void BodyBar::elide() { m_text->setText(m_text->fontMetrics().elidedText(m_way, Qt::ElideLeft, m_text->width())); }

}  // namespace tasoscope
