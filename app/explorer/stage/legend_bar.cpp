#include "stage/legend_bar.h"

#include <QPainter>
#include <cmath>

namespace tasoscope {
namespace {

constexpr int kMargin = 8;
constexpr int kPadding = 3;

}  // namespace

LegendBar::LegendBar(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("legend"));
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  updateHeight();
}

const Legend& LegendBar::legend() {
  if (!m_legend)
    m_legend.emplace(std::vector<const Picture*>{m_before.get(), m_after.get()}, Theme::forPalette(palette()), *m_heat);
  return *m_legend;
}

void LegendBar::setPictures(std::shared_ptr<const Picture> before, std::shared_ptr<const Picture> after,
                            std::shared_ptr<const Heat> heat) {
  if (before == m_before && after == m_after && heat == m_heat) return;
  m_legend.reset();
  m_before = std::move(before);
  m_after = std::move(after);
  m_heat = std::move(heat);
  setAccessibleName(tr("Legend: %1").arg(legend().texts().join(QStringLiteral(", "))));
  updateHeight();
  update();
}

void LegendBar::updateHeight() {
  setFixedHeight(static_cast<int>(std::ceil(legend().heightFor(width() - 2 * kMargin))) + 2 * kPadding);
}

void LegendBar::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  m_legend.reset();
  if (event->type() == QEvent::FontChange) updateHeight();
}

void LegendBar::resizeEvent(QResizeEvent*) { updateHeight(); }

void LegendBar::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), Theme::forPalette(palette()).chip);
  legend().paint(painter, QPointF(kMargin, kPadding), width() - 2 * kMargin);
}

}  // namespace tasoscope
