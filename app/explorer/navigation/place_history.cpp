#include "navigation/place_history.h"

namespace tasoscope {

void PlaceHistory::arrive(const Place& place) {
  if (!m_places.empty() && m_places[m_here].isAbout(place)) {
    m_places[m_here] = place;
    return;
  }
  if (!m_places.empty()) m_places.resize(m_here + 1);
  m_places.push_back(place);
  if (m_places.size() > kMost) m_places.erase(m_places.begin());
  m_here = m_places.size() - 1;
}

void PlaceHistory::look(const Place& place) {
  if (!m_places.empty() && m_places[m_here].isAbout(place)) m_places[m_here] = place;
}

std::optional<Place> PlaceHistory::goBack() {
  if (!canGoBack()) return std::nullopt;
  return m_places[--m_here];
}

std::optional<Place> PlaceHistory::goForward() {
  if (!canGoForward()) return std::nullopt;
  return m_places[++m_here];
}

void PlaceHistory::keepOnly(const std::function<bool(const Place&)>& isThere) {
  std::vector<Place> kept;
  std::size_t here = 0;
  for (std::size_t i = 0; i < m_places.size(); ++i) {
    const bool isTwin = !kept.empty() && kept.back().isAbout(m_places[i]);
    if ((isThere(m_places[i]) || i == m_here) && !isTwin) kept.push_back(m_places[i]);
    if (i == m_here) here = kept.empty() ? 0 : kept.size() - 1;
  }
  m_places = std::move(kept);
  m_here = here;
}

void PlaceHistory::clear() {
  m_places.clear();
  m_here = 0;
}

}  // namespace tasoscope
