#pragma once
// How steps are called, the same everywhere: by their place in their branch, with a letter for branches other than the
// first, and by what they do.

#include <QString>
#include <vector>

#include "session/trail.h"

namespace tasoscope {

/// The words for the steps of one trail.
class StepWords {
 public:
  StepWords() = default;
  explicit StepWords(const TrailView& trail);

  /// "5"; in the second branch "5b", in the third "5c". A step that was undone has its number in brackets.
  QString label(StepId step) const;
  /// The name that it was given, or else what its rule does: "merge convolutions"; "as loaded" for the first, with a
  /// word on what was changed inside its nodes, if its place names some.
  QString title(StepId step) const;
  /// What its branch was called, or else the branch's letter; empty for the first branch.
  QString branch(StepId step) const;
  /// "as loaded", "step 5b, merge convolutions".
  QString named(StepId step) const;
  /// "step 5 of 12, merge convolutions, 0.12 ms faster", for screen readers.
  QString sentence(StepId step) const;
  /// The sentence and all else that is known, a line each, for tool tips.
  QString description(StepId step) const;

 private:
  struct Spot {
    std::size_t branch = 0, depth = 0, last = 0;
    bool isShown = false;
  };
  TrailView m_trail;
  std::vector<Spot> m_spots;
  std::vector<StepId> m_starts;  // of the branches
  StepId m_best = 0;
};

/// "b" for the second branch of a trail, "z", "aa" and so on; empty for the first.
QString branchLetter(std::size_t branch);

/// A rule's name as words: "merge convolutions".
QString ruleWords(const std::string& rule);

}  // namespace tasoscope
