#pragma once
// Graphviz's `dot` as a layout engine, in a child process: it has no way to be cancelled inside a process.

#include <chrono>
#include <optional>
#include <string>

#include "layout/layout.h"

namespace tasoscope {

struct GraphvizOptions {
  std::string program = "dot";
  std::chrono::milliseconds limit{3000};
  std::size_t mostThorough = 1000;  ///< up to so many boxes dot may first try without limits on its own search
  int mostSplines = 300;  ///< above this many edges we route them ourselves, which takes dot longer than the rest
};

/// Nothing when dot is missing, fails, answers what cannot be read, or is slower than the limit. Throws Cancelled.
std::optional<Layout> layoutWithGraphviz(const LayoutRequest& request, const GraphvizOptions& options = {},
                                         const Progress& progress = {});

/// How long dot looks for a better drawing: until it finds none, or not for long.
enum class Effort { kThorough, kLimited };

/// What is sent to dot: boxes by index, fixed sizes, no labels.
std::string graphvizSource(const LayoutRequest& request, const GraphvizOptions& options = {},
                           Effort effort = Effort::kLimited);

}  // namespace tasoscope
