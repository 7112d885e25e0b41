#include "search/enabled_matches.h"

#include <algorithm>

namespace tasoscope {

void EnabledMatches::add(const Graph& graph, MatchId id, const Match& match) {
  if (id >= matches_.size()) matches_.resize(id + 1);
  Count& count = matches_[id];
  count.needed = static_cast<std::uint16_t>(match.needs.size());
  count.met = 0;
  for (const Need& need : match.needs) {
    slot(need.tensor, need.choice).matches.push_back(id);
    if (graph.isLive(need.tensor) && graph.choice(need.tensor) == need.choice) ++count.met;
  }
  if (count.met == count.needed) setEnabled(id, true);
}

EnabledMatches::Slot& EnabledMatches::slot(TensorId tensor, const Choice& choice) {
  if (tensor.value >= slots_.size()) slots_.resize(tensor.value + 1);
  auto& slots = slots_[tensor.value];
  auto found = std::find_if(slots.begin(), slots.end(), [&](const Slot& slot) { return slot.choice == choice; });
  if (found != slots.end()) return *found;
  slots.push_back({choice, {}});
  return slots.back();
}

void EnabledMatches::setEnabled(MatchId id, bool isEnabled) {
  std::uint32_t& place = matches_[id].place;
  if (isEnabled) {
    place = static_cast<std::uint32_t>(enabled_.size());
    enabled_.push_back(id);
    newly_enabled_.push_back(id);
  } else {
    matches_[enabled_.back()].place = place;
    enabled_[place] = enabled_.back();
    enabled_.pop_back();
    place = kNotEnabled;
  }
}

void EnabledMatches::count(const Move& move, bool isMade) {
  if (move.tensor.value >= slots_.size()) return;
  for (Slot& slot : slots_[move.tensor.value]) {
    if (slot.choice != move.choice) continue;
    for (MatchId id : slot.matches) {
      Count& count = matches_[id];
      if (isMade) {
        if (++count.met == count.needed) setEnabled(id, true);
      } else {
        if (count.met == count.needed) setEnabled(id, false);
        --count.met;
      }
    }
    return;
  }
}

void EnabledMatches::advance(const Graph& graph, const GraphChange& change) {
  marks_.push_back(moves_.size());
  for (const auto& [tensor, choice] : change.unmade) moves_.push_back({tensor, choice, false});
  for (TensorId tensor : change.chosen) moves_.push_back({tensor, graph.choice(tensor), true});
  for (std::size_t i = marks_.back(); i < moves_.size(); ++i) count(moves_[i], moves_[i].isMade);
}

void EnabledMatches::retreat() {
  while (moves_.size() > marks_.back()) {
    count(moves_.back(), !moves_.back().isMade);
    moves_.pop_back();
  }
  marks_.pop_back();
}

std::vector<MatchId> EnabledMatches::takeNewlyEnabled() {
  std::vector<MatchId> result;
  result.swap(newly_enabled_);
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

std::vector<MatchId> EnabledMatches::enabled() const {
  std::vector<MatchId> result = enabled_;
  std::sort(result.begin(), result.end());
  return result;
}

}  // namespace tasoscope
