#pragma once
// Tensors and ops of a space as a project file names them. Ids mean nothing outside their space; here what the model
// holds is known by name, and what steps made by how it is made, so that the same facts can be stated in another space
// that holds the same model. Private to engine/session.

#include <absl/container/flat_hash_map.h>
#include <project.pb.h>

#include <map>
#include <vector>

#include "graph/graph.h"
#include "onnx/model.h"

namespace tasoscope {

namespace schema = project;
struct SelectionGroup;

/// Numbers of ops that steps made: an op's id in the session that made it, kept when a project is opened again. They
/// are part of names, and ops are made again in their order, since rules take operands in the order of ids.
class OpNumbers {
 public:
  std::uint32_t operator[](OpId op) const {
    auto known = known_.find(op);
    return known == known_.end() ? op.value + (op >= first_new_ ? offset_ : 0) : known->second;
  }
  void set(OpId op, std::uint32_t number) { known_.emplace(op, number); }
  /// Ops from this one on get numbers above all that are known.
  void numberAnew(OpId first);

 private:
  std::map<OpId, std::uint32_t> known_;
  OpId first_new_;
  std::uint32_t offset_ = 0;
};
using Entries = google::protobuf::RepeatedPtrField<schema::Entry>;

/// Writes facts; what they speak of joins the table when it is first named.
class EntryWriter {
 public:
  EntryWriter(const Model& model, const OpNumbers& numbers) : model_(model), numbers_(numbers) {}
  /// Goes on with a table that was read: what it resolved to in this space keeps its entries.
  void resume(const std::vector<TensorId>& tensors, const std::vector<OpId>& ops);
  void write(const Fact& fact, Entries& entries, schema::Fact& record);
  /// Without nodes that no project can refer to.
  schema::Groups::Group write(const SelectionGroup& group, Entries& entries);

 private:
  schema::Ref refTo(TensorId tensor, Entries& entries);
  std::uint32_t entryOf(OpId op, Entries& entries);
  schema::Entry newEntryFor(OpId op, Entries& entries);

  const Model& model_;
  const OpNumbers& numbers_;
  absl::flat_hash_map<TensorId, std::uint32_t> tensors_;
  absl::flat_hash_map<OpId, std::uint32_t> ops_;
};

/// Reads facts back. What the table speaks of is interned; entries that this model has not, or that do not fit, are
/// left out, and facts that need them cannot be read.
class EntryReader {
 public:
  EntryReader(Model& model, const Entries& entries);
  /// Nothing: it speaks of what is not here, or what it says cannot be (types that differ, an input that is computed).
  std::optional<Fact> read(const schema::Fact& record) const;
  /// What of it is here.
  SelectionGroup read(const schema::Groups::Group& record) const;
  /// By entry; invalid for entries that are of the other kind or were left out.
  const std::vector<TensorId>& tensors() const { return tensors_; }
  const std::vector<OpId>& ops() const { return ops_; }
  const OpNumbers& numbers() const { return numbers_; }
  bool isComplete() const { return is_complete_; }

 private:
  void addTensor(Model& model, const schema::Entry& entry, std::size_t index);
  void addOp(Model& model, const schema::Entry& entry, std::size_t index);
  OpId makeOp(Space& space, const schema::Op& op) const;
  TensorId tensorOf(const Space& space, const schema::Ref& ref) const;

  const Space& space_;
  std::vector<TensorId> tensors_;
  std::vector<OpId> ops_;
  OpNumbers numbers_;
  bool is_complete_ = true;
};

}  // namespace tasoscope
