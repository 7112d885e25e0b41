#include "palette/command_palette.h"

#include <QAction>
#include <QApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>

#include "actions/action_registry.h"
#include "palette/palette_model.h"
#include "views/canvas/theme.h"

namespace tasoscope {
namespace {

constexpr int kCharactersWide = 64;
constexpr int kRowsShown = 12;
constexpr int kRowPadding = 10;

/// The action on the left, its keys on the right.
class PaletteDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const int width = option.fontMetrics.horizontalAdvance(index.data().toString() + QStringLiteral("    ") +
                                                           index.data(PaletteModel::kKeysRole).toString());
    return {width + 2 * kRowPadding, std::max(24, option.fontMetrics.height() + kRowPadding)};
  }

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const bool isCurrent = option.state & QStyle::State_Selected, isEnabled = option.state & QStyle::State_Enabled;
    const auto group = isEnabled ? QPalette::Active : QPalette::Disabled;
    if (isCurrent) painter->fillRect(option.rect, option.palette.color(QPalette::Active, QPalette::Highlight));
    painter->setPen(option.palette.color(group, isCurrent ? QPalette::HighlightedText : QPalette::Text));
    const QRect row = option.rect.adjusted(kRowPadding, 0, -kRowPadding, 0);
    const QString keys = index.data(PaletteModel::kKeysRole).toString();
    const int keysWidth = keys.isEmpty() ? 0 : option.fontMetrics.horizontalAdvance(keys) + kRowPadding;
    const QString text =
        option.fontMetrics.elidedText(index.data().toString(), Qt::ElideRight, row.width() - keysWidth);
    painter->drawText(row, Qt::AlignLeft | Qt::AlignVCenter, text);
    painter->drawText(row, Qt::AlignRight | Qt::AlignVCenter, keys);
  }
};

}  // namespace

CommandPalette::CommandPalette(const ActionRegistry& actions, QWidget* window)
    : QFrame(window),
      m_actions(actions),
      m_model(new PaletteModel(this)),
      m_field(new QLineEdit),
      m_list(new QListView),
      m_nothing(new QLabel(tr("Nothing is called like this."))) {
  setObjectName(QStringLiteral("commandPalette"));
  setAccessibleName(tr("Command palette"));
  m_field->setObjectName(QStringLiteral("paletteField"));
  m_field->setPlaceholderText(tr("What do you want to do?"));
  m_field->setAccessibleName(m_field->placeholderText());
  m_field->setMinimumHeight(28);
  m_list->setObjectName(QStringLiteral("paletteList"));
  m_list->setModel(m_model);
  m_list->setItemDelegate(new PaletteDelegate(m_list));
  m_list->setUniformItemSizes(true);
  m_list->setFrameShape(QFrame::NoFrame);
  m_list->setFocusPolicy(Qt::NoFocus);
  m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_nothing->setWordWrap(true);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(10, 10, 10, 10);
  layout->addWidget(m_field);
  layout->addWidget(m_nothing);
  layout->addWidget(m_list, 1);
  m_field->installEventFilter(this);
  window->installEventFilter(this);
  connect(m_field, &QLineEdit::textChanged, this, &CommandPalette::find);
  connect(m_list, &QListView::clicked, this, &CommandPalette::runCurrent);
  hide();
}

void CommandPalette::open() {
  if (isVisible()) return;
  m_focusBefore = QApplication::focusWidget();
  m_model->setActions(m_actions.all());
  m_field->clear();
  find({});
  place();
  show();
  raise();
  m_field->setFocus(Qt::ShortcutFocusReason);
}

void CommandPalette::dismiss() {
  if (!isVisible()) return;
  const bool hadFocus = m_field->hasFocus();
  hide();
  if (hadFocus && m_focusBefore) m_focusBefore->setFocus(Qt::OtherFocusReason);
}

void CommandPalette::place() {
  const QSize room = parentWidget()->size();
  const int row = m_list->sizeHintForRow(0) > 0 ? m_list->sizeHintForRow(0) : fontMetrics().height() + kRowPadding;
  const int width = std::min(fontMetrics().averageCharWidth() * kCharactersWide, room.width() - 24);
  const int height = std::min(m_field->sizeHint().height() + kRowsShown * row + 34, room.height() - 24);
  setGeometry((room.width() - width) / 2, std::min(room.height() / 10, room.height() - height - 12), width, height);
}

void CommandPalette::find(const QString& pattern) {
  m_model->setPattern(pattern);
  const bool isEmpty = m_model->rowCount() == 0;
  m_nothing->setVisible(isEmpty);
  const QModelIndex first = m_model->index(0, 0);
  m_list->setCurrentIndex(first.flags() & Qt::ItemIsEnabled ? first : QModelIndex());
}

void CommandPalette::moveCurrent(int rows) {
  const int row = m_list->currentIndex().isValid() ? m_list->currentIndex().row() : 0;
  QModelIndex next = m_model->index(std::clamp(row + rows, 0, m_model->rowCount() - 1), 0);
  while (next.isValid() && !(next.flags() & Qt::ItemIsEnabled)) next = m_model->index(next.row() - 1, 0);
  if (next.isValid()) m_list->setCurrentIndex(next);
}

void CommandPalette::runCurrent() {
  QPointer<QAction> action = m_model->actionAt(m_list->currentIndex());
  if (!action || !action->isEnabled()) return;
  dismiss();
  action->trigger();
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
  if (watched == parentWidget()) {
    if (event->type() == QEvent::Resize && isVisible()) place();
    return false;
  }
  if (event->type() == QEvent::FocusOut && isVisible()) {
    const auto reason = static_cast<QFocusEvent*>(event)->reason();
    // Losing it to a window of the system is not going elsewhere.
    if (reason != Qt::ActiveWindowFocusReason && reason != Qt::PopupFocusReason)
      QTimer::singleShot(0, this, &CommandPalette::dismiss);
    return false;
  }
  if (event->type() == QEvent::ShortcutOverride) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    const bool isOurs = key == Qt::Key_Escape || key == Qt::Key_Return || key == Qt::Key_Enter;
    if (isOurs) event->accept();
    return false;
  }
  if (event->type() != QEvent::KeyPress) return false;
  switch (static_cast<QKeyEvent*>(event)->key()) {
    case Qt::Key_Down:
      moveCurrent(1);
      return true;
    case Qt::Key_Up:
      moveCurrent(-1);
      return true;
    case Qt::Key_PageDown:
      moveCurrent(kRowsShown);
      return true;
    case Qt::Key_PageUp:
      moveCurrent(-kRowsShown);
      return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      runCurrent();
      return true;
    case Qt::Key_Escape:
      dismiss();
      return true;
    default:
      return false;
  }
}

void CommandPalette::paintEvent(QPaintEvent*) {
  const Theme& theme = Theme::forPalette(palette());
  QPainter painter(this);
  painter.fillRect(rect(), palette().color(QPalette::Base));
  painter.setPen(QPen(theme.outline, 2));
  painter.drawRect(QRectF(rect()).adjusted(1, 1, -1, -1));
}

}  // namespace tasoscope
