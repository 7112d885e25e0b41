#pragma once
// The places where a person has been, to go back to and forward: which step, compared with what, what was selected and
// where the view was. It knows no window.

#include <QPointF>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "features/view_feature.h"

namespace tasoscope {

struct Place {
  StepId step = 0;
  Comparison comparison;
  std::optional<std::uint64_t> selected;
  QPointF centre;    ///< of the view, in the picture's units
  double scale = 1;  ///< of the view
  /// A box near the middle of the view, and where the middle is from it: a graph may be laid out anew meanwhile.
  std::optional<std::uint64_t> anchor;
  QPointF fromAnchor;

  /// Whether both are about the same thing, wherever the view is.
  bool isAbout(const Place& other) const {
    return step == other.step && comparison == other.comparison && selected == other.selected;
  }
};

class PlaceHistory {
 public:
  static constexpr std::size_t kMost = 200;  ///< the oldest are forgotten

  /// Now at `place`: a new one, which ends what could be gone forward to, unless it is about the same as the last.
  void arrive(const Place& place);
  /// The view has moved at the place where one is; nothing when `place` is about something else.
  void look(const Place& place);
  const Place* here() const { return m_places.empty() ? nullptr : &m_places[m_here]; }
  bool canGoBack() const { return m_here > 0; }
  bool canGoForward() const { return m_here + 1 < m_places.size(); }
  /// Moves and returns where one is then; nothing at the end.
  std::optional<Place> goBack();
  std::optional<Place> goForward();
  /// Forgets places that cannot be gone to any more, the one where one is excepted, and twins that this brings
  /// together.
  void keepOnly(const std::function<bool(const Place&)>& isThere);
  void clear();

 private:
  std::vector<Place> m_places;
  std::size_t m_here = 0;
};

}  // namespace tasoscope
