#pragma once
// What is known about the selected node, input or output; without a selection, about the graph.

#include <QWidget>

#include "views/models/property_model.h"

class QLabel;
class QTreeView;

namespace tasoscope {

class InspectorPanel : public QWidget {
  Q_OBJECT

 public:
  explicit InspectorPanel(QWidget* parent = nullptr);
  void show(const QString& title, std::vector<PropertySection> sections);
  const PropertyModel& model() const { return *m_model; }

 private:
  PropertyModel* m_model;
  QLabel* m_title;
  QTreeView* m_view;
};

}  // namespace tasoscope
