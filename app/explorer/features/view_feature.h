#pragma once
// How the stage shows the graphs: which pair, which panes, how large; and finding nodes.

#include "features/feature.h"

namespace tasoscope {

enum class PaneMode;

class ViewFeature : public Feature {
  Q_OBJECT

 public:
  explicit ViewFeature(Workbench& bench);
  void updateActions() override;
  /// Whether the current step is compared with the loaded graph, rather than with the step before it.
  bool comparesWithOriginal() const { return m_comparesWithOriginal; }
  void compareWithOriginal(bool isOriginal);

 private:
  void connectZoom();
  void connectPanes();
  void connectFind();
  void showPanes(PaneMode mode);
  bool m_comparesWithOriginal = false;
};

}  // namespace tasoscope
