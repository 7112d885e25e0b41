#include "panels/cost_plot.h"

#include <QLocale>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "views/canvas/theme.h"
#include "views/text/axis_text.h"

namespace tasoscope {
namespace {

constexpr std::size_t kMostPoints = 4000;
constexpr int kGap = 8, kRight = 16;

/// The step between ticks, 1, 2 or 5 times a power of ten, of which at most `most` fit in `range`.
double tickStep(double range, int most) {
  const double least = range / most, power = std::pow(10, std::floor(std::log10(least)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= least) return factor * power;
  return 10 * power;
}

}  // namespace

struct CostPlot::Axes {
  QRectF area;
  double seconds = 1;          // at the right end
  double least = 0, most = 1;  // picoseconds, at the ends of the upright axis
  double costStep = 1;
  std::vector<double> costs, times;  // where ticks are

  double x(double at) const { return area.left() + area.width() * at / seconds; }
  QString text(double cost) const { return costTextOnAxis(cost, costStep, most); }
  double y(double cost) const { return area.bottom() - area.height() * (cost - least) / (most - least); }
};

CostPlot::CostPlot(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("costPlot"));
  setAccessibleName(tr("Best cost over the time of the search"));
}

QSize CostPlot::minimumSizeHint() const { return {200, 90}; }

void CostPlot::start() {
  m_points.clear();
  update();
}

void CostPlot::add(const SearchSample& sample) {
  const Point point{sample.seconds, sample.bestPicoseconds};
  const bool isLevel = m_points.size() >= 2 && m_points.back().picoseconds == point.picoseconds &&
                       m_points[m_points.size() - 2].picoseconds == point.picoseconds;
  if (isLevel) {
    m_points.back() = point;
  } else {
    if (m_points.size() >= kMostPoints) {  // every other one is enough for the line
      for (std::size_t i = 1; 2 * i < m_points.size(); ++i) m_points[i] = m_points[2 * i];
      m_points.resize(m_points.size() / 2);
    }
    m_points.push_back(point);
  }
  update();
}

CostPlot::Axes CostPlot::axes() const {
  const QFontMetrics metrics = fontMetrics();
  Axes axes;
  axes.seconds = std::max(m_points.back().seconds, 0.01);
  const auto high = static_cast<double>(m_points.front().picoseconds);
  const auto low = static_cast<double>(m_points.back().picoseconds);
  const double spread = std::max(high - low, std::max(high * 0.01, 1.0));
  axes.least = std::max(0.0, low - 0.1 * spread);
  axes.most = low + 1.1 * spread;
  const int lines = std::clamp((height() - 3 * metrics.height()) / (2 * metrics.height()), 1, 5);
  axes.costStep = tickStep(axes.most - axes.least, lines);
  for (double cost = std::ceil(axes.least / axes.costStep) * axes.costStep; cost <= axes.most; cost += axes.costStep)
    axes.costs.push_back(cost);
  int widest = 0;
  for (const double cost : axes.costs) widest = std::max(widest, metrics.horizontalAdvance(axes.text(cost)));
  const double left = metrics.height() + 2 * kGap + widest;
  axes.area =
      QRectF(left, kGap, std::max(20.0, width() - left - kRight), height() - 2.0 * metrics.height() - 2.5 * kGap);
  const double timeStep = tickStep(axes.seconds, std::max(1, static_cast<int>(axes.area.width()) / 90));
  for (double time = 0; time <= axes.seconds * 1.0001; time += timeStep) axes.times.push_back(time);
  return axes;
}

void CostPlot::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  if (m_points.empty()) {
    painter.setPen(Theme::forPalette(palette()).secondaryText);
    painter.drawText(rect().adjusted(kGap, 0, -kGap, 0), Qt::AlignCenter | Qt::TextWordWrap,
                     tr("The best cost appears here while a search runs."));
    return;
  }
  const Axes axes = this->axes();
  paintAxes(painter, axes);
  paintLine(painter, axes);
}

void CostPlot::paintAxes(QPainter& painter, const Axes& axes) const {
  const Theme& theme = Theme::forPalette(palette());
  const int line = fontMetrics().height();
  const QRectF& area = axes.area;
  QColor grid = theme.outline;
  grid.setAlphaF(0.25F);
  for (const double cost : axes.costs) {
    const double y = axes.y(cost);
    painter.setPen(QPen(grid, 1));
    painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
    painter.setPen(theme.secondaryText);
    painter.drawText(QRectF(line, y - line / 2.0, area.left() - line - kGap, line), Qt::AlignRight | Qt::AlignVCenter,
                     axes.text(cost));
  }
  const int decimals =
      axes.times.size() > 1 ? std::max(0, static_cast<int>(-std::floor(std::log10(axes.times[1])))) : 0;
  for (const double time : axes.times) {
    const double x = axes.x(time);
    painter.setPen(theme.outline);
    painter.drawLine(QPointF(x, area.bottom()), QPointF(x, area.bottom() + 3));
    painter.setPen(theme.secondaryText);
    painter.drawText(QRectF(x - 45, area.bottom() + 4, 90, line), Qt::AlignHCenter | Qt::AlignTop,
                     QLocale().toString(time, 'f', decimals));
  }
  painter.setPen(QPen(theme.outline, 1));
  painter.drawLine(area.topLeft(), area.bottomLeft());
  painter.drawLine(area.bottomLeft(), area.bottomRight());
  painter.setPen(theme.secondaryText);
  painter.drawText(QRectF(0, area.bottom() + line + 4, width(), line), Qt::AlignHCenter | Qt::AlignTop,
                   tr("seconds of search"));
  painter.save();
  painter.translate(0, area.bottom());
  painter.rotate(-90);
  painter.drawText(QRectF(0, 0, area.height(), line), Qt::AlignCenter,
                   fontMetrics().elidedText(tr("best cost"), Qt::ElideRight, static_cast<int>(area.height())));
  painter.restore();
}

void CostPlot::paintLine(QPainter& painter, const Axes& axes) const {
  const Theme& theme = Theme::forPalette(palette());
  QPainterPath line;
  for (std::size_t i = 0; i < m_points.size(); ++i) {
    const QPointF at(axes.x(m_points[i].seconds), axes.y(static_cast<double>(m_points[i].picoseconds)));
    if (i == 0) {
      line.moveTo(axes.area.left(), at.y());
      line.lineTo(at);
      continue;
    }
    line.lineTo(at.x(), line.currentPosition().y());  // the best holds until a better one is found
    line.lineTo(at);
  }
  painter.setPen(QPen(theme.focus, 2));
  painter.setBrush(Qt::NoBrush);
  painter.drawPath(line);
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme.focus);
  painter.drawEllipse(line.currentPosition(), 3.5, 3.5);
}

}  // namespace tasoscope
