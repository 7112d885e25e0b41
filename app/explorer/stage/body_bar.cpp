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

BodyBar::BodyBar(QAction* leave, QAction* other, QWidget* parent) : QWidget(parent), m_text(new QLabel) {
  setObjectName(QStringLiteral("bodyBar"));
  m_text->setObjectName(QStringLiteral("bodyWay"));
  m_text->setTextFormat(Qt::PlainText);
  m_text->setMinimumWidth(1);
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(8, 2, 8, 2);
  layout->addWidget(buttonFor(leave));
  layout->addWidget(m_text, 1);
  layout->addWidget(buttonFor(other));
  hide();
}

void BodyBar::setWay(const QStringList& way) {
  m_text->setText(way.join(QStringLiteral(" › ")));
  m_text->setToolTip(m_text->text());
  setVisible(way.size() > 1);
}

QString BodyBar::text() const { return m_text->text(); }

}  // namespace tasoscope
