#include "panels/cost_strip.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>

#include "views/canvas/theme.h"
#include "views/text/cost_text.h"

namespace tasoscope {
namespace {

constexpr double kMargin = 10;
constexpr double kMostSlotWidth = 34;
constexpr double kAxisWidth = 92;

}  // namespace

CostStrip::CostStrip(const StepModel* model, QWidget* parent) : QWidget(parent), m_model(model) {
  setObjectName(QStringLiteral("costStrip"));
  setAccessibleName(tr("Running cost"));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  connect(model, &StepModel::modelReset, this, [this] { update(); });
}

CostStrip::Range CostStrip::range() const {
  Range range;
  bool isFirst = true;
  for (const StepId id : m_model->lane()) {
    const std::int64_t cost = m_model->trail().steps[id].price.picoseconds;
    range.least = isFirst ? cost : std::min(range.least, cost);
    range.most = isFirst ? cost : std::max(range.most, cost);
    isFirst = false;
  }
  return range;
}

QRectF CostStrip::slot(std::size_t index) const {
  const double room = width() - 2 * kMargin - kAxisWidth;
  const double wide =
      std::min(kMostSlotWidth, room / static_cast<double>(std::max<std::size_t>(m_model->lane().size(), 1)));
  return {kMargin + kAxisWidth + wide * static_cast<double>(index), 6, wide, height() - 12.0};
}

double CostStrip::heightOf(std::int64_t cost, const Range& range, double room) const {
  const auto spread = static_cast<double>(range.most - range.least);
  if (spread <= 0) return room;
  return room * (0.12 + 0.88 * static_cast<double>(cost - range.least) / spread);
}

int CostStrip::indexAt(QPointF position) const {
  for (std::size_t i = 0; i < m_model->lane().size(); ++i) {
    if (slot(i).contains(position)) return static_cast<int>(i);
  }
  return -1;
}

void CostStrip::paintEvent(QPaintEvent*) {
  const auto& lane = m_model->lane();
  if (lane.empty()) return;
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const Theme& theme = Theme::forPalette(palette());
  const Range bounds = range();
  painter.setPen(theme.secondaryText);
  const QRectF axis(kMargin, 4, kAxisWidth - 10, height() - 8.0);
  painter.drawText(axis, Qt::AlignRight | Qt::AlignTop, costText(bounds.most));
  if (bounds.least != bounds.most) painter.drawText(axis, Qt::AlignRight | Qt::AlignBottom, costText(bounds.least));
  painter.setPen(QPen(theme.outline, 1));
  const double floor = height() - 6.0;
  painter.drawLine(QPointF(kMargin + kAxisWidth - 4, floor), QPointF(slot(lane.size() - 1).right(), floor));
  for (std::size_t i = 0; i < lane.size(); ++i) {
    const StepView& step = m_model->trail().steps[lane[i]];
    const QRectF area = slot(i);
    const double high = heightOf(step.price.picoseconds, bounds, area.height());
    const double side = std::min(3.0, area.width() / 6);
    const QRectF bar(area.left() + side, floor - high, area.width() - 2 * side, high);
    const bool isCurrent = step.id == m_model->trail().current;
    const DiffState colour = step.delta < 0   ? DiffState::kAdded
                             : step.delta > 0 ? DiffState::kRemoved
                                              : DiffState::kContext;
    QColor fill = theme.state(colour);
    if (!isCurrent) fill.setAlphaF(0.55F);
    painter.setBrush(fill);
    painter.setPen(isCurrent ? QPen(theme.focus, 2) : QPen(Qt::NoPen));
    painter.drawRect(bar);
  }
}

void CostStrip::mousePressEvent(QMouseEvent* event) {
  const int index = indexAt(event->position());
  if (index >= 0) Q_EMIT stepChosen(m_model->lane()[static_cast<std::size_t>(index)]);
}

bool CostStrip::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const int index = indexAt(help->pos());
  if (index < 0) {
    QToolTip::hideText();
    return true;
  }
  const StepView& step = m_model->trail().steps[m_model->lane()[static_cast<std::size_t>(index)]];
  const QString cost = costText(step.price.picoseconds);
  const QString text = step.id == 0 ? tr("as loaded: %1").arg(cost)
                                    : QStringLiteral("%1\n%2\n%3")
                                          .arg(QString::fromStdString(step.rule),
                                               changeText(step.delta, step.price.picoseconds - step.delta), cost);
  QToolTip::showText(help->globalPos(), text, this);
  return true;
}

}  // namespace tasoscope
