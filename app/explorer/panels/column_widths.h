#pragma once
// Keeps room for the texts of a table when the user makes them larger or smaller: columns that have a width of their
// own grow and shrink with the text, and none gets narrower than its title.

#include <QObject>

class QTreeView;

namespace tasoscope {

class ColumnWidths : public QObject {
  Q_OBJECT

 public:
  /// The widths as they are now are right for the text as it is now.
  explicit ColumnWidths(QTreeView* view);
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void scaleBy(double factor);

  QTreeView* m_view;
  double m_scale;
};

}  // namespace tasoscope
