#include "views/canvas/canvas.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <utility>

#include "views/canvas/edge_hit.h"
#include "views/canvas/ghost_painter.h"
#include "views/text/cost_text.h"

namespace tasoscope {
namespace {

constexpr double kReadableScale = 0.6;
constexpr qint64 kHurry = 400;  // milliseconds: pictures that follow each other faster are not animated

QString textOf(const PictureEdge& edge) {
  QStringList lines{edge.label, edge.shape, edge.bytes > 0 ? byteText(edge.bytes) : QString()};
  lines.removeAll(QString());
  return lines.join(QChar('\n'));
}

}  // namespace

Canvas::Canvas(CanvasView* view, QWidget* parent)
    : QWidget(parent), m_view(view), m_theme(&Theme::forPalette(palette())), m_picture(std::make_shared<Picture>()) {
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setMinimumSize(160, 120);
  m_animation.setDuration(Transition::kMilliseconds);
  m_animation.setStartValue(0.0);
  m_animation.setEndValue(1.0);
  connect(&m_animation, &QVariantAnimation::valueChanged, this, [this] { update(); });
  connect(&m_animation, &QVariantAnimation::stateChanged, this, [this](QAbstractAnimation::State state) {
    if (state == QAbstractAnimation::Running) return;
    m_transition.reset();
    update();
    Q_EMIT animated();
  });
  connect(m_view, &CanvasView::changed, this, [this] {
    update();
    Q_EMIT contentChanged();
  });
}

void Canvas::animateNext(QPointF shift) { m_nextShift = shift; }

void Canvas::startTransition(const std::shared_ptr<const Picture>& next) {
  m_animation.stop();
  m_transition.reset();
  const auto shift = std::exchange(m_nextShift, std::nullopt);
  const bool isHurried = m_sincePicture.isValid() && m_sincePicture.elapsed() < kHurry;
  m_sincePicture.start();
  if (!shift || isHurried || m_view->isMotionReduced() || !isVisible() || m_picture->isEmpty()) return;
  Transition transition(*m_picture, next, *shift);
  if (!transition.isWorthwhile()) return;
  m_transition = std::move(transition);
  m_animation.start();
}

void Canvas::setPicture(std::shared_ptr<const Picture> picture) {
  if (!picture) picture = std::make_shared<Picture>();
  startTransition(picture);
  m_picture = std::move(picture);
  m_hovered = -1;
  updateIndices();
  placeGhostAnew();
  Q_EMIT contentChanged();
}

void Canvas::setHeat(std::shared_ptr<const Heat> heat) {
  m_heat = std::move(heat);
  update();
}

void Canvas::setLabels(LabelMode labels) {
  m_labels = labels;
  update();
}

void Canvas::setPlaceholder(const QString& text) {
  m_placeholder = text;
  update();
}

bool Canvas::isSelected(std::uint64_t key) const {
  return std::find(m_selection.begin(), m_selection.end(), key) != m_selection.end();
}

void Canvas::setSelectedKey(std::optional<std::uint64_t> key) {
  setSelection(key ? std::vector<std::uint64_t>{*key} : std::vector<std::uint64_t>());
}

void Canvas::setSelection(std::vector<std::uint64_t> keys) {
  if (keys == m_selection) return;
  m_selection = std::move(keys);
  m_selected = m_selection.empty() ? std::nullopt : std::optional(m_selection.back());
  updateIndices();
  Q_EMIT contentChanged();
}

void Canvas::setFollowedTensor(std::optional<std::uint64_t> tensor) {
  if (tensor == m_followed) return;
  m_followed = tensor;
  updateIndices();
}

void Canvas::setMatchedKeys(const std::vector<std::uint64_t>& keys) {
  m_matchedKeys = keys;
  updateIndices();
}

QRectF Canvas::matchedArea() const {
  QRectF area;
  for (const int i : m_matched) area |= box(i).rect;
  return area;
}

void Canvas::setGhost(std::optional<Ghost> ghost) {
  m_ghost = std::move(ghost);
  placeGhostAnew();
}

void Canvas::placeGhostAnew() {
  m_placedGhost = m_ghost ? placeGhost(*m_ghost, *m_picture) : PlacedGhost();
  update();
}

/// Finds what is selected, matched and followed in the picture.
void Canvas::updateIndices() {
  const auto indicesOf = [this](const std::vector<std::uint64_t>& keys) {
    std::vector<int> indices;
    for (const std::uint64_t key : keys) {
      if (const int box = m_picture->boxOf(key); box >= 0) indices.push_back(box);
    }
    std::sort(indices.begin(), indices.end());
    return indices;
  };
  m_matched = indicesOf(m_matchedKeys);
  m_chosen = indicesOf(m_selection);
  m_highlight = m_followed ? highlightOf(*m_picture, *m_followed) : Highlight();
  update();
}

QPointF Canvas::toPicture(QPointF position) const {
  return m_view->centre() + (position - QRectF(rect()).center()) / m_view->scale();
}

QPointF Canvas::widgetPoint(QPointF point) const {
  return QRectF(rect()).center() + (point - m_view->centre()) * m_view->scale();
}

QRectF Canvas::visibleArea() const { return {toPicture({0, 0}), toPicture(QPointF(width(), height()))}; }

QRectF Canvas::widgetRect(int index) const {
  const QRectF& area = box(index).rect;
  return {widgetPoint(area.topLeft()), widgetPoint(area.bottomRight())};
}

int Canvas::selectedBox() const { return m_selected ? m_picture->boxOf(*m_selected) : -1; }

void Canvas::fitAll() { m_view->fit(m_picture->bounds, size()); }

void Canvas::fitSelection() {
  QRectF area;
  for (const int i : m_chosen) area |= box(i).rect;
  area |= matchedArea();
  if (area.isEmpty()) return;
  m_view->fit(area.adjusted(-60, -60, 60, 60), size());
}

void Canvas::reveal(std::uint64_t key) {
  const int index = m_picture->boxOf(key);
  if (index < 0) return;
  const QRectF area = box(index).rect;
  const bool isLegible = m_view->scale() >= kReadableScale;
  if (isLegible && visibleArea().contains(area)) return;
  m_view->show(area.center(), isLegible ? m_view->scale() : 1);
}

PaintOptions Canvas::paintOptions() const {
  PaintOptions options;
  options.theme = m_theme;
  options.scale = m_view->scale();
  const double margin = 12 / m_view->scale();
  options.visible = visibleArea().adjusted(-margin, -margin, margin, margin);
  options.selected = selectedBox();
  options.hovered = m_hovered;
  options.hasFocus = hasFocus();
  options.chosen = m_chosen;
  options.matched = m_matched;
  options.heat = m_heat.get();
  options.labels = m_labels;
  if (m_highlight.producer >= 0) options.highlight = m_highlight;
  return options;
}

void Canvas::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), m_theme->canvas);
  if (m_picture->isEmpty()) {
    painter.setPen(m_theme->secondaryText);
    painter.drawText(rect().adjusted(24, 24, -24, -24), Qt::AlignCenter | Qt::TextWordWrap, m_placeholder);
    return;
  }
  painter.save();
  painter.translate(QRectF(rect()).center());
  painter.scale(m_view->scale(), m_view->scale());
  painter.translate(-m_view->centre());
  const PaintOptions options = paintOptions();
  if (m_transition)
    m_transition->paint(painter, options, m_animation.currentValue().toDouble());
  else
    paintPicture(painter, *m_picture, options);
  if (m_ghost) paintGhost(painter, m_placedGhost, options);
  painter.restore();
  if (m_drag == Drag::kBand && m_isDragged) {
    painter.setPen(QPen(m_theme->focus, 1, Qt::DashLine));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(m_dragStart, m_dragAt).normalized());
  }
  if (hasFocus()) {
    painter.setPen(QPen(m_theme->state(DiffState::kAdded), 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(rect()).adjusted(1, 1, -1, -1));
  }
}

void Canvas::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange) m_theme = &Theme::forPalette(palette());
  QWidget::changeEvent(event);
  update();
}

bool Canvas::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const QPointF point = toPicture(help->pos());
  const int under = m_picture->boxAt(point);
  const int edge = under >= 0 ? -1 : edgeAt(*m_picture, point, kEdgeReach / m_view->scale());
  if (under >= 0)
    QToolTip::showText(help->globalPos(), box(under).toolTip, this, widgetRect(under).toRect());
  else if (edge >= 0)
    QToolTip::showText(help->globalPos(), textOf(m_picture->edges[static_cast<std::size_t>(edge)]), this);
  else
    QToolTip::hideText();
  return true;
}

}  // namespace tasoscope
