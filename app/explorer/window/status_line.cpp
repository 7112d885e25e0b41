#include "window/status_line.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QToolButton>

#include "views/text/text_scale.h"

namespace tasoscope {

StatusLine::StatusLine(QAction* cancel, QWidget* parent)
    : QWidget(parent),
      m_costs(new QLabel),
      m_activity(new QLabel),
      m_progress(new QProgressBar),
      m_cancel(new QToolButton) {
  m_costs->setObjectName(QStringLiteral("costs"));
  m_costs->setTextFormat(Qt::PlainText);
  m_progress->setRange(0, 0);
  m_progress->setFixedWidth(scaled(140));
  m_progress->setTextVisible(false);
  m_cancel->setDefaultAction(cancel);
  m_cancel->setToolButtonStyle(Qt::ToolButtonTextOnly);
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(10, 1, 6, 1);
  layout->addWidget(m_costs, 1);
  layout->addWidget(m_activity);
  layout->addWidget(m_progress);
  layout->addWidget(m_cancel);
  setActivity({});
}

void StatusLine::setCosts(const QString& text) { m_costs->setText(text); }

void StatusLine::setActivity(const QString& activity) {
  const bool isBusy = !activity.isEmpty();
  m_activity->setText(isBusy ? activity + QChar(0x2026) : QString());
  m_activity->setVisible(isBusy);
  m_progress->setVisible(isBusy);
  m_cancel->setVisible(isBusy);
  m_progress->setRange(0, 0);
}

void StatusLine::setProgress(const QString& what, double done, double total) {
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
