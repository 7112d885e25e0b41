#pragma once
// Names and values in titled sections: what the inspector shows about a node, a tensor or a whole graph.

#include <QAbstractItemModel>
#include <vector>

#include "session/session.h"

namespace tasoscope {

struct PropertySection {
  QString title;
  std::vector<std::pair<QString, QString>> rows;
};

/// What there is to say about a node; `trail` tells which step made it.
std::vector<PropertySection> propertiesOf(const NodeView& node, std::int64_t graphPicoseconds, const TrailView& trail);
/// About the graph as a whole.
std::vector<PropertySection> propertiesOf(const GraphView& graph, const QString& name, const QString& device);
/// About a graph input or output.
std::vector<PropertySection> propertiesOf(const TensorView& tensor);

class PropertyModel : public QAbstractItemModel {
  Q_OBJECT

 public:
  using QAbstractItemModel::QAbstractItemModel;
  void setSections(std::vector<PropertySection> sections);
  const std::vector<PropertySection>& sections() const { return m_sections; }

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& child) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  static constexpr quintptr kTop = ~quintptr{0};  // internal id of sections; rows have their section's index
  std::vector<PropertySection> m_sections;
};

}  // namespace tasoscope
