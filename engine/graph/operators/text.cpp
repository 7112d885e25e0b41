// Words as numbers: StringNormalizer and TfIdfVectorizer.

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "graph/operators/helpers.h"
#include "graph/operators/operators.h"

namespace tasoscope::operators {
namespace {

using Integer = std::int64_t;
using Words = std::vector<std::string>;

template <typename T>
std::vector<T> listOf(const Attributes& attributes, std::string_view name) {
  const AttributeValue* value = attributes.find(name);
  if (const auto* list = value ? std::get_if<std::vector<T>>(value) : nullptr) return *list;
  return {};
}

// StringNormalizer.

/// Letters of ASCII; others depend on a locale, which the operator leaves to the machine.
std::string changedCase(std::string word, std::string_view action) {
  for (char& letter : word) {
    const auto code = static_cast<unsigned char>(letter);
    if (code >= 128) throw EvaluationError("the case of letters outside of ASCII depends on the machine's locale");
    if (action == "LOWER") letter = static_cast<char>(std::tolower(code));
    if (action == "UPPER") letter = static_cast<char>(std::toupper(code));
  }
  return word;
}

std::vector<OutputFact> inferNormalizer(const InferenceContext& context) {
  const Shape& x = required(context, 0).type.shape;
  if (x.hasRank() && (x.rank() > 2 || x.rank() == 0 || (x.rank() == 2 && x[0].isKnown() && x[0].value() != 1)))
    throw ModelError(fmt::format("words of shape {} are neither a list nor a list in one row", x.text()));
  if (!x.hasRank()) return outputOf(ElementType::kString, Shape::unknownRank());
  return outputOf(ElementType::kString, x.rank() == 1 ? unknownShape(1) : Shape{1, Dim::unknown()});
}

std::vector<Value> evaluateNormalizer(const EvaluationContext& context) {
  const Value& x = required(context, 0);
  const auto words = elementsOf<std::string>(x);
  const std::string action = context.attributes.string("case_change_action", "NONE");
  const bool isCaseSensitive = context.attributes.integer("is_case_sensitive", 0) != 0;
  const auto compared = [&](const std::string& word) { return isCaseSensitive ? word : changedCase(word, "LOWER"); };
  Words stops = listOf<std::string>(context.attributes, "stopwords"), kept;
  for (std::string& stop : stops) stop = compared(stop);
  for (const std::string& word : words) {
    if (!stops.empty() && std::ranges::find(stops, compared(word)) != stops.end()) continue;
    kept.push_back(action == "NONE" ? word : changedCase(word, action));
  }
  if (kept.empty()) kept.emplace_back();  // ONNX: one empty word where none is left
  const auto count = static_cast<Integer>(kept.size());
  return {makeValue(ElementType::kString, x.rank() == 2 ? Extents{1, count} : Extents{count}, std::move(kept))};
}

OperatorDefinition stringNormalizer() {
  OperatorDefinition definition;
  definition.name = "StringNormalizer";
  definition.summary = "Leaves words out and changes the case of the others.";
  definition.attributes = {{"case_change_action", std::string("NONE")},
                           {"is_case_sensitive", Integer{0}},
                           {"locale", std::nullopt},
                           {"stopwords", std::nullopt}};
  definition.infer = inferNormalizer;
  definition.evaluate = evaluateNormalizer;
  return definition;
}

// TfIdfVectorizer.

/// The n-grams of a pool: those of n words start at counts[n - 1] and follow each other.
template <typename Word>
struct Grams {
  std::vector<Word> pool;
  std::vector<Integer> counts, columns;
  std::vector<double> weights;
  Integer shortest, longest, mostSkipped;
};

Integer columnsOf(const Attributes& attributes) {
  Integer columns = 0;
  for (const Integer column : listOf<Integer>(attributes, "ngram_indexes")) {
    if (column < 0 || column >= (Integer{1} << 31)) throw ModelError(fmt::format("the column {} of an n-gram", column));
    columns = std::max(columns, column + 1);
  }
  return columns;
}

std::vector<OutputFact> inferVectorizer(const InferenceContext& context) {
  const Shape& x = required(context, 0).type.shape;
  if (x.hasRank() && x.rank() > 2)
    throw ModelError(fmt::format("words of shape {} are neither a list nor rows", x.text()));
  const Dim columns(columnsOf(context.attributes));
  if (!x.hasRank()) return outputOf(ElementType::kFloat32, Shape::unknownRank());
  return outputOf(ElementType::kFloat32, x.rank() == 2 ? Shape{x[0], columns} : Shape{columns});
}

template <typename Word>
Grams<Word> gramsOf(const Attributes& attributes, std::vector<Word> pool) {
  Grams<Word> grams{std::move(pool),
                    listOf<Integer>(attributes, "ngram_counts"),
                    listOf<Integer>(attributes, "ngram_indexes"),
                    listOf<double>(attributes, "weights"),
                    attributes.integer("min_gram_length", 1),
                    attributes.integer("max_gram_length", 1),
                    attributes.integer("max_skip_count", 0)};
  const auto size = static_cast<Integer>(grams.pool.size());
  Integer number = 0;
  for (std::size_t n = 0; n < grams.counts.size(); ++n) {
    const Integer end = n + 1 < grams.counts.size() ? grams.counts[n + 1] : size;
    const auto words = static_cast<Integer>(n) + 1;
    if (grams.counts[n] < 0 || end < grams.counts[n] || end > size || (end - grams.counts[n]) % words != 0)
      throw EvaluationError("ngram_counts does not divide the pool into n-grams");
    number += (end - grams.counts[n]) / words;
  }
  if (number != static_cast<Integer>(grams.columns.size())) throw EvaluationError("not every n-gram has its column");
  if (!grams.weights.empty() && grams.weights.size() != grams.columns.size())
    throw EvaluationError("not every n-gram has its weight");
  return grams;
}

/// How often the words first, first + stride, ... of a row are this n-gram, over all beginnings.
template <typename Word>
double countOf(std::span<const Word> row, std::span<const Word> gram, Integer stride) {
  const auto length = static_cast<Integer>(gram.size());
  double count = 0;
  for (Integer first = 0; first + (length - 1) * stride < static_cast<Integer>(row.size()); ++first) {
    bool isEqual = true;
    for (Integer i = 0; isEqual && i < length; ++i)
      isEqual = row[static_cast<std::size_t>(first + i * stride)] == gram[static_cast<std::size_t>(i)];
    count += isEqual ? 1 : 0;
  }
  return count;
}

template <typename Word>
void addRow(const Grams<Word>& grams, const std::string& mode, std::span<const Word> row, std::span<double> out) {
  std::size_t gram = 0;
  for (std::size_t n = 0; n < grams.counts.size(); ++n) {
    const auto words = static_cast<Integer>(n) + 1;
    const Integer end = n + 1 < grams.counts.size() ? grams.counts[n + 1] : static_cast<Integer>(grams.pool.size());
    for (Integer at = grams.counts[n]; at < end; at += words, ++gram) {
      if (words < grams.shortest || words > grams.longest) continue;
      const std::span<const Word> pattern(grams.pool.data() + at, static_cast<std::size_t>(words));
      double count = 0;  // one word has no gaps to skip
      for (Integer skipped = 0; skipped <= (words == 1 ? 0 : grams.mostSkipped); ++skipped)
        count += countOf<Word>(row, pattern, skipped + 1);
      const double weight = grams.weights.empty() ? 1 : grams.weights[gram];
      const double entry = mode == "TF" ? count : mode == "IDF" ? (count > 0 ? weight : 0) : count * weight;
      out[static_cast<std::size_t>(grams.columns[gram])] += entry;
    }
  }
}

template <typename Word>
std::vector<Value> vectorized(const EvaluationContext& context, std::vector<Word> pool) {
  const Value& x = required(context, 0);
  const std::string& mode = context.attributes.string("mode");
  if (mode != "TF" && mode != "IDF" && mode != "TFIDF")
    throw EvaluationError(fmt::format("its mode \"{}\" is unknown", mode));
  const Grams<Word> grams = gramsOf(context.attributes, std::move(pool));
  const auto words = elementsOf<Word>(x);
  const Integer rows = x.rank() == 2 ? x.shape()[0] : 1, columns = columnsOf(context.attributes);
  const std::size_t length = rows == 0 ? 0 : words.size() / static_cast<std::size_t>(rows);
  Extents extents = x.rank() == 2 ? Extents{rows, columns} : Extents{columns};
  std::vector<double> result(static_cast<std::size_t>(elementCount(extents)));
  for (std::size_t row = 0; row < static_cast<std::size_t>(rows); ++row)
    addRow<Word>(grams, mode, words.subspan(row * length, length),
                 std::span(result).subspan(row * static_cast<std::size_t>(columns), static_cast<std::size_t>(columns)));
  return {makeValue(ElementType::kFloat32, std::move(extents), std::move(result))};
}

std::vector<Value> evaluateVectorizer(const EvaluationContext& context) {
  if (required(context, 0).rank() > 2) throw EvaluationError("words are a list or rows");
  if (context.inputs[0].element() == ElementType::kString)
    return vectorized<std::string>(context, listOf<std::string>(context.attributes, "pool_strings"));
  return vectorized<Integer>(context, listOf<Integer>(context.attributes, "pool_int64s"));
}

OperatorDefinition vectorizer() {
  OperatorDefinition definition;
  definition.name = "TfIdfVectorizer";
  definition.summary = "Counts, and weighs, how often each of a list of n-grams occurs.";
  definition.attributes = {{"max_gram_length", std::nullopt}, {"max_skip_count", std::nullopt},
                           {"min_gram_length", std::nullopt}, {"mode", std::nullopt},
                           {"ngram_counts", std::nullopt},    {"ngram_indexes", std::nullopt},
                           {"pool_int64s", std::nullopt},     {"pool_strings", std::nullopt},
                           {"weights", std::nullopt}};
  definition.infer = inferVectorizer;
  definition.evaluate = evaluateVectorizer;
  return definition;
}

}  // namespace

std::vector<OperatorDefinition> textOperators() { return withNamesInErrors({stringNormalizer(), vectorizer()}); }

}  // namespace tasoscope::operators
