#include "stage/hidden_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

namespace tasoscope {
namespace {

constexpr int kLeastHeight = 24;

}  // namespace

HiddenBar::HiddenBar(QWidget* parent) : QWidget(parent), m_text(new QLabel), m_button(new QToolButton) {
  setObjectName(QStringLiteral("hiddenBar"));
  m_text->setObjectName(QStringLiteral("hiddenText"));
  m_button->setMinimumHeight(kLeastHeight);
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(8, 2, 8, 2);
  layout->addWidget(m_text);
  layout->addWidget(m_button);
  layout->addStretch(1);
  hide();
}

void HiddenBar::setShowAllAction(QAction* action) { m_button->setDefaultAction(action); }

void HiddenBar::setCount(int count) {
  m_text->setText(tr("%n nodes hidden", nullptr, count));
  setVisible(count > 0);
}

QString HiddenBar::text() const { return m_text->text(); }

}  // namespace tasoscope
