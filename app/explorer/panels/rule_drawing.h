#pragma once
// A rule as a drawing: what it looks for, an arrow, what it puts there; side by side or one below the other, whichever
// is larger.

#include <QWidget>

#include "views/canvas/rule_picture.h"

namespace tasoscope {

class RuleDrawing : public QWidget {
  Q_OBJECT

 public:
  explicit RuleDrawing(QWidget* parent = nullptr);
  void setRule(const Rule& rule);
  const Rule& rule() const { return m_rule; }
  /// The width at which both sides lie beside each other and can be read.
  int legibleWidth() const;
  /// Its size where it is as large as in no dock, at most so wide.
  QSize fullSize(int mostWidth) const;
  /// Whether a click asks for it larger.
  void setEnlarges(bool enlarges);
  /// It gets no higher than this; 0: as high as it needs.
  void setMostHeight(int height);
  bool isEmpty() const { return m_pictures.source.isEmpty(); }
  QSize sizeHint() const override;
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;

 Q_SIGNALS:
  /// It was clicked, to be seen larger.
  void enlargeRequested();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  struct Arrangement {
    bool isUpright = false;
    double scale = 1;
    QSizeF size;  // of the drawing
  };
  Arrangement arrangementFor(double width) const;
  void paintPicture(QPainter& painter, const Picture& picture, QPointF corner, double scale) const;
  Rule m_rule;
  RulePictures m_pictures;
  int m_mostHeight = 0;
  bool m_enlarges = true;
};

}  // namespace tasoscope
