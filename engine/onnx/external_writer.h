#pragma once
// External data of a model that is written: files that the model refers to already, and a new one for what would not
// fit into the .onnx. Files get their names before the .onnx does; they are removed again unless keep() is called.
// Private to engine/onnx.

#include <onnx/onnx_pb.h>

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "onnx/output_file.h"
#include "onnx/tensor_data.h"
#include "tensor/digest.h"
#include "tensor/progress.h"

namespace tasoscope {

class ExternalWriter {
 public:
  /// `target` is the .onnx to be written; `store` knows what the model was read from.
  ExternalWriter(const std::filesystem::path& target, const PayloadStore& store, const Progress& progress);
  ~ExternalWriter();
  ExternalWriter(const ExternalWriter&) = delete;
  ExternalWriter& operator=(const ExternalWriter&) = delete;

  /// Makes the file that the tensor's external data names reachable from the target: left where it is if that is in the
  /// same folder, else copied (under a name with its digest if another file has its name). True if the name changed.
  bool carry(onnx::TensorProto& tensor);
  /// Moves bytes to the new data file. The tensor must stay where it is until finish().
  void moveOut(onnx::TensorProto& tensor, std::span<const std::byte> bytes);
  void moveOut(onnx::TensorProto& tensor, const Constant& constant);
  /// Names the new data file by its digest, in the folder and in the tensors that refer to it.
  void finish();
  void keep() { isKept_ = true; }
  /// The files written; not those that were there.
  const std::vector<std::filesystem::path>& files() const { return files_; }

 private:
  std::string carriedLocation(const std::string& location);
  std::string copied(const MappedFile& source, const std::string& location);
  /// Where the next tensor starts in the new data file.
  std::uint64_t nextPlace();
  void append(std::span<const std::byte> bytes);
  void refer(onnx::TensorProto& tensor, std::uint64_t start);

  std::filesystem::path folder_, stem_;
  const PayloadStore& store_;
  const Progress& progress_;
  std::map<std::string, std::string> carried_;
  std::unique_ptr<OutputFile> data_;
  Sha256 digest_;
  std::vector<onnx::TensorProto*> moved_;
  std::vector<std::filesystem::path> files_;
  bool isKept_ = false;
};

}  // namespace tasoscope
