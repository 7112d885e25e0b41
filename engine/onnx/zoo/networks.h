#pragma once
// The networks of the zoo, one file a family; each function builds one whole network. Private to engine/onnx/zoo and
// its tests.

#include <string_view>

#include "onnx/zoo/builder.h"

namespace tasoscope::zoo {

void buildTasoModule(Builder& b);
void buildResnet50(Builder& b);
void buildResnext50(Builder& b);
void buildNasnetA(Builder& b);
void buildNasrnn(Builder& b);
void buildBert(Builder& b);
void buildInceptionV3(Builder& b);
void buildSqueezenet(Builder& b);
void buildVgg19(Builder& b);
void buildMobilenetV2(Builder& b);
void buildDensenet121(Builder& b);
void buildGpt2(Builder& b);

/// Any of them by its name; throws UsageError as makeZooModel does.
BuiltModel buildNetwork(std::string_view name, const ZooOptions& options);

}  // namespace tasoscope::zoo
