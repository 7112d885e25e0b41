#include "views/canvas/arrange.h"

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include <algorithm>
#include <optional>
#include <span>

#include "layout/graphviz.h"
#include "layout/layered.h"
#include "views/canvas/pair_union.h"
#include "views/canvas/route_drawing.h"

namespace tasoscope {
namespace {

constexpr std::size_t kMostNewBoxes = 60;  // so many always open beside what is there
constexpr double kMostNewShare = 0.3;      // of the boxes, in larger pictures

bool differ(const PictureBox& a, const PictureBox& b) {
  return a.title != b.title || a.lines != b.lines || a.content != b.content;
}

/// Marks what `picture` has and `other` lacks with `state`.
void markAgainst(Picture& picture, std::span<const EdgeKey> keys, const Picture& other,
                 std::span<const EdgeKey> otherKeys, DiffState state) {
  absl::flat_hash_map<std::uint64_t, const PictureBox*> boxes;
  boxes.reserve(other.boxes.size());
  for (const PictureBox& box : other.boxes) boxes.emplace(box.key, &box);
  for (PictureBox& box : picture.boxes) {
    const auto found = boxes.find(box.key);
    box.state = found == boxes.end() ? state : differ(box, *found->second) ? DiffState::kChanged : DiffState::kContext;
  }
  const absl::flat_hash_set<EdgeKey> others(otherKeys.begin(), otherKeys.end());
  for (std::size_t i = 0; i < keys.size(); ++i)
    picture.edges[i].state = others.contains(keys[i]) ? DiffState::kContext : state;
}

void draw(Picture& picture, const std::vector<PlacedEdge>& routes) {
  for (std::size_t i = 0; i < picture.edges.size(); ++i) drawRoute(picture.edges[i], routes[i], picture.flow);
}

/// Gives a picture the places and routes of a layout of its own request.
void draw(Picture& picture, const LayoutRequest& request, const Layout& layout) {
  for (std::size_t i = 0; i < picture.boxes.size(); ++i) {
    const LayoutBox& size = request.boxes[i];
    const QRectF rect(layout.positions[i].x, layout.positions[i].y, size.width, size.height);
    picture.boxes[i].rect = flowed(rect, picture.flow);
  }
  draw(picture, layout.edges);
}

/// A picture with the keys of its edges, which are needed more than once.
struct Keyed {
  explicit Keyed(Picture& of) : picture(of), keys(edgeKeys(of)) {}
  Picture& picture;
  std::vector<EdgeKey> keys;
};

void mark(Keyed& before, Keyed& after) {
  markAgainst(before.picture, before.keys, after.picture, after.keys, DiffState::kRemoved);
  markAgainst(after.picture, after.keys, before.picture, before.keys, DiffState::kAdded);
}

bool isMostlyNew(const Places& places, const Picture* before, const Picture& after) {
  std::size_t newBoxes = 0, all = 0;
  for (const Picture* picture : {before, &after}) {
    if (!picture) continue;
    all = std::max(all, picture->boxes.size());
    for (const PictureBox& box : picture->boxes) newBoxes += places.knows(box.key) ? 0 : 1;
  }
  return places.isEmpty() || newBoxes > std::max(kMostNewBoxes, static_cast<std::size_t>(kMostNewShare * double(all)));
}

void arrangeAnew(Places& places, Keyed* before, Keyed& after, const LayoutEngine& engine, const Progress& progress) {
  if (!before) {
    const LayoutRequest request = requestOf(after.picture);
    Layout layout = engine(request, progress);
    draw(after.picture, request, layout);
    places.clear();
    places.note(after.picture, after.keys, std::move(layout.edges));
    return;
  }
  const PairUnion both(before->picture, after.picture);
  const Layout layout = engine(both.request(), progress);
  places.clear();
  for (Keyed* keyed : {before, &after}) {
    std::vector<PlacedEdge> routes = both.place(keyed->picture, layout);
    draw(keyed->picture, routes);
    places.note(keyed->picture, keyed->keys, std::move(routes));
  }
}

void arrangeOne(Places& places, Keyed& keyed, const Progress& progress) {
  Picture& picture = keyed.picture;
  const LayoutRequest request = places.requestFor(picture);
  Layout layout = layoutIncremental(request, places.earlierFor(picture, keyed.keys, request), progress);
  for (std::size_t i = 0; i < picture.boxes.size(); ++i) {
    const LayoutBox& size = request.boxes[i];
    const QRectF rect(layout.positions[i].x, layout.positions[i].y, size.width, size.height);
    picture.boxes[i].rect = flowed(rect, picture.flow);
  }
  for (std::size_t i = 0; i < picture.edges.size(); ++i)
    places.draw(picture.edges[i], keyed.keys[i], layout.edges[i], picture.flow);
  places.note(picture, keyed.keys, std::move(layout.edges));
}

}  // namespace

LayoutEngine layeredEngine() { return layoutLayered; }

LayoutEngine printEngine(std::size_t mostBoxes) {
  return [mostBoxes](const LayoutRequest& request, const Progress& progress) {
    if (request.boxes.size() <= mostBoxes) {
      if (auto layout = layoutWithGraphviz(request, {}, progress)) return *std::move(layout);
    }
    return layoutLayered(request, progress);
  };
}

void arrange(Picture& picture, const LayoutEngine& engine, const Progress& progress) {
  const LayoutRequest request = requestOf(picture);
  draw(picture, request, engine(request, progress));
  picture.buildIndex();
}

void arrangeTogether(Picture& before, Picture& after, const LayoutEngine& engine, const Progress& progress) {
  Places places;
  arrangeOn(places, &before, after, engine, progress);
}

Arranged arrangeOn(Places& places, Picture* before, Picture& after, const LayoutEngine& engine,
                   const Progress& progress) {
  const Arranged arranged = isMostlyNew(places, before, after) ? Arranged::kAnew : Arranged::kContinued;
  Keyed keyedAfter(after);
  std::optional<Keyed> keyedBefore;
  if (before) mark(keyedBefore.emplace(*before), keyedAfter);
  if (arranged == Arranged::kAnew) {
    arrangeAnew(places, keyedBefore ? &*keyedBefore : nullptr, keyedAfter, engine, progress);
  } else {
    for (Keyed* keyed : {keyedBefore ? &*keyedBefore : nullptr, &keyedAfter}) {
      if (!keyed) continue;
      if (!places.restore(keyed->picture, keyed->keys)) arrangeOne(places, *keyed, progress);
      places.setFirm(keyed->picture);
    }
  }
  if (arranged == Arranged::kAnew) places.setFirm(after);
  if (before)
    Picture::buildIndices(*before, after);
  else
    after.buildIndex();
  return arranged;
}

}  // namespace tasoscope
