#pragma once
// Our own layered layout: rows by longest path, few crossings, straight long edges. Deterministic, in one thread, and
// fast enough (10,000 boxes in a fraction of a second) to draw every step anew.
//
// Problem: Graphviz draws small graphs well, but takes minutes at 10,000 boxes and cannot be stopped inside a process.
// Idea: the method of Sugiyama, Tagawa and Toda (1981), each stage in its near-linear form and without recursion:
//  1. ranks by longest path; boxes then go to where their edges are shortest (layered/ranking.h);
//  2. edges over several rows become chains of dummies, those over more than `longestEdge` rows become stubs;
//  3. sweeps of barycentres, down and up, keep the order with the fewest crossings (layered/ordering.h);
//  4. coordinates by the four alignments of Brandes and Köpf (2001), compacted as longest paths in the graph of their
//     blocks, and balanced by the mean of the two middle ones (layered/placement.h);
//  5. edges run vertically through rows and turn only in the gaps between them.
// Invariants: boxes do not overlap; an edge that is not part of a cycle goes down. Complexity: O((V + E + D) log V)
// with D dummies, at most longestEdge per edge.

#include "layout/layout.h"

namespace tasoscope {

/// Throws Cancelled. Edges whose ends are equal are drawn as empty routes.
Layout layoutLayered(const LayoutRequest& request, const Progress& progress = {});

}  // namespace tasoscope
