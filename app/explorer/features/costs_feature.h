#pragma once
// The costs in the status line with where they come from; the device that prices the model and the values of its
// symbolic dimensions.

#include <QPointer>

#include "features/feature.h"
#include "panels/device_dialog.h"

namespace tasoscope {

class CostsFeature : public Feature {
  Q_OBJECT

 public:
  explicit CostsFeature(Workbench& bench);
  void updateActions() override;
  DeviceDialog* dialog() const { return m_dialog; }

 private:
  QStringList costs() const;
  QString source() const;
  void openDialog();
  void updateDialog();

  QPointer<DeviceDialog> m_dialog;
  SymbolValues m_given;  // by a person, in this session
};

}  // namespace tasoscope
