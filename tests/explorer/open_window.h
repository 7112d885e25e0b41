#pragma once
// A window with its workbench, its settings in a folder of its own, for tests that use the program as a person does.

#include <QDoubleSpinBox>
#include <QTemporaryDir>
#include <QtTest>

#include "window/explorer.h"
#include "window/explorer_window.h"
#include "window/workbench.h"

namespace tasoscope {

struct OpenWindow {
  QTemporaryDir folder;
  Settings settings{folder.path()};
  ExplorerWindow window{settings};
  Explorer explorer{window};

  OpenWindow() {
    window.resize(1400, 900);
    window.show();
  }
  QAction* action(const char* name) { return window.actions().find(QString::fromLatin1(name)); }
  /// The model in front.
  Workbench& workbench() { return *explorer.front(); }
  const WorkbenchParts& parts() const { return explorer.front()->parts(); }
  /// True when all work has ended in time.
  bool settle() {
    return QTest::qWaitFor([this] { return explorer.isIdle(); }, 60000);
  }
  /// Searches as far as the module needs: its first step makes it dearer by a sixth.
  bool search() {
    window.findChild<QDoubleSpinBox*>("alpha")->setValue(1.3);
    action("search.run")->trigger();
    return settle();
  }
  bool openSample(const QString& name) {
    explorer.openSample(name);
    return settle() && window.isStageShown();
  }
};

}  // namespace tasoscope
