// A digest of a graph that does not depend on ids: each live op is digested from its operator, attributes and the
// digests of its inputs, bottom-up from the outputs.

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <unordered_map>

#include "graph/graph.h"
#include "tensor/digest.h"

namespace tasoscope {
namespace {

class Digester {
 public:
  Digester(const Graph& graph, ConstantsCountBy by) : graph_(graph), space_(graph.space()), by_(by) {}

  std::string run() {
    for (OpId op : graph_.liveOps()) ops_[op.value] = digestOf(op);
    Sha256 all;
    for (TensorId output : graph_.outputs()) all.update(space_.tensor(output).name + '\0' + digestOf(output) + '\n');
    return all.finish();
  }

 private:
  std::string digestOf(TensorId tensor) {
    while (graph_.choice(tensor).isAlias()) tensor = graph_.choice(tensor).alias;
    Choice choice = graph_.choice(tensor);
    if (choice.isOp()) return fmt::format("{}:{}", ops_.at(choice.op.value), choice.output);
    const Tensor& facts = space_.tensor(tensor);
    const bool isKnownByName = by_ == ConstantsCountBy::kName || !facts.constant;
    if (!facts.name.empty() && isKnownByName) return "name:" + facts.name;
    std::string& known = constants_[tensor.value];
    if (!known.empty()) return known;
    Sha256 digest;
    digest.update(facts.type.text());
    if (facts.constant) addElements(digest, *facts.constant);
    return known = digest.finish();
  }

  static void addElements(Sha256& digest, const Constant& constant) {
    if (constant.type().element != ElementType::kString)
      return constant.visitBytes([&](std::span<const std::byte> part) { digest.update(part); });
    const Value value = constant.value();
    for (const std::string& text : value.strings()) digest.update(fmt::format("{} {}", text.size(), text));
  }

  std::string digestOf(OpId id) {
    const Op& op = space_.op(id);
    Sha256 digest;
    digest.update(op.name() + '\0');
    for (const auto& [name, value] : op.attributes) digest.update(name + '=' + textOf(value) + '\0');
    bool isOnlyItself = op.isOpaque() || !op.definition->isDeterministic;
    if (isOnlyItself) digest.update(fmt::format("ordinal {}", op.ordinal));
    for (const std::string& input : digestsOfInputs(op)) digest.update(input + '\n');
    return digest.finish();
  }

  // Commutative operands in the order of their digests: a space orders them by its ids.
  std::vector<std::string> digestsOfInputs(const Op& op) {
    std::vector<std::string> inputs;
    for (TensorId input : op.inputs) inputs.push_back(input.isValid() ? digestOf(input) : std::string("absent"));
    bool isOrdered = op.isOpaque() || !op.definition->isCommutative || inputs.size() < 2;
    if (!isOrdered) std::sort(inputs.begin(), op.definition->maxInputs < 0 ? inputs.end() : inputs.begin() + 2);
    return inputs;
  }

  const Graph& graph_;
  const Space& space_;
  ConstantsCountBy by_;
  std::unordered_map<std::uint32_t, std::string> ops_, constants_;
};

}  // namespace

std::string structuralDigest(const Graph& graph, ConstantsCountBy by) { return Digester(graph, by).run(); }

}  // namespace tasoscope
