#pragma once
// The actions that fit what was typed: those that can be done now first, then by how well they fit, then in the order
// of the menus.

#include <QAbstractListModel>
#include <QPointer>
#include <vector>

class QAction;

namespace tasoscope {

/// Other words by which people look for an action, as a property of it.
inline constexpr const char* kWordsProperty = "tasoscopeWords";

class PaletteModel : public QAbstractListModel {
  Q_OBJECT

 public:
  enum Role { kKeysRole = Qt::UserRole, kHelpRole };

  explicit PaletteModel(QObject* parent = nullptr) : QAbstractListModel(parent) {}
  void setActions(const std::vector<QAction*>& actions);
  void setPattern(const QString& pattern);
  QAction* actionAt(const QModelIndex& index) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;

 private:
  void sort();
  std::vector<QPointer<QAction>> m_all, m_shown;
  QString m_pattern;
};

}  // namespace tasoscope
