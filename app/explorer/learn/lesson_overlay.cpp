#include "learn/lesson_overlay.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPainterPath>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "learn/lesson_player.h"
#include "views/canvas/theme.h"

namespace tasoscope {
namespace {

constexpr int kMargin = 14;
constexpr int kHoleMargin = 5;
constexpr int kCharactersWide = 46;
constexpr int kVeil = 70;  // of 255: what is under it stays legible

QToolButton* button(QAction* action) {
  auto* made = new QToolButton;
  made->setDefaultAction(action);
  made->setToolButtonStyle(Qt::ToolButtonTextOnly);
  made->setFocusPolicy(Qt::StrongFocus);
  made->setMinimumHeight(28);
  return made;
}

QString paragraphs(const QStringList& texts) {
  QString html;
  for (const QString& text : texts) html += QStringLiteral("<p>%1</p>").arg(text.toHtmlEscaped());
  return html;
}

}  // namespace

LessonCard::LessonCard(const LessonActions& actions, QWidget* parent)
    : QFrame(parent),
      m_actions(actions),
      m_title(new QLabel),
      m_text(new QLabel),
      m_state(new QLabel),
      m_scroll(new QScrollArea),
      m_buttons(new QWidget) {
  setObjectName(QStringLiteral("lessonCard"));
  setAutoFillBackground(true);
  m_title->setWordWrap(true);
  m_title->setTextFormat(Qt::RichText);
  m_text->setObjectName(QStringLiteral("lessonText"));
  m_text->setWordWrap(true);
  m_text->setTextFormat(Qt::RichText);
  m_text->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  m_state->setWordWrap(true);
  m_scroll->setWidget(m_text);
  m_scroll->setWidgetResizable(true);
  m_scroll->viewport()->setAutoFillBackground(false);  // the card's own shows through
  m_text->setAutoFillBackground(false);
  m_scroll->setFrameShape(QFrame::NoFrame);
  m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  auto* row = new QHBoxLayout(m_buttons);
  row->setContentsMargins(0, 0, 0, 0);
  for (QAction* action : {actions.back, actions.hint, actions.skip}) row->addWidget(button(action));
  row->addStretch();
  for (QAction* action : {actions.close, actions.next}) row->addWidget(button(action));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(16, 12, 14, 12);
  layout->addWidget(m_title);
  layout->addWidget(m_scroll, 1);
  layout->addWidget(m_state);
  layout->addWidget(m_buttons);
}

void LessonCard::show(const LessonPlayer& player, const QString& language) {
  const LessonStep& step = player.step();
  m_title->setText(QStringLiteral("<b>%1</b><br>%2")
                       .arg(player.lesson().title.in(language).toHtmlEscaped(),
                            tr("Step %1 of %2").arg(player.stepIndex() + 1).arg(player.stepCount())));
  QStringList texts{step.text.in(language)};
  for (int i = 0; i < player.hintsShown(); ++i) {
    texts << tr("Hint: %1").arg(step.hints[static_cast<std::size_t>(i)].in(language));
  }
  m_text->setText(paragraphs(texts));
  const bool isAwaiting = !step.until.isEmpty();
  m_state->setVisible(isAwaiting);
  m_state->setText(player.isDone() ? tr("✓ Done. Go on when you like.") : tr("Your turn."));
  setAccessibleName(player.lesson().title.in(language));
  setAccessibleDescription(texts.join(QChar(' ')));
  QFrame::show();
}

QString LessonCard::text() const { return accessibleDescription(); }

QSize LessonCard::sizeIn(QSize window) const {
  const int wanted = std::max(fontMetrics().averageCharWidth() * kCharactersWide, m_buttons->sizeHint().width());
  const QMargins margins = layout()->contentsMargins();
  const int sides = margins.left() + margins.right();
  const int width = std::min(wanted + sides, window.width() - 2 * kMargin);
  const int inner = width - sides;
  int height = margins.top() + margins.bottom() + m_title->heightForWidth(inner) + m_buttons->sizeHint().height() +
               m_text->heightForWidth(inner) + 3 * layout()->spacing() + fontMetrics().lineSpacing();
  if (!m_state->isHidden()) height += m_state->heightForWidth(inner);
  return {width, std::min(height, window.height() - 2 * kMargin)};
}

void LessonCard::paintEvent(QPaintEvent*) {
  const Theme& theme = Theme::forPalette(palette());
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(theme.state(DiffState::kAdded), 2));
  painter.setBrush(theme.chip);
  painter.drawRect(QRectF(rect()).adjusted(1, 1, -1, -1));
}

LessonOverlay::LessonOverlay(QWidget* window) : QWidget(window) {
  setObjectName(QStringLiteral("lessonOverlay"));
  setAttribute(Qt::WA_TransparentForMouseEvents);
  setFocusPolicy(Qt::NoFocus);
  hide();
}

void LessonOverlay::setTarget(Finder finder) { m_finder = std::move(finder); }

void LessonOverlay::follow(LessonCard& card) {
  setGeometry(parentWidget()->rect());
  const QRect found = m_finder ? m_finder() : QRect();
  const QRect hole =
      found.isEmpty() ? QRect() : found.adjusted(-kHoleMargin, -kHoleMargin, kHoleMargin, kHoleMargin) & rect();
  if (hole != m_hole) update();
  m_hole = hole;
  const QRect place = placeOf(card.sizeIn(size()));
  if (card.geometry() != place) card.setGeometry(place);
  raise();
  card.raise();
}

/// Beside the hole where there is room, else where it covers the least of it; off the graph in the middle where it can.
QRect LessonOverlay::placeOf(QSize card) const {
  const QRect room = rect().adjusted(kMargin, kMargin, -kMargin, -kMargin);
  const auto clamped = [&](QPoint corner) {
    corner.setX(std::clamp(corner.x(), room.left(), std::max(room.left(), room.right() - card.width())));
    corner.setY(std::clamp(corner.y(), room.top(), std::max(room.top(), room.bottom() - card.height())));
    return QRect(corner, card);
  };
  const QRect corner = clamped(room.bottomRight() - QPoint(card.width(), card.height()));
  if (m_hole.isEmpty()) return corner;
  const QPoint middle = m_hole.center() - QPoint(card.width() / 2, card.height() / 2);
  const QRect places[] = {clamped({m_hole.right() + kMargin, middle.y()}),
                          clamped({m_hole.left() - kMargin - card.width(), middle.y()}),
                          clamped({middle.x(), m_hole.bottom() + kMargin}),
                          clamped({middle.x(), m_hole.top() - kMargin - card.height()}),
                          corner,
                          clamped(room.topLeft())};
  const QRect graph(width() / 4, 0, width() / 2, height() * 3 / 5);
  const auto common = [](const QRect& a, const QRect& b) {
    const QRect both = a & b;
    return both.isEmpty() ? 0 : both.width() * both.height();
  };
  return *std::ranges::min_element(
      places, {}, [&](const QRect& place) { return std::pair(common(place, m_hole), common(place, graph)); });
}

void LessonOverlay::paintEvent(QPaintEvent*) {
  if (m_hole.isEmpty()) return;
  const Theme& theme = Theme::forPalette(palette());
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  QPainterPath veil, hole;
  veil.addRect(rect());
  hole.addRoundedRect(m_hole, 8, 8);
  painter.fillPath(veil - hole, QColor(0, 0, 0, kVeil));
  painter.setPen(QPen(theme.state(DiffState::kAdded), 3));
  painter.setBrush(Qt::NoBrush);
  painter.drawPath(hole);
}

}  // namespace tasoscope
