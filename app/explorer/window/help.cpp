#include "window/help.h"

#include <QCoreApplication>
#include <QDialog>
#include <QLabel>
#include <QMenuBar>
#include <QVBoxLayout>

#include "views/text/text_scale.h"
#include "window/explorer_window.h"
#include "window/shortcut_sheet.h"

namespace tasoscope {
namespace {

struct Help {
  Q_DECLARE_TR_FUNCTIONS(tasoscope::Help)
};

QDialog* makePage(ExplorerWindow& window, const QString& title) {
  auto* page = new QDialog(&window);
  page->setAttribute(Qt::WA_DeleteOnClose);
  page->setWindowTitle(title);
  return page;
}

}  // namespace

void showKeys(ExplorerWindow& window) {
  auto* sheet = new ShortcutSheet(window.actions(), *window.menuBar(), &window);
  sheet->setAttribute(Qt::WA_DeleteOnClose);
  sheet->show();
}

void showAbout(ExplorerWindow& window) {
  QDialog* page = makePage(window, Help::tr("About Tasoscope"));
  auto* text =
      new QLabel(Help::tr("<h2>Tasoscope %1</h2><p>Sees, searches and explains substitutions in ONNX graphs.</p>"
                          "<p>Implements the optimizer of TASO (Jia et al., SOSP 2019) and goes past it.</p>"
                          "<p>Apache License 2.0</p>")
                     .arg(QCoreApplication::applicationVersion()));
  text->setWordWrap(true);
  text->setTextInteractionFlags(Qt::TextBrowserInteraction);
  auto* layout = new QVBoxLayout(page);
  layout->addWidget(text);
  page->resize(scaled(460), scaled(220));
  page->show();
}

}  // namespace tasoscope
