#pragma once
// The model zoo: well-known networks built by our own code from their published architectures, each written as an
// exporter writes it (convolution, batch normalization and activation are separate nodes), with seeded weights that
// keep activations in a sane range. Same name and options: same model, byte for byte, on every machine.

#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>

#include "onnx/model.h"

namespace tasoscope {

struct ZooEntry {
  std::string_view name;      ///< "resnet50"
  std::string_view title;     ///< "ResNet-50"
  std::string_view sentence;  ///< what there is to see, for people
  std::string_view citation;  ///< where the architecture was published
};

struct ZooOptions {
  std::int64_t batch = 1;
  /// Widths, images and vocabularies shrunk, the same graph: the reference evaluator runs it in a second or two.
  bool small = false;
  /// The network's block N times where the published network has it once (a bert of 12 N layers): graphs of any size.
  std::int64_t repeat = 1;
};

/// In the order in which people should meet them.
std::span<const ZooEntry> zooEntries();

/// Takes well under a second: a weight is made each time something asks for it. Throws UsageError for a name that is
/// not in the zoo, or an option that makes no sense.
Model makeZooModel(std::string_view name, const ZooOptions& options = {});

/// Writes the model as an ONNX file. Throws UsageError as makeZooModel does, and FileError.
void writeZooModel(std::string_view name, const ZooOptions& options, const std::filesystem::path& path,
                   const Progress& progress = {});

}  // namespace tasoscope
