#include "discovery/enumeration.h"

#include <algorithm>
#include <map>

namespace tasoscope::discovery {

Enumeration::Enumeration(const TermTable& table, int size) : table_(table), size_(size) {
  std::map<FieldShape, ShapeId> known;
  bySize_.resize(static_cast<std::size_t>(size));
  for (TermId id = 0; id < table.size(); ++id) {
    const FieldShape& shape = table[id].value.shape;
    const auto [place, isNew] = known.try_emplace(shape, static_cast<ShapeId>(shapes_.size()));
    if (isNew) shapes_.push_back(shape);
    shapeIds_.push_back(place->second);
    bySize_[table[id].size].push_back(id);
  }
}

void Enumeration::forEachConstant(const Visit& visit) const {
  if (size_ != 1) return;
  const auto& forms = table_.vocabulary().operators;
  for (std::uint32_t form = 0; form < forms.size(); ++form)
    if (forms[form].arity() == 0)
      visit({form, {kNoTerm, kNoTerm}}, *shapesOf(forms[form], nullptr, nullptr, table_.vocabulary().mostElements));
}

const std::vector<std::uint32_t>& Enumeration::formsFor(ShapeId a, ShapeId b) {
  const auto [place, isNew] = fitting_.try_emplace(std::uint64_t{a} << 32 | b);
  if (!isNew) return place->second;
  const Vocabulary& vocabulary = table_.vocabulary();
  const bool isImage = std::min(shapes_[a].extents[2], shapes_[a].extents[3]) >= vocabulary.leastImage;
  for (std::uint32_t form = 0; form < vocabulary.operators.size(); ++form) {
    const OperatorForm& candidate = vocabulary.operators[form];
    const bool mayFit = candidate.arity() == 2 && (isImage || candidate.kind != exchange::ForeignKind::kConv);
    if (mayFit && shapesOf(candidate, &shapes_[a], &shapes_[b], vocabulary.mostElements)) place->second.push_back(form);
  }
  return place->second;
}

void Enumeration::visitUnary(TermId operand, const Visit& visit) {
  const auto& forms = table_.vocabulary().operators;
  for (std::uint32_t form = 0; form < forms.size(); ++form) {
    if (forms[form].arity() != 1) continue;
    const auto shapes = shapesOf(forms[form], &table_[operand].value.shape, nullptr, table_.vocabulary().mostElements);
    if (shapes) visit({form, {operand, kNoTerm}}, *shapes);
  }
}

void Enumeration::visitForms(TermId a, TermId b, bool isSwapped, const Visit& visit) {
  const auto& forms = table_.vocabulary().operators;
  for (const std::uint32_t form : formsFor(shapeIds_[a], shapeIds_[b])) {
    if (isSwapped && forms[form].isCommutative()) continue;
    const auto shapes =
        shapesOf(forms[form], &table_[a].value.shape, &table_[b].value.shape, table_.vocabulary().mostElements);
    visit({form, {a, b}}, *shapes);
  }
}

void Enumeration::visitPair(TermId major, TermId minor, const Visit& visit) {
  visitForms(major, minor, false, visit);
  if (major != minor) visitForms(minor, major, true, visit);
}

void Enumeration::forEachWith(TermId major, const Visit& visit) {
  const Term& term = table_[major];
  const int needed = size_ - 1;
  if (term.size == needed) {
    visitUnary(major, visit);
    // Any operand that adds no operator: variables, and results of operators that are there already.
    for (const TermId variable : bySize_[0])
      if (term.size > 0 || variable <= major) visitPair(major, variable, visit);
    for (const std::uint32_t op : term.opSpan())
      for (const TermId result : table_.resultsOf(op))
        if (result != kNoTerm && (table_[result].size < term.size || result <= major)) visitPair(major, result, visit);
    return;
  }
  std::array<std::uint32_t, kMostOps> ops{};
  for (int size = std::max(1, needed - term.size); size <= term.size; ++size) {
    for (const TermId minor : bySize_[static_cast<std::size_t>(size)]) {
      if (size == term.size && minor > major) break;
      const bool mayFit = !formsFor(shapeIds_[major], shapeIds_[minor]).empty() ||
                          !formsFor(shapeIds_[minor], shapeIds_[major]).empty();
      if (mayFit && table_.unite({0, {major, minor}}, ops) == size_) visitPair(major, minor, visit);
    }
  }
}

}  // namespace tasoscope::discovery
