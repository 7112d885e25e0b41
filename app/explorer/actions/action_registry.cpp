#include "actions/action_registry.h"

#include <QRegularExpression>

#include "actions/icons.h"

namespace tasoscope {
namespace {

constexpr const char* kIconProperty = "tasoscopeIcon";

/// "Undo (Ctrl+Z)"; texts and keys change with the language and the user's choice.
void updateToolTip(QAction* action) {
  const QString keys = ActionRegistry::keysText(*action), text = plainTextOf(*action);
  const QString toolTip = keys.isEmpty() ? text : QStringLiteral("%1 (%2)").arg(text, keys);
  if (action->toolTip() != toolTip) action->setToolTip(toolTip);
}

}  // namespace

QString plainTextOf(const QAction& action) {
  // "Open(&O)…" is how menus of languages without letters write mnemonics.
  static const QRegularExpression bracket(QStringLiteral("\\(&[A-Za-z0-9]\\)"));
  return action.text().remove(bracket).remove(QChar('&')).remove(QChar(0x2026));
}

QAction* ActionRegistry::add(const ActionSpec& spec) {
  Q_ASSERT(!find(spec.name));
  auto* action = new QAction(spec.text, this);
  action->setObjectName(spec.name);
  action->setShortcuts(spec.keys);
  action->setProperty(kIconProperty, spec.icon);
  action->setStatusTip(spec.help);
  updateToolTip(action);
  connect(action, &QAction::changed, this, [action] { updateToolTip(action); });
  m_actions.push_back(action);
  if (spec.needs == Needs::kModel) m_needModel.push_back(action);
  return action;
}

QAction* ActionRegistry::addLocal(const ActionSpec& spec, const QString& place) {
  QAction* action = add(spec);
  action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
  action->setProperty(kPlaceProperty, place);
  Place& there = m_places[place];
  there.actions.push_back(action);
  for (const QPointer<QWidget>& widget : there.widgets) {
    if (widget) widget->addAction(action);
  }
  return action;
}

void ActionRegistry::addToPlace(const QString& place, QWidget* widget) {
  Place& there = m_places[place];
  std::erase_if(there.widgets, [](const QPointer<QWidget>& kept) { return kept.isNull(); });
  there.widgets.emplace_back(widget);
  for (QAction* action : there.actions) widget->addAction(action);
}

void ActionRegistry::setModelOpen(bool isOpen) {
  for (QAction* action : m_needModel) action->setEnabled(isOpen);
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
