#pragma once
// The data of TensorProtos: where it lies (in the message, in a mapped payload, in an external file, in a generated
// constant), whether its length fits the shape, and the Constant that gives it when asked. Private to engine/onnx.

#include <onnx/onnx_pb.h>

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "onnx/mapped_file.h"
#include "onnx/wire_scan.h"
#include "tensor/constant.h"

namespace tasoscope {

/// What a model's tensors take their bytes from. Shared by the model and its constants.
struct PayloadStore {
  std::shared_ptr<const MappedFile> file;                             ///< null for a model that was built
  std::vector<PayloadField> fields;                                   ///< by the value of their markers
  std::map<std::string, ConstantPtr> generated;                       ///< weights of a built model, by initializer name
  std::filesystem::path folder;                                       ///< where external data may lie; empty: nowhere
  std::map<std::string, std::shared_ptr<const MappedFile>> external;  ///< by location
};

/// The payload fields of a tensor that stayed in the file.
std::vector<const PayloadField*> payloadsOf(const onnx::TensorProto& tensor, const PayloadStore& store);
/// Puts the payloads back into the message and takes the markers out.
void restorePayloads(onnx::TensorProto& tensor, const PayloadStore& store);
/// Calls `visit` for every TensorProto in a graph, its bodies included.
void forEachTensor(onnx::GraphProto& graph, const std::function<void(onnx::TensorProto&)>& visit);
void forEachTensor(onnx::NodeProto& node, const std::function<void(onnx::TensorProto&)>& visit);
void forEachTensor(onnx::ModelProto& model, const std::function<void(onnx::TensorProto&)>& visit);

/// The type a TensorProto declares. Throws ModelError on negative or overflowing dims and unknown element types;
/// `place` names the tensor in the message.
TensorType typeOf(const onnx::TensorProto& tensor, const std::string& place);

/// The constant a TensorProto holds; opens external data. Throws ModelError when the data does not fit its type,
/// FileError when external data cannot be had.
ConstantPtr constantOf(std::shared_ptr<const onnx::TensorProto> tensor, const std::shared_ptr<PayloadStore>& store,
                       const std::string& place);

/// The file that external data names, if it lies inside `folder` with all links followed. Throws FileError.
std::filesystem::path resolveExternal(const std::filesystem::path& folder, const std::string& location,
                                      const std::string& place);

struct ExternalRange {
  std::string location;
  std::uint64_t offset = 0;
  std::optional<std::uint64_t> length;
};
/// What a tensor's external_data entries say; throws ModelError when they are no numbers or location is missing.
ExternalRange externalRangeOf(const onnx::TensorProto& tensor, const std::string& place);

}  // namespace tasoscope
