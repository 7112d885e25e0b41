#include "features/feature.h"

#include <QAction>

#include "window/explorer_window.h"
#include "window/workbench.h"

namespace tasoscope {

Feature::Feature(Workbench& bench) : QObject(&bench), m_bench(bench) {}

void Feature::on(const char* name, const std::function<void()>& run) {
  connect(action(name), &QAction::triggered, this, [this, run] {
    if (m_bench.isInFront()) run();
  });
}

void Feature::enable(const char* name, bool isEnabled) { m_bench.window().actions().decide(action(name), isEnabled); }

QAction* Feature::action(const char* name) const { return m_bench.window().actions().find(QString::fromLatin1(name)); }

const WorkbenchParts& Feature::parts() const { return m_bench.parts(); }

}  // namespace tasoscope
