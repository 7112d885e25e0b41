#include "discovery/vocabulary.h"

#include <absl/strings/ascii.h>
#include <absl/strings/str_join.h>
#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <set>

#include "tensor/error.h"

namespace tasoscope::discovery {

using exchange::ForeignKind;

namespace {

constexpr int kSpares = 4;  // of each shape

class Builder {
 public:
  void variables(int count, const std::vector<int>& extents) {
    for (int i = 0; i < count; ++i) {
      FieldTensor tensor;
      tensor.shape.rank = static_cast<int>(extents.size());
      std::ranges::copy(extents, tensor.shape.extents.begin());
      for (int k = 0; k < tensor.shape.size(); ++k) tensor.elements.push_back(static_cast<Element>(random_() % kPrime));
      vocabulary_.variables.push_back(std::move(tensor));
    }
  }
  void add(ForeignKind kind, std::vector<std::pair<int, int>> parameters = {}, std::vector<int> constantExtents = {}) {
    vocabulary_.operators.push_back({kind, std::move(parameters), std::move(constantExtents)});
  }
  Vocabulary take() {
    vocabulary_.builtOf = vocabulary_.variables.size();
    std::set<FieldShape> shapes;
    for (const FieldTensor& variable : vocabulary_.variables) shapes.insert(variable.shape);
    for (const FieldShape& shape : shapes)
      variables(kSpares, {shape.extents.begin(), shape.extents.begin() + shape.rank});
    return std::move(vocabulary_);
  }

 private:
  std::mt19937_64 random_{20191027};
  Vocabulary vocabulary_;
};

Vocabulary wholeVocabulary() {
  using namespace exchange;
  Builder build;
  build.variables(3, {6, 5});
  build.variables(3, {5, 5});
  build.variables(3, {2, 4, 5, 5});
  build.variables(3, {4, 4, 3, 3});
  build.variables(3, {4, 4, 1, 3});
  build.variables(3, {4, 4, 3, 1});
  build.variables(1, {4, 1, 3, 3});
  build.variables(1, {});

  const std::vector<std::pair<int, int>> same{{kStrideH, 1}, {kStrideW, 1}, {kPadding, kSame}};
  const std::vector<std::pair<int, int>> window{{kKernelH, 3}, {kKernelW, 3}};
  auto pool = window;
  pool.insert(pool.end(), same.begin(), same.end());
  auto conv = same, convRelu = same;
  conv.emplace_back(kActivation, 0);
  convRelu.emplace_back(kActivation, 2);

  build.add(ForeignKind::kMatMul, {{kActivation, 0}});
  build.add(ForeignKind::kAdd);
  build.add(ForeignKind::kMul);
  build.add(ForeignKind::kScalarMul);
  build.add(ForeignKind::kConv, conv);
  build.add(ForeignKind::kConv, convRelu);
  build.add(ForeignKind::kAveragePool, pool);
  build.add(ForeignKind::kMaxPool, pool);
  build.add(ForeignKind::kRelu);
  build.add(ForeignKind::kTranspose, {{kPermutation, 2}, {kShuffle, 1}});
  for (const int rank : {2, 4})
    for (const int axis : {0, 1}) build.add(ForeignKind::kConcat, {{kAxis, axis}, {kRank, rank}, {kInputCount, 2}});
  for (const int axis : {0, 1}) build.add(ForeignKind::kSplit, {{kAxis, axis}, {kOutputCount, 2}});
  build.add(ForeignKind::kEnlarge, window);
  build.add(ForeignKind::kPoolKernel, window, {4, 1, 3, 3});
  build.add(ForeignKind::kIdentityKernel, window, {4, 4, 3, 3});
  build.add(ForeignKind::kIdentityMatrix, {}, {5, 5});
  build.add(ForeignKind::kOnes, {}, {6, 5});
  return build.take();
}

/// "scalar-mul"
std::string optionOf(ForeignKind kind) {
  std::string name = absl::AsciiStrToLower(std::string(nameOf(kind)));
  std::ranges::replace(name, ' ', '-');
  return name;
}

}  // namespace

Vocabulary tasoVocabulary(const std::vector<std::string>& names) {
  Vocabulary vocabulary = wholeVocabulary();
  if (names.empty()) return vocabulary;
  std::vector<std::string> known;
  for (const OperatorForm& form : vocabulary.operators) {
    const std::string name = optionOf(form.kind);
    if (std::ranges::count(known, name) == 0) known.push_back(name);
  }
  std::vector<std::string> wanted;
  for (const std::string& name : names) {
    wanted.push_back(absl::AsciiStrToLower(name));
    if (std::ranges::count(known, wanted.back()) == 0)
      throw UsageError(
          fmt::format("there is no operator '{}' for discovery; there are: {}", name, absl::StrJoin(known, ", ")));
  }
  std::erase_if(vocabulary.operators,
                [&](const OperatorForm& form) { return std::ranges::count(wanted, optionOf(form.kind)) == 0; });
  return vocabulary;
}

OperatorForm formOf(const exchange::ForeignOp& op, const Vocabulary& vocabulary) {
  OperatorForm form{op.kind, op.parameters, {}};
  if (form.arity() > 0) return form;
  for (const OperatorForm& known : vocabulary.operators)
    if (known.kind == op.kind) form.constantExtents = known.constantExtents;
  return form;
}

std::uint64_t digestOf(const Vocabulary& vocabulary) {
  std::uint64_t digest = 0x9e3779b97f4a7c15;
  const auto mix = [&digest](std::uint64_t value) {
    digest = (digest ^ value) * 0xff51afd7ed558ccd;
    digest ^= digest >> 32;
  };
  for (const FieldTensor& variable : vocabulary.variables) {
    mix(static_cast<std::uint64_t>(variable.shape.rank));
    for (const int extent : variable.shape.extents) mix(static_cast<std::uint64_t>(extent));
    for (const Element element : variable.elements) mix(element);
  }
  for (const OperatorForm& form : vocabulary.operators) {
    mix(static_cast<std::uint64_t>(form.kind));
    for (const auto& [key, value] : form.parameters) mix(static_cast<std::uint64_t>(key * 64 + value));
    for (const int extent : form.constantExtents) mix(static_cast<std::uint64_t>(extent));
  }
  mix(static_cast<std::uint64_t>(vocabulary.mostElements));
  mix(static_cast<std::uint64_t>(vocabulary.leastImage));
  return digest;
}

}  // namespace tasoscope::discovery
