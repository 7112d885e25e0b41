#include "actions/action_registry.h"

#include <QRegularExpression>

#include "actions/icons.h"

namespace tasoscope {
namespace {

constexpr const char* kIconProperty = "tasoscopeIcon";

}  // namespace

QString plainTextOf(const QAction& action) {
  // "Open(&O)…" is how menus of languages without letters write mnemonics.
  static const QRegularExpression bracket(QStringLiteral("\\(&[A-Za-z0-9]\\)"));
  return action.text().remove(bracket).remove(QChar('&')).remove(QChar(0x2026));
}

/// "Undo (Ctrl+Z)"; texts and keys change with the language and the user's choice.
void ActionRegistry::updateToolTip(QAction* action) {
  const Worded now{action->text(), action->shortcuts()};
  Worded& before = m_worded[action];
  if (now == before) return;
  before = now;
  const QString keys = keysText(*action), text = plainTextOf(*action);
  action->setToolTip(keys.isEmpty() ? text : QStringLiteral("%1 (%2)").arg(text, keys));
}

QAction* ActionRegistry::add(const ActionSpec& spec) {
  Q_ASSERT(!find(spec.name));
  auto* action = new QAction(spec.text, this);
  action->setObjectName(spec.name);
  action->setShortcuts(spec.keys);
  action->setProperty(kIconProperty, spec.icon);
  action->setStatusTip(spec.help);
  updateToolTip(action);
  connect(action, &QAction::changed, this, [this, action] { updateToolTip(action); });
  m_actions.push_back(action);
  m_byName.insert(spec.name, action);
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
  for (QAction* action : m_needModel)
    if (!isOpen || !m_decided.contains(action)) action->setEnabled(isOpen);
}

void ActionRegistry::decide(QAction* action, bool isEnabled) {
  m_decided.insert(action);
  action->setEnabled(isEnabled);
}

QAction* ActionRegistry::find(const QString& name) const { return m_byName.value(name); }

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
