#pragma once
// The centre of the window: one pair of graphs in four presentations. Before and After are one canvas, Overlay is one
// canvas with the union of both, Split is two canvases that move together, one above the other where graphs run to the
// right. A header over each names the pair, with the graph that is shown in bold; below lie a line that says what is
// hidden, and the legend; along the graph lies the overview.

#include <QLabel>
#include <QWidget>
#include <functional>
#include <unordered_set>

#include "session/session_host.h"
#include "views/canvas/canvas.h"
#include "views/canvas/visible_part.h"

class QAction;
class QBoxLayout;
class QSplitter;

namespace tasoscope {

class HiddenBar;
class LegendBar;
class OverviewStrip;

enum class Presentation { kBefore, kAfter, kOverlay, kSplit };
inline constexpr int kPresentationCount = 4;

class Stage : public QWidget {
  Q_OBJECT

 public:
  explicit Stage(QWidget* parent = nullptr);

  /// Each title is two lines: which graph, and what it costs.
  void setPair(const ShownPair& pair, const QString& beforeTitle, const QString& afterTitle);
  const ShownPair& pair() const { return m_pair; }
  void clear(const QString& placeholder);
  void setPresentation(Presentation presentation);
  Presentation presentation() const { return m_presentation; }
  /// Shows Before in place of what is shown, until the key is released, the focus goes elsewhere, or it is ended.
  void setPeeking(bool isPeeking);
  bool isPeeking() const { return m_isPeeking; }

  void setHeatMode(HeatMode mode);
  HeatMode heatMode() const { return m_heat->mode(); }
  const std::shared_ptr<const Heat>& heat() const { return m_heat; }
  void setLabels(LabelMode labels);
  LabelMode labels() const { return m_labels; }

  /// The left canvas: Before. The right one: After, or Overlay.
  Canvas* before() const { return m_before; }
  Canvas* after() const { return m_after; }
  /// Those that are visible, from left to right.
  std::vector<Canvas*> panes() const;
  /// What is not hidden of one graph of the pair, or of both in one; null where there is none.
  std::shared_ptr<const Picture> shownPart(Presentation presentation) const;
  /// The one with the focus, else the right one.
  Canvas* activePane() const;
  QString headerOf(const Canvas* canvas) const;

  std::optional<std::uint64_t> selectedKey() const { return m_after->selectedKey(); }
  /// All selected boxes, in the order of selection.
  const std::vector<std::uint64_t>& selection() const { return m_after->selection(); }
  /// Selects in all panes and moves the view there; what was hidden is shown again.
  void select(std::optional<std::uint64_t> key);
  void setSelection(const std::vector<std::uint64_t>& keys);
  /// Follows the next tensor that the selected box produces; after the last one, none.
  void followNextTensor();
  std::optional<std::uint64_t> followedTensor() const { return m_after->followedTensor(); }

  /// Leaves only the selection and what is next to it along an edge.
  void isolateSelection();
  void hideSelection();
  void showAll();
  /// What is hidden of the pair: nodes, and inputs and outputs of the graph.
  HiddenCounts hiddenCounts() const;
  /// The action behind the button of the line that says what is hidden.
  void setShowAllAction(QAction* action);

  void setMatchedKeys(const std::vector<std::uint64_t>& keys);
  /// Moves the view to the boxes of the match, if they are not in sight.
  void revealMatched();
  bool hasMatches() const { return !m_matchedKeys.empty(); }
  /// What the candidate would put on the stage, beside the place where it fits.
  void setGhost(std::optional<Ghost> ghost);

  /// Shows the first thing that the pair changes, legibly; without changes the top of the graph.
  void showChange();
  /// The same by a glide, unless something that changes, or the selected box, is seen already.
  void revealChange();
  bool isAnimating() const;
  /// Whether pairs follow each other without movement.
  void setMotionReduced(bool isReduced);
  void fitAll();
  void fitSelection();
  void actualSize();
  void zoom(double factor);

 Q_SIGNALS:
  void selectionChanged(std::optional<std::uint64_t> key);
  void activated(std::uint64_t key);
  void viewChanged();
  void animated();  ///< a movement has ended
  /// What is worth saying to screen readers: a presentation, what is hidden, what is followed.
  void said(const QString& sentence);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  struct Pane {
    QWidget* frame;
    QLabel* header;
    Canvas* canvas;
  };
  Pane makePane(const QString& name);
  void layOut();
  void turn(Flow flow);
  Flow flow() const { return m_pair.after ? m_pair.after->flow : Flow::kDown; }
  /// Gives the canvases the pictures, and the headers the names, of what is shown.
  void updatePictures();
  void showPanes(bool isBeforeShown, bool isAfterShown);
  void updateHeaders();
  void updateHeat();
  void updateOverview();
  void levelHeaders();
  void setHeader(const Pane& pane, const QString& title, const QString& costs);
  std::shared_ptr<const Picture> rightPicture() const;
  void linkSelection(const Canvas* canvas);
  void follow(std::optional<std::uint64_t> tensor);
  void hide(const std::vector<std::uint64_t>& keys);
  /// Around the boxes that the pair changes, of those between two heights; as laid out.
  QRectF changedArea(double top, double bottom) const;
  void showFirstChange(const QRectF& all, const QRectF& changed, QSizeF room);
  QSizeF roomOfPane() const;
  bool canBeSeen(const QRectF& area) const;
  double scaleFor(const QRectF& area) const;
  void keepInPlace(const ShownPair& next);
  void keepTop(const QResizeEvent* event);
  /// A place for the centre, beside the wished one, where the sides of a pane cut as few boxes as can be; as laid out.
  QPointF withFewCuts(QPointF centre, double scale, QSizeF room) const;
  /// Whether one of the boxes that are meant is seen, at least in its middle.
  bool isSeen(const std::function<bool(const PictureBox&)>& isMeant) const;

  CanvasView* m_view;
  QSplitter* m_panes;
  QBoxLayout* m_middle;
  LegendBar* m_legend;
  OverviewStrip* m_overview;
  HiddenBar* m_hiddenBar;
  bool m_revealsGhost = false;  // the next one, which was asked for
  Pane m_beforePane, m_afterPane;
  Canvas *m_before, *m_after;
  ShownPair m_pair;
  QString m_beforeTitle, m_afterTitle;
  Presentation m_presentation = Presentation::kSplit;
  std::shared_ptr<const Heat> m_heat = std::make_shared<const Heat>();
  LabelMode m_labels = LabelMode::kShape;
  HiddenKeys m_hidden;
  std::vector<std::uint64_t> m_matchedKeys;
  bool m_isFirst = true, m_isPeeking = false;
};

}  // namespace tasoscope
