#pragma once
// All rules as a tree: families, and under each its rules, with a box that switches them on and off, and what each did
// in this session.

#include <QAbstractItemModel>
#include <QStringList>
#include <vector>

#include "session/session.h"

namespace tasoscope {

class RuleModel : public QAbstractItemModel {
  Q_OBJECT

 public:
  enum Column { kName, kPlaces, kApplied, kImproved, kNumerics, kStanding, kColumnCount };
  enum Role { FilterRole = Qt::UserRole };  ///< name, family and note in one text

  using QAbstractItemModel::QAbstractItemModel;

  /// Rows stay where they are when only counts and switches differ.
  void setRules(std::vector<RuleView> rules);
  const std::vector<RuleView>& rules() const { return m_rules; }
  /// The rule of a row; nullptr for a family.
  const RuleView* rule(const QModelIndex& index) const;
  QModelIndex indexOf(const QString& name) const;
  /// How many rules candidates and searches use, and how many there are; the device's are in neither.
  int usedCount() const;
  int ownCount() const;

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& child) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  /// Checking a row asks for the switch; the box changes once setRules says so.
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;

 Q_SIGNALS:
  void switchRequested(const QStringList& rules, bool isOn);

 private:
  struct Family {
    std::string name;
    std::vector<std::size_t> members;
  };
  static constexpr quintptr kTop = ~quintptr{0};  // internal id of families; rules have their family's row
  const Family& familyOf(const QModelIndex& index) const;
  bool hasSameRules(const std::vector<RuleView>& rules) const;
  QVariant familyData(const Family& family, int column, int role) const;
  QVariant ruleData(const RuleView& view, int column, int role) const;
  Qt::CheckState checkState(const Family& family) const;
  QString accessibleText(const RuleView& view) const;

  std::vector<RuleView> m_rules;
  std::vector<Family> m_families;
};

}  // namespace tasoscope
