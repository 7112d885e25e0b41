#include "preferences/key_map.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>

#include "tensor/error.h"

namespace tasoscope {
namespace {

QList<QKeySequence> fromText(const QString& text) {
  return text.isEmpty() ? QList<QKeySequence>() : QKeySequence::listFromString(text, QKeySequence::PortableText);
}

}  // namespace

KeyMap::KeyMap(const ActionRegistry& actions, Settings& settings, QObject* parent)
    : QObject(parent), m_actions(actions), m_settings(settings), m_usesLetters(settings.usesLetterKeys()) {
  for (const QAction* action : actions.all()) m_defaults[action->objectName()] = action->shortcuts();
  const auto stored = settings.keys();
  for (auto entry = stored.begin(); entry != stored.end(); ++entry) {
    if (m_defaults.contains(entry.key())) m_chosen[entry.key()] = fromText(entry.value());
  }
  apply();
}

QList<QKeySequence> KeyMap::keysOf(const QAction& action) const {
  const QString name = action.objectName();
  return m_chosen.contains(name) ? m_chosen[name] : m_defaults.value(name);
}

bool KeyMap::isChanged(const QAction& action) const { return m_chosen.contains(action.objectName()); }

void KeyMap::setKeys(const QAction& action, const QList<QKeySequence>& keys) {
  const QString name = action.objectName();
  if (keys == m_defaults.value(name))
    m_chosen.remove(name);
  else
    m_chosen[name] = keys;
  save();
}

void KeyMap::reset(const QAction& action) {
  m_chosen.remove(action.objectName());
  save();
}

void KeyMap::resetAll() {
  m_chosen.clear();
  save();
}

void KeyMap::setUsesLetters(bool uses) {
  m_usesLetters = uses;
  m_settings.setUsesLetterKeys(uses);
  apply();
}

void KeyMap::save() {
  QMap<QString, QString> texts;
  for (auto entry = m_chosen.begin(); entry != m_chosen.end(); ++entry) {
    texts[entry.key()] = QKeySequence::listToString(entry.value(), QKeySequence::PortableText);
  }
  m_settings.setKeys(texts);
  apply();
}

void KeyMap::apply() {
  for (QAction* action : m_actions.all()) {
    QList<QKeySequence> keys = keysOf(*action);
    if (!m_usesLetters) keys.removeIf(isLetter);
    if (action->shortcuts() != keys) action->setShortcuts(keys);
  }
  Q_EMIT changed();
}

bool KeyMap::isLetter(const QKeySequence& key) {
  if (key.count() != 1) return false;
  return !(key[0].keyboardModifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) &&
         key[0].key() < Qt::Key_Escape;
}

bool KeyMap::meet(const QAction& a, const QAction& b) {
  const auto isLocal = [](const QAction& action) {
    return action.shortcutContext() == Qt::WidgetWithChildrenShortcut || action.shortcutContext() == Qt::WidgetShortcut;
  };
  if (!isLocal(a) || !isLocal(b)) return true;
  const QVariant placeOfA = a.property(ActionRegistry::kPlaceProperty);
  return !placeOfA.isValid() || placeOfA == b.property(ActionRegistry::kPlaceProperty);
}

std::vector<QAction*> KeyMap::conflicts(const QAction& action, const QKeySequence& key) const {
  std::vector<QAction*> found;
  for (QAction* other : m_actions.all()) {
    if (other != &action && meet(action, *other) && keysOf(*other).contains(key)) found.push_back(other);
  }
  return found;
}

QByteArray KeyMap::exported() const {
  QJsonObject keys;
  for (auto entry = m_chosen.begin(); entry != m_chosen.end(); ++entry) {
    QJsonArray texts;
    for (const QKeySequence& key : entry.value()) texts.append(key.toString(QKeySequence::PortableText));
    keys[entry.key()] = texts;
  }
  return QJsonDocument(QJsonObject{{"tasoscope_keys", 1}, {"keys", keys}}).toJson();
}

void KeyMap::import(const QByteArray& json, const QString& name) {
  const QJsonObject file = QJsonDocument::fromJson(json).object();
  if (!file.contains("tasoscope_keys") || !file["keys"].isObject()) {
    throw FileError(tr("%1: this is no file of keys that Tasoscope wrote").arg(name).toStdString());
  }
  const QJsonObject keys = file["keys"].toObject();
  m_chosen.clear();
  for (const QString& action : keys.keys()) {
    if (!m_defaults.contains(action)) continue;
    QList<QKeySequence> sequences;
    for (const QJsonValue& text : keys[action].toArray()) {
      const QKeySequence key(text.toString(), QKeySequence::PortableText);
      if (!key.isEmpty()) sequences << key;
    }
    m_chosen[action] = sequences;
  }
  save();
}

}  // namespace tasoscope
