#pragma once
// What is seen between one picture and the next: boxes that are gone converge to what took their place, new ones emerge
// from there, and what has moved goes to where it stands now.

#include <memory>
#include <vector>

#include "views/canvas/painter.h"

namespace tasoscope {

class Transition {
 public:
  static constexpr int kMilliseconds = 200;

  /// `shift` is added to the places of `from`, so that what stayed on the screen is seen to stay.
  Transition(const Picture& from, std::shared_ptr<const Picture> to, QPointF shift);

  /// Something changes, but not so much that nobody could follow it.
  bool isWorthwhile() const;
  /// Paints everything at `time`, from 0 to 1. `options` are those for the picture to which it leads.
  void paint(QPainter& painter, PaintOptions options, double time) const;

 private:
  struct Actor {
    PictureBox box;  ///< at its place in the picture where it is
    QPointF other;   ///< the centre of where it goes to or comes from
  };
  void findActors(const Picture& from, QPointF shift);
  void findEdges(const Picture& from, QPointF shift);
  void pairUp();

  std::shared_ptr<const Picture> m_to;
  std::vector<Actor> m_leaving, m_coming, m_moving;
  std::vector<PictureEdge> m_leavingEdges, m_comingEdges;
  std::vector<int> m_absent;  // boxes of m_to that are painted here instead, ascending
};

}  // namespace tasoscope
