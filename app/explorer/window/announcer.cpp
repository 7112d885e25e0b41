#include "window/announcer.h"

#include <QAccessible>

namespace tasoscope {

Announcer::Announcer(QWidget* voice) : QObject(voice), m_voice(voice) {}

void Announcer::say(const QString& sentence) {
  if (sentence.isEmpty() || !m_voice) return;
  m_voice->setAccessibleName(sentence);
  QAccessibleEvent alert(m_voice, QAccessible::Alert);
  QAccessible::updateAccessibility(&alert);
  Q_EMIT said(sentence);
}

}  // namespace tasoscope
