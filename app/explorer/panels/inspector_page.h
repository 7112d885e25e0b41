#pragma once
// One page of the inspector: a title, and its properties in sections. Rows that lead somewhere are followed by a click
// or by Enter.

#include <QElapsedTimer>
#include <QWidget>

#include "views/models/property_model.h"

class QLabel;
class QTreeView;

namespace tasoscope {

struct InspectorContent {
  QString title;
  std::vector<PropertySection> sections;
};

class InspectorPage : public QWidget {
  Q_OBJECT

 public:
  explicit InspectorPage(const QString& name, QWidget* parent = nullptr);
  void show(const InspectorContent& content);
  const PropertyModel& model() const { return *m_model; }
  QTreeView* view() const { return m_view; }
  QString title() const;

 Q_SIGNALS:
  void linkFollowed(const tasoscope::PropertyLink& link);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  bool follow(const QModelIndex& index);
  PropertyModel* m_model;
  QLabel* m_title;
  QTreeView* m_view;
  QElapsedTimer m_sinceFollowed;
};

}  // namespace tasoscope
