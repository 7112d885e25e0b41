#pragma once
// Every action with its keys, as a table.

#include <QAbstractTableModel>

#include "preferences/key_map.h"

namespace tasoscope {

class KeyModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { kAction, kKeys, kColumnCount };

  KeyModel(const ActionRegistry& actions, KeyMap& keys, QObject* parent = nullptr);
  QAction* actionAt(int row) const { return m_actions.all()[static_cast<std::size_t>(row)]; }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  const ActionRegistry& m_actions;
  KeyMap& m_keys;
};

}  // namespace tasoscope
