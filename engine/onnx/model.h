#pragma once
// A model as it was read: its space, the graph it holds, and all that is carried untouched from the file to what is
// written later (names, attributes, doc strings, metadata, functions, bodies, weights). Nothing of ONNX's own data
// structures is seen here; they are private to engine/onnx.
//
// Problem: models are large, come in thirty versions of the operators, and may be hostile. Idea: the payloads (weights)
// are located by a scan of our own, stay mapped until something needs them, and everything else is parsed and checked
// before it is used. Each node becomes an op of the space in the canonical form of the newest operators; a node that
// has no exact canonical form is opaque: carried, shown, never changed, with the reason among remarks().
//
// A Model may be moved; references to its space stay valid. One thread may change it; several may read.

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graph/graph.h"
#include "graph/space.h"
#include "tensor/progress.h"

namespace tasoscope {

struct ReadOptions {
  /// Since IR version 4 an initializer that is also a graph input is only a default that the caller may override: it is
  /// not constant. True: the user says that nobody overrides it.
  bool overridableInitializersAreConstant = false;
};

/// Something about the model that a reader should know but that is no error, such as why a node is opaque.
struct Remark {
  std::string place;  ///< "node conv1 (Conv)"
  std::string text;   ///< one sentence
};

struct OpsetImport {
  std::string domain;  ///< "" is ai.onnx
  std::int64_t version = 0;
};

struct ModelBody;

/// A call of a function of the model, and what computes the same without it: the function's nodes as ops of the space.
struct Inlining {
  OpId call;
  std::vector<Fact> facts;  ///< that choose those ops for the call's outputs
};

class Model {
 public:
  struct Impl;  ///< see model_impl.h, private to engine/onnx
  explicit Model(std::unique_ptr<Impl> impl);
  Model(Model&&) noexcept;
  Model& operator=(Model&&) noexcept;
  ~Model();

  const Space& space() const;
  Space& space();
  /// The inputs that a caller gives, in the file's order; without initializers.
  const std::vector<TensorId>& inputs() const;
  const std::vector<TensorId>& outputs() const;
  /// The graph as loaded. `prices` may be null; it must outlive the graph.
  Graph loadedGraph(PriceSource* prices = nullptr) const;

  /// The file it was read from; empty for a model that was built.
  const std::filesystem::path& path() const;
  /// SHA-256 of the file's bytes (of the serialized model if it was built), in hexadecimal; computed when first asked.
  const std::string& digest() const;
  /// The graph's name.
  const std::string& name() const;
  std::int64_t irVersion() const;
  /// "pytorch 2.1", or empty.
  std::string producer() const;
  const std::vector<OpsetImport>& opsetImports() const;
  /// The version of this domain that the model imports; 0 when it imports none.
  std::int64_t opsetVersion(std::string_view domain = "") const;
  /// The names of symbolic dimensions in inputs and outputs, in order of first appearance.
  const std::vector<std::string>& symbols() const;

  /// How many nodes the file's main graph has, Constant nodes included.
  int nodeCount() const;
  /// The op made from the node at this position; nothing for Constant nodes, which are constant tensors.
  std::optional<OpId> opOfNode(int ordinal) const;
  /// The node's name in the file; may be empty.
  const std::string& nodeName(int ordinal) const;
  const std::string& nodeDocString(int ordinal) const;
  /// How to name an op in a sentence: "node conv1 (Conv)", "node 17 (Conv)", or "Conv" for an op made by a step.
  std::string describe(OpId op) const;
  std::optional<TensorId> tensorNamed(std::string_view name) const;
  const std::vector<Remark>& remarks() const;

  /// The graphs inside nodes (branches of If, bodies of loops) in the order of the file; not those of functions. They
  /// may be moved out: ops refer to their spaces, which must live as long as the ops are evaluated.
  const std::vector<ModelBody>& bodies() const;
  std::vector<ModelBody> takeBodies();
  /// The calls that rules can see through, in order.
  const std::vector<Inlining>& inlinings() const;

  Impl& impl() { return *impl_; }
  const Impl& impl() const { return *impl_; }

 private:
  std::unique_ptr<Impl> impl_;
};

/// A graph inside a node, as a model of its own. Its opsets, functions and payloads are those of the model around it;
/// what it takes from there are inputs of its space that inputs() does not list, or constants.
struct ModelBody {
  OpId op;           ///< in the space around it
  std::string name;  ///< the attribute's: "then_branch", "else_branch", "body"
  std::unique_ptr<Model> model;
};

/// Reads a model. Throws FileError or ModelError with one sentence that names the place.
Model readModel(const std::filesystem::path& path, const ReadOptions& options = {}, const Progress& progress = {});

}  // namespace tasoscope
