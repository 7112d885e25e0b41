#pragma once
// The widget that shows one picture: pan (drag, middle drag, space and drag, Ctrl+arrows), zoom (wheel, + and -),
// selection by click and by arrow keys along the edges, tool tips, outlines of a candidate's boxes. Everything is drawn
// by the painter from the picture; there is no item per box. Screen readers see each visible box as a child
// (canvas_accessible.h).

#include <QWidget>
#include <memory>
#include <optional>

#include "views/canvas/canvas_view.h"
#include "views/canvas/painter.h"

namespace tasoscope {

class Canvas : public QWidget {
  Q_OBJECT

 public:
  /// `view` may be shared with other canvases; it must outlive this one.
  explicit Canvas(CanvasView* view, QWidget* parent = nullptr);

  void setPicture(std::shared_ptr<const Picture> picture);
  const Picture& picture() const { return *m_picture; }
  CanvasView* view() const { return m_view; }
  const Theme& theme() const { return *m_theme; }
  /// Shown in the middle while there is no picture.
  void setPlaceholder(const QString& text);

  std::optional<std::uint64_t> selectedKey() const { return m_selected; }
  /// Selects without asking whether the box is in this picture, so that linked canvases agree.
  void setSelectedKey(std::optional<std::uint64_t> key);
  /// Outlines the boxes of a candidate.
  void setMatchedKeys(const std::vector<std::uint64_t>& keys);

  /// Moves the view so that the box is seen, if it is not; zooms in when its text could not be read.
  void reveal(std::uint64_t key);
  void fitAll();
  void fitSelection();
  /// Where a box is on this widget.
  QRectF widgetRect(int box) const;
  QRectF visibleArea() const;
  /// The boxes that are seen at least in part, ascending.
  std::vector<int> visibleBoxes() const { return m_picture->boxesIn(visibleArea()); }

  QSize sizeHint() const override { return {640, 480}; }

 Q_SIGNALS:
  void selectionChanged(std::optional<std::uint64_t> key);  ///< by the user on this canvas
  void activated(std::uint64_t key);                        ///< Enter or double click
  void contentChanged();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void keyReleaseEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void changeEvent(QEvent* event) override;
  bool event(QEvent* event) override;

 private:
  QPointF toPicture(QPointF position) const;
  QPointF toWidget(QPointF point) const;
  int selectedBox() const;
  void choose(int box);
  void announceSelection();
  void moveSelection(int key);
  void panBy(QPointF pixels);
  bool isPanning() const { return m_panStart.has_value(); }

  CanvasView* m_view;
  const Theme* m_theme;
  std::shared_ptr<const Picture> m_picture;
  QString m_placeholder;
  std::optional<std::uint64_t> m_selected;
  std::vector<std::uint64_t> m_matchedKeys;
  std::vector<int> m_matched;
  int m_hovered = -1;
  std::optional<QPointF> m_panStart;
  int m_pressed = -1;
  bool m_isDragged = false, m_isSpaceDown = false;
};

}  // namespace tasoscope
