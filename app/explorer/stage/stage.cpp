#include "stage/stage.h"

#include <QSplitter>
#include <QVBoxLayout>
#include <algorithm>

namespace tasoscope {
namespace {

constexpr double kTopMargin = 30;           // screen pixels above the top of a graph that is shown from its top
constexpr double kLeastChangeScale = 0.55;  // a change is shown at least this large: its texts can be read

}  // namespace

Stage::Stage(QWidget* parent)
    : QWidget(parent),
      m_view(new CanvasView(this)),
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
  layout->addWidget(splitter);
  connect(m_view, &CanvasView::changed, this, &Stage::viewChanged);
  updateVisibility();
}

Stage::Pane Stage::makePane(const QString& name) {
  auto* frame = new QWidget;
  auto* header = new QLabel;
  header->setObjectName(QStringLiteral("paneHeader"));
  header->setTextFormat(Qt::PlainText);
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
  return {frame, header, canvas};
}

void Stage::setPair(const ShownPair& pair, const QString& beforeTitle, const QString& afterTitle) {
  if (!m_isFirst) keepInPlace(pair);
  m_pair = pair;
  m_before->setPicture(pair.before);
  m_after->setPicture(pair.after);
  m_beforePane.header->setText(beforeTitle);
  m_afterPane.header->setText(afterTitle);
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
  Q_EMIT viewChanged();
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

QString Stage::headerOf(const Canvas* canvas) const {
  return (canvas == m_before ? m_beforePane : m_afterPane).header->text();
}

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
  QRectF area;
  for (const std::uint64_t key : keys) {
    if (const int box = m_after->picture().boxOf(key); box >= 0) {
      area |= m_after->picture().boxes[static_cast<std::size_t>(box)].rect;
    }
  }
  if (area.isEmpty() || (m_after->visibleArea().contains(area) && m_view->scale() >= kLeastChangeScale)) return;
  if (area.height() * m_view->scale() > m_after->height() || m_view->scale() < kLeastChangeScale) {
    m_view->show(area.center(), std::max(kLeastChangeScale, m_view->scale()));
  } else {
    m_view->setCentre(area.center());
  }
}

QRectF Stage::changedArea() const {
  QRectF area;
  for (const auto& picture : {m_pair.before, m_pair.after}) {
    if (!picture) continue;
    for (const PictureBox& box : picture->boxes) {
      if (box.state != DiffState::kContext) area |= box.rect;
    }
  }
  return area;
}

void Stage::showChange() {
  if (!m_pair.after || m_pair.after->isEmpty()) return;
  const QSizeF room = activePane()->size();
  const QRectF all = m_pair.after->bounds;
  const QRectF changed = changedArea();
  const double whole = std::min(room.width() / (all.width() + 60), room.height() / (all.height() + 60));
  if (whole >= kLeastChangeScale) {
    m_view->fit(all, room);
    return;
  }
  if (changed.isEmpty()) {
    const double scale = std::clamp(room.width() / (all.width() + 60), kLeastChangeScale, 1.0);
    m_view->show({all.center().x(), all.top() + (room.height() / 2 - kTopMargin) / scale}, scale);
    return;
  }
  const QRectF area = changed.adjusted(-40, -80, 40, 80);
  const double scale = std::min({room.width() / area.width(), room.height() / area.height(), 1.0});
  if (scale >= kLeastChangeScale) {
    m_view->show(area.center(), scale);
    return;
  }
  // Too much has changed to be seen at once: the first change, with as much below it as fits.
  const double legible = std::clamp(room.width() / area.width(), kLeastChangeScale, 1.0);
  m_view->show({area.center().x(), area.top() + room.height() / 2 / legible}, legible);
}

void Stage::fitAll() { activePane()->fitAll(); }
void Stage::fitSelection() { activePane()->fitSelection(); }
void Stage::actualSize() { m_view->show(m_view->centre(), 1); }
void Stage::zoom(double factor) { m_view->zoom(factor, m_view->centre()); }

}  // namespace tasoscope
