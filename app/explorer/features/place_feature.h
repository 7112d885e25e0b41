#pragma once
// Back and forward through the places where a person has been in this model.

#include "features/feature.h"
#include "navigation/place_history.h"

namespace tasoscope {

class PlaceFeature : public Feature {
  Q_OBJECT

 public:
  explicit PlaceFeature(Workbench& bench);
  void updateActions() override;
  const PlaceHistory& history() const { return m_history; }

 private:
  Place now() const;
  void arrive();
  void look();
  /// Steps that were undone can not be gone to.
  void forgetUndone();
  void goTo(const std::optional<Place>& place);
  /// Once the pair is shown: selects, and moves the view.
  void settle();

  PlaceHistory m_history;
  std::optional<Place> m_target;  // on the way there
};

}  // namespace tasoscope
