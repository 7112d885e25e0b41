#include "panels/inspector_panel.h"

#include <QSplitter>
#include <QToolBar>
#include <QVBoxLayout>

#include "actions/definitions.h"

namespace tasoscope {
namespace {

constexpr int kCharactersForTwo = 72;  // where two pages fit beside each other

}  // namespace

InspectorPanel::InspectorPanel(const ActionRegistry& actions, QWidget* parent)
    : QWidget(parent),
      m_pinned(new InspectorPage(QStringLiteral("inspector.pinned"))),
      m_page(new InspectorPage(QStringLiteral("inspector"))),
      m_pages(new QSplitter) {
  auto* bar = new QToolBar;
  bar->setIconSize({20, 20});
  bar->setAccessibleName(tr("Inspector"));
  for (const char* name : {"inspector.back", "inspector.forward", "inspector.pin"})
    bar->addAction(actions.find(QString::fromLatin1(name)));
  m_pages->addWidget(m_pinned);
  m_pages->addWidget(m_page);
  m_pages->setChildrenCollapsible(false);
  m_pinned->hide();
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(6, 2, 6, 6);
  layout->setSpacing(2);
  layout->addWidget(bar);
  layout->addWidget(m_pages, 1);
  for (InspectorPage* page : {m_pinned, m_page})
    connect(page, &InspectorPage::linkFollowed, this, &InspectorPanel::linkFollowed);
}

void InspectorPanel::show(const InspectorContent& content) {
  m_content = content;
  m_page->show(content);
}

void InspectorPanel::setPinned(bool isPinned) {
  m_isPinned = isPinned;
  if (isPinned) {
    InspectorContent kept = m_content;
    kept.title = tr("Pinned: %1").arg(kept.title);
    m_pinned->show(kept);
  }
  m_pinned->setVisible(isPinned);
  arrangePages();
}

void InspectorPanel::arrangePages() {
  const bool isWide = width() > kCharactersForTwo * fontMetrics().averageCharWidth();
  m_pages->setOrientation(isWide ? Qt::Horizontal : Qt::Vertical);
}

void InspectorPanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  arrangePages();
}

}  // namespace tasoscope
