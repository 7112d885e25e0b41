#include "stage/stage.h"

#include <QHBoxLayout>
#include <QLineF>
#include <QSplitter>
#include <QVBoxLayout>
#include <algorithm>
#include <limits>

#include "stage/legend_bar.h"
#include "stage/overview_strip.h"

namespace tasoscope {
namespace {

constexpr double kContextAbove = 120;       // of the graph above the first change
constexpr double kTopMargin = 16;           // screen pixels above the top of a graph that is shown from its top
constexpr double kLeastChangeScale = 0.68;  // a change is shown at least this large: its texts can be read

/// The first line in bold, the others below.
QString headerText(const QString& title) {
  return QStringLiteral("<b>%1</b><br>%2")
      .arg(title.section(QChar('\n'), 0, 0).toHtmlEscaped(), title.section(QChar('\n'), 1).toHtmlEscaped());
}

}  // namespace

Stage::Stage(QWidget* parent)
    : QWidget(parent),
      m_view(new CanvasView(this)),
      m_legend(new LegendBar),
      m_overview(new OverviewStrip(m_view)),
      m_beforePane(makePane(tr("Before"))),
      m_afterPane(makePane(tr("After"))),
      m_before(m_beforePane.canvas),
      m_after(m_afterPane.canvas) {
  m_before->setObjectName(QStringLiteral("before"));
  m_after->setObjectName(QStringLiteral("after"));
  auto* splitter = new QSplitter(Qt::Horizontal);
  splitter->setObjectName(QStringLiteral("panes"));
  splitter->setChildrenCollapsible(false);
  splitter->addWidget(m_beforePane.frame);
  splitter->addWidget(m_afterPane.frame);
  splitter->setSizes({1000, 1000});
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  auto* middle = new QHBoxLayout;
  middle->setSpacing(1);
  middle->addWidget(splitter, 1);
  middle->addWidget(m_overview);
  layout->setSpacing(0);
  layout->addLayout(middle, 1);
  layout->addWidget(m_legend);
  connect(m_view, &CanvasView::changed, this, &Stage::viewChanged);
  connect(this, &Stage::viewChanged, this, &Stage::updateOverview);
  updateVisibility();
}

Stage::Pane Stage::makePane(const QString& name) {
  auto* frame = new QWidget;
  auto* header = new QLabel;
  header->setObjectName(QStringLiteral("paneHeader"));
  header->setTextFormat(Qt::RichText);
  header->setWordWrap(true);
  header->setMargin(5);
  header->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Minimum);
  auto* canvas = new Canvas(m_view);
  canvas->setAccessibleName(name);
  header->setBuddy(canvas);
  auto* layout = new QVBoxLayout(frame);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(header);
  layout->addWidget(canvas, 1);
  connect(canvas, &Canvas::selectionChanged, this, [this](std::optional<std::uint64_t> key) {
    m_before->setSelectedKey(key);
    m_after->setSelectedKey(key);
    Q_EMIT selectionChanged(key);
  });
  connect(canvas, &Canvas::activated, this, &Stage::activated);
  frame->installEventFilter(this);
  return {frame, header, canvas};
}

void Stage::setPair(const ShownPair& pair, const QString& beforeTitle, const QString& afterTitle) {
  if (!m_isFirst) keepInPlace(pair);
  m_pair = pair;
  m_before->setPicture(pair.before);
  m_after->setPicture(pair.after);
  m_beforePane.header->setText(headerText(beforeTitle));
  m_afterPane.header->setText(headerText(afterTitle));
  m_legend->setPictures(pair.before, pair.after);
  m_overview->setPictures(pair.before, pair.after);
  m_before->setAccessibleName(beforeTitle);
  m_after->setAccessibleName(afterTitle);
  updateVisibility();
  m_isFirst = false;
}

/// A new pair is laid out anew: moves the view so that the box in the middle of the screen stays where it is.
void Stage::keepInPlace(const ShownPair& next) {
  if (!m_pair.after || !next.after) return;
  const PictureBox* nearest = nullptr;
  double distance = 0;
  for (const Canvas* pane : panes()) {
    for (const int i : pane->visibleBoxes()) {
      const PictureBox& box = pane->picture().boxes[static_cast<std::size_t>(i)];
      if (next.after->boxOf(box.key) < 0) continue;
      const bool isSelected = box.key == selectedKey();
      const double offset = isSelected ? -1 : QLineF(box.rect.center(), m_view->centre()).length();
      if (nearest && offset >= distance) continue;
      nearest = &box;
      distance = offset;
    }
  }
  if (!nearest) return;
  const auto there = static_cast<std::size_t>(next.after->boxOf(nearest->key));
  m_view->setCentre(m_view->centre() + next.after->boxes[there].rect.center() - nearest->rect.center());
}

void Stage::clear(const QString& placeholder) {
  m_pair = {};
  m_isFirst = true;
  for (Canvas* canvas : {m_before, m_after}) {
    canvas->setPicture(nullptr);
    canvas->setPlaceholder(placeholder);
    canvas->setSelectedKey(std::nullopt);
    canvas->setMatchedKeys({});
  }
  m_legend->setPictures(nullptr, nullptr);
  m_overview->setPictures(nullptr, nullptr);
  m_beforePane.header->clear();
  m_afterPane.header->clear();
  updateVisibility();
}

void Stage::setPaneMode(PaneMode mode) {
  m_mode = mode;
  updateVisibility();
}

void Stage::updateVisibility() {
  const bool hasBefore = m_pair.before != nullptr;
  m_beforePane.frame->setVisible(hasBefore && m_mode != PaneMode::kAfter);
  m_afterPane.frame->setVisible(!hasBefore || m_mode != PaneMode::kBefore);
  levelHeaders();
  Q_EMIT viewChanged();
}

void Stage::updateOverview() { m_overview->setVisibleArea(activePane()->visibleArea()); }

/// Headers of one height, so that the same place is at the same height in both panes.
void Stage::levelHeaders() {
  int height = 0;
  for (const Pane& pane : {m_beforePane, m_afterPane}) {
    if (pane.frame->isHidden()) continue;
    const int width = std::max(pane.frame->width(), pane.canvas->minimumWidth());
    height = std::max(height, pane.header->heightForWidth(width));
  }
  for (const Pane& pane : {m_beforePane, m_afterPane}) pane.header->setFixedHeight(height);
}

/// Panes get their width from the splitter, after the window has been laid out.
bool Stage::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize) {
    levelHeaders();
    Q_EMIT viewChanged();
  }
  return QWidget::eventFilter(watched, event);
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

void Stage::select(std::optional<std::uint64_t> key) {
  m_before->setSelectedKey(key);
  m_after->setSelectedKey(key);
  if (key) {
    for (Canvas* pane : panes()) {
      if (pane->picture().boxOf(*key) < 0) continue;
      pane->reveal(*key);
      break;
    }
  }
  Q_EMIT selectionChanged(key);
}

void Stage::setMatchedKeys(const std::vector<std::uint64_t>& keys) {
  // The places of candidates are in the current graph, which the right pane shows.
  m_after->setMatchedKeys(keys);
  m_hasMatches = !keys.empty();
  QRectF first, all;
  for (const std::uint64_t key : keys) {
    const int box = m_after->picture().boxOf(key);
    if (box < 0) continue;
    const QRectF& rect = m_after->picture().boxes[static_cast<std::size_t>(box)].rect;
    if (first.isNull()) first = rect;
    all |= rect;
  }
  const bool isLegible = m_view->scale() >= kLeastChangeScale;
  const QRectF seen = m_after->visibleArea();
  if (first.isNull() || (isLegible && (seen.contains(all) || (!canBeSeen(all) && seen.contains(first))))) return;
  m_view->show((canBeSeen(all) ? all : first).center(), std::max(kLeastChangeScale, m_view->scale()));
}

/// Whether an area fits in a pane at a legible scale.
bool Stage::canBeSeen(const QRectF& area) const {
  const double scale = std::max(kLeastChangeScale, m_view->scale());
  return area.width() * scale <= m_after->width() && area.height() * scale <= m_after->height();
}

QRectF Stage::changedArea(double top, double bottom) const {
  QRectF area;
  for (const auto& picture : {m_pair.before, m_pair.after}) {
    if (!picture) continue;
    for (const PictureBox& box : picture->boxes) {
      const bool isBetween = box.rect.bottom() > top && box.rect.top() < bottom;
      if (box.state != DiffState::kContext && isBetween) area |= box.rect;
    }
  }
  return area;
}

/// The size that a pane has once the layout has settled: panes may just have been shown or hidden.
QSizeF Stage::roomOfPane() const {
  const auto count = static_cast<int>(panes().size());
  return {static_cast<double>(width() - m_overview->width()) / count - 6, static_cast<double>(activePane()->height())};
}

void Stage::showChange() {
  if (!m_pair.after || m_pair.after->isEmpty()) return;
  constexpr double kEverywhere = std::numeric_limits<double>::infinity();
  const QSizeF room = roomOfPane();
  const QRectF all = m_pair.after->bounds;
  if (std::min(room.width() / (all.width() + 60), room.height() / (all.height() + 60)) >= kLeastChangeScale) {
    m_view->fit(all, room);
    return;
  }
  const QRectF changed = changedArea(-kEverywhere, kEverywhere);
  const QRectF area = changed.adjusted(-50, -90, 50, 90);
  const double scale = std::min({room.width() / area.width(), room.height() / area.height(), 1.0});
  if (!changed.isEmpty() && scale >= kLeastChangeScale) {
    m_view->show(area.center(), scale);
    return;
  }
  // More than can be seen at once: from the first change on, or from the top where nothing changes.
  const double start = changed.isEmpty() ? all.top() : std::max(changed.top() - kContextAbove, all.top());
  const QRectF first = changedArea(start, start + room.height() / kLeastChangeScale);
  const QRectF wide = first.isEmpty() ? all : first.adjusted(-30, 0, 30, 0);
  const double legible = std::clamp(room.width() / wide.width(), kLeastChangeScale, 1.0);
  m_view->show({wide.center().x(), start + (room.height() / 2 - kTopMargin) / legible}, legible);
}

void Stage::fitAll() { activePane()->fitAll(); }
void Stage::fitSelection() { activePane()->fitSelection(); }
void Stage::actualSize() { m_view->show(m_view->centre(), 1); }
void Stage::zoom(double factor) { m_view->zoom(factor, m_view->centre()); }

}  // namespace tasoscope
