#include "stage/stage.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QSplitter>
#include <QVBoxLayout>
#include <algorithm>

#include "stage/hidden_bar.h"
#include "stage/legend_bar.h"
#include "stage/overview_strip.h"

namespace tasoscope {
namespace {

constexpr int kPeekKey = Qt::Key_B;

QString firstLine(const QString& title) { return title.section(QChar('\n'), 0, 0); }
QString secondLine(const QString& title) { return title.section(QChar('\n'), 1); }

}  // namespace

Stage::Stage(QWidget* parent)
    : QWidget(parent),
      m_view(new CanvasView(this)),
      m_panes(new QSplitter(Qt::Horizontal)),
      m_middle(new QBoxLayout(QBoxLayout::LeftToRight)),
      m_legend(new LegendBar),
      m_overview(new OverviewStrip(m_view)),
      m_hiddenBar(new HiddenBar),
      m_beforePane(makePane(tr("Before"))),
      m_afterPane(makePane(tr("After"))),
      m_before(m_beforePane.canvas),
      m_after(m_afterPane.canvas) {
  m_before->setObjectName(QStringLiteral("before"));
  m_after->setObjectName(QStringLiteral("after"));
  layOut();
  connect(m_view, &CanvasView::changed, this, &Stage::viewChanged);
  connect(m_view, &CanvasView::glided, this, &Stage::animated);
  connect(this, &Stage::viewChanged, this, &Stage::updateOverview);
  updatePictures();
}

void Stage::layOut() {
  m_panes->setObjectName(QStringLiteral("panes"));
  m_panes->setChildrenCollapsible(false);
  m_panes->addWidget(m_beforePane.frame);
  m_panes->addWidget(m_afterPane.frame);
  m_panes->setSizes({1000, 1000});
  m_middle->setSpacing(1);
  m_middle->addWidget(m_panes, 1);
  m_middle->addWidget(m_overview);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addLayout(m_middle, 1);
  layout->addWidget(m_hiddenBar);
  layout->addWidget(m_legend);
}

/// Panes and the overview lie along the graph.
void Stage::turn(Flow flow) {
  const Qt::Orientation across = flow == Flow::kDown ? Qt::Horizontal : Qt::Vertical;
  if (m_panes->orientation() == across) return;
  m_panes->setOrientation(across);
  m_middle->setDirection(flow == Flow::kDown ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
  m_overview->setFlow(flow);
  layout()->activate();  // what is shown next is placed in the room that there is now
  m_panes->setSizes({1000, 1000});
}

Stage::Pane Stage::makePane(const QString& name) {
  auto* frame = new QWidget;
  auto* header = new QLabel;
  header->setObjectName(QStringLiteral("paneHeader"));
  header->setTextFormat(Qt::RichText);
  header->setWordWrap(true);
  header->setMargin(5);
  header->setAlignment(Qt::AlignTop | Qt::AlignLeading);
  header->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Minimum);
  auto* canvas = new Canvas(m_view);
  canvas->setAccessibleName(name);
  header->setBuddy(canvas);
  auto* layout = new QVBoxLayout(frame);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(header);
  layout->addWidget(canvas, 1);
  connect(canvas, &Canvas::selectionChanged, this, [this, canvas] { linkSelection(canvas); });
  connect(canvas, &Canvas::tensorFollowed, this, &Stage::follow);
  connect(canvas, &Canvas::activated, this, &Stage::activated);
  connect(canvas, &Canvas::animated, this, &Stage::animated);
  frame->installEventFilter(this);
  canvas->installEventFilter(this);
  return {frame, header, canvas};
}

void Stage::setPair(const ShownPair& pair, const QString& beforeTitle, const QString& afterTitle) {
  const bool isTurned = m_pair.after && pair.after && m_pair.after->flow != pair.after->flow;
  if (!m_isFirst && !isTurned) keepInPlace(pair);
  m_pair = pair;
  m_beforeTitle = beforeTitle;
  m_afterTitle = afterTitle;
  m_isPeeking = false;
  updateHeat();
  updatePictures();
  m_isFirst = false;
  if (!isTurned) return;
  const auto showAgain = [this] {
    if (selectedKey())
      select(selectedKey());
    else
      showChange();
  };
  showAgain();
  QMetaObject::invokeMethod(this, showAgain, Qt::QueuedConnection);  // panes that were turned have other sizes by then
}

void Stage::clear(const QString& placeholder) {
  m_pair = {};
  m_beforeTitle.clear();
  m_afterTitle.clear();
  m_hidden.clear();
  m_isFirst = true;
  m_isPeeking = false;
  for (Canvas* canvas : {m_before, m_after}) {
    canvas->setPlaceholder(placeholder);
    canvas->setSelectedKey(std::nullopt);
    canvas->setFollowedTensor(std::nullopt);
    canvas->setMatchedKeys({});
    canvas->setGhost(std::nullopt);
  }
  updateHeat();
  updatePictures();
}

void Stage::setPresentation(Presentation presentation) {
  m_presentation = presentation;
  m_isPeeking = false;
  updatePictures();
  Q_EMIT said(activePane()->accessibleName());
}

void Stage::setPeeking(bool isPeeking) {
  isPeeking = isPeeking && m_pair.before && m_presentation != Presentation::kBefore;
  if (isPeeking == m_isPeeking) return;
  m_isPeeking = isPeeking;
  updatePictures();
  Q_EMIT said(m_after->accessibleName());
}

std::shared_ptr<const Picture> Stage::rightPicture() const {
  if (m_isPeeking) return m_pair.before;
  const bool isOverlay = m_presentation == Presentation::kOverlay && m_pair.overlay;
  return isOverlay ? m_pair.overlay : m_pair.after;
}

std::shared_ptr<const Picture> Stage::shownPart(Presentation presentation) const {
  const bool isOverlay = presentation == Presentation::kOverlay;
  const auto& whole = presentation == Presentation::kBefore ? m_pair.before : isOverlay ? m_pair.overlay : m_pair.after;
  return visiblePart(whole, m_hidden);
}

void Stage::updatePictures() {
  turn(flow());
  if (m_pair.after)
    for (Canvas* canvas : {m_before, m_after})
      canvas->setPlaceholder(m_hidden.empty() ? QString() : tr("All of this graph is hidden."));
  m_before->setPicture(shownPart(Presentation::kBefore));
  m_after->setPicture(visiblePart(rightPicture(), m_hidden));
  const bool isSplit = m_presentation == Presentation::kSplit, isBefore = m_presentation == Presentation::kBefore;
  const bool hasBefore = m_pair.before != nullptr;
  showPanes(hasBefore && (isSplit || isBefore), !hasBefore || !isBefore);
  const bool isOverlay = m_presentation == Presentation::kOverlay && m_pair.overlay;  // has all, some boxes elsewhere
  m_overview->setPictures(isOverlay ? nullptr : shownPart(Presentation::kBefore),
                          shownPart(isOverlay ? Presentation::kOverlay : Presentation::kAfter));
  m_legend->setPictures(m_pair.before, m_pair.after, m_heat);
  m_hiddenBar->setCounts(hiddenCounts());
  updateHeaders();
  Q_EMIT viewChanged();
}

/// At least one is visible at any time.
void Stage::showPanes(bool isBeforeShown, bool isAfterShown) {
  if (isBeforeShown) m_beforePane.frame->show();
  if (isAfterShown) m_afterPane.frame->show();
  if (!isBeforeShown) m_beforePane.frame->hide();
  if (!isAfterShown) m_afterPane.frame->hide();
  m_panes->refresh();  // so that the headers know how wide they are
}

/// The first line in bold, the others below.
void Stage::setHeader(const Pane& pane, const QString& title, const QString& costs) {
  pane.header->setText(title.isEmpty() ? QString() : QStringLiteral("%1<br>%2").arg(title, costs.toHtmlEscaped()));
  const QString plain = QString(title).remove(QStringLiteral("<b>")).remove(QStringLiteral("</b>"));
  pane.canvas->setAccessibleName(plain.isEmpty() ? QString() : plain + QChar('\n') + costs);
}

void Stage::updateHeaders() {
  const auto bold = [](const QString& text) {
    return text.isEmpty() ? text : QStringLiteral("<b>%1</b>").arg(text.toHtmlEscaped());
  };
  const QString before = firstLine(m_beforeTitle), after = firstLine(m_afterTitle);
  // Where one canvas is shown, its header names the other graph of the pair too.
  const auto beside = [&](const QString& shown, const QString& other) {
    const bool isAlone = m_presentation != Presentation::kSplit && !other.isEmpty();
    return isAlone ? QStringLiteral("%1 \u2194 %2").arg(bold(shown), other.toHtmlEscaped()) : bold(shown);
  };
  setHeader(m_beforePane, beside(before, after), secondLine(m_beforeTitle));
  if (m_isPeeking) {
    setHeader(m_afterPane, beside(before, after), secondLine(m_beforeTitle));
  } else if (m_presentation == Presentation::kOverlay && m_pair.before) {
    const QString both = QStringLiteral("%1 \u2194 %2").arg(before.toHtmlEscaped(), after.toHtmlEscaped());
    setHeader(m_afterPane, bold(tr("Overlay.")) + QChar(' ') + both, secondLine(m_afterTitle));
  } else {
    setHeader(m_afterPane, beside(after, before), secondLine(m_afterTitle));
  }
  levelHeaders();
}

void Stage::updateOverview() { m_overview->setVisibleArea(activePane()->visibleArea()); }

/// Headers of one height, so that the same place is at the same height in both panes.
void Stage::levelHeaders() {
  int height = 0;
  for (const Pane& pane : {m_beforePane, m_afterPane}) {
    if (pane.frame->isHidden()) continue;
    const int width = std::max(pane.frame->width(), pane.canvas->minimumWidth());
    pane.header->setMinimumHeight(0);  // a label never asks for less
    height = std::max(height, pane.header->heightForWidth(width));
  }
  for (const Pane& pane : {m_beforePane, m_afterPane}) {
    pane.header->setFixedHeight(height);
    pane.frame->layout()->activate();  // at once: a canvas that got another height later would move its view
  }
}

bool Stage::eventFilter(QObject* watched, QEvent* event) {
  switch (event->type()) {
    case QEvent::Resize:  // panes get their width from the splitter, after the window has been laid out
      levelHeaders();
      if (watched == panes().back()) keepTop(static_cast<QResizeEvent*>(event));
      Q_EMIT viewChanged();
      break;
    case QEvent::FocusOut:
      setPeeking(false);
      break;
    case QEvent::KeyRelease: {
      const auto* key = static_cast<QKeyEvent*>(event);
      if (key->key() == kPeekKey && !key->isAutoRepeat()) setPeeking(false);
      break;
    }
    default:
      break;
  }
  return QWidget::eventFilter(watched, event);
}

/// What comes and goes above or below the canvas, such as a message, does not move the upper end of what is seen.
void Stage::keepTop(const QResizeEvent* event) {
  const int growth = event->size().height() - event->oldSize().height();
  if (event->oldSize().isEmpty() || growth == 0 || m_view->isGliding()) return;  // a glide goes on to its end
  m_view->setCentre(m_view->centre() + QPointF(0, growth / 2.0 / m_view->scale()));
}

std::vector<Canvas*> Stage::panes() const {
  std::vector<Canvas*> shown;
  if (!m_beforePane.frame->isHidden()) shown.push_back(m_before);
  if (!m_afterPane.frame->isHidden()) shown.push_back(m_after);
  return shown;
}

Canvas* Stage::activePane() const {
  if (m_before->hasFocus() && !m_beforePane.frame->isHidden()) return m_before;
  return panes().back();
}

QString Stage::headerOf(const Canvas* canvas) const { return canvas->accessibleName(); }

}  // namespace tasoscope
