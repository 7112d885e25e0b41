#pragma once
// One page of the inspector: a title, the drawing of a rule where there is one, and properties in sections. Rows that
// lead somewhere are followed by a click or by Enter.

#include <QElapsedTimer>
#include <QWidget>
#include <memory>

#include "rules/rule.h"
#include "views/models/property_model.h"

class QLabel;
class QScrollArea;
class QSplitter;
class QTreeView;

namespace tasoscope {

class RuleDrawing;

struct InspectorContent {
  QString title;
  std::vector<PropertySection> sections;
  std::shared_ptr<const Rule> rule;  ///< to be drawn
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
  /// How wide names and values are where no word is broken.
  void measureWords();
  void fitNames();
  void drawRule(const std::shared_ptr<const Rule>& rule);
  PropertyModel* m_model;
  QLabel* m_title;
  QSplitter* m_parts;
  QScrollArea* m_drawingArea;
  RuleDrawing* m_drawing;
  std::shared_ptr<const Rule> m_rule;
  QTreeView* m_view;
  int m_leastName = 0, m_leastValue = 0;
  QElapsedTimer m_sinceFollowed;
};

}  // namespace tasoscope
