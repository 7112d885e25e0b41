#include "session/groups/group_labels.h"

#include <functional>
#include <string_view>

namespace tasoscope {

int GroupLabels::idOf(const GroupLabel& label) {
  const auto [entry, isNew] = ids_.try_emplace(label, static_cast<int>(labels_.size()));
  if (isNew) labels_.push_back(label);
  return entry->second;
}

std::uint64_t mixed(std::uint64_t seed, std::uint64_t value) {
  std::uint64_t x = seed + 0x9e3779b97f4a7c15u + value * 0xbf58476d1ce4e5b9u;  // splitmix64
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

std::uint64_t mixed(std::uint64_t seed, std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325u;  // FNV-1a
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return mixed(seed, hash);
}

std::vector<GroupPath> namePaths(const GraphView& view, GroupLabels& labels) {
  std::vector<GroupPath> paths;
  paths.reserve(view.nodes.size());
  for (const NodeView& node : view.nodes) {
    GroupPath path;
    const std::string_view name = node.name;
    const char separator = name.find('/') != std::string_view::npos ? '/' : '.';
    std::size_t start = 0;
    for (std::size_t end = name.find(separator); end != std::string_view::npos; end = name.find(separator, start)) {
      if (end > start) path.push_back(labels.idOf({GroupKind::kNames, std::string(name.substr(start, end - start))}));
      start = end + 1;
    }
    paths.push_back(std::move(path));
  }
  return paths;
}

std::vector<std::uint64_t> nodeSignatures(const GraphView& view) {
  // Of all texts of all nodes, so it takes the fastest hash there is; nothing that is kept depends on it.
  const auto textHash = [](std::uint64_t seed, const std::string& text) {
    return mixed(seed, static_cast<std::uint64_t>(std::hash<std::string_view>{}(text)));
  };
  std::vector<std::uint64_t> signatures;
  signatures.reserve(view.nodes.size());
  for (const NodeView& node : view.nodes) {
    std::uint64_t hash = textHash(1, node.operatorName);
    for (const auto& [name, value] : node.attributes) hash = textHash(textHash(hash, name), value);
    for (const TensorView& input : node.inputs) hash = mixed(textHash(hash, input.type), input.isConstant ? 3u : 2u);
    hash = mixed(hash, node.outputs.size());
    for (const TensorView& output : node.outputs) hash = textHash(hash, output.type);
    signatures.push_back(hash);
  }
  return signatures;
}

}  // namespace tasoscope
