#include "preferences/key_model.h"

#include <QFont>

namespace tasoscope {

KeyModel::KeyModel(const ActionRegistry& actions, KeyMap& keys, QObject* parent)
    : QAbstractTableModel(parent), m_actions(actions), m_keys(keys) {
  connect(&keys, &KeyMap::changed, this, [this] {
    if (rowCount() > 0) Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, kColumnCount - 1));
  });
}

int KeyModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_actions.all().size());
}

int KeyModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : kColumnCount; }

QVariant KeyModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const QAction& action = *actionAt(index.row());
  if (role == Qt::DisplayRole) {
    if (index.column() == kAction) return plainTextOf(action);
    return QKeySequence::listToString(m_keys.keysOf(action), QKeySequence::NativeText)
        .replace(QStringLiteral("; "), QStringLiteral(", "));
  }
  if (role == Qt::ToolTipRole) return action.statusTip();
  if (role == Qt::FontRole && m_keys.isChanged(action)) {
    QFont font;
    font.setBold(true);
    return font;
  }
  return {};
}

QVariant KeyModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  return section == kAction ? tr("Action") : tr("Keys");
}

}  // namespace tasoscope
