// The grammar in rules/README.md against the parser: what the grammar makes, the parser takes, but for what no grammar
// says (that a name stands for something, that a rule has one root, ...).

#include <QtTest>
#include <fstream>
#include <map>
#include <random>
#include <regex>
#include <set>
#include <sstream>

#include "rules/rule_text.h"
#include "tensor/error.h"

using namespace tasoscope;

namespace {

/// The signs of EBNF: quoted texts (with their quotes), names and brackets.
std::vector<std::string> signsOf(const std::string& text) {
  static const std::regex kSign("\"[^\"]*\"|[A-Za-z]+|[\\]\\[{}()|=;]");
  return {std::sregex_token_iterator(text.begin(), text.end(), kSign), std::sregex_token_iterator()};
}

/// Makes texts from the grammar, at random.
class Speaker {
 public:
  Speaker(const std::string& grammar, unsigned seed) : signs_(signsOf(grammar)), random_(seed) {
    for (std::size_t i = 0; i + 1 < signs_.size(); ++i)
      if (signs_[i + 1] == "=" && (i == 0 || signs_[i - 1] == ";")) starts_[signs_[i]] = i + 2;
  }

  bool defines(const std::string& name) const { return starts_.contains(name); }
  std::set<std::string> mentioned() const {
    std::set<std::string> names;
    for (const std::string& sign : signs_)
      if (std::isalpha(static_cast<unsigned char>(sign[0]))) names.insert(sign);
    return names;
  }

  std::string say(const std::string& name, int depth = 0) {
    if (name == "word") return oneOf({"x", "y", "w", "Relu", "rank", "k_1"});
    if (name == "number") return oneOf({"0", "17", "0.5", "1e-3"});
    if (name == "string") return oneOf({"\"\"", "\"a text\"", "\"with \\\" inside\""});
    if (name == "type") return oneOf({"float32", "int64"});
    if (name == "table") return table();
    if (name == "NAME") return "r" + std::to_string(names_++);
    return alternative(starts_.at(name), depth + 1);
  }

 private:
  /// A cell for each word, which the grammar does not say; the words stand for nothing in the body.
  std::string table() {
    const std::size_t words = 1 + random_() % 2, rows = 1 + random_() % 2;
    std::string text = words == 1 ? "for T1 in" : "for T1, T2 in";
    for (std::size_t row = 0; row < rows; ++row) {
      if (row > 0) text += ",";
      for (std::size_t i = 0; i < words; ++i) text += " " + say("cell");
    }
    return text;
  }

  std::string oneOf(const std::vector<std::string>& texts) { return texts[random_() % texts.size()]; }

  /// Where the alternatives that begin at `at` begin, and last the sign that ends them.
  std::vector<std::size_t> choicesAt(std::size_t at) const {
    std::vector<std::size_t> choices{at};
    int nested = 0;
    for (;; ++at) {
      const std::string& sign = signs_[at];
      if (sign == "(" || sign == "[" || sign == "{") ++nested;
      if ((sign == ")" || sign == "]" || sign == "}") && --nested < 0) break;
      if (nested == 0 && sign == ";") break;
      if (nested == 0 && sign == "|") choices.push_back(at + 1);
    }
    choices.push_back(at);
    return choices;
  }

  /// Deep down the first alternative, which in this grammar ends soon.
  std::string alternative(std::size_t at, int depth) {
    const std::vector<std::size_t> choices = choicesAt(at);
    return sequence(depth > 24 ? at : choices[random_() % (choices.size() - 1)], depth);
  }

  std::string sequence(std::size_t at, int depth) {
    std::string text;
    for (; signs_[at] != ";" && signs_[at] != "|" && signs_[at] != ")" && signs_[at] != "]" && signs_[at] != "}";
         ++at) {
      const std::string& sign = signs_[at];
      if (sign[0] == '"') {
        text += " " + sign.substr(1, sign.size() - 2);
      } else if (sign == "(" || sign == "[" || sign == "{") {
        const std::size_t inside = at + 1;
        const std::size_t most = sign == "(" ? 1 : depth > 16 ? 0 : sign == "[" ? random_() % 2 : random_() % 3;
        at = choicesAt(inside).back();
        for (std::size_t i = 0; i < most; ++i) text += " " + alternative(inside, depth);
      } else {
        text += " " + say(sign, depth);
      }
    }
    return text;
  }

  std::vector<std::string> signs_;
  std::map<std::string, std::size_t> starts_;
  std::mt19937 random_;
  int names_ = 0;
};

std::string grammar() {
  std::ifstream file(TASOSCOPE_SOURCE_DIR "/rules/README.md");
  std::ostringstream text;
  text << file.rdbuf();
  const std::string all = text.str(), fence = "```ebnf\n";
  const std::size_t begin = all.find(fence) + fence.size();
  return all.substr(begin, all.find("```", begin) - begin);
}

/// What the parser says of the form of a text, and not of what it means.
bool isAboutForm(const std::string& error) {
  for (const char* words :
       {"expected ", "unexpected character", "has no end", "ends within", "needs => or", "one arrow"})
    if (error.find(words) != std::string::npos) return true;
  return false;
}

}  // namespace

class RuleGrammarTest : public QObject {
  Q_OBJECT

 private slots:
  void everyNameOfTheGrammarIsExplained() {
    const Speaker speaker(grammar(), 1);
    const std::set<std::string> lexical{"word", "number", "string", "type", "NAME"};
    for (const std::string& name : speaker.mentioned())
      QVERIFY2(speaker.defines(name) || lexical.contains(name), name.c_str());
  }

  void whatTheGrammarMakesTheParserTakes() {
    const std::string text = grammar();
    int good = 0;
    for (unsigned seed = 1; seed <= 1000; ++seed) {
      Speaker speaker(text, seed);
      const std::string rules = speaker.say("rule");
      try {
        parseRules(rules);
        ++good;
      } catch (const RuleError& error) {
        QVERIFY2(!isAboutForm(error.what()),
                 qPrintable(QString("seed %1: %2\n%3").arg(seed).arg(error.what(), rules.c_str())));
      }
    }
    QVERIFY(good > 30);
  }
};

QTEST_APPLESS_MAIN(RuleGrammarTest)
#include "rule_grammar_test.moc"
