// Three passes. Ranks: tensors that must have one rank are joined by union-find; an operator that fixes a rank fixes
// that of its class. Kernels: tensors with the same extents along axes 2 and 3 are joined in the same way; a class in
// which a source convolution has its weights gets a name that its attribute binds. Extents: each tensor's, as linear
// expressions over those of the external ones; what the source's operators ask for is known, what the target's ask for
// beyond that becomes a condition.

#include "exchange/foreign_typing.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace tasoscope::exchange {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

int rootOf(const std::vector<int>& parent, int node) {
  while (parent[at(node)] != node) node = parent[at(node)];
  return node;
}

/// The rank that the generator's tensor of this number has, or -1.
int generatorRank(int external) {
  const int number = -external;
  if (number >= 1 && number <= 6) return 2;
  return number >= 7 && number <= 19 ? 4 : -1;
}

bool isPool(ForeignKind kind) { return kind == ForeignKind::kMaxPool || kind == ForeignKind::kAveragePool; }

bool keepsExtents(const ForeignOp& op) {
  const bool isWindow = op.kind == ForeignKind::kConv || isPool(op.kind);
  return isWindow && op.parameter(kPadding, kSame) == kSame && op.parameter(kStrideH, 1) == 1 &&
         op.parameter(kStrideW, 1) == 1;
}

std::optional<std::pair<int, int>> kernelOf(const ForeignOp& op) {
  const auto height = op.parameter(kKernelH), width = op.parameter(kKernelW);
  return height && width ? std::optional(std::pair(*height, *width)) : std::nullopt;
}

/// The generator's template of 3x3 stands for every odd kernel where nothing in the rule has another one.
bool hasAnyKernel(const ForeignRule& rule) {
  for (const auto* side : {&rule.source, &rule.target})
    for (const ForeignOp& op : *side) {
      const auto kernel = kernelOf(op);
      if (kernel && (op.kind != ForeignKind::kConv || *kernel != std::pair(3, 3))) return false;
    }
  return true;
}

}  // namespace

ForeignTyping::ForeignTyping(const ForeignRule& rule) : rule_(rule) {
  for (const Side side : {Side::kSource, Side::kTarget})
    for (std::size_t i = 0; i < opsOf(side).size(); ++i) {
      checkArity(opsOf(side)[i]);
      for (const ForeignTensor& input : opsOf(side)[i].inputs) node(side, input);
      for (int k = 0; k < opsOf(side)[i].outputCount(); ++k) node(side, {static_cast<int>(i), k});
    }
  for (const ForeignOutput& output : rule_.outputs) node(Side::kTarget, {output.targetOp, output.targetOutput});
  for (std::size_t i = 0; i <= nodes_.size(); ++i) rankParent_.push_back(static_cast<int>(i));
  kernelParent_ = rankParent_;
  for (const Side side : {Side::kSource, Side::kTarget}) inferRanks(side);
  for (const ForeignOutput& output : rule_.outputs)
    joinRanks(node(Side::kSource, {output.sourceOp, output.sourceOutput}),
              node(Side::kTarget, {output.targetOp, output.targetOutput}));
  fillRanks();
  for (const Side side : {Side::kSource, Side::kTarget}) inferKernels(side);
  nameKernels();
  typeSide(Side::kSource);
  addRanks();
  for (const ForeignOp& op : rule_.source)
    if (op.kind == ForeignKind::kAdd || op.kind == ForeignKind::kMul) requireOneShape(op);
  typeSide(Side::kTarget);
  requireEqualOutputs();
}

std::string ForeignTyping::nameOf(Side side, const ForeignTensor& tensor) const {
  if (tensor.isExternal()) return fmt::format("x{}", -tensor.op);
  for (std::size_t i = 0; i < rule_.outputs.size(); ++i) {
    const ForeignOutput& output = rule_.outputs[i];
    const ForeignTensor mapped = side == Side::kSource ? ForeignTensor{output.sourceOp, output.sourceOutput}
                                                       : ForeignTensor{output.targetOp, output.targetOutput};
    if (mapped == tensor) return rule_.outputs.size() == 1 ? "y" : fmt::format("y{}", i + 1);
  }
  const std::vector<ForeignOp>& ops = opsOf(side);
  const bool isRead = std::any_of(ops.begin(), ops.end(),
                                  [&](const ForeignOp& op) { return std::ranges::count(op.inputs, tensor) > 0; });
  std::string name = fmt::format("{}{}{}", isRead ? "" : "_", side == Side::kSource ? 's' : 't', tensor.op + 1);
  if (ops[at(tensor.op)].outputCount() > 1) name += static_cast<char>('a' + tensor.output);
  return name;
}

// Ranks.

int ForeignTyping::node(Side side, const ForeignTensor& tensor) const {
  const int place = tensor.isExternal() ? 0 : side == Side::kSource ? 1 : 2;
  return nodes_.try_emplace({place, {tensor.op, tensor.output}}, static_cast<int>(nodes_.size())).first->second;
}

void ForeignTyping::checkArity(const ForeignOp& op) const {
  std::size_t wanted = 1;
  switch (op.kind) {
    case ForeignKind::kConv:
    case ForeignKind::kAdd:
    case ForeignKind::kMul:
    case ForeignKind::kMatMul:
    case ForeignKind::kScalarMul:
      wanted = 2;
      break;
    case ForeignKind::kIdentityMatrix:
    case ForeignKind::kIdentityKernel:
    case ForeignKind::kOnes:
    case ForeignKind::kPoolKernel:
      wanted = 0;
      break;
    case ForeignKind::kConcat:
      if (op.inputs.size() >= 2) return;
      wanted = 2;
      break;
    default:
      break;
  }
  if (op.inputs.size() != wanted)
    throw NotExpressible{
        fmt::format("{} with {} operands has no form here", exchange::nameOf(op.kind), op.inputs.size())};
}

void ForeignTyping::setRank(int node, int rank) {
  const auto [place, isNew] = ranks_.try_emplace(rootOf(rankParent_, node), rank);
  if (!isNew && place->second != rank)
    throw NotExpressible{fmt::format("a tensor would have both {} and {} dimensions", place->second, rank)};
}

void ForeignTyping::joinRanks(int a, int b) {
  const int from = rootOf(rankParent_, a), to = rootOf(rankParent_, b);
  if (from == to) return;
  const auto known = ranks_.find(from);
  rankParent_[at(from)] = to;
  if (known != ranks_.end()) setRank(to, known->second);
}

void ForeignTyping::inferRanks(Side side) {
  for (std::size_t i = 0; i < opsOf(side).size(); ++i) {
    const ForeignOp& op = opsOf(side)[i];
    const int output = node(side, {static_cast<int>(i), 0});
    std::vector<int> inputs;
    for (const ForeignTensor& input : op.inputs) inputs.push_back(node(side, input));
    switch (op.kind) {
      case ForeignKind::kConv:
      case ForeignKind::kMaxPool:
      case ForeignKind::kAveragePool:
      case ForeignKind::kEnlarge:
      case ForeignKind::kIdentityKernel:
      case ForeignKind::kPoolKernel:
        for (const int input : inputs) setRank(input, 4);
        setRank(output, 4);
        break;
      case ForeignKind::kMatMul:
      case ForeignKind::kIdentityMatrix:
        for (const int input : inputs) setRank(input, 2);
        setRank(output, 2);
        break;
      case ForeignKind::kScalarMul:
        joinRanks(inputs[0], output);
        setRank(inputs[1], 0);
        break;
      case ForeignKind::kOnes:
        break;
      default:
        for (const int input : inputs) joinRanks(input, output);
        for (int k = 1; k < op.outputCount(); ++k) joinRanks(node(side, {static_cast<int>(i), k}), output);
        break;
    }
    const bool isJoin = op.kind == ForeignKind::kConcat || op.kind == ForeignKind::kSplit;
    if (isJoin || op.kind == ForeignKind::kTranspose) {
      joined_.push_back(output);
      if (const auto rank = op.parameter(kRank)) setRank(output, *rank);
    }
  }
}

/// Where a rank must be known and no operator says it, the generator's numbers of its tensors do.
void ForeignTyping::fillRanks() {
  for (const int joined : joined_) {
    const int root = rootOf(rankParent_, joined);
    for (const auto& [key, id] : nodes_)
      if (key.first == 0 && rootOf(rankParent_, id) == root && !ranks_.contains(root) &&
          generatorRank(key.second.first) >= 0)
        ranks_[root] = generatorRank(key.second.first);
    if (!ranks_.contains(root)) throw NotExpressible{"nothing says how many dimensions the tensors have that it joins"};
    if (ranks_[root] < 1 || ranks_[root] > 8)
      throw NotExpressible{fmt::format("it joins tensors of {} dimensions", ranks_[root])};
  }
}

int ForeignTyping::rankOf(Side side, const ForeignTensor& tensor) const {
  const auto found = ranks_.find(rootOf(rankParent_, node(side, tensor)));
  return found == ranks_.end() ? -1 : found->second;
}

// Kernels.

void ForeignTyping::setKernel(int node, int height, int width) {
  const std::pair<int, int> kernel(height, width);
  const auto [place, isNew] = kernels_.try_emplace(rootOf(kernelParent_, node), kernel);
  if (!isNew && place->second != kernel) throw NotExpressible{"a tensor would have two extents along one axis"};
}

void ForeignTyping::inferKernels(Side side) {
  const auto join = [&](int a, int b) {
    const int from = rootOf(kernelParent_, a), to = rootOf(kernelParent_, b);
    if (from == to) return;
    const auto known = kernels_.find(from);
    kernelParent_[at(from)] = to;
    if (known != kernels_.end()) setKernel(to, known->second.first, known->second.second);
  };
  const int everyKernel = static_cast<int>(nodes_.size());  // of convolutions that the generator gave one window
  const bool isAny = hasAnyKernel(rule_);
  for (std::size_t i = 0; i < opsOf(side).size(); ++i) {
    const ForeignOp& op = opsOf(side)[i];
    const int output = node(side, {static_cast<int>(i), 0});
    if (rankOf(side, {static_cast<int>(i), 0}) != 4) continue;
    const auto kernel = kernelOf(op);
    if (op.kind == ForeignKind::kConv) {
      if (kernel && isAny) join(node(side, op.inputs[1]), everyKernel);
      if (kernel && !isAny) setKernel(node(side, op.inputs[1]), kernel->first, kernel->second);
      if (keepsExtents(op)) join(node(side, op.inputs[0]), output);
    } else if (isPool(op.kind)) {
      if (keepsExtents(op)) join(node(side, op.inputs[0]), output);
    } else if (op.inputs.empty() || op.kind == ForeignKind::kEnlarge) {
      if (kernel) setKernel(output, kernel->first, kernel->second);
    } else if (op.kind == ForeignKind::kScalarMul) {
      join(node(side, op.inputs[0]), output);
    } else if (op.kind != ForeignKind::kTranspose) {
      const bool cutsKernel = op.parameter(kAxis, 0) >= 2;
      for (const ForeignTensor& input : op.inputs)
        if (!cutsKernel) join(node(side, input), output);
      for (int k = 1; k < op.outputCount(); ++k)
        if (!cutsKernel) join(node(side, {static_cast<int>(i), k}), output);
    }
  }
}

void ForeignTyping::nameKernels() {
  std::vector<int> roots;
  bool isPadded = false;
  std::set<int> padded;
  for (const ForeignOp& op : rule_.source) {
    if (op.kind != ForeignKind::kConv) continue;
    const int root = rootOf(kernelParent_, node(Side::kSource, op.inputs[1]));
    if (kernels_.contains(root)) continue;
    if (std::ranges::count(roots, root) == 0) roots.push_back(root);
    if (op.parameter(kPadding, kSame) == kSame) padded.insert(root);
  }
  for (const ForeignOp& op : rule_.target)
    if (op.kind == ForeignKind::kConv && op.parameter(kPadding, kSame) == kSame) isPadded = true;
  for (std::size_t i = 0; i < roots.size(); ++i) {
    const std::string number = roots.size() == 1 ? "" : std::to_string(i + 1);
    kernelNames_[roots[i]] = "k" + number;
    if (isPadded || padded.contains(roots[i]))
      definitions_.push_back(fmt::format("r{} = (k{} - 1) / 2", number, number));
  }
}

// Extents.

ForeignTyping::Typed ForeignTyping::externalTyped(const ForeignTensor& tensor) {
  const std::string name = nameOf(Side::kSource, tensor);
  const int rank = rankOf(Side::kSource, tensor);
  Typed typed;
  if (rank < 0) typed.extents = {equations_.atom(fmt::format("shape({})", name))};
  for (int i = 0; i < rank; ++i) typed.extents.push_back(equations_.atom(fmt::format("dim({}, {})", name, i)));
  if (rank != 4) return typed;
  const int root = rootOf(kernelParent_, node(Side::kSource, tensor));
  if (const auto known = kernels_.find(root); known != kernels_.end()) {
    typed.extents[2] = Extent(known->second.first);
    typed.extents[3] = Extent(known->second.second);
  } else if (const auto named = kernelNames_.find(root); named != kernelNames_.end()) {
    typed.extents[2] = equations_.atom(fmt::format("at({}, 0)", named->second));
    typed.extents[3] = equations_.atom(fmt::format("at({}, 1)", named->second));
  }
  return typed;
}

void ForeignTyping::typeSide(Side side) {
  for (std::size_t i = 0; i < opsOf(side).size(); ++i) {
    const ForeignOp& op = opsOf(side)[i];
    for (const ForeignTensor& input : op.inputs) {
      const int id = node(side, input);
      if (typed_.contains(id)) continue;
      if (side == Side::kTarget)
        throw NotExpressible{
            fmt::format("its target reads the external tensor {}, which its source does not", -input.op)};
      typed_[id] = externalTyped(input);
    }
    const std::vector<Typed> outputs = typeOp(side, static_cast<int>(i), op);
    for (std::size_t k = 0; k < outputs.size(); ++k)
      typed_[node(side, {static_cast<int>(i), static_cast<int>(k)})] = outputs[k];
  }
}

std::vector<ForeignTyping::Typed> ForeignTyping::typeOp(Side side, int index, const ForeignOp& op) {
  std::vector<Typed> inputs;
  for (const ForeignTensor& input : op.inputs) inputs.push_back(typed_.at(node(side, input)));
  switch (op.kind) {
    case ForeignKind::kConv:
      return {typeConv(side, index, op, inputs[0], inputs[1])};
    case ForeignKind::kConcat:
      return {typeConcat(side, op, inputs)};
    case ForeignKind::kSplit:
      return typeSplit(side, index, op, inputs[0]);
    case ForeignKind::kIdentityMatrix:
    case ForeignKind::kIdentityKernel:
    case ForeignKind::kOnes:
    case ForeignKind::kPoolKernel:
      return {typeConstant(side, index, op)};
    case ForeignKind::kMaxPool:
    case ForeignKind::kAveragePool: {
      const auto kernel = kernelOf(op);
      if (!kernel) throw NotExpressible{"a pool without a window"};
      return {windowed(op, inputs[0], inputs[0].extents[1], Extent(kernel->first), Extent(kernel->second))};
    }
    case ForeignKind::kEnlarge: {
      const auto kernel = kernelOf(op);
      if (!kernel) throw NotExpressible{"an Enlarge without a window"};
      for (int i = 0; i < 2; ++i) requireSmaller(inputs[0].extents[at(i + 2)], i == 0 ? kernel->first : kernel->second);
      Typed typed{{inputs[0].extents[0], inputs[0].extents[1], Extent(kernel->first), Extent(kernel->second)}, {}};
      return {typed};
    }
    case ForeignKind::kMatMul: {
      require(side, inputs[0].extents[1], inputs[1].extents[0]);
      Typed typed{{inputs[0].extents[0], inputs[1].extents[1]}, {}};
      if (inputs[0].cuts.contains(0)) typed.cuts[0] = inputs[0].cuts[0];
      if (inputs[1].cuts.contains(1)) typed.cuts[1] = inputs[1].cuts[1];
      return {typed};
    }
    case ForeignKind::kTranspose: {
      if (rankOf(side, op.inputs[0]) != 2 || op.parameter(kPermutation, 2) != 2)
        throw NotExpressible{"a transposition of more than two axes, whose numbering is not known"};
      Typed typed{{inputs[0].extents[1], inputs[0].extents[0]}, {}};
      for (const auto& [axis, sizes] : inputs[0].cuts) typed.cuts[1 - axis] = sizes;
      return {typed};
    }
    case ForeignKind::kAdd:
    case ForeignKind::kMul: {
      if (side == Side::kTarget)
        for (std::size_t i = 0; i < inputs[0].extents.size(); ++i)
          require(side, inputs[0].extents[i], inputs[1].extents[i]);
      std::erase_if(inputs[0].cuts, [&](const auto& cut) {
        const auto other = inputs[1].cuts.find(cut.first);
        return other == inputs[1].cuts.end() || other->second.size() != cut.second.size();
      });
      return {inputs[0]};
    }
    default:
      return {inputs[0]};
  }
}

ForeignTyping::Typed ForeignTyping::typeConv(Side side, int index, const ForeignOp& op, const Typed& data,
                                             const Typed& weight) {
  WindowText window = windowTextOf(op, op.inputs[1], side, weight);
  window.group = groupOf(side, data, weight);
  windows_[{side, index}] = window;
  Typed typed = windowed(op, data, weight.extents[0], weight.extents[2], weight.extents[3]);
  if (data.cuts.contains(0)) typed.cuts[0] = data.cuts.at(0);
  if (weight.cuts.contains(0)) typed.cuts[1] = weight.cuts.at(0);
  return typed;
}

ForeignTyping::Typed ForeignTyping::windowed(const ForeignOp& op, const Typed& data, const Extent& channels,
                                             const Extent& height, const Extent& width) {
  Typed typed = data;
  typed.cuts.clear();
  typed.extents[1] = channels;
  if (keepsExtents(op)) return typed;
  if (op.parameter(kPadding, kSame) == kSame)
    throw NotExpressible{"SAME padding with a stride depends on the extents of the data"};
  for (int i = 0; i < 2; ++i) {
    Extent& extent = typed.extents[at(i + 2)];
    const Extent reach = extent - (i == 0 ? height : width);
    const int stride = op.parameter(i == 0 ? kStrideH : kStrideW, 1);
    if (stride < 1) throw NotExpressible{fmt::format("a stride of {}", stride)};
    const auto text = equations_.textOf(reach);
    if (stride > 1 && !text) throw NotExpressible{"nothing says how large a constant is"};
    extent = (stride == 1 ? reach : equations_.atom(fmt::format("floor_div({}, {})", *text, stride))) + Extent(1);
  }
  return typed;
}

std::string ForeignTyping::groupOf(Side side, const Typed& data, const Typed& weight) {
  const Extent &channels = data.extents[1], &perGroup = weight.extents[1], &filters = weight.extents[0];
  if (side == Side::kSource) {
    require(side, channels, perGroup);
    return "1";
  }
  const auto group = equations_.quotient(channels, perGroup);
  const auto all = equations_.textOf(channels), one = equations_.textOf(perGroup), out = equations_.textOf(filters);
  if (!all || !one || !out) {
    require(side, channels, perGroup);  // a constant takes the size that is wanted
    return "1";
  }
  if (group && *group > 1 && !equations_.quotient(filters, Extent(*group)))
    addCondition(fmt::format("mod({}, {}) == 0", *out, *group));
  if (group) return std::to_string(*group);
  addCondition(fmt::format("mod({}, {}) == 0", *all, *one));
  const std::string quotient = fmt::format("floor_div({}, {})", *all, *one);
  addCondition(fmt::format("mod({}, {}) == 0", *out, quotient));
  return quotient;
}

WindowText ForeignTyping::windowTextOf(const ForeignOp& op, const ForeignTensor& weight, Side side,
                                       const Typed& weightTyped) const {
  const bool isSame = op.parameter(kPadding, kSame) == kSame;
  const int root = rootOf(kernelParent_, node(side, weight));
  if (const auto known = kernels_.find(root); known != kernels_.end()) {
    const auto [h, w] = known->second;
    return {{},
            fmt::format("[{}, {}]", h, w),
            isSame ? fmt::format("[{}, {}, {}, {}]", (h - 1) / 2, (w - 1) / 2, h / 2, w / 2) : "[0, 0, 0, 0]"};
  }
  if (const auto named = kernelNames_.find(root); named != kernelNames_.end()) {
    const std::string r = "r" + named->second.substr(1);
    return {{}, named->second, isSame ? fmt::format("{} ++ {}", r, r) : "[0, 0, 0, 0]"};
  }
  const auto h = equations_.textOf(weightTyped.extents[2]), w = equations_.textOf(weightTyped.extents[3]);
  if (!h || !w) throw NotExpressible{"nothing says how large a constant is"};
  const std::string half = fmt::format("({} - 1) / 2, ({} - 1) / 2", *h, *w);
  return {{}, fmt::format("[{}, {}]", *h, *w), isSame ? fmt::format("[{}, {}]", half, half) : "[0, 0, 0, 0]"};
}

ForeignTyping::Typed ForeignTyping::typeConcat(Side side, const ForeignOp& op, const std::vector<Typed>& inputs) {
  const int axis = op.parameter(kAxis, 0);
  Typed typed = inputs[0];
  if (axis < 0 || at(axis) >= typed.extents.size()) throw NotExpressible{fmt::format("it joins along axis {}", axis)};
  std::vector<Extent> sizes{typed.extents[at(axis)]};
  for (std::size_t i = 1; i < inputs.size(); ++i) {
    for (std::size_t d = 0; d < typed.extents.size(); ++d)
      if (d != at(axis)) require(side, inputs[0].extents[d], inputs[i].extents[d]);
    sizes.push_back(inputs[i].extents[at(axis)]);
    typed.extents[at(axis)] = typed.extents[at(axis)] + sizes.back();
    std::erase_if(typed.cuts, [&](const auto& cut) { return !inputs[i].cuts.contains(cut.first); });
  }
  typed.cuts[axis] = sizes;
  return typed;
}

std::vector<ForeignTyping::Typed> ForeignTyping::typeSplit(Side side, int index, const ForeignOp& op,
                                                           const Typed& input) {
  const int axis = op.parameter(kAxis, 0);
  if (axis < 0 || at(axis) >= input.extents.size()) throw NotExpressible{fmt::format("it splits along axis {}", axis)};
  std::vector<Extent> sizes;
  const auto cut = input.cuts.find(axis);
  if (cut != input.cuts.end() && cut->second.size() == at(op.outputCount())) {
    sizes = cut->second;
  } else if (side == Side::kTarget) {
    throw NotExpressible{"nothing says where its target splits"};
  } else {
    for (int k = 0; k < op.outputCount(); ++k)
      sizes.push_back(equations_.atom(fmt::format("dim({}, {})", nameOf(side, {index, k}), axis)));
  }
  Extent total;
  std::vector<Typed> outputs;
  std::string text;
  for (const Extent& size : sizes) {
    total = total + size;
    const auto one = equations_.textOf(size);
    if (!one) throw NotExpressible{"nothing says how large a constant is"};
    text += (text.empty() ? "" : ", ") + *one;
    outputs.push_back({input.extents, {}});
    outputs.back().extents[at(axis)] = size;
  }
  require(side, total, input.extents[at(axis)]);
  splits_[{side, index}] = "[" + text + "]";
  return outputs;
}

ForeignTyping::Typed ForeignTyping::typeConstant(Side side, int index, const ForeignOp& op) {
  const int rank = rankOf(side, {index, 0});
  const std::string name = nameOf(side, {index, 0});
  Typed typed;
  const auto extent = [&](int i) {
    return side == Side::kSource ? equations_.atom(fmt::format("dim({}, {})", name, i)) : equations_.unknown();
  };
  if (rank < 0)
    typed.extents = {side == Side::kSource ? equations_.atom(fmt::format("shape({})", name)) : equations_.unknown()};
  for (int i = 0; i < rank; ++i) typed.extents.push_back(extent(i));
  if (op.kind == ForeignKind::kOnes) return typed;
  typed.extents[1] = typed.extents[0];
  if (op.kind == ForeignKind::kIdentityMatrix) return typed;
  const auto kernel = kernelOf(op);
  if (!kernel || kernel->first % 2 == 0 || kernel->second % 2 == 0) throw NotExpressible{"a kernel of even extent"};
  typed.extents[2] = Extent(kernel->first);
  typed.extents[3] = Extent(kernel->second);
  if (side == Side::kSource)
    addCondition(
        fmt::format("shape({}) == [dim({}, 0), dim({}, 0), {}, {}]", name, name, name, kernel->first, kernel->second));
  return typed;
}

std::string ForeignTyping::constantShape(int op) const {
  const Typed& typed = typed_.at(node(Side::kTarget, {op, 0}));
  const int rank = rankOf(Side::kTarget, {op, 0});
  std::string text;
  for (const Extent& extent : typed.extents) {
    const auto one = equations_.textOf(extent);
    if (!one) throw NotExpressible{"nothing says how large a constant is"};
    if (rank < 0 || rule_.target[at(op)].kind == ForeignKind::kIdentityMatrix) return *one;
    text += (text.empty() ? "" : ", ") + *one;
  }
  return "[" + text + "]";
}

std::string ForeignTyping::extentText(Side side, const ForeignTensor& tensor, int axis) const {
  const auto text = equations_.textOf(typed_.at(node(side, tensor)).extents[at(axis)]);
  if (!text) throw NotExpressible{"nothing says how large a constant is"};
  return *text;
}

// Conditions.

void ForeignTyping::addCondition(const std::string& text) {
  if (std::ranges::count(conditions_, text) == 0) conditions_.push_back(text);
}

void ForeignTyping::require(Side side, const Extent& a, const Extent& b) {
  const auto wholeShape = [&](const Extent& extent) {
    const auto text = equations_.textOf(extent);
    return text && text->starts_with("shape(") ? text->substr(6, text->size() - 7) : std::string();
  };
  const std::string left = wholeShape(a), right = wholeShape(b);
  const auto text = equations_.equationText(a, b);
  switch (equations_.equate(a, b)) {
    case ExtentEquations::Fact::kContradiction:
      throw NotExpressible{
          fmt::format("its {} is well-typed for no extents", side == Side::kSource ? "source" : "target")};
    case ExtentEquations::Fact::kKnown:
      return;
    case ExtentEquations::Fact::kNew:
      if (side == Side::kSource || !text) return;
      addCondition(left.empty() || right.empty() ? *text : fmt::format("same_shape({}, {})", left, right));
  }
}

/// An odd kernel that is not larger than the odd one that it is padded to.
void ForeignTyping::requireSmaller(const Extent& extent, int most) {
  const Extent reduced = equations_.normal(extent);
  const bool fits = reduced.constant <= most && (most - reduced.constant) % 2 == 0;
  if (reduced.isNumber() && !fits) throw NotExpressible{"it enlarges a kernel to one that it does not fit into"};
  if (reduced.isNumber()) return;
  const auto text = equations_.textOf(reduced);
  if (!text) throw NotExpressible{"nothing says how large a constant is"};
  addCondition(fmt::format("{} <= {}", *text, most));
  addCondition(fmt::format("mod({}, 2) == {}", *text, most % 2));
}

/// Add and Mul of the source: broadcasts are not meant.
void ForeignTyping::requireOneShape(const ForeignOp& op) {
  const Typed &a = typed_.at(node(Side::kSource, op.inputs[0])), &b = typed_.at(node(Side::kSource, op.inputs[1]));
  bool isKnown = true;
  for (std::size_t i = 0; i < a.extents.size(); ++i) {
    isKnown = isKnown && equations_.areEqual(a.extents[i], b.extents[i]);
    require(Side::kSource, a.extents[i], b.extents[i]);
  }
  if (!isKnown)
    addCondition(
        fmt::format("same_shape({}, {})", nameOf(Side::kSource, op.inputs[0]), nameOf(Side::kSource, op.inputs[1])));
}

void ForeignTyping::requireEqualOutputs() {
  for (const ForeignOutput& output : rule_.outputs) {
    const ForeignTensor to{output.targetOp, output.targetOutput};
    const auto found = typed_.find(node(Side::kTarget, to));
    if (found == typed_.end())
      throw NotExpressible{fmt::format("its target is the external tensor {}, which its source does not read", -to.op)};
    const Typed& a = typed_.at(node(Side::kSource, {output.sourceOp, output.sourceOutput}));
    const Typed& b = found->second;
    if (a.extents.size() != b.extents.size() ||
        rankOf(Side::kSource, {output.sourceOp, output.sourceOutput}) != rankOf(Side::kTarget, to))
      throw NotExpressible{"its sides have different ranks"};
    for (std::size_t i = 0; i < a.extents.size(); ++i) require(Side::kTarget, a.extents[i], b.extents[i]);
  }
}

void ForeignTyping::addRanks() {
  std::map<int, int> byNumber;
  for (const auto& [key, id] : nodes_)
    if (key.first == 0 && typed_.contains(id))
      byNumber[-key.second.first] = rankOf(Side::kSource, {key.second.first, 0});
  for (const auto& [number, rank] : byNumber)
    if (rank >= 0) addCondition(fmt::format("rank(x{}) == {}", number, rank));
}

}  // namespace tasoscope::exchange
