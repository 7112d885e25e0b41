#pragma once
// Opening the graphs inside nodes on the stage, and the way back.

#include "features/feature.h"
#include "session/inner_work.h"
#include "session/session_host.h"

namespace tasoscope {

class BodyBar;

class BodyFeature : public Feature {
  Q_OBJECT

 public:
  explicit BodyFeature(Workbench& bench);
  void updateActions() override;
  bool isInside() const { return !m_place.way.isEmpty(); }
  /// Whether the node of this key was one with graphs inside; then the first of them is being opened.
  bool open(std::uint64_t key);
  /// What a graph has to say whose nodes hold others: how many, and how much of the time they take. Empty: none does.
  QString hint() const;
  int nodesWithBodies() const;
  /// What was done in the graphs inside the shown one.
  const InnerWork& work() const { return m_work; }
  /// Inside which nodes the shown graph is, from the outermost on; empty: it is the model's own.
  const QStringList& way() const { return m_place.way; }
  /// The trail as it is told: what was done in graphs inside nodes counts as done by step 0, and stands at its place.
  static TrailView told(TrailView trail, const InnerWork& work);

 private:
  /// Of the nodes with graphs inside the one that takes the most time; nullptr: none has any.
  const NodeView* dearest() const;
  void readWork();
  void showPlace(const BodyPlace& place);

  BodyBar* m_bar;
  BodyPlace m_place;
  InnerWork m_work;
};

}  // namespace tasoscope
