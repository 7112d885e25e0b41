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

Legend LegendBar::legend() const {
  return Legend({m_before.get(), m_after.get()}, Theme::forPalette(palette()), *m_heat);
}

void LegendBar::setPictures(std::shared_ptr<const Picture> before, std::shared_ptr<const Picture> after,
                            std::shared_ptr<const Heat> heat) {
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
  if (event->type() == QEvent::FontChange) updateHeight();
}

void LegendBar::resizeEvent(QResizeEvent*) { updateHeight(); }

void LegendBar::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), Theme::forPalette(palette()).chip);
  legend().paint(painter, QPointF(kMargin, kPadding), width() - 2 * kMargin);
}

}  // namespace tasoscope
