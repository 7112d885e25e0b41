#pragma once
// One thing that a person can do with an open model: connects its actions with the session and with the parts that show
// it. A workbench makes one of each; it acts only while its model is the one in front.

#include <QObject>
#include <functional>

#include "session/session.h"

class QAction;

namespace tasoscope {

class Workbench;
struct WorkbenchParts;

class Feature : public QObject {
  Q_OBJECT

 public:
  explicit Feature(Workbench& bench);
  /// Disables and relabels its actions as the state of its model asks for; called after every change, with the actions
  /// that need a model enabled.
  virtual void updateActions() {}
  /// What of its view a project keeps, under keys that begin with the feature's name; and the same, found again.
  virtual void writeView(ViewState&) const {}
  virtual void readView(const ViewState&) {}

 protected:
  /// Runs when the action is triggered and this model is in front.
  void on(const char* action, const std::function<void()>& run);
  void enable(const char* action, bool isEnabled);
  QAction* action(const char* name) const;
  Workbench& bench() const { return m_bench; }
  const WorkbenchParts& parts() const;

 private:
  Workbench& m_bench;
};

}  // namespace tasoscope
