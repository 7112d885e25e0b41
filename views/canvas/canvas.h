#pragma once
// The widget that shows one picture: pan (drag, middle drag, space and drag, Ctrl+arrows), zoom (wheel, + and -),
// selection by click and by arrow keys along the edges, of several boxes with Shift, tool tips, outlines of a
// candidate's boxes. A click on an edge follows its tensor: what does not belong to it is dimmed, and the arrow keys
// walk between its producer and its readers. A click on a stub goes to its other end. Everything is drawn by the
// painter from the picture; there is no item per box. Screen readers see each visible box as a child
// (canvas_accessible.h).

#include <QElapsedTimer>
#include <QVariantAnimation>
#include <QWidget>
#include <memory>
#include <optional>

#include "views/canvas/canvas_view.h"
#include "views/canvas/ghost.h"
#include "views/canvas/painter.h"
#include "views/canvas/transition.h"

namespace tasoscope {

class Canvas : public QWidget {
  Q_OBJECT

 public:
  /// `view` may be shared with other canvases; it must outlive this one.
  explicit Canvas(CanvasView* view, QWidget* parent = nullptr);

  void setPicture(std::shared_ptr<const Picture> picture);
  /// The next picture is seen to follow from this one: what comes, goes or moves does so within a fifth of a second, if
  /// it is not too much, motion is not reduced, and pictures do not follow each other faster than that. `shift` is how
  /// far the view has moved for it.
  void animateNext(QPointF shift);
  bool isAnimating() const { return m_animation.state() == QAbstractAnimation::Running; }
  const Picture& picture() const { return *m_picture; }
  CanvasView* view() const { return m_view; }
  const Theme& theme() const { return *m_theme; }
  /// Shown in the middle while there is no picture.
  void setPlaceholder(const QString& text);
  void setHeat(std::shared_ptr<const Heat> heat);
  void setLabels(LabelMode labels);

  /// The box from which arrow keys go on; always one of the selection.
  std::optional<std::uint64_t> selectedKey() const { return m_selected; }
  /// Every selected box, in the order of selection; some may not be in this picture.
  const std::vector<std::uint64_t>& selection() const { return m_selection; }
  bool isSelected(std::uint64_t key) const;
  /// Selects without asking whether the box is in this picture, so that linked canvases agree.
  void setSelectedKey(std::optional<std::uint64_t> key);
  /// Several boxes; the last of them is the one from which arrow keys go on.
  void setSelection(std::vector<std::uint64_t> keys);
  /// The tensor that is followed.
  std::optional<std::uint64_t> followedTensor() const { return m_followed; }
  void setFollowedTensor(std::optional<std::uint64_t> tensor);
  /// Outlines the boxes of a candidate.
  void setMatchedKeys(const std::vector<std::uint64_t>& keys);
  /// What a candidate would put here, or nothing.
  void setGhost(std::optional<Ghost> ghost);
  /// Around the boxes of the candidate.
  QRectF matchedArea() const;
  /// Where the ghost is in the picture; empty without one.
  QRectF ghostArea() const { return m_placedGhost.bounds(); }

  /// Moves the view so that the box is seen, if it is not; zooms in when its text could not be read.
  void reveal(std::uint64_t key);
  void fitAll();
  void fitSelection();
  /// Where a box is on this widget.
  QRectF widgetRect(int box) const;
  QPointF widgetPoint(QPointF point) const;
  QRectF visibleArea() const;
  /// The boxes that are seen at least in part, ascending.
  std::vector<int> visibleBoxes() const { return m_picture->boxesIn(visibleArea()); }

  QSize sizeHint() const override { return {640, 480}; }

 Q_SIGNALS:
  /// By the user on this canvas: `key` is the box from which arrow keys go on, selection() has all.
  void selectionChanged(std::optional<std::uint64_t> key);
  void tensorFollowed(std::optional<std::uint64_t> tensor);  ///< by the user on this canvas
  void activated(std::uint64_t key);                         ///< Enter or double click
  void contentChanged();
  void animated();  ///< what has been seen to change stands where it will stay

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
  enum class Choice { kReplace, kExtend, kToggle };
  enum class Drag { kNone, kPan, kBand };
  QPointF toPicture(QPointF position) const;
  PaintOptions paintOptions() const;
  int selectedBox() const;
  const PictureBox& box(int index) const { return m_picture->boxes[static_cast<std::size_t>(index)]; }
  void choose(int box, Choice choice = Choice::kReplace);
  void chooseAll(std::vector<std::uint64_t> keys);
  void follow(std::optional<std::uint64_t> tensor);
  void announceSelection();
  void click(QPointF position, bool isShift);
  void finishBand();
  void moveSelection(int key, bool isExtending);
  /// Where an arrow key leads from a box, or -1.
  int nextBox(int box, int key) const;
  int nextOfTensor(int box, int key) const;
  bool leaveMode();
  void panBy(QPointF pixels);
  void panByKey(int key);
  void updateIndices();
  void startTransition(const std::shared_ptr<const Picture>& next);
  void placeGhostAnew();

  CanvasView* m_view;
  const Theme* m_theme;
  std::shared_ptr<const Picture> m_picture;
  std::shared_ptr<const Heat> m_heat;
  LabelMode m_labels = LabelMode::kShape;
  QString m_placeholder;
  std::optional<std::uint64_t> m_selected, m_followed;
  std::vector<std::uint64_t> m_selection, m_matchedKeys;
  std::vector<int> m_chosen, m_matched;  // in this picture, ascending
  Highlight m_highlight;
  std::optional<Ghost> m_ghost;
  PlacedGhost m_placedGhost;
  std::optional<QPointF> m_nextShift;  // of the next picture, if it is to be animated
  std::optional<Transition> m_transition;
  QVariantAnimation m_animation;
  QElapsedTimer m_sincePicture;
  int m_hovered = -1;
  Drag m_drag = Drag::kNone;
  QPointF m_dragStart, m_dragAt;
  bool m_isDragged = false, m_isSpaceDown = false;
};

}  // namespace tasoscope
