#pragma once
// The devices that can price a graph here, for the chooser.

#include <QString>
#include <vector>

namespace tasoscope {

struct DeviceChoice {
  QString name;  ///< as on the command line: "h100"
  QString text;  ///< "NVIDIA H100 (estimated)"
};

std::vector<DeviceChoice> deviceChoices();

}  // namespace tasoscope
