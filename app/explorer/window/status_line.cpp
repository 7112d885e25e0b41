#include "window/status_line.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QToolButton>

#include "views/text/text_scale.h"

namespace tasoscope {

StatusLine::StatusLine(QAction* cancel, QAction* device, QWidget* parent)
    : QWidget(parent),
      m_costs(new QLabel),
      m_activity(new QLabel),
      m_progress(new QProgressBar),
      m_device(new QToolButton),
      m_cancel(new QToolButton) {
  m_costs->setObjectName(QStringLiteral("costs"));
  m_costs->setTextFormat(Qt::PlainText);
  m_costs->setMinimumWidth(1);  // what does not fit is left out, not cut
  m_device->setObjectName(QStringLiteral("source"));
  m_device->setAutoRaise(true);
  m_device->setToolTip(device->statusTip());
  m_device->hide();
  connect(m_device, &QToolButton::clicked, device, &QAction::trigger);
  m_progress->setRange(0, 0);
  m_progress->setFixedWidth(scaled(140));
  m_progress->setTextVisible(false);
  m_cancel->setDefaultAction(cancel);
  m_cancel->setToolButtonStyle(Qt::ToolButtonTextOnly);
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(10, 1, 6, 1);
  layout->addWidget(m_costs, 1);
  layout->addWidget(m_device);
  layout->addWidget(m_activity);
  layout->addWidget(m_progress);
  layout->addWidget(m_cancel);
  setActivity({});
}

void StatusLine::setCosts(const QStringList& parts) {
  if (parts == m_parts) return;
  m_parts = parts;
  m_costs->setToolTip(parts.join(QChar('\n')));
  fitCosts();
}

void StatusLine::setSource(const QString& text) {
  m_device->setText(text);
  m_device->setVisible(!text.isEmpty());
}

void StatusLine::fitCosts() {
  const QString separator = QStringLiteral("   |   ");
  QStringList shown = m_parts;
  const int room = m_costs->width() - 2 * m_costs->margin();
  while (!shown.isEmpty() && m_costs->fontMetrics().horizontalAdvance(shown.join(separator)) > room) shown.removeLast();
  m_costs->setText(shown.join(separator));
}

void StatusLine::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  layout()->activate();
  fitCosts();
}

void StatusLine::setActivity(const QString& activity) {
  const bool isBusy = !activity.isEmpty();
  m_isResting = false;
  m_activity->setText(isBusy ? activity + QChar(0x2026) : QString());
  m_activity->setVisible(isBusy);
  m_progress->setVisible(isBusy);
  m_cancel->setVisible(isBusy);
  m_progress->setRange(0, 0);
  layout()->activate();
  fitCosts();
}

void StatusLine::setResting(const QString& text) {
  setActivity(text);
  m_isResting = true;
  m_activity->setText(text);
  m_progress->hide();
  layout()->activate();
  fitCosts();
}

void StatusLine::setProgress(const QString& what, double done, double total) {
  if (m_isResting) return;
  if (!what.isEmpty()) m_activity->setText(what + QChar(0x2026));
  if (total <= 0) {
    m_progress->setRange(0, 0);
    return;
  }
  m_progress->setRange(0, 1000);
  m_progress->setValue(static_cast<int>(1000 * done / total));
}

QWidget* StatusLine::voice() const { return m_costs; }

}  // namespace tasoscope
