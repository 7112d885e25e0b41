#pragma once
// What the prover knows of operators: which inputs they accept and what type their results have, with symbols for
// extents and attributes; and the values that an attribute of a rule's left side may have. The operators' own inference
// (graph/operator.h) says the same of concrete shapes, and a test compares the two.

#include <span>
#include <string>
#include <vector>

#include "proof/symbolic_value.h"

namespace tasoscope {

/// Thrown where it cannot be shown that an op accepts its inputs; or the operator is none that the prover knows.
struct NotShown {
  std::string what;
};

/// How typing treats what an operator demands: a left side's demands are taken as true, a right side's are shown.
class Demands {
 public:
  explicit Demands(Arithmetic& arithmetic) : arithmetic_(arithmetic) {}
  virtual ~Demands() = default;
  Arithmetic& arithmetic() { return arithmetic_; }
  virtual void equal(const Polynomial& a, const Polynomial& b) = 0;
  virtual void atLeast(const Polynomial& a, const Polynomial& b) = 0;
  virtual void broadcast(const Polynomial& a, const Polynomial& b) = 0;
  virtual void divides(const Polynomial& divisor, const Polynomial& p) = 0;
  /// a is 1 or b.
  virtual void oneOr(const Polynomial& a, const Polynomial& b) = 0;
  [[noreturn]] virtual void refuse(const std::string& what) = 0;
  void require(bool truth, const std::string& what) {
    if (!truth) refuse(what);
  }

 private:
  Arithmetic& arithmetic_;
};

class AssumedDemands final : public Demands {
 public:
  AssumedDemands(Arithmetic& arithmetic, Choices& choices) : Demands(arithmetic), choices_(choices) {}
  void equal(const Polynomial& a, const Polynomial& b) override { arithmetic().assumeEqual(a, b); }
  void atLeast(const Polynomial& a, const Polynomial& b) override { arithmetic().assumeAtLeast(a, b); }
  void broadcast(const Polynomial& a, const Polynomial& b) override { arithmetic().assumeBroadcast(a, b); }
  void divides(const Polynomial& divisor, const Polynomial& p) override { arithmetic().assumeDivides(divisor, p); }
  void oneOr(const Polynomial& a, const Polynomial& b) override;
  [[noreturn]] void refuse(const std::string& what) override;

 private:
  Choices& choices_;
};

class ShownDemands final : public Demands {
 public:
  using Demands::Demands;
  void equal(const Polynomial& a, const Polynomial& b) override;
  void atLeast(const Polynomial& a, const Polynomial& b) override;
  void broadcast(const Polynomial& a, const Polynomial& b) override;
  void divides(const Polynomial& divisor, const Polynomial& p) override;
  void oneOr(const Polynomial& a, const Polynomial& b) override;
  [[noreturn]] void refuse(const std::string& what) override;
};

/// An op as the prover sees it: an operator of the space, with every attribute that it has.
struct SymbolicOp {
  std::string name;
  SymbolicAttributes attributes;
};

/// The activation of a fused op as an op of its own: only proofs have it.
inline constexpr std::string_view kActivated = "Activated";

/// Types of the outputs; an input without a type is an omitted one.
std::vector<SymbolicType> typesOf(const SymbolicOp& op, std::span<const std::optional<SymbolicType>> inputs,
                                  int outputCount, Demands& demands);

/// A value for an attribute that a left side leaves open, named `name`: symbols for what may be any number, one case
/// for each value where there are few. Throws NotShown where there is no saying.
Symbolic openAttribute(const std::string& op, const std::string& attribute, const std::string& name,
                       std::span<const std::optional<SymbolicType>> inputs, int outputCount, Arithmetic& arithmetic,
                       Choices& choices);

}  // namespace tasoscope
