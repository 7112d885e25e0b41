#include "views/canvas/canvas_accessible.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QCoreApplication>
#include <QPointer>
#include <algorithm>
#include <map>

#include "views/canvas/canvas.h"
#include "views/canvas/legend.h"

namespace tasoscope {
namespace {

struct CanvasWords {
  Q_DECLARE_TR_FUNCTIONS(tasoscope::CanvasWords)
};

/// One box. It refers to its picture by key, so that it says "invalid" once another picture is shown without it.
class BoxAccessible : public QAccessibleInterface, public QAccessibleActionInterface {
 public:
  BoxAccessible(Canvas* canvas, std::uint64_t key) : m_canvas(canvas), m_key(key) {}

  bool isValid() const override { return m_canvas && box() >= 0; }
  QObject* object() const override { return nullptr; }
  QWindow* window() const override { return m_canvas ? m_canvas->window()->windowHandle() : nullptr; }
  QAccessibleInterface* parent() const override { return QAccessible::queryAccessibleInterface(m_canvas); }
  QAccessibleInterface* child(int) const override { return nullptr; }
  QAccessibleInterface* childAt(int, int) const override { return nullptr; }
  int childCount() const override { return 0; }
  int indexOfChild(const QAccessibleInterface*) const override { return -1; }
  QAccessible::Role role() const override { return QAccessible::ListItem; }

  QRect rect() const override {
    if (!isValid()) return {};
    const QRect area = m_canvas->widgetRect(box()).toRect();
    return {m_canvas->mapToGlobal(area.topLeft()), area.size()};
  }

  QAccessible::State state() const override {
    QAccessible::State state;
    state.selectable = true;
    state.focusable = true;
    state.invalid = !isValid();
    if (!isValid()) return state;
    state.selected = m_canvas->isSelected(m_key);
    state.focused = m_canvas->selectedKey() == m_key && m_canvas->hasFocus();
    return state;
  }

  QString text(QAccessible::Text kind) const override {
    if (!isValid()) return {};
    const PictureBox& shown = m_canvas->picture().boxes[static_cast<std::size_t>(box())];
    if (kind == QAccessible::Name) {
      if (shown.state == DiffState::kContext) return shown.accessibleName;
      return QStringLiteral("%1, %2").arg(shown.accessibleName, nameOf(shown.state));
    }
    if (kind == QAccessible::Description) {
      return CanvasWords::tr("reads from %1 boxes, feeds %2").arg(producers().size()).arg(consumers().size());
    }
    return {};
  }
  void setText(QAccessible::Text, const QString&) override {}

  void* interface_cast(QAccessible::InterfaceType type) override {
    return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface*>(this) : nullptr;
  }

  QStringList actionNames() const override {
    QStringList names{CanvasWords::tr("select"), CanvasWords::tr("open")};
    for (std::size_t i = 0; i < producers().size(); ++i) names << CanvasWords::tr("go to producer %1").arg(i + 1);
    for (std::size_t i = 0; i < consumers().size(); ++i) names << CanvasWords::tr("go to consumer %1").arg(i + 1);
    return names;
  }

  void doAction(const QString& name) override {
    const qsizetype index = actionNames().indexOf(name);
    if (index < 0 || !isValid()) return;
    std::vector<int> targets{box(), box()};
    for (const int other : producers()) targets.push_back(other);
    for (const int other : consumers()) targets.push_back(other);
    const std::uint64_t key =
        m_canvas->picture().boxes[static_cast<std::size_t>(targets[static_cast<std::size_t>(index)])].key;
    m_canvas->setSelectedKey(key);
    m_canvas->reveal(key);
    Q_EMIT m_canvas->selectionChanged(key);
    if (index == kOpen) Q_EMIT m_canvas->activated(key);
  }

  QStringList keyBindingsForAction(const QString&) const override { return {}; }

 private:
  static constexpr qsizetype kOpen = 1;  // what Enter does: expands a group, for one

  int box() const { return m_canvas->picture().boxOf(m_key); }
  std::vector<int> producers() const { return isValid() ? m_canvas->picture().producersOf(box()) : std::vector<int>(); }
  std::vector<int> consumers() const { return isValid() ? m_canvas->picture().consumersOf(box()) : std::vector<int>(); }

  QPointer<Canvas> m_canvas;
  std::uint64_t m_key;
};

class CanvasAccessible : public QAccessibleWidget {
 public:
  explicit CanvasAccessible(Canvas* canvas) : QAccessibleWidget(canvas, QAccessible::List) {}
  ~CanvasAccessible() override {
    for (const auto& [key, id] : m_children) QAccessible::deleteAccessibleInterface(id);
  }

  int childCount() const override { return static_cast<int>(canvas()->visibleBoxes().size()); }

  QAccessibleInterface* child(int index) const override {
    const std::vector<int> visible = canvas()->visibleBoxes();
    if (index < 0 || static_cast<std::size_t>(index) >= visible.size()) return nullptr;
    return interfaceOf(visible[static_cast<std::size_t>(index)]);
  }

  int indexOfChild(const QAccessibleInterface* child) const override {
    const int count = childCount();
    for (int i = 0; i < count; ++i) {
      if (this->child(i) == child) return i;
    }
    return -1;
  }

  QAccessibleInterface* childAt(int x, int y) const override {
    const QPoint position = canvas()->mapFromGlobal(QPoint(x, y));
    for (const int box : canvas()->visibleBoxes()) {
      if (canvas()->widgetRect(box).contains(position)) return interfaceOf(box);
    }
    return nullptr;
  }

  QAccessibleInterface* focusChild() const override {
    if (!canvas()->hasFocus() || !canvas()->selectedKey()) return nullptr;
    const int box = canvas()->picture().boxOf(*canvas()->selectedKey());
    return box < 0 ? nullptr : interfaceOf(box);
  }

  QString text(QAccessible::Text kind) const override {
    if (kind == QAccessible::Description) {
      return CanvasWords::tr("%1 boxes, %2 in sight").arg(canvas()->picture().boxes.size()).arg(childCount());
    }
    return QAccessibleWidget::text(kind);
  }

 private:
  Canvas* canvas() const { return static_cast<Canvas*>(object()); }

  QAccessibleInterface* interfaceOf(int box) const {
    const std::uint64_t key = canvas()->picture().boxes[static_cast<std::size_t>(box)].key;
    const auto found = m_children.find(key);
    if (found != m_children.end()) return QAccessible::accessibleInterface(found->second);
    auto* made = new BoxAccessible(canvas(), key);
    m_children.emplace(key, QAccessible::registerAccessibleInterface(made));
    return made;
  }

  mutable std::map<std::uint64_t, QAccessible::Id> m_children;
};

QAccessibleInterface* makeCanvasAccessible(const QString& className, QObject* object) {
  if (className != QLatin1String("tasoscope::Canvas")) return nullptr;
  auto* canvas = qobject_cast<Canvas*>(object);
  return canvas ? new CanvasAccessible(canvas) : nullptr;
}

}  // namespace

void installCanvasAccessibility() { QAccessible::installFactory(makeCanvasAccessible); }

}  // namespace tasoscope
