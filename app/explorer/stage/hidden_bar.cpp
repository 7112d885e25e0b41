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

void HiddenBar::setCounts(const HiddenCounts& counts) {
  m_text->setText(counts.nodes > 0 ? tr("%n nodes hidden", nullptr, counts.nodes)
                                   : tr("%n inputs and outputs hidden", nullptr, counts.terminals));
  setVisible(counts.isAnything());
}

QString HiddenBar::text() const { return m_text->text(); }

}  // namespace tasoscope
