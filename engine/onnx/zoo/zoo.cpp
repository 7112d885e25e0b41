#include "onnx/zoo/zoo.h"

#include "onnx/model_proto.h"
#include "onnx/write_model.h"
#include "onnx/zoo/networks.h"

namespace tasoscope {

Model makeZooModel(std::string_view name, const ZooOptions& options) {
  auto [proto, weights] = zoo::buildNetwork(name, options);
  return modelFromProto(std::move(proto), std::move(weights));
}

void writeZooModel(std::string_view name, const ZooOptions& options, const std::filesystem::path& path,
                   const Progress& progress) {
  Model model = makeZooModel(name, options);
  writeModel(model, model.loadedGraph(), path, {}, progress);
}

}  // namespace tasoscope
