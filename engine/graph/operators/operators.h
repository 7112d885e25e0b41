#pragma once
// The families of operator definitions; registry.cpp gathers them. Private to graph/operators.

#include <vector>

#include "graph/operator.h"

namespace tasoscope::operators {

std::vector<OperatorDefinition>
arithmeticOperators();  ///< of several operands, broadcast: Add, Mul, Min, BitShift, ...
std::vector<OperatorDefinition> elementaryOperators();    ///< of one operand: Sqrt, Exp, Sin, Round, IsNaN, ...
std::vector<OperatorDefinition> indexingOperators();      ///< Gather*, Scatter*, Compress, ReverseSequence
std::vector<OperatorDefinition> rearrangingOperators();   ///< Pad, DepthToSpace, SpaceToDepth, Trilu
std::vector<OperatorDefinition> creationOperators();      ///< Range, ConstantOfShape, EyeLike, OneHot, NonZero
std::vector<OperatorDefinition> reductionOperators();     ///< ReduceSum, ReduceMax, ...
std::vector<OperatorDefinition> selectionOperators();     ///< ArgMax, ArgMin, TopK, Unique
std::vector<OperatorDefinition> movementOperators();      ///< Concat, Split, Slice, Transpose, Expand, Tile
std::vector<OperatorDefinition> viewOperators();          ///< Reshape, Squeeze, Identity, Shape, ...
std::vector<OperatorDefinition> castOperators();          ///< Cast, CastLike, BitCast
std::vector<OperatorDefinition> quantizationOperators();  ///< QuantizeLinear, DequantizeLinear, QLinearMatMul, ...
std::vector<OperatorDefinition> logicOperators();         ///< comparisons, And, Or, Where
std::vector<OperatorDefinition> attentionOperators();     ///< Attention, RotaryEmbedding, TensorScatter
std::vector<OperatorDefinition> blockOperators();         ///< Col2Im, CenterCropPad
std::vector<OperatorDefinition> deformableOperators();    ///< DeformConv, AffineGrid
std::vector<OperatorDefinition> lossOperators();          ///< NegativeLogLikelihoodLoss, SoftmaxCrossEntropyLoss
std::vector<OperatorDefinition> detectionOperators();     ///< NonMaxSuppression
std::vector<OperatorDefinition> signalOperators();        ///< DFT, STFT, windows, MelWeightMatrix
std::vector<OperatorDefinition> optimizerOperators();     ///< Adagrad, Adam, Momentum
std::vector<OperatorDefinition> textOperators();          ///< StringNormalizer, TfIdfVectorizer
std::vector<OperatorDefinition> unpoolOperators();        ///< MaxUnpool
std::vector<OperatorDefinition> sequenceOperators();      ///< SequenceAt, SplitToSequence, OptionalGetElement, ...
std::vector<OperatorDefinition> activationOperators();
std::vector<OperatorDefinition> constantOperators();  ///< the space's own nullary ops: Zeros, Ones, IdentityMatrix, ...
std::vector<OperatorDefinition> convolutionOperators();
std::vector<OperatorDefinition> matrixOperators();
std::vector<OperatorDefinition> poolOperators();
std::vector<OperatorDefinition> normalizationOperators();
std::vector<OperatorDefinition> softmaxOperators();
std::vector<OperatorDefinition> recurrentOperators();
std::vector<OperatorDefinition> resizeOperators();
std::vector<OperatorDefinition> einsumOperators();
std::vector<OperatorDefinition> samplingOperators();  ///< GridSample, RoiAlign

}  // namespace tasoscope::operators
