#pragma once
// Gives the boxes of a picture their places and the edges their curves, by a layout of the engine.

#include <functional>

#include "layout/layout.h"
#include "views/canvas/picture.h"
#include "views/canvas/places.h"

namespace tasoscope {

using LayoutEngine = std::function<Layout(const LayoutRequest&, const Progress&)>;

/// Ours: fast for every size.
LayoutEngine layeredEngine();
/// Graphviz for pictures of up to `mostBoxes`, ours where it is missing, slow, or the picture larger.
LayoutEngine printEngine(std::size_t mostBoxes = 800);

/// How a picture got its places: laid out as a whole, or going on from remembered places.
enum class Arranged { kAnew, kContinued };

/// Places one picture. Throws Cancelled. May run outside the interface's thread.
void arrange(Picture& picture, const LayoutEngine& engine, const Progress& progress = {});

/// Places two pictures of the same thing before and after a change: drawn as one graph, so that what is in both has the
/// same place in both. A box that produces a value that another box produced before takes over its place, since the two
/// are never in one picture. Marks what is in only one (removed, added) or differs (changed), boxes and edges alike.
void arrangeTogether(Picture& before, Picture& after, const LayoutEngine& engine, const Progress& progress = {});

/// The same, going on from the places that are remembered: what has one does not move, what is new opens beside what it
/// belongs to. Without remembered places, or where most of a large picture is new, everything is laid out by `engine`.
/// Remembers the result. `before` may be null.
Arranged arrangeOn(Places& places, Picture* before, Picture& after, const LayoutEngine& engine,
                   const Progress& progress = {});

}  // namespace tasoscope
