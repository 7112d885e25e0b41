#pragma once
// What is known about a device whose times are estimated: figures from datasheets, and a few that stand for what
// libraries reach, each with its source. The files are resources/devices/*.json and are compiled into the program.

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tasoscope {

struct DeviceFigure {
  std::string name;
  double value = 0;
  std::string source;  ///< the datasheet; or starts with "assumption:" or "fitted to"
};

/// An output tile that product kernels work on, and the share of the product peak that it reaches.
struct DeviceTile {
  int rows = 0, columns = 0;
  double share = 1;
};

struct DeviceProfile {
  std::string name;     ///< as --device takes it: "h100"
  std::string title;    ///< "NVIDIA H100 SXM5 80 GB"
  std::string summary;  ///< one sentence
  bool isGpu = true;
  std::vector<DeviceFigure> figures;  ///< all that follow, in the order of the file, for people

  double float32Flops = 0, float64Flops = 0;                ///< operations per second outside of products
  double float32ProductFlops = 0, float16ProductFlops = 0;  ///< in matrix products and convolutions
  double memoryBytesPerSecond = 0;
  double cacheBytes = 0;                                    ///< of the last-level cache
  int processors = 0;                                       ///< that work on tiles side by side
  double launchSeconds = 0;                                 ///< from the end of one op to the start of the next
  double float32ProductShare = 1, float16ProductShare = 1;  ///< of those peaks that the best tile reaches
  double vectorShare = 1;                                   ///< of float32Flops outside of products
  double memoryShare = 1;                                   ///< of memoryBytesPerSecond
  double cachedSpeedup = 1;                                 ///< of data that lies in the cache
  double productStartDepth = 0;  ///< what starting a tile costs, in steps along the inner dimension
  double groupSeconds = 0;       ///< what each group of a grouped convolution adds
  std::vector<DeviceTile> tiles;
};

/// All profiles, in order of name.
std::span<const DeviceProfile> deviceProfiles();
/// Nullptr when there is none of this name.
const DeviceProfile* findDevice(std::string_view name);
/// Throws FileError, naming `file` and what is wrong.
DeviceProfile parseDeviceProfile(std::string_view json, std::string_view file);

}  // namespace tasoscope
