#include "session/devices.h"

#include "cost/device_profile.h"

namespace tasoscope {

std::vector<DeviceChoice> deviceChoices() {
  std::vector<DeviceChoice> choices;
  for (const DeviceProfile& profile : deviceProfiles()) {
    choices.push_back({QString::fromStdString(profile.name), QString::fromStdString(profile.title)});
  }
  return choices;
}

}  // namespace tasoscope
