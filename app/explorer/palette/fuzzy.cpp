#include "palette/fuzzy.h"

#include <algorithm>

namespace tasoscope {
namespace {

constexpr int kWordStart = 8;
constexpr int kRun = 5;
constexpr int kLetter = 1;
constexpr int kWholePart = 30;
constexpr int kCoverage = 20;  // for a text that is nothing else
constexpr int kWorst = -1'000'000;

bool isWordStart(const QString& text, qsizetype at) { return at == 0 || !text[at - 1].isLetterOrNumber(); }

}  // namespace

// best[j]: of the patterns's first i letters, the last of them at text[j]; each row follows from the one before.
std::optional<int> fuzzyScore(const QString& pattern, const QString& text) {
  const QString letters = pattern.simplified().toCaseFolded().remove(QChar(' '));
  const QString line = text.toCaseFolded();
  if (letters.isEmpty()) return 0;
  const qsizetype count = line.size();
  std::vector<int> best(static_cast<std::size_t>(count), kWorst);
  for (qsizetype i = 0; i < letters.size(); ++i) {
    std::vector<int> next(best.size(), kWorst);
    int before = i == 0 ? 0 : kWorst;  // the best of all earlier places
    for (qsizetype j = 0; j < count; ++j) {
      const auto at = static_cast<std::size_t>(j);
      const int run = j > 0 && i > 0 ? best[at - 1] : kWorst;
      if (line[j] == letters[i]) {
        const int base = std::max(before, run == kWorst ? kWorst : run + kRun);
        if (base != kWorst) next[at] = base + kLetter + (isWordStart(line, j) ? kWordStart : 0);
      }
      if (i > 0) before = std::max(before, best[at]);
    }
    best = std::move(next);
  }
  const int score = count == 0 ? kWorst : *std::max_element(best.begin(), best.end());
  if (score == kWorst) return {};
  const bool isPart = line.contains(pattern.simplified().toCaseFolded());
  const int coverage = static_cast<int>(kCoverage * letters.size() / count);
  return score + coverage + (isPart ? kWholePart : 0);
}

}  // namespace tasoscope
