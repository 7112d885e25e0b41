#pragma once
// Writing the graph of the current step as ONNX, and what is shown as a picture.

#include "features/feature.h"
#include "session/session.h"

namespace tasoscope {

class ExportFeature : public Feature {
  Q_OBJECT

 public:
  explicit ExportFeature(Workbench& bench);
  void updateActions() override;
  /// ONNX for .onnx, else the shown picture.
  void exportTo(const QString& path);

 private:
  void exportModel();
  void exportPicture();
  void finish(const QString& path, const ExportReport& report);
  static QString verificationText(const EquivalenceReport& report);
};

}  // namespace tasoscope
