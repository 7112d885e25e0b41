#include "views/canvas/painter.h"

#include <QPainter>
#include <algorithm>

#include "views/canvas/box_painter.h"
#include "views/canvas/edge_painter.h"
#include "views/canvas/far_painter.h"
#include "views/canvas/frames.h"

namespace tasoscope {
namespace {

constexpr double kFullDetail = 0.5;
constexpr double kTitleDetail = 0.16;
constexpr double kDimmed = 0.22;  // the opacity of what does not belong to the tensor that is followed

bool has(const std::vector<int>& ascending, int index) {
  return std::binary_search(ascending.begin(), ascending.end(), index);
}

class PicturePainter {
 public:
  PicturePainter(QPainter& painter, const Picture& picture, const PaintOptions& options)
      : m_painter(painter),
        m_picture(picture),
        m_options(options),
        m_isFar(detailAt(options.scale) == DetailLevel::kBlocks),
        m_boxes(painter, options),
        m_edges(painter, picture, options) {}

  void paint() {
    const QRectF area = m_options.visible.isNull() ? m_picture.bounds : m_options.visible;
    m_painter.setRenderHint(QPainter::Antialiasing, !m_isFar);
    paintFrames(m_painter, m_picture, area, m_options);
    std::vector<int> edges = m_picture.edgesIn(area), boxes = m_picture.boxesIn(area);
    leaveOutAbsent(edges, boxes);
    std::vector<int> plain, marked;  // over the others, so that the lines of a step are not crossed by grey ones
    for (const int i : edges) (isMarkedEdge(i) ? marked : plain).push_back(i);
    dim(m_options.highlight.has_value());
    if (m_isFar) {
      paintFarEdges(m_painter, m_picture, plain, m_options);
    } else {
      for (const int i : plain) m_edges.paint(edge(i), false);
    }
    dim(false);
    for (const int i : marked) m_edges.paint(edge(i), true);
    paintBoxes(std::move(boxes));
    dim(false);
    m_edges.paintLabels(m_options.highlight ? m_options.highlight->edges : edges);
  }

 private:
  const PictureEdge& edge(int i) const { return m_picture.edges[static_cast<std::size_t>(i)]; }
  const PictureBox& box(int i) const { return m_picture.boxes[static_cast<std::size_t>(i)]; }
  void dim(bool isDimmed) { m_painter.setOpacity(isDimmed ? kDimmed * m_opacity : m_opacity); }
  bool isDimmedBox(int i) const { return m_options.highlight && !has(m_options.highlight->boxes, i); }

  void leaveOutAbsent(std::vector<int>& edges, std::vector<int>& boxes) const {
    const std::vector<int>& absent = m_options.absent;
    if (absent.empty()) return;
    std::erase_if(edges, [&](int i) { return has(absent, edge(i).from) || has(absent, edge(i).to); });
    std::erase_if(boxes, [&](int i) { return has(absent, i); });
  }

  bool isMarkedEdge(int i) const {
    if (m_options.highlight) return has(m_options.highlight->edges, i);
    return edge(i).state != DiffState::kContext || edge(i).from == m_options.selected ||
           edge(i).to == m_options.selected;
  }

  bool isMarkedBox(int i) const {
    return box(i).state != DiffState::kContext || i == m_options.selected || i == m_options.hovered ||
           has(m_options.matched, i) || has(m_options.chosen, i) || (m_options.highlight && !isDimmedBox(i));
  }

  void paintBoxes(std::vector<int> boxes) {
    if (m_isFar) {
      const auto marked = std::stable_partition(boxes.begin(), boxes.end(), [&](int i) { return !isMarkedBox(i); });
      dim(m_options.highlight.has_value());
      paintFarBoxes(m_painter, m_picture, {boxes.begin(), marked}, m_options);
      boxes.erase(boxes.begin(), marked);
    }
    for (const int i : boxes) {
      dim(isDimmedBox(i));
      m_boxes.paint(box(i), i);
    }
  }

  QPainter& m_painter;
  const Picture& m_picture;
  const PaintOptions& m_options;
  bool m_isFar;
  BoxPainter m_boxes;
  EdgePainter m_edges;
  double m_opacity = m_painter.opacity();  // of what is not dimmed
};

}  // namespace

DetailLevel detailAt(double scale) {
  if (scale >= kFullDetail) return DetailLevel::kFull;
  return scale >= kTitleDetail ? DetailLevel::kTitles : DetailLevel::kBlocks;
}

void paintPicture(QPainter& painter, const Picture& picture, const PaintOptions& options) {
  painter.save();
  PicturePainter(painter, picture, options).paint();
  painter.restore();
}

}  // namespace tasoscope
