#include "script/shown_widgets.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractScrollArea>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QSplitterHandle>
#include <QTabBar>
#include <algorithm>

namespace tasoscope {
namespace {

QString nameOf(const QWidget& widget) {
  QString name =
      QStringLiteral("%1 %2").arg(QString::fromLatin1(widget.metaObject()->className()), widget.objectName());
  for (const QWidget* parent = widget.parentWidget(); parent && widget.objectName().isEmpty();
       parent = parent->parentWidget()) {
    if (parent->objectName().isEmpty()) continue;
    name += QStringLiteral("in ") + parent->objectName();
    break;
  }
  return name.trimmed();
}

QRect rectIn(const QWidget& window, const QWidget& widget) {
  return {widget.mapTo(&window, QPoint(0, 0)), widget.size()};
}

/// Scrolled contents, and the parts that Qt's own widgets put where they need them.
bool mayBeOutside(const QWidget& widget) {
  const QWidget* parent = widget.parentWidget();
  const auto* area = qobject_cast<const QAbstractScrollArea*>(parent->parentWidget());
  return (area && area->viewport() == parent) || qobject_cast<const QSplitterHandle*>(&widget);
}

std::vector<const QWidget*> visibleIn(const QWidget& window) {
  std::vector<const QWidget*> visible;
  for (const QWidget* widget : window.findChildren<QWidget*>()) {
    if (widget->isVisible() && widget->window() == &window) visible.push_back(widget);
  }
  return visible;
}

bool isTarget(const QWidget& widget) {
  if (!widget.isEnabled()) return false;
  if (qobject_cast<const QLineEdit*>(&widget))  // inside a box it is part of the box
    return !qobject_cast<const QComboBox*>(widget.parentWidget()) &&
           !qobject_cast<const QAbstractSpinBox*>(widget.parentWidget()) &&
           !widget.parentWidget()->inherits("QKeySequenceEdit");
  const bool isInField = qobject_cast<const QLineEdit*>(widget.parentWidget());
  return !isInField && (qobject_cast<const QAbstractButton*>(&widget) || qobject_cast<const QComboBox*>(&widget) ||
                        qobject_cast<const QAbstractSpinBox*>(&widget) || widget.inherits("QKeySequenceEdit"));
}

class TargetCollector {
 public:
  explicit TargetCollector(const QWidget& window) : m_window(window) {}

  std::vector<ShownTarget> collect() {
    for (const QWidget* widget : visibleIn(m_window)) {
      if (isTarget(*widget)) add(*widget, widget->rect());
      if (const auto* tabs = qobject_cast<const QTabBar*>(widget)) {
        for (int i = 0; i < tabs->count(); ++i) add(*tabs, tabs->tabRect(i));
      }
      if (const auto* view = qobject_cast<const QAbstractItemView*>(widget)) addRows(*view);
    }
    return std::move(m_targets);
  }

 private:
  void add(const QWidget& widget, const QRect& area) {
    const bool isSmall = std::min(area.width(), area.height()) < kLeastTarget;
    m_targets.push_back({nameOf(widget), area.translated(rectIn(m_window, widget).topLeft()), isSmall});
  }

  /// The first row that is all in sight stands for the others.
  void addRows(const QAbstractItemView& view) {
    if (qobject_cast<const QHeaderView*>(&view) || !view.model() || view.model()->rowCount() == 0) return;
    const QRect row = view.visualRect(view.model()->index(0, 0));
    if (!view.viewport()->rect().contains(row.center())) return;
    const QPoint origin = view.viewport()->pos();
    add(view, QRect(row.topLeft() + origin, QSize(std::max(row.width(), kLeastTarget), row.height())));
  }

  const QWidget& m_window;
  std::vector<ShownTarget> m_targets;
};

}  // namespace

std::vector<ShownWidget> shownWidgets(const QWidget& window) {
  std::vector<ShownWidget> shown;
  for (const QWidget* widget : visibleIn(window)) {
    const QRect within = widget->parentWidget()->rect();
    const bool isOutside = !mayBeOutside(*widget) && !within.contains(widget->geometry()) && !widget->size().isEmpty();
    shown.push_back({nameOf(*widget), rectIn(window, *widget), isOutside});
  }
  return shown;
}

std::vector<ShownTarget> shownTargets(const QWidget& window) { return TargetCollector(window).collect(); }

}  // namespace tasoscope
