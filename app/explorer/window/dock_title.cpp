#include "window/dock_title.h"

#include <QDockWidget>
#include <QHBoxLayout>
#include <QLabel>
#include <QStyle>
#include <QToolButton>

namespace tasoscope {
namespace {

QToolButton* titleButton(const QWidget& title, QStyle::StandardPixmap icon, const QString& name) {
  auto* button = new QToolButton;
  button->setIcon(title.style()->standardIcon(icon));
  button->setAutoRaise(true);
  button->setAccessibleName(name);
  button->setToolTip(name);
  return button;
}

}  // namespace

DockTitle::DockTitle(QDockWidget* dock) : QWidget(dock) {
  auto* text = new QLabel(dock->windowTitle());
  text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  QToolButton* floating =
      titleButton(*this, QStyle::SP_TitleBarNormalButton, tr("Take out of the window, or put back"));
  QToolButton* close = titleButton(*this, QStyle::SP_TitleBarCloseButton, tr("Close; the menu View shows it again"));
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(6, 1, 1, 1);
  layout->setSpacing(1);
  layout->addWidget(text, 1);
  layout->addWidget(floating);
  layout->addWidget(close);
  connect(dock, &QDockWidget::windowTitleChanged, text, &QLabel::setText);
  connect(floating, &QToolButton::clicked, dock, [dock] { dock->setFloating(!dock->isFloating()); });
  connect(close, &QToolButton::clicked, dock, &QDockWidget::close);
}

}  // namespace tasoscope
