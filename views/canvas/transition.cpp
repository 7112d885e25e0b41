#include "views/canvas/transition.h"

#include <QEasingCurve>
#include <QLineF>
#include <QPainter>
#include <algorithm>

#include "views/canvas/box_painter.h"
#include "views/canvas/edge_painter.h"

namespace tasoscope {
namespace {

constexpr std::size_t kMostChanges = 200;  // boxes that come or go
constexpr std::size_t kMostMoves = 2000;
constexpr double kFarthest = 700;    // a box that comes or goes belongs to one at most this far away
constexpr double kLeastSize = 0.35;  // of a box where it starts to emerge
constexpr int kNobody = -2;          // an index that is never selected

/// Of the centres of these boxes the one nearest to a point, if it is near; else the point itself.
template <typename Actors>
QPointF nearestCentre(const Actors& actors, QPointF point) {
  QPointF nearest = point;
  double distance = kFarthest;
  for (const auto& actor : actors) {
    const double length = QLineF(actor.box.rect.center(), point).length();
    if (length >= distance) continue;
    distance = length;
    nearest = actor.box.rect.center();
  }
  return nearest;
}

/// Paints a box around `centre`, at a part of its size.
void paintAt(QPainter& painter, BoxPainter& boxes, const PictureBox& box, QPointF centre, double size) {
  painter.save();
  painter.translate(centre);
  painter.scale(size, size);
  painter.translate(-box.rect.center());
  boxes.paint(box, kNobody);
  painter.restore();
}

QPointF between(QPointF from, QPointF to, double time) { return from + (to - from) * time; }

}  // namespace

Transition::Transition(const Picture& from, std::shared_ptr<const Picture> to, QPointF shift) : m_to(std::move(to)) {
  findActors(from, shift);
  if (!isWorthwhile()) return;
  findEdges(from, shift);
  pairUp();
}

bool Transition::isWorthwhile() const {
  const std::size_t changes = m_leaving.size() + m_coming.size();
  return changes + m_moving.size() > 0 && changes <= kMostChanges && m_moving.size() <= kMostMoves;
}

void Transition::findActors(const Picture& from, QPointF shift) {
  for (const PictureBox& box : from.boxes) {
    if (m_to->boxOf(box.key) >= 0) continue;
    m_leaving.push_back({box, {}});
    m_leaving.back().box.rect.translate(shift);
  }
  for (std::size_t i = 0; i < m_to->boxes.size(); ++i) {
    const PictureBox& box = m_to->boxes[i];
    const int earlier = from.boxOf(box.key);
    if (earlier < 0) {
      m_coming.push_back({box, {}});
    } else {
      const QPointF was = from.boxes[static_cast<std::size_t>(earlier)].rect.center() + shift;
      if (QLineF(was, box.rect.center()).length() < 1) continue;
      m_moving.push_back({box, was});
    }
    m_absent.push_back(static_cast<int>(i));
  }
}

/// The edges at boxes that come, go or move.
void Transition::findEdges(const Picture& from, QPointF shift) {
  const auto isAbsent = [this](int box) { return std::binary_search(m_absent.begin(), m_absent.end(), box); };
  for (const PictureEdge& edge : m_to->edges) {
    if (isAbsent(edge.from) || isAbsent(edge.to)) m_comingEdges.push_back(edge);
  }
  const auto stays = [&](int box) {
    const int there = m_to->boxOf(from.boxes[static_cast<std::size_t>(box)].key);
    return there >= 0 && !isAbsent(there);
  };
  for (const PictureEdge& edge : from.edges) {
    if (stays(edge.from) && stays(edge.to)) continue;
    m_leavingEdges.push_back(edge);
    m_leavingEdges.back().path.translate(shift);
    m_leavingEdges.back().arrival.translate(shift);
  }
}

void Transition::pairUp() {
  for (Actor& actor : m_leaving) actor.other = nearestCentre(m_coming, actor.box.rect.center());
  for (Actor& actor : m_coming) actor.other = nearestCentre(m_leaving, actor.box.rect.center());
}

void Transition::paint(QPainter& painter, PaintOptions options, double time) const {
  options.absent = m_absent;
  paintPicture(painter, *m_to, options);
  const double eased = QEasingCurve(QEasingCurve::InOutCubic).valueForProgress(time);
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  EdgePainter edges(painter, *m_to, options);
  BoxPainter boxes(painter, options);
  painter.setOpacity(1 - eased);
  for (const PictureEdge& edge : m_leavingEdges) edges.paint(edge, false);
  for (const Actor& actor : m_leaving) {
    const QPointF centre = between(actor.box.rect.center(), actor.other, eased);
    paintAt(painter, boxes, actor.box, centre, 1 - (1 - kLeastSize) * eased);
  }
  painter.setOpacity(eased);
  for (const PictureEdge& edge : m_comingEdges) edges.paint(edge, false);
  for (const Actor& actor : m_coming) {
    const QPointF centre = between(actor.other, actor.box.rect.center(), eased);
    paintAt(painter, boxes, actor.box, centre, kLeastSize + (1 - kLeastSize) * eased);
  }
  painter.setOpacity(1);
  for (const Actor& actor : m_moving) {
    paintAt(painter, boxes, actor.box, between(actor.other, actor.box.rect.center(), eased), 1);
  }
  painter.restore();
}

}  // namespace tasoscope
