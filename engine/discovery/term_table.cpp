#include "discovery/term_table.h"

#include <algorithm>

namespace tasoscope::discovery {

std::uint64_t fingerprintOf(const FieldShape& shape, std::span<const Element> elements) {
  std::uint64_t hash = 0x9e3779b97f4a7c15;
  const auto mix = [&hash](std::uint64_t value) {
    hash = (hash ^ value) * 0x9fb21c651e98df25;
    hash ^= hash >> 29;
  };
  mix(static_cast<std::uint64_t>(shape.rank));
  for (const int extent : shape.extents) mix(static_cast<std::uint64_t>(extent));
  for (const int cut : shape.cuts) mix(static_cast<std::uint64_t>(cut));
  for (const Element element : elements) mix(element);
  hash *= 0xff51afd7ed558ccd;
  return hash ^ hash >> 32;
}

TermTable::TermTable(const Vocabulary& vocabulary) : vocabulary_(vocabulary) {
  for (std::size_t i = 0; i < vocabulary.builtOf; ++i) {
    const FieldTensor& variable = vocabulary.variables[i];
    known_[fingerprintOf(variable.shape, variable.elements)] = size();
    Term term;
    term.value = variable;
    terms_.push_back(std::move(term));
  }
}

TermId TermTable::find(std::uint64_t fingerprint) const {
  const auto known = known_.find(fingerprint);
  return known == known_.end() ? kNoTerm : known->second;
}

int TermTable::unite(const Application& application, std::array<std::uint32_t, kMostOps>& ops) const {
  std::array<std::uint32_t, std::size_t{2} * kMostOps> both;
  auto end = both.begin();
  for (const TermId operand : application.operands) {
    if (operand == kNoTerm) continue;
    const auto more = terms_[operand].opSpan();
    if (end == both.begin()) {
      end = std::ranges::copy(more, end).out;
    } else {
      const auto known = both;
      const auto knownEnd = known.begin() + (end - both.begin());
      end = std::set_union(known.begin(), knownEnd, more.begin(), more.end(), both.begin());
    }
  }
  const auto count = end - both.begin();
  std::copy_n(both.begin(), std::min<std::ptrdiff_t>(count, kMostOps), ops.begin());
  return static_cast<int>(count) + 1;
}

std::vector<Element> TermTable::evaluate(const Application& application, int output) const {
  const auto value = [this](TermId id) { return id == kNoTerm ? nullptr : &terms_[id].value; };
  return discovery::evaluate(vocabulary_.operators[application.form], output, value(application.operands[0]),
                             value(application.operands[1]));
}

std::uint32_t TermTable::addOp(const Application& application) {
  ops_.push_back(application);
  results_.push_back({kNoTerm, kNoTerm});
  return static_cast<std::uint32_t>(ops_.size() - 1);
}

TermId TermTable::addResult(std::uint32_t op, int output, FieldShape shape, std::vector<Element> elements,
                            std::uint64_t fingerprint) {
  const TermId id = size();
  Term term;
  term.value = {shape, std::move(elements)};
  term.op = op;
  term.output = static_cast<std::uint8_t>(output);
  const int count = unite(ops_[op], term.ops);
  term.ops[static_cast<std::size_t>(count - 1)] = op;  // the newest, so they stay sorted
  term.size = static_cast<std::uint8_t>(count);
  terms_.push_back(std::move(term));
  results_[op][static_cast<std::size_t>(output)] = id;
  known_[fingerprint] = id;
  return id;
}

}  // namespace tasoscope::discovery
