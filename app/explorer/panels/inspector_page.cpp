#include "panels/inspector_page.h"

#include <QApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QTreeView>
#include <QVBoxLayout>

#include "views/models/property_delegate.h"

namespace tasoscope {
namespace {

constexpr int kNameCharacters = 16;
constexpr double kTitleScale = 1.2;

}  // namespace

InspectorPage::InspectorPage(const QString& name, QWidget* parent)
    : QWidget(parent), m_model(new PropertyModel(this)), m_title(new QLabel), m_view(new QTreeView) {
  QFont font = m_title->font();
  font.setBold(true);
  font.setPointSizeF(font.pointSizeF() * kTitleScale);
  m_title->setFont(font);
  m_title->setWordWrap(true);
  m_title->setTextFormat(Qt::PlainText);
  m_title->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_title->setMargin(4);
  m_view->setObjectName(name);
  m_view->setAccessibleName(tr("Properties"));
  m_view->setModel(m_model);
  m_view->setHeaderHidden(true);
  m_view->setIndentation(12);
  m_view->setWordWrap(true);
  m_view->setItemDelegate(new PropertyDelegate(m_view));
  m_view->setSelectionMode(QAbstractItemView::SingleSelection);
  m_view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_view->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  m_view->header()->setSectionResizeMode(0, QHeaderView::Interactive);
  m_view->header()->setSectionResizeMode(1, QHeaderView::Stretch);
  m_view->header()->resizeSection(0, kNameCharacters * m_view->fontMetrics().averageCharWidth() + 24);
  m_view->installEventFilter(this);
  connect(m_view, &QTreeView::clicked, this, [this](const QModelIndex& index) {
    // The second click of a double click would follow what has come under the mouse.
    const bool isSecond = m_sinceFollowed.isValid() && m_sinceFollowed.elapsed() < QApplication::doubleClickInterval();
    if (index.data(PropertyModel::LinkRole).toBool() && !isSecond) follow(index);
  });
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(m_title);
  layout->addWidget(m_view, 1);
}

QString InspectorPage::title() const { return m_title->text(); }

void InspectorPage::show(const InspectorContent& content) {
  m_title->setText(content.title);
  m_model->setSections(content.sections);
  m_view->expandAll();
  for (int row = 0; row < m_model->rowCount(); ++row) {
    const QModelIndex section = m_model->index(row, 0);
    m_view->setFirstColumnSpanned(row, {}, true);
    for (int i = 0; i < m_model->rowCount(section); ++i)
      m_view->setFirstColumnSpanned(i, section, m_model->isWide(m_model->index(i, 0, section)));
  }
  m_view->doItemsLayout();
}

bool InspectorPage::follow(const QModelIndex& index) {
  const PropertyLink link = m_model->linkAt(index);
  if (std::holds_alternative<std::monostate>(link)) return false;
  m_sinceFollowed.start();
  Q_EMIT linkFollowed(link);
  return true;
}

bool InspectorPage::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    const bool isEnter = key == Qt::Key_Return || key == Qt::Key_Enter;
    if (isEnter && follow(m_view->currentIndex())) return true;
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace tasoscope
