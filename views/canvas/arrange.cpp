#include "views/canvas/arrange.h"

#include <algorithm>
#include <map>

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
void markAgainst(Picture& picture, const Picture& other, DiffState state) {
  std::map<std::uint64_t, const PictureBox*> boxes;
  for (const PictureBox& box : other.boxes) boxes.emplace(box.key, &box);
  for (PictureBox& box : picture.boxes) {
    const auto found = boxes.find(box.key);
    box.state = found == boxes.end() ? state : differ(box, *found->second) ? DiffState::kChanged : DiffState::kContext;
  }
  std::vector<EdgeKey> others = edgeKeys(other);
  std::sort(others.begin(), others.end());
  const std::vector<EdgeKey> keys = edgeKeys(picture);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const bool isShared = std::binary_search(others.begin(), others.end(), keys[i]);
    picture.edges[i].state = isShared ? DiffState::kContext : state;
  }
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

void mark(Picture& before, Picture& after) {
  markAgainst(before, after, DiffState::kRemoved);
  markAgainst(after, before, DiffState::kAdded);
}

/// Both pictures cover the same area, so that they can be shown beside each other.
void buildIndices(Picture& before, Picture& after) {
  before.buildIndex();
  after.buildIndex(before.bounds);
  if (after.bounds != before.bounds) before.buildIndex(after.bounds);
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

void arrangeAnew(Places& places, Picture* before, Picture& after, const LayoutEngine& engine,
                 const Progress& progress) {
  Layout layout;
  if (before) {
    const PairUnion both(*before, after);
    layout = engine(both.request(), progress);
    places.clear();
    for (Picture* picture : {before, &after}) {
      std::vector<PlacedEdge> routes = both.place(*picture, layout);
      draw(*picture, routes);
      places.note(*picture, std::move(routes));
    }
    return;
  }
  const LayoutRequest request = requestOf(after);
  layout = engine(request, progress);
  draw(after, request, layout);
  places.clear();
  places.note(after, std::move(layout.edges));
}

void arrangeOne(Places& places, Picture& picture, const Progress& progress) {
  const LayoutRequest request = places.requestFor(picture);
  Layout layout = layoutIncremental(request, places.earlierFor(picture, request), progress);
  draw(picture, request, layout);
  places.note(picture, std::move(layout.edges));
  places.setFirm(picture);
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
  if (before) mark(*before, after);
  if (arranged == Arranged::kAnew) {
    arrangeAnew(places, before, after, engine, progress);
  } else {
    if (before) arrangeOne(places, *before, progress);
    arrangeOne(places, after, progress);
  }
  places.setFirm(after);
  if (before)
    buildIndices(*before, after);
  else
    after.buildIndex();
  return arranged;
}

}  // namespace tasoscope
