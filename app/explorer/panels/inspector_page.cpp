#include "panels/inspector_page.h"

#include <QApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QScrollArea>
#include <QSplitter>
#include <QTreeView>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "panels/rule_drawing.h"
#include "views/models/property_delegate.h"

namespace tasoscope {
namespace {

constexpr int kNameCharacters = 16;
constexpr double kTitleScale = 1.2;

/// The same text, that may go on in a new line inside of long names.
QString breakable(const QString& text) {
  QString result;
  for (const QChar character : text) {
    result += character;
    if (QStringLiteral("_./-").contains(character)) result += QChar(0x200b);
  }
  return result;
}

}  // namespace

/// Names get the room they usually need, unless that leaves less for the values, or not enough for a word of them.
void InspectorPage::fitNames() {
  const int usual = kNameCharacters * m_view->fontMetrics().averageCharWidth() + 24;
  const int room = m_view->viewport()->width(), least = m_view->header()->minimumSectionSize();
  const int even = std::min({usual, std::max(room * 9 / 20, least), room - m_leastValue});
  m_view->header()->resizeSection(0, std::max({even, std::min(m_leastName, room / 2), least}));
}

void InspectorPage::measureWords() {
  m_leastName = m_leastValue = 0;
  for (int row = 0; row < m_model->rowCount(); ++row) {
    const QModelIndex section = m_model->index(row, 0);
    for (int i = 0; i < m_model->rowCount(section); ++i) {
      const QModelIndex name = m_model->index(i, 0, section);
      if (m_model->isWide(name)) continue;
      const auto needed = [&](const QModelIndex& index) {
        return static_cast<int>(std::ceil(PropertyDelegate::leastWidthOf(index, m_view->font())));
      };
      m_leastName = std::max(m_leastName, needed(name) + 2 * m_view->indentation());
      m_leastValue = std::max(m_leastValue, needed(name.siblingAtColumn(1)));
    }
  }
}

InspectorPage::InspectorPage(const QString& name, QWidget* parent)
    : QWidget(parent),
      m_model(new PropertyModel(this)),
      m_title(new QLabel),
      m_parts(new QSplitter(Qt::Vertical)),
      m_drawingArea(new QScrollArea),
      m_drawing(new RuleDrawing),
      m_view(new QTreeView) {
  QFont font = m_title->font();
  font.setBold(true);
  font.setPointSizeF(font.pointSizeF() * kTitleScale);
  m_title->setFont(font);
  m_title->setWordWrap(true);
  m_title->setTextFormat(Qt::PlainText);
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
  fitNames();
  m_view->installEventFilter(this);
  connect(m_view, &QTreeView::clicked, this, [this](const QModelIndex& index) {
    // The second click of a double click would follow what has come under the mouse.
    const bool isSecond = m_sinceFollowed.isValid() && m_sinceFollowed.elapsed() < QApplication::doubleClickInterval();
    if (index.data(PropertyModel::LinkRole).toBool() && !isSecond) follow(index);
  });
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(m_title);
  layout->addWidget(m_parts, 1);
  m_drawingArea->setObjectName(name + QStringLiteral(".drawing"));
  m_drawingArea->setWidget(m_drawing);
  m_drawingArea->setWidgetResizable(true);
  m_drawingArea->setFrameShape(QFrame::NoFrame);
  m_drawingArea->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_drawingArea->hide();
  m_parts->setChildrenCollapsible(false);
  m_parts->addWidget(m_drawingArea);
  m_parts->addWidget(m_view);
  m_parts->setStretchFactor(1, 1);
}

QString InspectorPage::title() const { return m_title->text().remove(QChar(0x200b)); }

void InspectorPage::show(const InspectorContent& content) {
  m_title->setText(breakable(content.title));
  m_model->setSections(content.sections);
  m_view->expandAll();
  for (int row = 0; row < m_model->rowCount(); ++row) {
    const QModelIndex section = m_model->index(row, 0);
    m_view->setFirstColumnSpanned(row, {}, true);
    for (int i = 0; i < m_model->rowCount(section); ++i)
      m_view->setFirstColumnSpanned(i, section, m_model->isWide(m_model->index(i, 0, section)));
  }
  measureWords();
  fitNames();
  m_view->doItemsLayout();
  drawRule(content.rule);
}

/// At most the upper half is the drawing's, until it is given more by hand.
void InspectorPage::drawRule(const std::shared_ptr<const Rule>& rule) {
  if (rule == m_rule) return;
  m_rule = rule;
  if (rule) m_drawing->setRule(*rule);
  m_drawingArea->setVisible(rule && !m_drawing->isEmpty());
  const int all = m_parts->height();
  const int drawing = std::min(m_drawing->heightForWidth(m_parts->width()) + 2, all / 2);
  m_parts->setSizes({drawing, all - drawing});
}

bool InspectorPage::follow(const QModelIndex& index) {
  const PropertyLink link = m_model->linkAt(index);
  if (std::holds_alternative<std::monostate>(link)) return false;
  m_sinceFollowed.start();
  Q_EMIT linkFollowed(link);
  return true;
}

bool InspectorPage::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::FontChange) measureWords();
  if (event->type() == QEvent::FontChange || event->type() == QEvent::Resize) fitNames();
  if (event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    const bool isEnter = key == Qt::Key_Return || key == Qt::Key_Enter;
    if (isEnter && follow(m_view->currentIndex())) return true;
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace tasoscope
