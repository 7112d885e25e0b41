#include "onnx/canonical_table.h"

#include <map>

namespace tasoscope {

Canonicalizer canonicalizerOf(std::string_view opType) {
  using namespace canonical;
  static const std::map<std::string_view, Canonicalizer> kTable = {
      {"Add", oldBroadcast},
      {"And", oldBroadcast},
      {"AveragePool", pool},
      {"BatchNormalization", batchNormalization},
      {"Cast", cast},
      {"Clip", clip},
      {"Concat", concat},
      {"ConstantOfShape", constantOfShape},
      {"Conv", convolution},
      {"ConvTranspose", transposedConvolution},
      {"DFT", fourierTransform},
      {"Div", oldBroadcast},
      {"Dropout", dropout},
      {"Equal", oldBroadcast},
      {"GRU", recurrent},
      {"Gemm", gemm},
      {"Greater", oldBroadcast},
      {"GroupNormalization", groupNormalization},
      {"Hardmax", softmax},
      {"LSTM", recurrent},
      {"Less", oldBroadcast},
      {"LogSoftmax", softmax},
      {"LpPool", pool},
      {"MaxPool", pool},
      {"Mul", oldBroadcast},
      {"Or", oldBroadcast},
      {"PRelu", prelu},
      {"Pad", pad},
      {"Pow", oldBroadcast},
      {"RNN", recurrent},
      {"ReduceL1", reduce},
      {"ReduceL2", reduce},
      {"ReduceLogSum", reduce},
      {"ReduceLogSumExp", reduce},
      {"ReduceMax", reduce},
      {"ReduceMean", reduce},
      {"ReduceMin", reduce},
      {"ReduceProd", reduce},
      {"ReduceSum", reduce},
      {"ReduceSumSquare", reduce},
      {"Resize", resize},
      {"Scatter", scatter},
      {"Selu", selu},
      {"Slice", slice},
      {"Softmax", softmax},
      {"Split", split},
      {"Squeeze", squeeze},
      {"Sub", oldBroadcast},
      {"Tile", tile},
      {"TopK", topK},
      {"Transpose", transpose},
      {"Upsample", upsample},
      {"Xor", oldBroadcast},
  };
  const auto found = kTable.find(opType);
  return found == kTable.end() ? nullptr : found->second;
}

}  // namespace tasoscope
