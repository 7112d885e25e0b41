#pragma once
// Opening the graphs inside nodes on the stage, and the way back.

#include "features/feature.h"
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

 private:
  void showPlace(const BodyPlace& place);

  BodyBar* m_bar;
  BodyPlace m_place;
};

}  // namespace tasoscope
