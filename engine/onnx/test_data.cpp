#include "onnx/test_data.h"

#include <fmt/format.h>
#include <onnx/onnx_pb.h>

#include <algorithm>
#include <fstream>

#include "onnx/tensor_data.h"
#include "tensor/error.h"

namespace tasoscope {
namespace {

std::shared_ptr<const onnx::TensorProto> readTensor(const std::filesystem::path& path) {
  auto tensor = std::make_shared<onnx::TensorProto>();
  std::ifstream file(path, std::ios::binary);
  if (!file || !tensor->ParseFromIstream(&file))
    throw FileError(fmt::format("{} is not an ONNX tensor", path.string()));
  return tensor;
}

}  // namespace

std::map<std::string, Value> readTestInputs(const Model& model, const std::filesystem::path& folder) {
  std::map<std::string, Value> values;
  const std::vector<TensorId>& inputs = model.inputs();
  auto nameOf = [&model](TensorId input) { return model.space().tensor(input).name; };
  for (std::size_t number = 0;; ++number) {
    std::filesystem::path path = folder / fmt::format("input_{}.pb", number);
    if (!std::filesystem::exists(path)) break;
    std::shared_ptr<const onnx::TensorProto> tensor = readTensor(path);
    bool isNamed = std::ranges::any_of(inputs, [&](TensorId input) { return nameOf(input) == tensor->name(); });
    if (!isNamed && number >= inputs.size())
      throw FileError(fmt::format("{} is one more than the model's {} inputs", path.string(), inputs.size()));
    std::string name = isNamed ? tensor->name() : nameOf(inputs[number]);
    values[name] = constantOf(tensor, std::make_shared<PayloadStore>(), path.string())->value();
  }
  if (values.empty()) throw FileError(fmt::format("there is no input_0.pb in {}", folder.string()));
  return values;
}

}  // namespace tasoscope
