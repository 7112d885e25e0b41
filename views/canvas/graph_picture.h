#pragma once
// From a graph of the engine to a picture: which boxes there are, and what is written in them.

#include "session/session.h"
#include "views/canvas/drawn_texts.h"
#include "views/canvas/ghost.h"
#include "views/canvas/picture.h"
#include "views/canvas/shown_groups.h"

namespace tasoscope {

/// Keys of boxes: an op's id, or a tensor's for the graph's inputs and outputs; groups have their own (Group::key).
std::uint64_t keyOf(OpId op);
std::uint64_t inputKeyOf(TensorId tensor);
std::uint64_t outputKeyOf(TensorId tensor);
/// The op of a key; nothing for terminals.
std::optional<OpId> opOf(std::uint64_t key);

/// The picture without places (see arrange.h). Nodes that read the same constant each have it to themselves: constants
/// are no boxes. A collapsed group is one box, an expanded one has a frame; null: no groups. What `drawn`, another
/// graph of the session, says as well is taken from there.
Picture pictureOf(const GraphView& graph, const QString& title, const ShownGroups* groups = nullptr,
                  const DrawnGraph* drawn = nullptr);

/// Writes into the collapsed groups what the pair changes in them, where `groups` have been compared since the picture
/// was made (compare() in shown_groups.h).
void noteChanges(Picture& picture, const ShownGroups& groups, const GraphView& graph);

/// What a candidate would put on the stage: its new boxes, and every edge that is new, as CandidatePreview has them.
Ghost ghostOf(const GraphView& added, const std::vector<OpId>& removed, const QString& bubble);

/// "64x56x56": the type of a tensor without its element type and a leading batch of 1.
QString shapeText(const std::string& type);

}  // namespace tasoscope
