#include "window/shortcut_sheet.h"

#include <QDialogButtonBox>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QTextBrowser>
#include <QVBoxLayout>
#include <set>

#include "actions/action_registry.h"
#include "views/text/text_scale.h"
#include "window/screen_room.h"

namespace tasoscope {
namespace {

void collect(const QList<QAction*>& entries, QList<const QAction*>& found) {
  for (const QAction* entry : entries) {
    if (entry->menu())
      collect(entry->menu()->actions(), found);
    else if (!entry->isSeparator() && !entry->objectName().isEmpty())
      found << entry;
  }
}

}  // namespace

ShortcutSheet::ShortcutSheet(const ActionRegistry& actions, const QMenuBar& menus, QWidget* parent)
    : QDialog(parent), m_field(new QLineEdit), m_page(new QTextBrowser) {
  setObjectName(QStringLiteral("shortcutSheet"));
  setWindowTitle(tr("Keys and actions"));
  std::set<const QAction*> listed;
  const auto row = [](const QAction& action) {
    return Row{plainTextOf(action), ActionRegistry::keysText(action), action.statusTip()};
  };
  for (const QAction* menu : menus.actions()) {
    if (!menu->menu()) continue;
    QList<const QAction*> entries;
    collect(menu->menu()->actions(), entries);
    Chapter chapter{plainTextOf(*menu), {}};
    for (const QAction* action : entries) {
      if (actions.find(action->objectName()) != action || !listed.insert(action).second) continue;
      chapter.rows << row(*action);
    }
    m_chapters << chapter;
  }
  Chapter others{tr("Elsewhere"), {}};
  for (const QAction* action : actions.all()) {
    if (listed.count(action) == 0) others.rows << row(*action);
  }
  m_chapters << others
             << Chapter{
                    tr("On a graph"),
                    {{tr("Go to a producer or consumer"), tr("Up, Down"), tr("Follows the edges of the graph")},
                     {tr("Go to a neighbour"), tr("Left, Right"), tr("The next box in the same row")},
                     {tr("Move the view"), tr("Ctrl+arrows, Space and dragging"), tr("Also with the middle button")},
                     {tr("Zoom"), tr("+, −, the wheel"), tr("Around the pointer")}}};

  m_field->setPlaceholderText(tr("Find an action or a key"));
  m_field->setAccessibleName(m_field->placeholderText());
  m_field->setClearButtonEnabled(true);
  m_page->setAccessibleName(windowTitle());
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
  connect(m_field, &QLineEdit::textChanged, this, &ShortcutSheet::find);
  auto* layout = new QVBoxLayout(this);
  layout->addWidget(m_field);
  layout->addWidget(m_page, 1);
  layout->addWidget(buttons);
  resizeOnScreen(this, {scaled(860), scaled(640)});
  find({});
}

QString ShortcutSheet::text() const { return m_page->toPlainText(); }

void ShortcutSheet::find(const QString& pattern) {
  const auto fits = [&](const Row& row) {
    const QString all = row.action + QChar(' ') + row.keys + QChar(' ') + row.help;
    return pattern.isEmpty() || all.contains(pattern.trimmed(), Qt::CaseInsensitive);
  };
  QString html;
  for (const Chapter& chapter : m_chapters) {
    QString rows;
    for (const Row& row : chapter.rows) {
      if (!fits(row)) continue;
      rows += QStringLiteral("<tr><td width='34%'>%1</td><td width='22%'><b>%2</b></td><td>%3</td></tr>")
                  .arg(row.action.toHtmlEscaped(), row.keys.toHtmlEscaped(), row.help.toHtmlEscaped());
    }
    if (rows.isEmpty()) continue;
    html += QStringLiteral("<h3>%1</h3><table width='100%' cellpadding='3'>%2</table>")
                .arg(chapter.title.toHtmlEscaped(), rows);
  }
  m_page->setHtml(html.isEmpty() ? tr("Nothing is called like this.") : html);
}

}  // namespace tasoscope
