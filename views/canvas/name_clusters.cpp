#include "views/canvas/name_clusters.h"

#include <string_view>
#include <unordered_map>

namespace tasoscope {
namespace {

constexpr int kMostMembers = 60;
constexpr int kLeastMembers = 3;

/// The name's outer parts, shortest first, without the last part, which names the node itself.
std::vector<std::string_view> partsOf(std::string_view name) {
  std::vector<std::string_view> parts;
  const char separator = name.find('/') == std::string_view::npos ? '.' : '/';
  for (std::size_t end = name.find(separator, 1); end != std::string_view::npos; end = name.find(separator, end + 1))
    parts.push_back(name.substr(0, end));
  return parts;
}

}  // namespace

std::vector<int> nameClusters(const std::vector<std::string>& names) {
  std::unordered_map<std::string_view, int> members;
  for (const std::string& name : names) {
    for (const std::string_view part : partsOf(name)) ++members[part];
  }
  std::unordered_map<std::string_view, int> numbers;
  std::vector<int> clusters;
  for (const std::string& name : names) {
    int cluster = -1;
    for (const std::string_view part : partsOf(name)) {
      const int count = members[part];
      if (count > kMostMembers) continue;
      if (count >= kLeastMembers) cluster = numbers.emplace(part, static_cast<int>(numbers.size())).first->second;
      break;
    }
    clusters.push_back(cluster);
  }
  return clusters;
}

}  // namespace tasoscope
