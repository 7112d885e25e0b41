#pragma once
// The space: the append-only store of all tensors and ops that a model, a person or a strategy has made. A tensor is an
// equivalence class of ways to compute one value; a graph (graph.h) chooses one producer for each tensor that it needs.
//
// Ids never change and are never merged. Ops made by steps are interned: the same operator, attributes and inputs give
// the same op. Ops loaded from a model are distinct, each with its ordinal in the model; so are opaque and random ops.
// One thread writes a space; others may read what existed when they were handed their snapshot.

#include <absl/container/inlined_vector.h>

#include <compare>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "graph/attributes.h"
#include "graph/operator.h"
#include "tensor/constant.h"

namespace tasoscope {

struct TensorId {
  std::uint32_t value = 0xffffffffu;
  bool isValid() const { return value != 0xffffffffu; }
  friend auto operator<=>(TensorId, TensorId) = default;
  template <typename H>
  friend H AbslHashValue(H h, TensorId id) {
    return H::combine(std::move(h), id.value);
  }
};
struct OpId {
  std::uint32_t value = 0xffffffffu;
  bool isValid() const { return value != 0xffffffffu; }
  friend auto operator<=>(OpId, OpId) = default;
  template <typename H>
  friend H AbslHashValue(H h, OpId id) {
    return H::combine(std::move(h), id.value);
  }
};

struct OpBodies;  // body.h

enum class TensorOrigin : std::uint8_t {
  kInput,     ///< a graph input (or a value captured from an outer graph)
  kConstant,  ///< an initializer or Constant node of the model, or a constant that a rule made
  kComputed,  ///< the output of an op
};

struct Tensor {
  std::string name;  ///< the model's name; empty for what steps made
  TensorType type;
  TensorOrigin origin = TensorOrigin::kComputed;
  bool isConstant = false;  ///< its value does not depend on inputs
  ConstantPtr constant;     ///< for kConstant
  std::optional<KnownElements> elements;
  OpId op;                   ///< the op that made it (its default producer); invalid for inputs and constants
  std::uint16_t output = 0;  ///< which output of that op
};

struct Op {
  const OperatorDefinition* definition = nullptr;  ///< nullptr: opaque
  std::string opaqueName;                          ///< "domain.Type" of an opaque op, else empty
  Attributes attributes;
  absl::InlinedVector<TensorId, 4> inputs;   ///< an omitted optional input is invalid
  absl::InlinedVector<TensorId, 2> outputs;  ///< the tensors this op made; an omitted output is a tensor all the same
  std::int32_t ordinal = -1;                 ///< position among the model's nodes, or -1: made by a step
  bool isConstant = false;  ///< deterministic, with constant inputs only: computed once, before any run
  /// The graphs inside an opaque op that it can be evaluated through: branches, a loop's body, a function's nodes.
  std::shared_ptr<const OpBodies> bodies;
  const std::string& name() const { return definition ? definition->name : opaqueName; }
  bool isLoaded() const { return ordinal >= 0; }
  bool isOpaque() const { return definition == nullptr; }
};

/// One way to produce a tensor: output `output` of `op`; or, when `op` is invalid and `alias` valid, another tensor;
/// or neither: the tensor is an input or a constant.
struct Choice {
  OpId op;
  std::uint16_t output = 0;
  TensorId alias;
  bool isOp() const { return op.isValid(); }
  bool isAlias() const { return !op.isValid() && alias.isValid(); }
  friend auto operator<=>(const Choice&, const Choice&) = default;
};

/// What a new op looks like before it is made.
struct OpRequest {
  const OperatorDefinition* definition = nullptr;
  Attributes attributes;
  std::vector<TensorId> inputs;
  int outputCount = 1;
};

class Space {
 public:
  Space();
  Space(const Space&) = delete;
  Space(Space&&) noexcept;
  Space& operator=(Space&&) noexcept;
  ~Space();

  /// `elements`: where they are known, as of a shape that a body takes from the graph around it.
  TensorId addInput(std::string name, TensorType type, std::optional<KnownElements> elements = {});
  TensorId addConstant(std::string name, ConstantPtr constant);
  /// A node of a model: never interned. `outputNames` names its outputs. `types` are used for opaque ops, and where
  /// inference finds nothing better; throws ModelError when inference contradicts the inputs.
  OpId addLoaded(OpRequest request, std::vector<std::string> outputNames, std::vector<TensorType> types,
                 std::int32_t ordinal);
  /// A node without a definition. `captured` tensors are appended to the inputs.
  OpId addOpaque(std::string name, Attributes attributes, std::vector<TensorId> inputs,
                 std::span<const TensorId> captured, std::vector<std::string> outputNames,
                 std::vector<TensorType> types, std::int32_t ordinal, std::shared_ptr<const OpBodies> bodies = nullptr);
  /// The op with this operator, attributes (defaults filled in) and inputs (sorted where commutative): one that is
  /// there already, the first of the loaded ones included, or a new one. Throws ModelError when the inputs do not fit.
  OpId intern(OpRequest request);
  /// A constant made by a rule, interned by its type and bytes.
  TensorId internConstant(Value value);

  const Tensor& tensor(TensorId id) const { return tensors_[id.value]; }
  const Op& op(OpId id) const { return ops_[id.value]; }
  std::size_t tensorCount() const { return tensors_.size(); }
  std::size_t opCount() const { return ops_.size(); }
  /// Whether `choice` provably has the element type and shape of `tensor`, as all producers of a tensor must.
  bool canProduce(const Choice& choice, TensorId tensor) const;
  /// The facts that inference and rules see of a tensor (an invalid id: an omitted input).
  InputFact factOf(TensorId id) const;
  /// A name that neither the model nor an earlier call uses, starting with `stem`.
  std::string freshName(std::string_view stem);
  /// Bytes of memory the space takes, roughly.
  std::size_t memoryBytes() const;

 private:
  struct Index;
  TensorId addTensor(Tensor tensor);
  OpId addOp(Op op, std::vector<OutputFact> outputs, std::vector<std::string> names);
  std::deque<Tensor> tensors_;
  std::deque<Op> ops_;
  std::unique_ptr<Index> index_;
};

}  // namespace tasoscope
