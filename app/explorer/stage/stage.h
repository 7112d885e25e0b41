#pragma once
// The centre of the window: one canvas, or two that move together, each under a header that names its graph, and a bar
// that names the pair.

#include <QLabel>
#include <QWidget>

#include "session/session_host.h"
#include "views/canvas/canvas.h"

namespace tasoscope {

class LegendBar;
class OverviewStrip;

enum class PaneMode { kBoth, kBefore, kAfter };

class Stage : public QWidget {
  Q_OBJECT

 public:
  explicit Stage(QWidget* parent = nullptr);

  /// Each title is two lines: which graph, and what it costs.
  void setPair(const ShownPair& pair, const QString& beforeTitle, const QString& afterTitle);
  const ShownPair& pair() const { return m_pair; }
  void clear(const QString& placeholder);
  void setPaneMode(PaneMode mode);
  PaneMode paneMode() const { return m_mode; }

  Canvas* before() const { return m_before; }
  Canvas* after() const { return m_after; }
  /// Those that are visible, from left to right.
  std::vector<Canvas*> panes() const;
  /// The one with the focus, else the right one.
  Canvas* activePane() const;
  QString headerOf(const Canvas* canvas) const;

  std::optional<std::uint64_t> selectedKey() const { return m_after->selectedKey(); }
  /// Selects in both panes and moves the view there.
  void select(std::optional<std::uint64_t> key);
  void setMatchedKeys(const std::vector<std::uint64_t>& keys);
  bool hasMatches() const { return m_hasMatches; }
  /// Shows the first thing that the pair changes, legibly; without changes the top of the graph.
  void showChange();
  void fitAll();
  void fitSelection();
  void actualSize();
  void zoom(double factor);

 Q_SIGNALS:
  void selectionChanged(std::optional<std::uint64_t> key);
  void activated(std::uint64_t key);
  void viewChanged();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  struct Pane {
    QWidget* frame;
    QLabel* header;
    Canvas* canvas;
  };
  Pane makePane(const QString& name);
  void updateVisibility();
  void updateOverview();
  void levelHeaders();
  /// Around the boxes that the pair changes, of those between two heights.
  QRectF changedArea(double top, double bottom) const;
  QSizeF roomOfPane() const;
  bool canBeSeen(const QRectF& area) const;
  void keepInPlace(const ShownPair& next);

  CanvasView* m_view;
  LegendBar* m_legend;
  OverviewStrip* m_overview;
  Pane m_beforePane, m_afterPane;
  Canvas *m_before, *m_after;
  ShownPair m_pair;
  PaneMode m_mode = PaneMode::kBoth;
  bool m_isFirst = true, m_hasMatches = false;
};

}  // namespace tasoscope
