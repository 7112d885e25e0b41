#include "views/canvas/visible_part.h"

#include <algorithm>

#include "views/canvas/graph_picture.h"

namespace tasoscope {

std::shared_ptr<const Picture> visiblePart(const std::shared_ptr<const Picture>& picture, const HiddenKeys& hidden) {
  const auto isHidden = [&](const PictureBox& box) { return hidden.contains(box.key); };
  if (!picture || hidden.empty() || std::none_of(picture->boxes.begin(), picture->boxes.end(), isHidden))
    return picture;
  auto part = std::make_shared<Picture>();
  part->title = picture->title;
  part->flow = picture->flow;
  std::vector<int> places(picture->boxes.size(), -1);
  for (std::size_t i = 0; i < picture->boxes.size(); ++i) {
    if (isHidden(picture->boxes[i])) continue;
    places[i] = static_cast<int>(part->boxes.size());
    part->boxes.push_back(picture->boxes[i]);
  }
  for (const PictureEdge& edge : picture->edges) {
    const int from = places[static_cast<std::size_t>(edge.from)], to = places[static_cast<std::size_t>(edge.to)];
    if (from < 0 || to < 0) continue;
    part->edges.push_back(edge);
    part->edges.back().from = from;
    part->edges.back().to = to;
  }
  for (const auto& [key, box] : picture->standIns)
    if (const int place = places[static_cast<std::size_t>(box)]; place >= 0) part->standIns.emplace(key, place);
  for (const PictureFrame& frame : picture->frames) {
    PictureFrame kept = frame;
    kept.boxes.clear();
    for (const int box : frame.boxes)
      if (const int place = places[static_cast<std::size_t>(box)]; place >= 0) kept.boxes.push_back(place);
    if (!kept.boxes.empty()) part->frames.push_back(std::move(kept));
  }
  part->buildIndex(picture->bounds);
  return part;
}

HiddenCounts hiddenIn(const Picture& picture, const HiddenKeys& hidden) {
  HiddenCounts counts;
  if (hidden.empty()) return counts;
  const auto isHidden = [&](std::size_t box) { return hidden.contains(picture.boxes[box].key); };
  for (std::size_t i = 0; i < picture.boxes.size(); ++i) {
    const BoxShape shape = picture.boxes[i].shape;
    if (shape == BoxShape::kGroup || !isHidden(i)) continue;
    ++(shape == BoxShape::kTerminal ? counts.terminals : counts.nodes);
  }
  for (const auto& [key, box] : picture.standIns) {
    const auto seat = static_cast<std::size_t>(box);
    const bool isInGroup = picture.boxes[seat].shape == BoxShape::kGroup && opOf(key).has_value();
    if (isInGroup && isHidden(seat)) ++counts.nodes;
  }
  return counts;
}

std::vector<std::uint64_t> othersThan(const Picture& picture, const std::vector<std::uint64_t>& keys) {
  std::vector<char> stays(picture.boxes.size());
  std::vector<char> isChosen(picture.boxes.size());
  for (const std::uint64_t key : keys) {
    if (const int box = picture.boxOf(key); box >= 0) isChosen[static_cast<std::size_t>(box)] = 1;
  }
  stays = isChosen;
  for (const PictureEdge& edge : picture.edges) {
    const auto from = static_cast<std::size_t>(edge.from), to = static_cast<std::size_t>(edge.to);
    if (isChosen[from]) stays[to] = 1;
    if (isChosen[to]) stays[from] = 1;
  }
  std::vector<std::uint64_t> others;
  for (std::size_t i = 0; i < picture.boxes.size(); ++i) {
    if (!stays[i]) others.push_back(picture.boxes[i].key);
  }
  return others;
}

}  // namespace tasoscope
