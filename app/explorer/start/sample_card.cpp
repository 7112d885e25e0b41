#include "start/sample_card.h"

#include <QFile>
#include <QFontMetrics>
#include <QPainter>
#include <QPainterPath>
#include <QTextStream>
#include <algorithm>

#include "views/canvas/theme.h"
#include "views/text/cost_text.h"
#include "views/text/text_scale.h"

namespace tasoscope {
namespace {

constexpr int kPictureHeight = 118;
constexpr int kPadding = 12;
constexpr double kRadius = 9;

QFont boldFont(const QFont& font) {
  QFont bold = font;
  bold.setBold(true);
  bold.setPointSizeF(font.pointSizeF() * 1.1);
  return bold;
}

}  // namespace

std::map<QString, SampleCosts> recordedSampleCosts() {
  std::map<QString, SampleCosts> costs;
  QFile file(QStringLiteral(":/samples/costs.txt"));
  if (!file.open(QIODevice::ReadOnly)) return costs;
  QTextStream lines(&file);
  for (QString name; !lines.atEnd();) {
    SampleCosts one;
    lines >> name >> one.device >> one.before >> one.after >> Qt::ws;
    costs.emplace(name, one);
  }
  return costs;
}

SampleCard::SampleCard(const QString& name, const QString& title, const QString& sentence, bool isFirst,
                       QWidget* parent)
    : QAbstractButton(parent),
      m_name(name),
      m_title(title),
      m_sentence(sentence),
      m_isFirst(isFirst),
      m_light(QStringLiteral(":/samples/%1.png").arg(name)),
      m_dark(QStringLiteral(":/samples/%1-dark.png").arg(name)) {
  setObjectName(QStringLiteral("sample.") + name);
  setText(title);
  setAccessibleName(isFirst ? tr("%1, start here").arg(title) : title);
  setAccessibleDescription(sentence);
  setFocusPolicy(Qt::StrongFocus);
  setCursor(Qt::PointingHandCursor);
  QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
  setMinimumWidth(scaled(kWidth) - 40);
}

void SampleCard::setCosts(const SampleCosts& costs) {
  const std::int64_t gain = costs.before - costs.after;
  const QString told =
      gain <= 0 ? tr("%1 on %2").arg(costText(costs.before), costs.device)
                : tr("%1 → %2, %3 faster on %4")
                      .arg(costText(costs.before), costText(costs.after), shareText(gain, costs.before), costs.device);
  m_costs = QStringLiteral("%1 %2").arg(glyphOf(Provenance::kEstimated), told);
  setAccessibleDescription(QStringLiteral("%1 %2").arg(m_sentence, told));
  setToolTip(tr("Estimated, as loaded and after a search"));
  updateGeometry();
  update();
}

void SampleCard::changeEvent(QEvent* event) {
  QAbstractButton::changeEvent(event);
  if (event->type() != QEvent::FontChange) return;
  setMinimumWidth(scaled(kWidth) - 40);
  updateGeometry();
}

int SampleCard::heightOf(const QString& text, int width) const {
  if (text.isEmpty()) return 0;
  return fontMetrics().boundingRect(0, 0, width - 2 * kPadding, 10000, Qt::TextWordWrap, text).height();
}

/// Room for at least three lines, so that the cards of a row are equally high.
int SampleCard::sentenceHeight(int width) const {
  return std::max(heightOf(m_sentence, width), 3 * fontMetrics().lineSpacing());
}

int SampleCard::heightForWidth(int width) const {
  return kPictureHeight + QFontMetrics(boldFont(font())).height() + sentenceHeight(width) + heightOf(m_costs, width) +
         2 * kPadding + 12;
}

void SampleCard::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setRenderHint(QPainter::SmoothPixmapTransform);
  const Theme& theme = Theme::forPalette(palette());
  const bool isHot = underMouse() || hasFocus() || isDown();
  const QRectF frame = QRectF(rect()).adjusted(1.5, 1.5, -1.5, -1.5);
  QPainterPath shape;
  shape.addRoundedRect(frame, kRadius, kRadius);
  painter.fillPath(shape, theme.chip);
  painter.save();
  painter.setClipPath(shape);
  const QRectF place(frame.left(), frame.top(), frame.width(), kPictureHeight);
  painter.setClipRect(place, Qt::IntersectClip);
  painter.fillRect(place, theme.canvas);
  const QPixmap& picture = theme.isDark ? m_dark : m_light;
  if (!picture.isNull()) {
    const QSizeF size = QSizeF(picture.size()).scaled(place.size(), Qt::KeepAspectRatioByExpanding);
    painter.drawPixmap(QRectF(place.center().x() - size.width() / 2, place.top(), size.width(), size.height()), picture,
                       picture.rect());
  }
  painter.restore();
  painter.setPen(QPen(theme.outline, 0.5));
  painter.drawLine(place.bottomLeft(), place.bottomRight());
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(isHot ? theme.state(DiffState::kAdded) : theme.outline, isHot ? 2.5 : 1));
  painter.drawPath(shape);

  const QFont bold = boldFont(font());
  const QFontMetrics boldMetrics(bold);
  QRect text(kPadding, kPictureHeight + kPadding, width() - 2 * kPadding, boldMetrics.height());
  painter.setFont(bold);
  painter.setPen(theme.text);
  painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter, m_title);
  if (m_isFirst) {
    const QString start = tr("start here");
    painter.setFont(font());
    const QRectF chip(text.right() - fontMetrics().horizontalAdvance(start) - 14, text.top() - 1,
                      fontMetrics().horizontalAdvance(start) + 14, text.height() + 2);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.family(Family::kMatrix).fill);
    painter.drawRoundedRect(chip, chip.height() / 2, chip.height() / 2);
    painter.setPen(theme.text);
    painter.drawText(chip, Qt::AlignCenter, start);
  }
  painter.setFont(font());
  painter.setPen(theme.secondaryText);
  text.moveTop(text.bottom() + 6);
  text.setHeight(sentenceHeight(width()));
  painter.drawText(text, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, m_sentence);
  painter.setPen(theme.text);
  text.moveTop(text.bottom() + 6);
  text.setHeight(heightOf(m_costs, width()));
  painter.drawText(text, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, m_costs);
}

void SampleCard::enterEvent(QEnterEvent*) { update(); }
void SampleCard::leaveEvent(QEvent*) { update(); }

}  // namespace tasoscope
