#pragma once
// A graph: a choice, inside a space, of one producer for every live tensor; with what follows from the choices, kept
// incrementally: who is live (reference counts), who consumes what, the price, a 128-bit hash, a topological labelling.
//
// Problem: a search visits millions of graphs that differ from each other in a few places. Idea: one mutable graph
// walks among them; apply() makes choices, undo() takes the last ones back, and both touch only what changes.
// Invariants:
//  * a tensor is live if a live op reads it, it is a model output, or a live tensor is an alias of it;
//  * an op is live if a live tensor chooses one of its outputs; each live op's price is counted once;
//  * a tensor that dies forgets its choice, so equal live choices are equal graphs, however they were reached;
//  * label(t) is greater than the labels of all that t's producer reads: a step that would close a cycle is refused;
//  * the hash is the sum mod 2^128 over live (tensor, choice) of a mixed 128-bit value: order does not matter.
// Complexity: apply and undo take time in the number of choices made and ops born or dead, plus relabelling, which is
// local unless a step lengthens a path. Reference: the architecture page; labels as in Pearce and Kelly, "A Dynamic
// Topological Sort Algorithm for Directed Acyclic Graphs", JEA 11 (2007).

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "graph/space.h"

namespace tasoscope {

struct Hash128 {
  std::uint64_t high = 0, low = 0;
  friend auto operator<=>(const Hash128&, const Hash128&) = default;
  template <typename H>
  friend H AbslHashValue(H h, Hash128 x) {
    return H::combine(std::move(h), x.low, x.high);
  }
};

/// What one op costs, as integers so that sums do not depend on the order of steps.
struct Price {
  std::int64_t picoseconds = 0;
  std::int64_t launches = 0;
  std::int64_t weightBytes = 0;
  Price& operator+=(const Price& other);
  Price& operator-=(const Price& other);
  friend auto operator<=>(const Price&, const Price&) = default;
};

/// Who prices ops. Asked once for each op that becomes live in a graph; must give the same answer each time.
class PriceSource {
 public:
  virtual ~PriceSource() = default;
  virtual Price priceOf(const Space& space, OpId op) = 0;
};

/// One choice that a substitution makes: `tensor` is produced by `choice`. A root is always chosen; an inner target
/// tensor that is live already keeps its choice.
struct Fact {
  TensorId tensor;
  Choice choice;
  bool isRoot = true;
  friend bool operator==(const Fact&, const Fact&) = default;
};

enum class ApplyResult : std::uint8_t { kApplied, kUnchanged, kCycle };

/// What the last apply changed, in order of happening; valid until the graph changes again. A tensor that changes its
/// choice is in `chosen` and, with the old choice, in `unmade`.
struct GraphChange {
  std::vector<TensorId> chosen;  ///< live tensors whose choice is new or changed, the newly live ones included
  std::vector<std::pair<TensorId, Choice>> unmade;  ///< choices that are no longer made by a live tensor
  std::vector<TensorId> usesChanged;  ///< tensors whose number of uses changed; a tensor may be listed more than once
  std::vector<OpId> born, died;
  void clear();
};

class Graph {
 public:
  /// The graph of the model as loaded: every tensor chooses the op that made it. `prices` may be null: costs are 0.
  Graph(const Space& space, std::vector<TensorId> outputs, PriceSource* prices = nullptr);

  const Space& space() const { return *space_; }
  const std::vector<TensorId>& outputs() const { return outputs_; }

  bool isLive(TensorId tensor) const { return tensor.value < nodes_.size() && nodes_[tensor.value].uses > 0; }
  bool isLive(OpId op) const { return op.value < ops_.size() && !ops_[op.value].chosenBy.empty(); }
  /// The producer of a live tensor.
  Choice choice(TensorId tensor) const { return nodes_[tensor.value].choice; }
  /// The tensor that stands for this one: aliases followed, and among tensors that choose the same output of one op the
  /// one that the op made, if it is live with that choice.
  TensorId representative(TensorId tensor) const;
  /// The op that produces a live tensor, aliases followed; invalid for inputs and constants.
  OpId producer(TensorId tensor) const;
  /// How many inputs of live ops, model outputs and live aliases refer to this tensor itself.
  std::uint32_t uses(TensorId tensor) const { return nodes_[tensor.value].uses; }
  /// How many refer to the value of `tensor`: over all live tensors with the same representative; model outputs count,
  /// links between the tensors of the class do not.
  std::uint32_t valueUses(TensorId tensor) const;
  bool isOutput(TensorId tensor) const { return nodes_[tensor.value].outputUses > 0; }
  /// The live ops that read this tensor, each once, in no order that means anything but the same for the same history.
  std::span<const OpId> consumers(TensorId tensor) const {
    return isLive(tensor) ? std::span<const OpId>(nodes_[tensor.value].consumers) : std::span<const OpId>();
  }
  /// Live tensors that choose an output of this live op.
  std::span<const TensorId> chosenBy(OpId op) const { return ops_[op.value].chosenBy; }
  /// Live tensors that are aliases of this one.
  std::span<const TensorId> aliasesOf(TensorId tensor) const { return nodes_[tensor.value].aliases; }
  /// All live ops in a topological order that depends only on the choices and the space.
  std::vector<OpId> liveOps() const;
  std::size_t liveOpCount() const { return live_op_count_; }
  std::size_t liveTensorCount() const { return live_tensor_count_; }
  std::vector<TensorId> liveTensors() const;  ///< in order of id

  Price price() const { return price_; }
  Hash128 hash() const { return hash_; }
  /// Forgets what ops cost and sums anew with these prices.
  void reprice(PriceSource* prices);

  /// Makes the choices of the facts (at most one root fact a tensor), all or none, and remembers how to take them back.
  /// kUnchanged: all of them were made already.
  ApplyResult apply(std::span<const Fact> facts);
  /// Takes back the last apply that returned kApplied.
  void undo();
  /// How many applies can be undone.
  std::size_t depth() const { return marks_.size(); }
  const GraphChange& lastChange() const { return change_; }
  /// Throws std::logic_error if any invariant above does not hold; for tests.
  void checkInvariants() const;

 private:
  struct Node {
    Choice choice;
    std::uint32_t uses = 0;
    std::uint32_t outputUses = 0;
    std::int64_t label = 0;
    TensorId cause;  // what raised the label last, in the apply numbered causeEpoch
    std::uint64_t causeEpoch = 0;
    absl::InlinedVector<OpId, 2> consumers;
    absl::InlinedVector<TensorId, 1> aliases;
  };
  struct LiveOp {
    absl::InlinedVector<TensorId, 2> chosenBy;
    Price price;
    bool isPriced = false;
  };
  // One primitive change, with what its reversal needs.
  struct LogEntry {
    enum class Kind : std::uint8_t {
      kChoice,
      kUses,
      kLabel,
      kAddChooser,
      kRemoveChooser,
      kAddConsumer,
      kRemoveConsumer,
      kAddAlias,
      kRemoveAlias,
    };
    Kind kind;
    std::uint32_t id;           // of the tensor or op that changes
    std::uint32_t element = 0;  // what a list gains or loses
    std::uint32_t place = 0;    // where the list held it
    Choice choice;              // the old choice
    std::int64_t number = 0;    // the old label or number of uses
  };
  struct Mark {
    std::size_t logSize;
    Price price;
    Hash128 hash;
    std::size_t liveOps, liveTensors;
  };

  Node& node(TensorId id) { return nodes_[id.value]; }
  const Node& node(TensorId id) const { return nodes_[id.value]; }
  Choice defaultChoice(TensorId tensor) const;
  void fitToSpace();
  void setChoice(TensorId tensor, const Choice& choice);
  void setUses(TensorId tensor, std::uint32_t uses);
  void setLabel(TensorId tensor, std::int64_t label);
  void addHash(TensorId tensor, const Choice& choice);
  void subtractHash(TensorId tensor, const Choice& choice);
  const Price& priceOf(OpId op);
  Price sumOfPrices();  // over the live ops
  // Makes a live tensor's choice count, or stop counting; what thereby comes to life or dies is queued.
  void engage(TensorId tensor, const Choice& choice);
  void disengage(TensorId tensor, const Choice& choice);
  void giveBirth(OpId op);
  void bury(OpId op);
  void use(TensorId tensor);
  void unuse(TensorId tensor);
  void drainBirths();
  void drainDeaths();
  std::int64_t neededLabel(TensorId tensor, TensorId& cause) const;
  bool relabel();
  bool raise(TensorId tensor, std::int64_t label, TensorId cause);
  void revertTo(const Mark& mark);
  void checkNode(TensorId tensor) const;

  const Space* space_;
  std::vector<TensorId> outputs_;
  PriceSource* prices_;
  std::vector<Node> nodes_;
  std::vector<LiveOp> ops_;
  std::vector<LogEntry> log_;
  std::vector<Mark> marks_;
  std::size_t live_op_count_ = 0, live_tensor_count_ = 0;
  Price price_;
  Hash128 hash_;
  GraphChange change_;
  bool is_logging_ = false;
  // Scratch of one apply.
  std::vector<TensorId> births_, deaths_, queue_;
  std::uint64_t epoch_ = 0;
};

/// A kept graph: its non-default live choices, cheap to store and to make a Graph from.
struct GraphSnapshot {
  std::vector<std::pair<TensorId, Choice>> choices;  ///< all live tensors in order of id
  Price price;
  Hash128 hash;
};
GraphSnapshot snapshotOf(const Graph& graph);

/// SHA-256, in hexadecimal, over the live ops bottom-up from the outputs, independent of ids and of names that steps
/// made: equal for equal graphs, also across spaces of one model. Inputs and the model's constants count by name,
/// constants of rules by their bytes, opaque and random ops by their ordinal. With `kBytes` all constants count by
/// their bytes, so that files that name them in other ways can be compared.
enum class ConstantsCountBy : std::uint8_t { kName, kBytes };
std::string structuralDigest(const Graph& graph, ConstantsCountBy by = ConstantsCountBy::kName);

}  // namespace tasoscope
