#pragma once
// Names and values in titled sections, some of them links: what the inspector shows about a node, a tensor, a step, a
// rule, a group, or the graph as a whole. What is said is in properties.h.

#include <QAbstractItemModel>
#include <variant>
#include <vector>

#include "graph/space.h"
#include "session/trail.h"

namespace tasoscope {

/// A box on the canvas, and a step whose pictures have it where the shown ones do not.
struct NodeLink {
  std::uint64_t key = 0;
  StepId step = 0;
};
struct RuleLink {
  QString rule;
};
/// Reads the values of the tensor that is shown.
struct ValuesLink {};
using PropertyLink = std::variant<std::monostate, NodeLink, TensorId, StepId, RuleLink, ValuesLink>;

struct PropertyRow {
  PropertyRow(QString rowName, QString rowValue, PropertyLink rowLink = {})
      : name(std::move(rowName)), value(std::move(rowValue)), link(std::move(rowLink)) {}
  QString name;   ///< alone, it takes the whole width
  QString value;  ///< may have several lines
  PropertyLink link;
  std::vector<std::int64_t> histogram;  ///< drawn instead of the value, which says it in words
};

struct PropertySection {
  QString title;
  std::vector<PropertyRow> rows;
};

class PropertyModel : public QAbstractItemModel {
  Q_OBJECT

 public:
  enum Role {
    LinkRole = Qt::UserRole,  ///< whether the row leads somewhere
    HistogramRole,            ///< QVariantList of counts
  };

  using QAbstractItemModel::QAbstractItemModel;
  void setSections(std::vector<PropertySection> sections);
  const std::vector<PropertySection>& sections() const { return m_sections; }
  /// Where a row leads; std::monostate for most.
  PropertyLink linkAt(const QModelIndex& index) const;
  /// The row's text takes both columns.
  bool isWide(const QModelIndex& index) const;
  /// Lines of section, name and value with tabs between them.
  QString table() const;

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& child) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  static constexpr quintptr kTop = ~quintptr{0};  // internal id of sections; rows have their section's index
  const PropertyRow* rowAt(const QModelIndex& index) const;
  QVariant sectionData(const QModelIndex& index, int role) const;
  std::vector<PropertySection> m_sections;
};

}  // namespace tasoscope
