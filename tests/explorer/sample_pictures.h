#pragma once
// Pictures for the tests, made by hand.

#include <memory>

#include "views/canvas/arrange.h"

namespace tasoscope {

inline PictureBox sampleBox(std::uint64_t key, const QString& title) {
  PictureBox box;
  box.key = key;
  box.title = title;
  box.cost = QStringLiteral("41 us");
  box.lines = {QStringLiteral("3x3, 64 to 128")};
  box.accessibleName = title + QString::number(key);
  box.searchText = QStringLiteral("%1 node%2").arg(title).arg(key);
  return box;
}

inline PictureEdge sampleEdge(int from, int to) {
  PictureEdge edge;
  edge.from = from;
  edge.to = to;
  return edge;
}

/// 1 feeds 2 and 3, which feed 4.
inline Picture diamond() {
  Picture picture;
  picture.boxes = {sampleBox(1, "Input"), sampleBox(2, "Conv"), sampleBox(3, "Conv"), sampleBox(4, "Add")};
  picture.edges = {sampleEdge(0, 1), sampleEdge(0, 2), sampleEdge(1, 3), sampleEdge(2, 3)};
  return picture;
}

/// 1 feeds 5, which feeds 4: the diamond with its two convolutions merged.
inline Picture mergedDiamond() {
  Picture picture;
  picture.boxes = {sampleBox(1, "Input"), sampleBox(5, "Conv"), sampleBox(4, "Add")};
  picture.edges = {sampleEdge(0, 1), sampleEdge(1, 2)};
  return picture;
}

inline std::shared_ptr<const Picture> arrangedDiamond() {
  Picture picture = diamond();
  arrange(picture, layeredEngine());
  return std::make_shared<const Picture>(std::move(picture));
}

/// A chain of boxes 1 to `count`, whose first also feeds the last.
inline std::shared_ptr<const Picture> chainWithShortcut(int count) {
  Picture picture;
  for (int i = 1; i <= count; ++i) picture.boxes.push_back(sampleBox(static_cast<std::uint64_t>(i), "Relu"));
  for (int i = 1; i < count; ++i) picture.edges.push_back(sampleEdge(i - 1, i));
  picture.edges.push_back(sampleEdge(0, count - 1));
  picture.edges.back().label = QStringLiteral("skip");
  picture.edges.back().value = 500;
  arrange(picture, layeredEngine());
  return std::make_shared<const Picture>(std::move(picture));
}

}  // namespace tasoscope
