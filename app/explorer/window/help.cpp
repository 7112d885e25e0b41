#include "window/help.h"

#include <QCoreApplication>
#include <QDialog>
#include <QHeaderView>
#include <QLabel>
#include <QTableWidget>
#include <QVBoxLayout>

#include "window/explorer_window.h"

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
  QDialog* page = makePage(window, Help::tr("Keys and actions"));
  const auto& actions = window.actions().all();
  auto* table = new QTableWidget(static_cast<int>(actions.size()), 3);
  table->setHorizontalHeaderLabels({Help::tr("Action"), Help::tr("Keys"), Help::tr("What it does")});
  table->setEditTriggers(QAbstractItemView::NoEditTriggers);
  table->setSelectionBehavior(QAbstractItemView::SelectRows);
  table->verticalHeader()->hide();
  int row = 0;
  for (const QAction* action : actions) {
    const QString name = action->text().remove(QChar('&')).remove(QChar(0x2026));
    const QStringList texts{name, ActionRegistry::keysText(*action), action->statusTip()};
    for (int column = 0; column < 3; ++column) table->setItem(row, column, new QTableWidgetItem(texts[column]));
    ++row;
  }
  table->horizontalHeader()->setStretchLastSection(true);
  table->resizeColumnsToContents();
  auto* note =
      new QLabel(Help::tr("On a graph: arrows go to producers, consumers and neighbours; Ctrl+arrows, dragging and the "
                          "wheel move and zoom; + and − zoom; Space and dragging pans."));
  note->setWordWrap(true);
  auto* layout = new QVBoxLayout(page);
  layout->addWidget(note);
  layout->addWidget(table);
  page->resize(900, 620);
  page->show();
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
  page->resize(460, 220);
  page->show();
}

}  // namespace tasoscope
