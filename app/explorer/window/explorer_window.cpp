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
#include <QTreeView>
#include <QVBoxLayout>

#include "panels/candidates_panel.h"
#include "panels/inspector_panel.h"
#include "panels/nodes_panel.h"
#include "panels/search_panel.h"
#include "panels/steps_panel.h"
#include "session/devices.h"
#include "stage/stage.h"
#include "start/start_page.h"
#include "window/dark_palette.h"
#include "window/find_bar.h"
#include "window/menus.h"
#include "window/message_bar.h"
#include "window/status_line.h"
#include "window/window_actions.h"

namespace tasoscope {
namespace {

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
      m_stagePage(new QWidget),
      m_systemPalette(QApplication::palette()) {
  setObjectName(QStringLiteral("explorer"));
  setWindowTitle(QStringLiteral("Tasoscope"));
  setWindowIcon(QIcon(QStringLiteral(":/icons/tasoscope.svg")));
  setAcceptDrops(true);
  setDockOptions(AnimatedDocks | AllowTabbedDocks);
  makeParts();
  makeDocks();
  makeMenus(*this);
  makeToolBars(*this);
  resize(1440, 900);
  restoreGeometry(m_settings.geometry());
  restoreState(m_settings.windowState());
  setAppearance(m_settings.appearance());
  showStart();
}

void ExplorerWindow::makeParts() {
  m_parts.stage = new Stage;
  m_parts.steps = new StepsPanel;
  defineActions(m_actions, *m_parts.stage);
  m_parts.start = new StartPage(m_actions.find(QStringLiteral("file.open")));
  m_parts.candidates = new CandidatesPanel;
  m_parts.inspector = new InspectorPanel;
  m_parts.nodes = new NodesPanel;
  m_parts.search = new SearchPanel(m_actions);
  m_parts.find = new FindBar;
  m_parts.message = new MessageBar;
  m_parts.status = new StatusLine(m_actions.find(QStringLiteral("job.cancel")));
  m_parts.device = new QComboBox;
  m_parts.device->setObjectName(QStringLiteral("device"));
  m_parts.device->setAccessibleName(tr("Device that prices the graph"));
  m_parts.device->setToolTip(m_parts.device->accessibleName());
  for (const DeviceChoice& device : deviceChoices()) m_parts.device->addItem(device.text, device.name);

  auto* stageLayout = new QVBoxLayout(m_stagePage);
  stageLayout->setContentsMargins(0, 0, 0, 0);
  stageLayout->setSpacing(0);
  stageLayout->addWidget(m_parts.find);
  stageLayout->addWidget(m_parts.stage, 1);
  m_pages->addWidget(m_parts.start);
  m_pages->addWidget(m_stagePage);
  auto* centre = new QWidget;
  auto* layout = new QVBoxLayout(centre);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(m_parts.message);
  layout->addWidget(m_pages, 1);
  setCentralWidget(centre);
  statusBar()->addWidget(m_parts.status, 1);
  statusBar()->setSizeGripEnabled(false);
}

QDockWidget* ExplorerWindow::makeDock(const QString& name, const QString& title, QWidget* content,
                                      Qt::DockWidgetArea area) {
  auto* dock = new QDockWidget(title);
  dock->setObjectName(name);
  dock->setWidget(content);
  dock->setFeatures(QDockWidget::DockWidgetMovable | QDockWidget::DockWidgetFloatable |
                    QDockWidget::DockWidgetClosable);
  addDockWidget(area, dock);
  m_docks.push_back(dock);
  return dock;
}

void ExplorerWindow::makeDocks() {
  setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
  setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
  m_parts.bottom = new QTabWidget;
  m_parts.bottom->setDocumentMode(true);
  m_parts.bottom->addTab(m_parts.steps, tr("Steps"));
  m_parts.bottom->addTab(m_parts.search, tr("Search"));
  m_parts.bottom->addTab(m_parts.nodes, tr("Nodes"));
  QDockWidget* left =
      makeDock(QStringLiteral("dock.candidates"), tr("Substitutions"), m_parts.candidates, Qt::LeftDockWidgetArea);
  QDockWidget* right =
      makeDock(QStringLiteral("dock.inspector"), tr("Inspector"), m_parts.inspector, Qt::RightDockWidgetArea);
  QDockWidget* bottom = makeDock(QStringLiteral("dock.trail"), tr("Trail"), m_parts.bottom, Qt::BottomDockWidgetArea);
  resizeDocks({left, right}, {310, 290}, Qt::Horizontal);
  resizeDocks({bottom}, {230}, Qt::Vertical);
}

void ExplorerWindow::setDocksVisible(bool isVisible) {
  for (QDockWidget* dock : m_docks) {
    dock->setVisible(isVisible);
    dock->toggleViewAction()->setEnabled(isVisible);
  }
}

void ExplorerWindow::showStart() {
  setDocksVisible(false);
  m_parts.find->hide();
  m_parts.start->setRecentFiles(m_settings.recentFiles());
  m_pages->setCurrentWidget(m_parts.start);
}

void ExplorerWindow::showStage() {
  if (!isStageShown()) setDocksVisible(true);
  m_pages->setCurrentWidget(m_stagePage);
}

bool ExplorerWindow::isStageShown() const { return m_pages->currentWidget() == m_stagePage; }

void ExplorerWindow::raiseTab(QWidget* panel) { m_parts.bottom->setCurrentWidget(panel); }

void ExplorerWindow::cyclePane(int direction) {
  std::vector<QWidget*> stops;
  for (Canvas* pane : m_parts.stage->panes()) stops.push_back(pane);
  stops.insert(stops.end(), {m_parts.inspector->findChild<QTreeView*>(), m_parts.bottom->currentWidget(),
                             m_parts.candidates->view()});
  std::erase_if(stops, [](QWidget* stop) { return !stop->isVisible(); });
  if (stops.empty()) return;
  const auto holds = [](QWidget* stop) { return stop->hasFocus() || stop->isAncestorOf(QApplication::focusWidget()); };
  const auto here = std::find_if(stops.begin(), stops.end(), holds);
  const auto count = static_cast<std::ptrdiff_t>(stops.size());
  const std::ptrdiff_t at = here == stops.end() ? (direction > 0 ? -1 : 0) : here - stops.begin();
  QWidget* next = stops[static_cast<std::size_t>((at + direction + count) % count)];
  if (next == m_parts.steps)
    next = m_parts.steps->view();
  else if (next == m_parts.nodes)
    next = m_parts.nodes->view();
  else if (next == m_parts.search)
    next = m_parts.search->findChild<QComboBox*>();
  next->setFocus(direction > 0 ? Qt::TabFocusReason : Qt::BacktabFocusReason);
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
}

}  // namespace tasoscope
