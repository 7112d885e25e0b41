#pragma once
// How the stage shows the graphs: which pair, which panes, how large; and finding nodes.

#include <optional>

#include "features/feature.h"
#include "session/session.h"

namespace tasoscope {

enum class Presentation;

/// What the current step is compared with.
struct Comparison {
  enum class Kind { kPrevious, kOriginal, kChosen };
  Kind kind = Kind::kPrevious;
  StepId chosen = 0;      ///< of kChosen: any step, on any branch
  bool isForNow = false;  ///< who walks on compares with the previous step again
  /// Walking looks at single steps again.
  bool endsWithWalk() const { return kind == Kind::kOriginal || isForNow; }
  friend bool operator==(const Comparison&, const Comparison&) = default;
};

class ViewFeature : public Feature {
  Q_OBJECT

 public:
  explicit ViewFeature(Workbench& bench);
  void updateActions() override;
  void writeView(ViewState& view) const override;
  void readView(const ViewState& view) override;
  const Comparison& comparison() const { return m_comparison; }
  /// The next pair that is asked for is compared so.
  void compare(const Comparison& comparison);
  void compareWithOriginal(bool isOriginal);
  /// The step that the current one is compared with; nothing: it is shown alone.
  std::optional<StepId> comparedStep() const;

 private:
  void connectZoom();
  void connectComparisons();
  void connectPanes();
  void connectFind();
  void show(Presentation presentation);
  Comparison m_comparison;
};

}  // namespace tasoscope
