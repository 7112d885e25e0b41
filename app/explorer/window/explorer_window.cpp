#include "window/explorer_window.h"

#include <QApplication>
#include <QCloseEvent>
#include <QComboBox>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QMimeData>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTabWidget>
#include <QToolBar>
#include <QTreeView>
#include <QVBoxLayout>
#include <algorithm>

#include "actions/definitions.h"
#include "panels/candidates_panel.h"
#include "panels/inspector_panel.h"
#include "session/devices.h"
#include "stage/stage.h"
#include "start/start_page.h"
#include "views/text/text_scale.h"
#include "window/announcer.h"
#include "window/dark_palette.h"
#include "window/dock_room.h"
#include "window/dock_title.h"
#include "window/menus.h"
#include "window/message_bar.h"
#include "window/roomy_style.h"
#include "window/status_line.h"
#include "window/workbench.h"

namespace tasoscope {
namespace {

constexpr int kIconSize = 20;     // of tool bars, as in menus.cpp
constexpr int kLargestIcon = 46;  // larger ones would push the device out of the bar

/// The local file of a drag, if it is exactly one.
QString droppedFile(const QMimeData* data) {
  if (!data->hasUrls() || data->urls().size() != 1) return {};
  return data->urls().front().toLocalFile();
}

}  // namespace

ExplorerWindow::ExplorerWindow(Settings& settings, QWidget* parent)
    : QMainWindow(parent),
      m_settings(settings),
      m_pages(new QStackedWidget),
      m_models(new QTabWidget),
      m_candidates(new QStackedWidget),
      m_inspectors(new QStackedWidget),
      m_bottoms(new QStackedWidget),
      m_systemPalette(QApplication::palette()) {
  RoomyStyle::install();
  setObjectName(QStringLiteral("explorer"));
  setWindowTitle(QStringLiteral("Tasoscope"));
  setWindowIcon(QIcon(QStringLiteral(":/icons/tasoscope.svg")));
  setAcceptDrops(true);
  setDockOptions(AnimatedDocks | AllowTabbedDocks);
  defineActions(m_actions);
  resize(1440, 900);
  makeParts();
  makeDocks();
  new DockRoom(*this);
  makeMenus(*this);
  makeToolBars(*this);
  restoreGeometry(m_settings.geometry());
  restoreState(m_settings.windowState());
  setAppearance(m_settings.appearance());
  showFront();
}

ExplorerWindow::~ExplorerWindow() = default;

void ExplorerWindow::makeParts() {
  m_parts.start = new StartPage(m_actions.find(QStringLiteral("file.open")));
  m_parts.message = new MessageBar;
  m_parts.status =
      new StatusLine(m_actions.find(QStringLiteral("job.cancel")), m_actions.find(QStringLiteral("device.choose")));
  m_parts.announcer = new Announcer(m_parts.status->voice());
  connect(m_parts.message, &MessageBar::shown, m_parts.announcer, &Announcer::say);
  m_parts.device = new QComboBox;
  m_parts.device->setObjectName(QStringLiteral("device"));
  m_parts.device->setAccessibleName(tr("Device that prices the graph"));
  m_parts.device->setToolTip(m_parts.device->accessibleName());
  for (const DeviceChoice& device : deviceChoices()) m_parts.device->addItem(device.text, device.name);

  m_models->setObjectName(QStringLiteral("models"));
  m_models->setAccessibleName(tr("Open models"));
  m_models->setFocusPolicy(Qt::NoFocus);  // its tabs have it, while there are any
  m_models->setDocumentMode(true);
  m_models->setTabsClosable(true);
  m_models->setMovable(true);
  m_models->setTabBarAutoHide(true);
  m_pages->addWidget(m_parts.start);
  m_pages->addWidget(m_models);
  auto* centre = new QWidget;
  auto* layout = new QVBoxLayout(centre);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(m_parts.message);
  layout->addWidget(m_pages, 1);
  setCentralWidget(centre);
  statusBar()->addWidget(m_parts.status, 1);
  statusBar()->setSizeGripEnabled(false);
  connect(m_models, &QTabWidget::currentChanged, this, &ExplorerWindow::showFront);
  connect(m_models, &QTabWidget::tabCloseRequested, this,
          [this](int index) { Q_EMIT closeRequested(m_models->widget(index)); });
}

QDockWidget* ExplorerWindow::makeDock(const QString& name, const QString& title, QStackedWidget* content,
                                      Qt::DockWidgetArea area) {
  auto* dock = new QDockWidget(title);
  dock->setObjectName(name);
  dock->setWidget(content);
  dock->setFeatures(QDockWidget::DockWidgetMovable | QDockWidget::DockWidgetFloatable |
                    QDockWidget::DockWidgetClosable);
  dock->setTitleBarWidget(new DockTitle(dock));
  addDockWidget(area, dock);
  m_docks.push_back(dock);
  return dock;
}

void ExplorerWindow::makeDocks() {
  setCorner(Qt::BottomLeftCorner, Qt::BottomDockWidgetArea);
  setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
  makeDock(QStringLiteral("dock.candidates"), tr("Substitutions"), m_candidates, Qt::LeftDockWidgetArea);
  makeDock(QStringLiteral("dock.inspector"), tr("Inspector"), m_inspectors, Qt::RightDockWidgetArea);
  makeDock(QStringLiteral("dock.trail"), tr("Trail"), m_bottoms, Qt::BottomDockWidgetArea);
  fitDocks();
}

void ExplorerWindow::fitDocks() {
  const int mostWidth = width() / 4, mostHeight = height() / 3;
  resizeDocks({m_docks[0], m_docks[1]}, {std::min(scaled(310), mostWidth), std::min(scaled(290), mostWidth)},
              Qt::Horizontal);
  resizeDocks({m_docks[2]}, {std::min(scaled(270), mostHeight)}, Qt::Vertical);
}

void ExplorerWindow::setDocksVisible(bool isVisible) {
  for (QDockWidget* dock : m_docks) {
    dock->setVisible(isVisible);
    dock->toggleViewAction()->setEnabled(isVisible);
  }
}

void ExplorerWindow::addModel(const WorkbenchParts& parts, const QString& name) {
  m_shown.push_back(parts);
  m_candidates->addWidget(parts.candidates);
  m_inspectors->addWidget(parts.inspector);
  m_bottoms->addWidget(parts.bottom);
  m_models->addTab(parts.page, name);
}

void ExplorerWindow::removeModel(const WorkbenchParts& parts) {
  QWidget* page = parts.page;
  const auto shown =
      std::find_if(m_shown.begin(), m_shown.end(), [&](const WorkbenchParts& model) { return model.page == page; });
  if (shown == m_shown.end()) return;
  const WorkbenchParts gone = *shown;
  m_shown.erase(shown);
  m_models->removeTab(m_models->indexOf(page));
  m_candidates->removeWidget(gone.candidates);
  m_inspectors->removeWidget(gone.inspector);
  m_bottoms->removeWidget(gone.bottom);
  for (QWidget* widget : std::initializer_list<QWidget*>{gone.candidates, gone.inspector, gone.bottom, gone.page})
    widget->hide();
  if (m_shown.empty()) showFront();
}

void ExplorerWindow::setModelName(const WorkbenchParts& parts, const QString& name, const QString& path) {
  const int tab = m_models->indexOf(parts.page);
  m_models->setTabText(tab, name);
  m_models->setTabToolTip(tab, path.isEmpty() ? name : path);
  if (m_models->currentWidget() == parts.page) setWindowTitle(QStringLiteral("%1 — Tasoscope").arg(name));
}

void ExplorerWindow::showModel(const WorkbenchParts& parts) {
  m_models->setCurrentWidget(parts.page);
  showFront();
}

void ExplorerWindow::showNextModel(int direction) {
  const int count = m_models->count();
  if (count > 1) m_models->setCurrentIndex((m_models->currentIndex() + direction + count) % count);
}

/// The docks show what belongs to the tab in front.
void ExplorerWindow::showFront() {
  QWidget* page = m_models->currentWidget();
  const auto front =
      std::find_if(m_shown.begin(), m_shown.end(), [&](const WorkbenchParts& model) { return model.page == page; });
  if (front == m_shown.end()) {
    setDocksVisible(false);
    setWindowTitle(QStringLiteral("Tasoscope"));
    m_parts.start->setRecentFiles(m_settings.recentFiles());
    m_pages->setCurrentWidget(m_parts.start);
    Q_EMIT modelChosen(nullptr);
    return;
  }
  const bool isFirst = !isStageShown();
  if (isFirst) setDocksVisible(true);
  m_pages->setCurrentWidget(m_models);
  m_candidates->setCurrentWidget(front->candidates);
  m_inspectors->setCurrentWidget(front->inspector);
  m_bottoms->setCurrentWidget(front->bottom);
  setWindowTitle(QStringLiteral("%1 — Tasoscope").arg(m_models->tabText(m_models->currentIndex())));
  // Docks that were hidden could not take their room; those that somebody has set stay.
  if (isFirst && m_settings.windowState().isEmpty()) fitDocks();
  Q_EMIT modelChosen(page);
}

bool ExplorerWindow::isStageShown() const { return m_pages->currentWidget() == m_models; }

/// Where F6 goes, in order.
std::vector<QWidget*> ExplorerWindow::focusStops() const {
  const auto front = std::find_if(m_shown.begin(), m_shown.end(),
                                  [&](const WorkbenchParts& model) { return model.page == m_models->currentWidget(); });
  std::vector<QWidget*> stops{findChild<QWidget*>(QStringLiteral("lessonCard"))};
  std::erase(stops, nullptr);
  if (front == m_shown.end()) {
    stops.push_back(m_parts.start);
    std::erase_if(stops, [](QWidget* stop) { return !stop->isVisible(); });
    return stops;
  }
  for (Canvas* pane : front->stage->panes()) stops.push_back(pane);
  stops.insert(stops.end(), {front->inspector->view(), front->bottom->currentWidget(), front->candidates->view()});
  std::erase_if(stops, [](QWidget* stop) { return !stop->isVisible(); });
  return stops;
}

void ExplorerWindow::cyclePane(int direction) {
  const std::vector<QWidget*> stops = focusStops();
  if (stops.empty()) return;
  const auto holds = [](QWidget* stop) { return stop->hasFocus() || stop->isAncestorOf(QApplication::focusWidget()); };
  const auto here = std::find_if(stops.begin(), stops.end(), holds);
  const auto count = static_cast<std::ptrdiff_t>(stops.size());
  const std::ptrdiff_t at = here == stops.end() ? (direction > 0 ? -1 : 0) : here - stops.begin();
  QWidget* next = stops[static_cast<std::size_t>((at + direction + count) % count)];
  if (next->focusPolicy() == Qt::NoFocus) {
    const QList<QWidget*> inside = next->findChildren<QWidget*>();
    const auto first = std::find_if(inside.begin(), inside.end(), [](const QWidget* widget) {
      return widget->isVisible() && widget->isEnabled() && (widget->focusPolicy() & Qt::TabFocus);
    });
    if (first != inside.end()) next = *first;
  }
  next->setFocus(direction > 0 ? Qt::TabFocusReason : Qt::BacktabFocusReason);
}

QString ExplorerWindow::chosenDevice() const { return m_parts.device->currentData().toString(); }

void ExplorerWindow::chooseDevice(const QString& name) {
  const int index = m_parts.device->findData(name.isEmpty() ? QStringLiteral("h100") : name);
  if (index >= 0) m_parts.device->setCurrentIndex(index);
}

void ExplorerWindow::setAppearance(Appearance appearance) {
  m_settings.setAppearance(appearance);
  QApplication::setPalette(appearance == Appearance::kDark    ? darkPalette()
                           : appearance == Appearance::kLight ? lightPalette()
                                                              : m_systemPalette);
  const bool isDark = Theme::forPalette(QApplication::palette()).isDark;
  m_actions.find(QStringLiteral("view.dark"))->setChecked(isDark);
  m_actions.updateIcons(QApplication::palette());
}

void ExplorerWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (!droppedFile(event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void ExplorerWindow::dropEvent(QDropEvent* event) {
  const QString file = droppedFile(event->mimeData());
  if (file.isEmpty()) return;
  event->acceptProposedAction();
  Q_EMIT fileDropped(file);
}

void ExplorerWindow::closeEvent(QCloseEvent* event) {
  if (isStageShown()) m_settings.setWindow(saveGeometry(), saveState());
  QMainWindow::closeEvent(event);
}

void ExplorerWindow::changeEvent(QEvent* event) {
  QMainWindow::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) m_actions.updateIcons(palette());
  if (event->type() != QEvent::FontChange) return;
  const int size = std::min(scaled(kIconSize), kLargestIcon);
  for (QToolBar* bar : findChildren<QToolBar*>()) bar->setIconSize({size, size});
}

}  // namespace tasoscope
