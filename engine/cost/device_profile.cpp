#include "cost/device_profile.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "deviceProfileFiles.h"
#include "tensor/error.h"

namespace tasoscope {

namespace {

using Json = nlohmann::json;

class FigureReader {
 public:
  FigureReader(const Json& figures, DeviceProfile& profile) : figures_(figures), profile_(profile) {}

  double read(const char* name) {
    const Json& figure = figures_.at(name);
    const auto value = figure.at("value").get<double>();
    if (!(value >= 0)) throw FileError(fmt::format("the figure {} is negative", name));
    profile_.figures.push_back({name, value, figure.at("source").get<std::string>()});
    return value;
  }
  double readPositive(const char* name) {
    const double value = read(name);
    if (value == 0) throw FileError(fmt::format("the figure {} is zero", name));
    return value;
  }

 private:
  const Json& figures_;
  DeviceProfile& profile_;
};

void readFigures(const Json& figures, DeviceProfile& profile) {
  FigureReader reader(figures, profile);
  profile.float32Flops = reader.readPositive("float32_flops");
  profile.float64Flops = reader.readPositive("float64_flops");
  profile.float32ProductFlops = reader.readPositive("float32_product_flops");
  profile.float16ProductFlops = reader.readPositive("float16_product_flops");
  profile.memoryBytesPerSecond = reader.readPositive("memory_bytes_per_second");
  profile.cacheBytes = reader.read("cache_bytes");
  profile.processors = static_cast<int>(reader.readPositive("processors"));
  profile.launchSeconds = reader.read("launch_seconds");
  profile.float32ProductShare = reader.readPositive("float32_product_share");
  profile.float16ProductShare = reader.readPositive("float16_product_share");
  profile.vectorShare = reader.readPositive("vector_share");
  profile.memoryShare = reader.readPositive("memory_share");
  profile.cachedSpeedup = reader.readPositive("cached_speedup");
  profile.productStartDepth = reader.read("product_start_depth");
  profile.groupSeconds = reader.read("group_seconds");
}

void readTiles(const Json& tiles, DeviceProfile& profile) {
  for (const Json& tile : tiles.at("value")) {
    profile.tiles.push_back({tile.at(0).get<int>(), tile.at(1).get<int>(), tile.at(2).get<double>()});
    const DeviceTile& read = profile.tiles.back();
    if (read.rows < 1 || read.columns < 1 || !(read.share > 0)) throw FileError("a tile is not positive");
  }
  if (profile.tiles.empty()) throw FileError("there is no tile");
  profile.figures.push_back(
      {"tiles", static_cast<double>(profile.tiles.size()), tiles.at("source").get<std::string>()});
}

std::vector<DeviceProfile> builtInProfiles() {
  std::vector<DeviceProfile> profiles;
  for (const EmbeddedFile& file : deviceProfileFiles()) profiles.push_back(parseDeviceProfile(file.text, file.name));
  std::ranges::sort(profiles, {}, &DeviceProfile::name);
  return profiles;
}

}  // namespace

DeviceProfile parseDeviceProfile(std::string_view json, std::string_view file) {
  try {
    const Json document = Json::parse(json);
    DeviceProfile profile;
    profile.name = document.at("name").get<std::string>();
    profile.title = document.at("title").get<std::string>();
    profile.summary = document.at("summary").get<std::string>();
    profile.isGpu = document.at("kind").get<std::string>() == "gpu";
    readFigures(document.at("figures"), profile);
    readTiles(document.at("tiles"), profile);
    return profile;
  } catch (const Json::exception& error) {
    throw FileError(fmt::format("The device profile {} is malformed: {}.", file, error.what()));
  } catch (const FileError& error) {
    throw FileError(fmt::format("The device profile {} is malformed: {}.", file, error.what()));
  }
}

std::span<const DeviceProfile> deviceProfiles() {
  static const std::vector<DeviceProfile> profiles = builtInProfiles();
  return profiles;
}

const DeviceProfile* findDevice(std::string_view name) {
  const auto profiles = deviceProfiles();
  const auto found = std::ranges::find(profiles, name, &DeviceProfile::name);
  return found == profiles.end() ? nullptr : &*found;
}

}  // namespace tasoscope
