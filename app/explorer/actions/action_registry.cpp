#include "actions/action_registry.h"

#include <QWidget>

#include "actions/icons.h"

namespace tasoscope {
namespace {

constexpr const char* kIconProperty = "tasoscopeIcon";

QString plain(QString text) { return text.remove(QChar('&')).remove(QChar(0x2026)); }

}  // namespace

QAction* ActionRegistry::add(const ActionSpec& spec) {
  Q_ASSERT(!find(spec.name));
  auto* action = new QAction(spec.text, this);
  action->setObjectName(spec.name);
  action->setShortcuts(spec.keys);
  action->setProperty(kIconProperty, spec.icon);
  action->setStatusTip(spec.help);
  const QString keys = keysText(*action);
  action->setToolTip(keys.isEmpty() ? plain(spec.text) : QStringLiteral("%1 (%2)").arg(plain(spec.text), keys));
  m_actions.push_back(action);
  return action;
}

QAction* ActionRegistry::addLocal(const ActionSpec& spec, const QList<QWidget*>& widgets) {
  QAction* action = add(spec);
  action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
  for (QWidget* widget : widgets) widget->addAction(action);
  return action;
}

QAction* ActionRegistry::find(const QString& name) const {
  for (QAction* action : m_actions) {
    if (action->objectName() == name) return action;
  }
  return nullptr;
}

QString ActionRegistry::keysText(const QAction& action) {
  return QKeySequence::listToString(action.shortcuts(), QKeySequence::NativeText)
      .replace(QStringLiteral("; "), QStringLiteral(", "));
}

void ActionRegistry::updateIcons(const QPalette& palette) {
  for (QAction* action : m_actions) {
    const QString name = action->property(kIconProperty).toString();
    if (!name.isEmpty()) action->setIcon(tintedIcon(name, palette));
  }
}

}  // namespace tasoscope
