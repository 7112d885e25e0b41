#include "views/canvas/picture.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "views/canvas/frames.h"

namespace tasoscope {
namespace {

constexpr double kBandHeight = 256;

std::size_t bandOf(double y, double top, std::size_t count) {
  const double band = std::floor((y - top) / kBandHeight);
  return static_cast<std::size_t>(std::clamp(band, 0.0, static_cast<double>(count - 1)));
}

/// Everything whose band is touched by the area, each once, ascending.
std::vector<int> lookUp(const std::vector<std::vector<int>>& bands, const QRectF& area, double top) {
  std::vector<int> found;
  if (bands.empty()) return found;
  const std::size_t last = bandOf(area.bottom(), top, bands.size());
  for (std::size_t band = bandOf(area.top(), top, bands.size()); band <= last; ++band) {
    found.insert(found.end(), bands[band].begin(), bands[band].end());
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

void enter(std::vector<std::vector<int>>& bands, const QRectF& rect, double top, int index) {
  const std::size_t last = bandOf(rect.bottom(), top, bands.size());
  for (std::size_t band = bandOf(rect.top(), top, bands.size()); band <= last; ++band) bands[band].push_back(index);
}

/// Whether two rectangles touch; unlike QRectF::intersects also for those without width, as straight lines have.
bool touches(const QRectF& a, const QRectF& b) {
  return a.left() <= b.right() && b.left() <= a.right() && a.top() <= b.bottom() && b.top() <= a.bottom();
}

std::vector<int> countTo(std::size_t count) {
  std::vector<int> all(count);
  std::iota(all.begin(), all.end(), 0);
  return all;
}

}  // namespace

Picture::EdgesOfBoxes::EdgesOfBoxes(std::size_t boxes, const std::vector<PictureEdge>& edges, int PictureEdge::*end)
    : m_starts(boxes + 1), m_edges(edges.size()) {
  for (const PictureEdge& edge : edges) ++m_starts[static_cast<std::size_t>(edge.*end) + 1];
  std::partial_sum(m_starts.begin(), m_starts.end(), m_starts.begin());
  std::vector<std::size_t> next(m_starts.begin(), m_starts.end() - 1);
  for (std::size_t i = 0; i < edges.size(); ++i)
    m_edges[next[static_cast<std::size_t>(edges[i].*end)]++] = static_cast<int>(i);
}

std::span<const int> Picture::EdgesOfBoxes::of(int box) const {
  const std::size_t start = m_starts[static_cast<std::size_t>(box)];
  return std::span(m_edges).subspan(start, m_starts[static_cast<std::size_t>(box) + 1] - start);
}

void Picture::buildIndex(const QRectF& area) {
  measureBounds();
  bounds |= area;
  enterAll();
}

void Picture::buildIndices(Picture& one, Picture& other) {
  one.measureBounds();
  other.measureBounds();
  one.bounds = other.bounds = one.bounds | other.bounds;
  one.enterAll();
  other.enterAll();
}

void Picture::measureBounds() {
  bounds = {};
  for (const PictureBox& box : boxes) bounds |= box.rect;
  for (PictureFrame& frame : frames) {
    frame.bounds = boundsOf(frame, *this);
    bounds |= frame.bounds;
  }
  for (PictureEdge& edge : edges) {
    edge.bounds = edge.path.boundingRect();
    if (!edge.arrival.isEmpty()) edge.bounds |= edge.arrival.boundingRect();
    if (!edge.path.isEmpty()) bounds |= edge.bounds;
  }
}

void Picture::enterAll() {
  const QRectF all = flowed(bounds, flow);
  const auto bandCount = static_cast<std::size_t>(all.height() / kBandHeight) + 1;
  m_boxBands.assign(bandCount, {});
  m_edgeBands.assign(bandCount, {});
  m_byKey.clear();
  m_byKey.reserve(boxes.size() + standIns.size());
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    enter(m_boxBands, flowed(boxes[i].rect, flow), all.top(), static_cast<int>(i));
    m_byKey.emplace(boxes[i].key, static_cast<int>(i));
  }
  for (PictureFrame& frame : frames) finish(frame, *this);
  for (const auto& [key, box] : standIns) m_byKey.emplace(key, box);
  m_outgoing = EdgesOfBoxes(boxes.size(), edges, &PictureEdge::from);
  m_incoming = EdgesOfBoxes(boxes.size(), edges, &PictureEdge::to);
  for (std::size_t i = 0; i < edges.size(); ++i) {
    if (edges[i].path.isEmpty()) continue;
    enter(m_edgeBands, flowed(edges[i].path.boundingRect(), flow), all.top(), static_cast<int>(i));
    if (!edges[i].arrival.isEmpty()) {
      enter(m_edgeBands, flowed(edges[i].arrival.boundingRect(), flow), all.top(), static_cast<int>(i));
    }
  }
}

std::vector<int> Picture::boxesIn(const QRectF& area) const {
  if (area.contains(bounds)) return countTo(boxes.size());
  std::vector<int> found = lookUp(m_boxBands, flowed(area, flow), flowed(bounds, flow).top());
  std::erase_if(found, [&](int i) { return !touches(boxes[static_cast<std::size_t>(i)].rect, area); });
  return found;
}

std::vector<int> Picture::edgesIn(const QRectF& area) const {
  if (area.contains(bounds)) return countTo(edges.size());
  std::vector<int> found = lookUp(m_edgeBands, flowed(area, flow), flowed(bounds, flow).top());
  std::erase_if(found, [&](int i) { return !touches(edges[static_cast<std::size_t>(i)].bounds, area); });
  return found;
}

int Picture::boxAt(QPointF point) const {
  for (const int i : boxesIn(QRectF(point, QSizeF(0, 0)))) {
    if (boxes[static_cast<std::size_t>(i)].rect.contains(point)) return i;
  }
  return -1;
}

int Picture::boxOf(std::uint64_t key) const {
  const auto found = m_byKey.find(key);
  return found == m_byKey.end() ? -1 : found->second;
}

std::vector<int> Picture::producersOf(int box) const {
  std::vector<int> found;
  for (const int edge : m_incoming.of(box)) {
    const int other = edges[static_cast<std::size_t>(edge)].from;
    if (std::find(found.begin(), found.end(), other) == found.end()) found.push_back(other);
  }
  return found;
}

std::vector<int> Picture::consumersOf(int box) const {
  std::vector<int> found;
  for (const int edge : m_outgoing.of(box)) {
    const int other = edges[static_cast<std::size_t>(edge)].to;
    if (std::find(found.begin(), found.end(), other) == found.end()) found.push_back(other);
  }
  return found;
}

int Picture::neighbourOf(int box, int direction) const {
  const QRectF rect = flowed(boxes[static_cast<std::size_t>(box)].rect, flow), all = flowed(bounds, flow);
  const QRectF row(all.left(), rect.top(), all.width(), rect.height());
  int nearest = -1;
  double distance = 0;
  for (const int other : boxesIn(flowed(row, flow))) {
    const QRectF candidate = flowed(boxes[static_cast<std::size_t>(other)].rect, flow);
    const double offset = (candidate.center().x() - rect.center().x()) * direction;
    const bool isInRow = candidate.top() < rect.center().y() && candidate.bottom() > rect.center().y();
    if (other == box || !isInRow || offset <= 0) continue;
    if (nearest < 0 || offset < distance) {
      nearest = other;
      distance = offset;
    }
  }
  return nearest;
}

}  // namespace tasoscope
