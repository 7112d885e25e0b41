#include "panels/inspector_panel.h"

#include <QHeaderView>
#include <QLabel>
#include <QTreeView>
#include <QVBoxLayout>

#include "views/models/wrapping_delegate.h"

namespace tasoscope {
namespace {

constexpr int kNameWidth = 118;

}  // namespace

InspectorPanel::InspectorPanel(QWidget* parent)
    : QWidget(parent), m_model(new PropertyModel(this)), m_title(new QLabel), m_view(new QTreeView) {
  QFont font = m_title->font();
  font.setBold(true);
  font.setPointSizeF(font.pointSizeF() * 1.2);
  m_title->setFont(font);
  m_title->setWordWrap(true);
  m_title->setTextFormat(Qt::PlainText);
  m_title->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_title->setMargin(4);
  m_view->setObjectName(QStringLiteral("inspector"));
  m_view->setAccessibleName(tr("Properties"));
  m_view->setModel(m_model);
  m_view->setHeaderHidden(true);
  m_view->setIndentation(12);
  m_view->setWordWrap(true);
  m_view->setItemDelegate(new WrappingDelegate(m_view));
  m_view->setSelectionMode(QAbstractItemView::SingleSelection);
  m_view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_view->header()->setSectionResizeMode(0, QHeaderView::Interactive);
  m_view->header()->setSectionResizeMode(1, QHeaderView::Stretch);
  m_view->header()->resizeSection(0, kNameWidth);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(6, 6, 6, 6);
  layout->addWidget(m_title);
  layout->addWidget(m_view, 1);
}

void InspectorPanel::show(const QString& title, std::vector<PropertySection> sections) {
  m_title->setText(title);
  m_model->setSections(std::move(sections));
  m_view->expandAll();
  for (int row = 0; row < m_model->rowCount(); ++row) m_view->setFirstColumnSpanned(row, {}, true);
}

}  // namespace tasoscope
