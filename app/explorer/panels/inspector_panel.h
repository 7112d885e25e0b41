#pragma once
// What is known about what is selected; without a selection, about the graph. A bar leads back to what was shown before
// and pins a page, so that another can be compared with it: side by side, or one above the other where it is narrow.

#include <QWidget>
#include <optional>

#include "panels/inspector_page.h"

class QSplitter;
class QToolBar;

namespace tasoscope {

class ActionRegistry;

class InspectorPanel : public QWidget {
  Q_OBJECT

 public:
  explicit InspectorPanel(const ActionRegistry& actions, QWidget* parent = nullptr);
  void show(const InspectorContent& content);
  /// Keeps what is shown now on a page of its own, or lets it go.
  void setPinned(bool isPinned);
  bool isPinned() const { return m_isPinned; }
  /// The page that follows the selection.
  InspectorPage* page() const { return m_page; }
  InspectorPage* pinnedPage() const { return m_pinned; }
  const PropertyModel& model() const { return m_page->model(); }
  QTreeView* view() const { return m_page->view(); }

 Q_SIGNALS:
  void linkFollowed(const tasoscope::PropertyLink& link);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void arrangePages();
  InspectorPage *m_pinned, *m_page;
  QSplitter* m_pages;
  InspectorContent m_content;
  bool m_isPinned = false;
};

}  // namespace tasoscope
