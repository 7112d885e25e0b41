#include "proof/prover.h"

#include <fmt/format.h>

#include <algorithm>

#include "axiomFiles.h"
#include "rules/rule_text.h"
#include "rules/standing_record.h"
#include "tensor/digest.h"

namespace tasoscope {
namespace {

/// The most cases of one rule.
constexpr int kMostCases = 200000;

/// A step of an explanation: the term `from` at a place was replaced by `to`.
struct Step {
  std::vector<int> place;
  std::size_t direction = 0;
  bool isBackward = false;
  TermId from = 0, to = 0;
};

class Search {
 public:
  Search(const std::vector<AxiomDirection>& directions, const ProofLimits& limits, Terms& terms)
      : directions_(directions), limits_(limits), terms_(terms) {}

  /// Applies axioms until each pair is equal. False: a limit was reached, or nothing new was found.
  bool run(const std::vector<std::pair<TermId, TermId>>& goals) {
    const auto isDone = [&] {
      return std::ranges::all_of(goals, [&](const auto& g) { return terms_.graph().areEqual(g.first, g.second); });
    };
    terms_.graph().rebuild();
    for (int round = 0; round < limits_.rounds && !isDone(); ++round) {
      const TermView view = viewOf(terms_);
      bool isChanged = false;
      for (std::size_t d = 0; d < directions_.size() && !isDone(); ++d) {
        isChanged = applyAll(d, view) || isChanged;
        terms_.graph().rebuild();
        if (terms_.graph().size() > limits_.terms) return isDone();
      }
      if (!isChanged) break;
    }
    return isDone();
  }

  std::vector<Step> explain(TermId from, TermId to) const {
    std::vector<Step> steps;
    explain(from, to, {}, steps);
    return steps;
  }

 private:
  bool applyAll(std::size_t direction, const TermView& view) {
    const auto anchors = view.byOperator.find(directions_[direction].anchorOp());
    if (anchors == view.byOperator.end()) return false;
    std::vector<Instance> matches;
    matchAxiom(directions_[direction], terms_, view, anchors->second,
               [&](Instance& match) { matches.push_back(match); });
    bool isChanged = false;
    for (Instance& match : matches) {
      isChanged = apply(direction, match) || isChanged;
      if (terms_.graph().size() > limits_.terms) break;
    }
    return isChanged;
  }

  bool apply(std::size_t direction, Instance& left) {
    const AxiomDirection& axiom = directions_[direction];
    try {
      Instance found = left;
      left.makeLeft(nullptr);
      Instance right = left;
      right.makeRight();
      bool isChanged = false;
      for (const int root : axiom.roots) {
        const auto a = left.tensorsOf(root), b = right.tensorsOf(root), matched = found.tensorsOf(root);
        if (!a || !b || !matched || a->size() != b->size() || a->size() != matched->size()) return isChanged;
        for (std::size_t i = 0; i < a->size(); ++i) {
          if (!terms_.graph().areEqual((*a)[i], (*matched)[i]) || !haveEqualTypes((*a)[i], (*b)[i])) return isChanged;
          isChanged = terms_.graph().merge((*a)[i], (*b)[i], static_cast<int>(direction)) || isChanged;
        }
      }
      return isChanged;
    } catch (const NotShown&) {
      return false;
    }
  }

  bool haveEqualTypes(TermId a, TermId b) {
    const auto &x = terms_.typeOf(a), &y = terms_.typeOf(b);
    return x && y && areEqual(x->shape, y->shape, terms_.arithmetic()) == true;
  }

  void explain(TermId from, TermId to, const std::vector<int>& place, std::vector<Step>& steps) const {
    if (from == to) return;
    for (const EGraph::Link& link : terms_.graph().explain(from, to)) {
      if (link.reason != EGraph::kCongruence) {
        steps.push_back({place, static_cast<std::size_t>(link.reason), !link.isForward, link.from, link.to});
        continue;
      }
      const auto& a = terms_.graph().node(link.from).operands;
      const auto& b = terms_.graph().node(link.to).operands;
      for (std::size_t i = 0; i < a.size(); ++i) {
        std::vector<int> inner = place;
        inner.push_back(static_cast<int>(i));
        explain(a[i], b[i], inner, steps);
      }
    }
  }

  const std::vector<AxiomDirection>& directions_;
  const ProofLimits& limits_;
  Terms& terms_;
};

/// Goes through the steps of an explanation with plain terms: each must be an instance of its axiom.
class Check {
 public:
  Check(const std::vector<AxiomDirection>& directions, Terms& plain, const Terms& searched)
      : directions_(directions), plain_(plain), searched_(searched) {}

  /// The lines; nothing when a step is none of its axiom's, or does not lead on.
  std::optional<std::vector<ProofLine>> lines(TermId from, TermId to, const std::vector<Step>& steps) {
    TermId current = copied(from);
    std::vector<ProofLine> result;
    for (const Step& step : steps) {
      const TermId before = copied(step.from), after = copied(step.to);
      if (at(current, step.place, 0) != before) return std::nullopt;
      const AxiomDirection& direction = directions_[step.direction];
      if (!(step.isBackward ? isInstance(direction, after, before) : isInstance(direction, before, after)))
        return std::nullopt;
      current = replaced(current, step.place, 0, after);
      result.push_back({direction.name, direction.isBackward != step.isBackward, step.place, plain_.text(current)});
    }
    if (current != copied(to)) return std::nullopt;
    return result;
  }

 private:
  TermId copied(TermId id) {
    const auto known = copies_.find(id);
    if (known != copies_.end()) return known->second;
    std::vector<TermId> operands;
    for (const TermId operand : searched_.graph().node(id).operands) operands.push_back(copied(operand));
    const TermLabel& label = searched_.labelOf(id);
    TermId copy = plain_.absent();
    if (label.isLeaf && id != searched_.absent())
      copy = plain_.leaf(label.op.name, *searched_.typeOf(id));
    else if (label.output >= 0)
      copy = plain_.result(operands[0], label.output);
    else if (!label.isLeaf)
      copy = madeOp(label, operands);
    copies_[id] = copy;
    return copy;
  }

  TermId madeOp(const TermLabel& label, const std::vector<TermId>& operands) {
    const std::vector<TermId> results = plain_.make(label.op, operands, label.outputCount);
    return label.outputCount == 1 ? results[0] : plain_.graph().node(results[0]).operands[0];
  }

  TermId at(TermId term, const std::vector<int>& place, std::size_t depth) const {
    if (depth == place.size()) return term;
    const auto& operands = plain_.graph().node(term).operands;
    const auto i = static_cast<std::size_t>(place[depth]);
    return i < operands.size() ? at(operands[i], place, depth + 1) : plain_.absent();
  }

  TermId replaced(TermId term, const std::vector<int>& place, std::size_t depth, TermId by) {
    if (depth == place.size()) return by;
    const auto& old = plain_.graph().node(term).operands;
    std::vector<TermId> operands(old.begin(), old.end());
    TermId& operand = operands[static_cast<std::size_t>(place[depth])];
    operand = replaced(operand, place, depth + 1, by);
    return plain_.withOperands(term, operands);
  }

  /// `before` is an instance of the axiom's left side and `after` what its right side makes of it.
  bool isInstance(const AxiomDirection& direction, TermId before, TermId after) {
    const bool isResult = plain_.labelOf(before).output >= 0;
    const TermId anchor = isResult ? plain_.graph().node(before).operands[0] : before;
    bool answer = false;
    const TermView view = viewOfTerm(plain_, before);
    matchAxiom(direction, plain_, view, std::vector{anchor}, [&](Instance& left) {
      left.makeLeft(nullptr);
      Instance right = left;
      right.makeRight();
      for (const int root : direction.roots) {
        const auto a = left.tensorsOf(root), b = right.tensorsOf(root);
        for (std::size_t i = 0; a && b && i < a->size() && i < b->size(); ++i)
          answer = answer || ((*a)[i] == before && (*b)[i] == after);
      }
    });
    return answer;
  }

  const std::vector<AxiomDirection>& directions_;
  Terms& plain_;
  const Terms& searched_;
  absl::flat_hash_map<TermId, TermId> copies_;
};

/// Proves one case. Throws NotShown.
CaseProof proveCase(const ProofCase& proofCase, const std::vector<AxiomDirection>& directions,
                    const ProofLimits& limits) {
  ShownDemands shown(*proofCase.arithmetic);
  Terms terms(shown);
  Instance left = proofCase.instanceIn(terms);
  left.makeLeft(nullptr);
  const RulePattern& pattern = left.pattern();
  Instance right = left;
  // A right side may read inner tensors of the left one, but roots only by their new meaning.
  right.makeRight();
  std::vector<std::pair<TermId, TermId>> goals;
  std::vector<std::string> names;
  for (const int root : pattern.roots()) {
    const auto a = left.tensorsOf(root), b = right.tensorsOf(root);
    if (!a || !b || a->size() != b->size()) throw NotShown{"both sides have the same results"};
    for (std::size_t i = 0; i < a->size(); ++i) {
      const auto &x = terms.typeOf((*a)[i]), &y = terms.typeOf((*b)[i]);
      const std::string& name = pattern.tensors[static_cast<std::size_t>(root)].name;
      if (!x || !y || areEqual(x->shape, y->shape, terms.arithmetic()) != true)
        throw NotShown{fmt::format("{} has the same shape on both sides: {} and {}", name,
                                   x ? textOf(*x, terms.arithmetic()) : "none",
                                   y ? textOf(*y, terms.arithmetic()) : "none")};
      goals.emplace_back((*a)[i], (*b)[i]);
      names.push_back(a->size() == 1 ? name : fmt::format("{}{}", name, i));
    }
  }
  Search search(directions, limits, terms);
  if (!search.run(goals)) throw NotShown{"no proof was found"};
  CaseProof result{.about = proofCase.about, .roots = {}};
  Terms plain(shown);
  Check check(directions, plain, terms);
  for (std::size_t i = 0; i < goals.size(); ++i) {
    const auto [from, to] = goals[i];
    auto lines = check.lines(from, to, search.explain(from, to));
    if (!lines) throw NotShown{"the explanation does not check"};
    result.roots.push_back({names[i], terms.text(from), std::move(*lines)});
  }
  return result;
}

}  // namespace

Prover::Prover(std::span<const Rule> axioms, ProofLimits limits) : directions_(directionsOf(axioms)), limits_(limits) {}

Proof Prover::prove(const Rule& rule) const {
  Proof proof;
  proof.limits = limits_;
  if (!rule.pattern->builtIn.empty()) {
    proof.obstacle = "the rule is written in C++";
    return proof;
  }
  Choices choices;
  int tries = 0;
  do {
    choices.restart();
    if (++tries > kMostCases) {
      proof.obstacle = "too many cases";
      break;
    }
    std::string about;
    try {
      const ProofCase proofCase = makeCase(*rule.pattern, choices, limits_.bounds);
      about = proofCase.about;
      proof.cases.push_back(proveCase(proofCase, directions_, limits_));
    } catch (const ImpossibleCase&) {
      continue;
    } catch (const NotShown& reason) {
      proof.obstacle = fmt::format("{} ({})", reason.what, about);
      ++proof.unprovedCases;
      break;
    } catch (const TooLargeNumbers&) {
      proof.obstacle = "numbers become too large";
      break;
    }
  } while (choices.next());
  if (proof.cases.empty() && proof.obstacle.empty()) proof.obstacle = "the left side fits in no case";
  return proof;
}

const std::vector<Rule>& builtInAxioms() {
  static const std::vector<Rule> kAxioms = [] {
    std::vector<Rule> result;
    for (const EmbeddedFile& file : axiomFiles())
      for (Rule& rule : parseRules(file.text, file.name)) result.push_back(std::move(rule));
    return result;
  }();
  return kAxioms;
}

std::string digestOf(std::span<const Rule> axioms) {
  Sha256 digest;
  for (const Rule& axiom : axioms) digest.update(ruleDigest(axiom));
  return digest.finish();
}

}  // namespace tasoscope
