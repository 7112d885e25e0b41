#include "stage/legend_bar.h"

#include <QPainter>
#include <cmath>

#include "views/canvas/legend.h"

namespace tasoscope {
namespace {

constexpr int kMargin = 8;
constexpr int kPadding = 3;

}  // namespace

LegendBar::LegendBar(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  updateHeight();
}

void LegendBar::setPictures(std::shared_ptr<const Picture> before, std::shared_ptr<const Picture> after) {
  m_before = std::move(before);
  m_after = std::move(after);
  const Legend legend({m_before.get(), m_after.get()}, Theme::forPalette(palette()));
  setAccessibleName(tr("Legend: %1").arg(legend.texts().join(QStringLiteral(", "))));
  updateHeight();
  update();
}

void LegendBar::updateHeight() {
  const Legend legend({m_before.get(), m_after.get()}, Theme::forPalette(palette()));
  setFixedHeight(static_cast<int>(std::ceil(legend.heightFor(width() - 2 * kMargin))) + 2 * kPadding);
}

void LegendBar::resizeEvent(QResizeEvent*) { updateHeight(); }

void LegendBar::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const Theme& theme = Theme::forPalette(palette());
  painter.fillRect(rect(), theme.chip);
  Legend({m_before.get(), m_after.get()}, theme).paint(painter, QPointF(kMargin, kPadding), width() - 2 * kMargin);
}

}  // namespace tasoscope
