#pragma once
// What people write at steps: names, notes and bookmarks; and going from bookmark to bookmark.

#include "features/feature.h"
#include "session/session.h"

namespace tasoscope {

class TimelineFeature : public Feature {
  Q_OBJECT

 public:
  explicit TimelineFeature(Workbench& bench);
  void updateActions() override;

 private:
  void connectWriting();
  void connectBookmarks();
  void toggleBookmark();
  /// Gives the current step this number; a second time takes it away.
  void toggleNumber(int number);
  void write(const QString& activity, const std::function<void(Session&)>& command);
};

}  // namespace tasoscope
