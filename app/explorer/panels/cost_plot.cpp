#include "panels/cost_plot.h"

#include <QLocale>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>

#include "views/canvas/theme.h"
#include "views/text/cost_text.h"

namespace tasoscope {
namespace {

constexpr std::size_t kMostSamples = 4000;
constexpr double kLeft = 96, kRight = 20, kTop = 12, kBottom = 26;

}  // namespace

CostPlot::CostPlot(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("costPlot"));
  setAccessibleName(tr("Best cost over the search"));
}

void CostPlot::start() {
  m_samples.clear();
  update();
}

void CostPlot::add(const SearchSample& sample) {
  if (m_samples.size() >= kMostSamples) {  // every other one is enough for the line
    for (std::size_t i = 1; 2 * i < m_samples.size(); ++i) m_samples[i] = m_samples[2 * i];
    m_samples.resize(m_samples.size() / 2);
  }
  m_samples.push_back(sample);
  update();
}

void CostPlot::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const Theme& theme = Theme::forPalette(palette());
  painter.setPen(theme.secondaryText);
  if (m_samples.empty()) {
    painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap, tr("The best cost appears here while a search runs."));
    return;
  }
  const QRectF area(kLeft, kTop, width() - kLeft - kRight, height() - kTop - kBottom);
  const auto cost = [](const SearchSample& sample) { return static_cast<double>(sample.bestPicoseconds); };
  const double most = cost(m_samples.front()), least = cost(m_samples.back());
  const double last = std::max(static_cast<double>(m_samples.back().graphsExpanded), 1.0);
  const double spread = most > least ? most - least : 1;
  painter.drawText(QRectF(0, area.top() - 8, kLeft - 8, 16), Qt::AlignRight | Qt::AlignVCenter,
                   costText(m_samples.front().bestPicoseconds));
  if (most > least) {
    painter.drawText(QRectF(0, area.bottom() - 8, kLeft - 8, 16), Qt::AlignRight | Qt::AlignVCenter,
                     costText(m_samples.back().bestPicoseconds));
  }
  painter.drawText(
      QRectF(area.left(), area.bottom() + 6, area.width(), 18), Qt::AlignRight | Qt::AlignTop,
      tr("%1 graphs expanded").arg(QLocale().toString(static_cast<qlonglong>(m_samples.back().graphsExpanded))));
  painter.setPen(QPen(theme.outline, 1));
  painter.drawLine(area.topLeft(), area.bottomLeft());
  painter.drawLine(area.bottomLeft(), area.bottomRight());
  QPainterPath line;
  for (std::size_t i = 0; i < m_samples.size(); ++i) {
    const double x = area.left() + area.width() * static_cast<double>(m_samples[i].graphsExpanded) / last;
    const double y = area.top() + area.height() * (most - cost(m_samples[i])) / spread;
    if (i == 0)
      line.moveTo(x, y);
    else
      line.lineTo(x, line.currentPosition().y());  // the best cost falls in steps
    line.lineTo(x, y);
  }
  painter.setPen(QPen(theme.state(DiffState::kAdded), 2.2));
  painter.drawPath(line);
}

}  // namespace tasoscope
