#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "onnx/zoo/networks.h"
#include "tensor/error.h"

namespace tasoscope {
namespace {

struct Network {
  ZooEntry entry;
  void (*build)(zoo::Builder&);
};

constexpr std::array kNetworks{
    Network{{"taso-module", "TASO's module",
             "Start here: enlarge the 1x1 kernel, merge it with its neighbour, fold the addition into one convolution.",
             "Jia et al., TASO, SOSP 2019; the example of its README."},
            zoo::buildTasoModule},
    Network{{"resnet50", "ResNet-50",
             "Sixteen residual blocks; see which shortcut convolutions can share a launch with the block's first one.",
             "He et al., Deep Residual Learning for Image Recognition, CVPR 2016."},
            zoo::buildResnet50},
    Network{{"resnext50", "ResNeXt-50 32x4d",
             "Convolutions in 32 narrow groups; see what fewer and wider groups cost, TASO's largest gain.",
             "Xie et al., Aggregated Residual Transformations for Deep Neural Networks, CVPR 2017."},
            zoo::buildResnext50},
    Network{{"bert", "BERT base", "Three products share each layer's input; see them become one product and a split.",
             "Devlin et al., BERT: Pre-training of Deep Bidirectional Transformers, NAACL 2019."},
            zoo::buildBert},
    Network{{"nasrnn", "NasRNN", "Sixteen small products a step; see them gather into a few large ones.",
             "Zoph and Le, Neural Architecture Search with Reinforcement Learning, ICLR 2017."},
            zoo::buildNasrnn},
    Network{{"nasnet-a", "NASNet-A mobile",
             "Cells found by machine; see two average pools and an addition become one depthwise convolution.",
             "Zoph et al., Learning Transferable Architectures for Scalable Image Recognition, CVPR 2018."},
            zoo::buildNasnetA},
    Network{{"inception-v3", "Inception-v3",
             "Four branches leave each tensor; see the 1x1 convolutions at their heads merge.",
             "Szegedy et al., Rethinking the Inception Architecture for Computer Vision, CVPR 2016."},
            zoo::buildInceptionV3},
    Network{{"squeezenet", "SqueezeNet 1.1",
             "A 1x1 and a 3x3 convolution side by side in each module; see them become one and the concatenation go.",
             "Iandola et al., SqueezeNet: AlexNet-level accuracy with 50x fewer parameters, 2016."},
            zoo::buildSqueezenet},
    Network{{"mobilenet-v2", "MobileNetV2",
             "Depthwise convolutions between pointwise ones; see every batch normalization fold into its weights.",
             "Sandler et al., MobileNetV2: Inverted Residuals and Linear Bottlenecks, CVPR 2018."},
            zoo::buildMobilenetV2},
    Network{{"densenet121", "DenseNet-121",
             "Every layer reads all layers before it; see how much of the time is concatenation.",
             "Huang et al., Densely Connected Convolutional Networks, CVPR 2017."},
            zoo::buildDensenet121},
    Network{{"vgg19", "VGG-19", "One plain chain of large convolutions; see that a good graph leaves little to gain.",
             "Simonyan and Zisserman, Very Deep Convolutional Networks, ICLR 2015."},
            zoo::buildVgg19},
    Network{{"gpt2", "GPT-2 small",
             "A decoder as exporters write it; see the reshapes around its products and the decomposed Gelu.",
             "Radford et al., Language Models are Unsupervised Multitask Learners, 2019."},
            zoo::buildGpt2},
};

constexpr auto kEntries = [] {
  std::array<ZooEntry, kNetworks.size()> entries{};
  std::ranges::transform(kNetworks, entries.begin(), &Network::entry);
  return entries;
}();

void check(const ZooOptions& options) {
  constexpr std::int64_t kLargestBatch = 1'000'000, kMostRepetitions = 10'000;
  if (options.batch < 1 || options.batch > kLargestBatch)
    throw UsageError(fmt::format("the batch must be between 1 and {}, not {}", kLargestBatch, options.batch));
  if (options.repeat < 1 || options.repeat > kMostRepetitions)
    throw UsageError(fmt::format("a block can be repeated 1 to {} times, not {}", kMostRepetitions, options.repeat));
}

const Network& networkNamed(std::string_view name) {
  const auto* found = std::ranges::find(kNetworks, name, [](const Network& network) { return network.entry.name; });
  if (found != kNetworks.end()) return *found;
  std::string names;
  for (const ZooEntry& entry : kEntries) names += fmt::format("{}{}", names.empty() ? "" : ", ", entry.name);
  throw UsageError(fmt::format("the zoo has no model '{}'; it has {}", name, names));
}

}  // namespace

std::span<const ZooEntry> zooEntries() { return kEntries; }

zoo::BuiltModel zoo::buildNetwork(std::string_view name, const ZooOptions& options) {
  check(options);
  const Network& network = networkNamed(name);
  Builder builder(network.entry, options);
  network.build(builder);
  return std::move(builder).finish();
}

}  // namespace tasoscope
