#include "views/timeline/timeline_accessible.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QCoreApplication>
#include <QPointer>
#include <map>

#include "views/timeline/timeline_view.h"

namespace tasoscope {
namespace {

struct TimelineWords {
  Q_DECLARE_TR_FUNCTIONS(tasoscope::TimelineWords)
};

class StepAccessible : public QAccessibleInterface, public QAccessibleActionInterface {
 public:
  StepAccessible(TimelineView* view, StepId step) : m_view(view), m_step(step) {}

  bool isValid() const override { return m_view && m_view->layout().spotOf(m_step); }
  QObject* object() const override { return nullptr; }
  QWindow* window() const override { return m_view ? m_view->window()->windowHandle() : nullptr; }
  QAccessibleInterface* parent() const override { return QAccessible::queryAccessibleInterface(m_view); }
  QAccessibleInterface* child(int) const override { return nullptr; }
  QAccessibleInterface* childAt(int, int) const override { return nullptr; }
  int childCount() const override { return 0; }
  int indexOfChild(const QAccessibleInterface*) const override { return -1; }
  QAccessible::Role role() const override { return QAccessible::ListItem; }

  QRect rect() const override {
    if (!isValid()) return {};
    const QRect area = m_view->rectOf(m_step).toRect();
    return {m_view->viewport()->mapToGlobal(area.topLeft()), area.size()};
  }

  QAccessible::State state() const override {
    QAccessible::State state;
    state.selectable = state.focusable = true;
    state.invalid = !isValid();
    if (!isValid()) return state;
    state.selected = m_view->scene().trail.current == m_step;
    state.focused = state.selected && m_view->hasFocus();
    return state;
  }

  QString text(QAccessible::Text kind) const override {
    if (!isValid()) return {};
    if (kind == QAccessible::Name) return m_view->scene().words.sentence(m_step);
    if (kind == QAccessible::Description) return m_view->scene().words.description(m_step);
    return {};
  }
  void setText(QAccessible::Text, const QString&) override {}

  void* interface_cast(QAccessible::InterfaceType type) override {
    return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface*>(this) : nullptr;
  }
  QStringList actionNames() const override {
    return {TimelineWords::tr("go there"), TimelineWords::tr("compare with it")};
  }
  void doAction(const QString& name) override {
    if (!isValid()) return;
    if (name == actionNames().front()) m_view->choose(m_step);
    if (name == actionNames().back()) Q_EMIT m_view->comparedChosen(m_step);
  }
  QStringList keyBindingsForAction(const QString&) const override { return {}; }

 private:
  QPointer<TimelineView> m_view;
  StepId m_step;
};

class TimelineAccessible : public QAccessibleWidget {
 public:
  explicit TimelineAccessible(TimelineView* view) : QAccessibleWidget(view, QAccessible::List) {}
  ~TimelineAccessible() override {
    for (const auto& [step, id] : m_children) QAccessible::deleteAccessibleInterface(id);
  }

  int childCount() const override { return static_cast<int>(view()->layout().spots().size()); }

  QAccessibleInterface* child(int index) const override {
    const auto& spots = view()->layout().spots();
    if (index < 0 || static_cast<std::size_t>(index) >= spots.size()) return nullptr;
    return interfaceOf(spots[static_cast<std::size_t>(index)].step);
  }

  int indexOfChild(const QAccessibleInterface* child) const override {
    for (int i = 0; i < childCount(); ++i) {
      if (this->child(i) == child) return i;
    }
    return -1;
  }

  QAccessibleInterface* childAt(int x, int y) const override {
    const QPointF position = view()->viewport()->mapFromGlobal(QPoint(x, y));
    for (const TimelineSpot& spot : view()->layout().spots()) {
      if (view()->rectOf(spot.step).contains(position)) return interfaceOf(spot.step);
    }
    return nullptr;
  }

  QAccessibleInterface* focusChild() const override {
    const StepId current = view()->scene().trail.current;
    return view()->hasFocus() && view()->layout().spotOf(current) ? interfaceOf(current) : nullptr;
  }

 private:
  TimelineView* view() const { return static_cast<TimelineView*>(object()); }

  QAccessibleInterface* interfaceOf(StepId step) const {
    const auto found = m_children.find(step);
    if (found != m_children.end()) return QAccessible::accessibleInterface(found->second);
    auto* made = new StepAccessible(view(), step);
    m_children.emplace(step, QAccessible::registerAccessibleInterface(made));
    return made;
  }

  mutable std::map<StepId, QAccessible::Id> m_children;
};

QAccessibleInterface* makeTimelineAccessible(const QString& className, QObject* object) {
  if (className != QLatin1String("tasoscope::TimelineView")) return nullptr;
  auto* view = qobject_cast<TimelineView*>(object);
  return view ? new TimelineAccessible(view) : nullptr;
}

}  // namespace

void installTimelineAccessibility() { QAccessible::installFactory(makeTimelineAccessible); }

}  // namespace tasoscope
