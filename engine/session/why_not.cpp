#include "session/why_not.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "rules/rule_pattern.h"
#include "rules/rule_probe.h"
#include "rules/rule_text.h"
#include "session/long_calls.h"
#include "session/state.h"

namespace tasoscope {
namespace {

bool isDeviceRule(std::string_view name) {
  const RuleSet rules = builtInDeviceRules();
  return rules.find(name) != nullptr;
}

class Answers {
 public:
  Answers(Session& session, std::string_view name) : state_(session.state()) {
    rule_ = state_.rules.find(name);
    if (!rule_) rule_ = state_.leftOut.find(name);
    report_.rule = name;
    if (!rule_ && isDeviceRule(name)) {
      report_.general = "The rule is a fusion that devices do by themselves: every price has it in already.";
      return;
    }
    if (!rule_) throw UsageError(fmt::format("there is no rule '{}'; `tasoscope rules list` names them all", name));
    report_.general = generalObstacle();
    probe_ = std::make_unique<RuleProbe>(state_.model.space(), *rule_, static_cast<int>(state_.model.opsetVersion()));
  }

  WhyNotReport at(OpId op) {
    if (probe_) report_.answers.push_back(answer(probe_->at(state_.graph, op)));
    return finished(1);
  }

  WhyNotReport everywhere(std::size_t most, const Progress& progress) {
    std::vector<RuleFit> fits;
    if (probe_) fits = probe_->everywhere(state_.graph);
    for (RuleFit& fit : fits) {
      progress.throwIfCancelled();
      report_.answers.push_back(answer(std::move(fit)));
    }
    return finished(most);
  }

 private:
  std::string generalObstacle() const {
    if (std::string why = whyNotRunnable(*rule_); !why.empty() && rule_->pattern->builtIn.empty())
      return fmt::format("The rule cannot be matched: {}.", why);
    if (state_.leftOut.find(rule_->name))
      return fmt::format("The rule is {}, and such rules do not run{}.", nameOf(rule_->standing),
                         rule_->standing == Standing::kAssumed ? " unless --allow-assumed says so" : "");
    if (state_.switchedOff.contains(rule_->name)) return "The rule is switched off.";
    if (std::ranges::count(state_.options.numericClasses, rule_->numericClass) == 0)
      return fmt::format("Rules that are {} are not allowed here; --numerics allows them.",
                         nameOf(rule_->numericClass));
    return {};
  }

  RuleAnswer answer(RuleFit fit) {
    RuleAnswer answer;
    answer.op = fit.op;
    answer.place = state_.nameOfOp(fit.op);
    if (fit.match) {
      tryStep(*fit.match, answer);
      return answer;
    }
    answer.nearness = fit.nearest.distance;
    for (const OpId op : fit.nearest.matched) answer.matched.push_back(state_.nameOfOp(op));
    answer.reason = sentence(fit.nearest, fit.op);
    return answer;
  }

  void tryStep(const Match& match, RuleAnswer& answer) {
    constexpr int kWhole = 1 << 21;
    answer.nearness = kWhole;
    for (const OpId op : match.sourceOps) answer.matched.push_back(state_.nameOfOp(op));
    for (const UseCondition& use : match.uses) {
      const auto uses = state_.graph.valueUses(use.tensor);
      if (uses <= use.most) continue;
      answer.reason = fmt::format("{} is used {} times; the rule allows {}.", tensorText(use.tensor), uses, use.most);
      return;
    }
    const std::size_t depth = state_.graph.depth();
    const std::int64_t before = state_.steps[state_.current].price.picoseconds;
    switch (takeStep(state_.graph, match, state_.normalForm)) {
      case ApplyResult::kApplied:
        answer.applies = true;
        answer.delta = state_.priceNow().picoseconds - before;
        undoTo(state_.graph, depth);
        return;
      case ApplyResult::kCycle:
        answer.reason = "It would close a cycle: what it makes would be computed from itself.";
        return;
      default:
        answer.reason = "It would change nothing: the graph is already what the rule would make.";
    }
  }

  std::string opText(OpId op) const {
    return fmt::format("{} ({})", state_.nameOfOp(op), state_.model.space().op(op).name());
  }

  std::string tensorText(TensorId id) const {
    const Tensor& tensor = state_.model.space().tensor(id);
    if (!tensor.name.empty()) return fmt::format("the tensor {}", tensor.name);
    if (!tensor.op.isValid()) return "a constant";
    return fmt::format("what {} makes", opText(tensor.op));
  }

  std::string inBraces(const std::string& equation) const {
    return equation.empty() ? std::string() : fmt::format(" ({})", equation);
  }

  std::string sentence(const NearMiss& miss, OpId at) const {
    const std::string equation = probe_->equationText(miss);
    switch (miss.obstacle) {
      case Obstacle::kNowhere: {
        if (!rule_->pattern->builtIn.empty()) return "The rule finds nothing to do there.";
        const std::vector<std::string> operators = probe_->operators();
        return fmt::format("{} is none of the operators that the rule replaces: {}.", opText(at),
                           fmt::join(operators, ", "));
      }
      case Obstacle::kOperator:
        if (!miss.op.isValid())
          return fmt::format("{} is not computed by the model, where the rule has {}.",
                             capital(tensorText(miss.tensor)), equation);
        return fmt::format("{} is made by {}, where the rule has {}.", capital(tensorText(miss.tensor)),
                           opText(miss.op), equation);
      case Obstacle::kReader:
        return fmt::format("Nothing reads {} as the rule wants: {}.", tensorText(miss.tensor), equation);
      case Obstacle::kSiblings:
        return fmt::format("{} alone reads {} in that way; the rule needs at least two.", opText(miss.op),
                           tensorText(miss.tensor));
      case Obstacle::kOperands:
        return fmt::format("{} has {} inputs, other than the rule's {}.", opText(miss.op),
                           state_.model.space().op(miss.op).inputs.size(), equation);
      case Obstacle::kAttribute:
        return attributeSentence(miss);
      case Obstacle::kTensor:
        return fmt::format("{} reads or makes another tensor than the rule's {} does.", opText(miss.op), equation);
      case Obstacle::kConstant:
        return fmt::format("{} is not what the rule has there: {}.", capital(tensorText(miss.tensor)), equation);
      case Obstacle::kCondition:
        return fmt::format("The condition {} does not hold{}.", miss.text, inBraces(miss.detail));
      case Obstacle::kElementType:
        return fmt::format("{} has the type {}, which the rule is not for.", capital(tensorText(miss.tensor)),
                           state_.model.space().tensor(miss.tensor).type.text());
      case Obstacle::kTarget:
        return targetSentence(miss, equation);
      case Obstacle::kUses:
        break;
    }
    return {};
  }

  std::string attributeSentence(const NearMiss& miss) const {
    const AttributeValue* value = state_.model.space().op(miss.op).attributes.find(miss.text);
    const std::string has = value ? fmt::format("is {}", textOf(*value)) : "is not there";
    return fmt::format("The attribute {} of {} {}{}.", miss.text, opText(miss.op), has,
                       miss.detail.empty() ? ", which the rule does not take" : "; the rule wants " + miss.detail);
  }

  std::string targetSentence(const NearMiss& miss, const std::string& equation) const {
    if (miss.equation < 0) return "It would change nothing: the graph is already what the rule would make.";
    if (!miss.detail.empty()) return fmt::format("What it would make does not fit: {} ({}).", equation, miss.detail);
    return fmt::format("What it would make does not fit here: {}.", equation);
  }

  static std::string capital(std::string text) {
    if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
    return text;
  }

  WhyNotReport finished(std::size_t most) {
    std::stable_sort(report_.answers.begin(), report_.answers.end(), [](const RuleAnswer& a, const RuleAnswer& b) {
      return std::tuple(!a.applies, a.applies ? a.delta : 0, -a.nearness) <
             std::tuple(!b.applies, b.applies ? b.delta : 0, -b.nearness);
    });
    report_.applying = static_cast<std::size_t>(std::ranges::count(report_.answers, true, &RuleAnswer::applies));
    report_.answers.resize(std::min(report_.answers.size(), std::max(report_.applying, most)));
    return std::move(report_);
  }

  Session::State& state_;
  const Rule* rule_ = nullptr;
  std::unique_ptr<RuleProbe> probe_;
  WhyNotReport report_;
};

}  // namespace

WhyNotReport whyNot(Session& session, std::string_view rule, OpId at) {
  assert(mayTakeLong());
  return Answers(session, rule).at(at);
}

WhyNotReport whyNot(Session& session, std::string_view rule, std::size_t most, const Progress& progress) {
  assert(mayTakeLong());
  return Answers(session, rule).everywhere(most, progress);
}

std::optional<OpId> nodeNamed(const Session& session, std::string_view name) {
  const Session::State& state = session.state();
  for (const OpId op : state.graph.liveOps())
    if (state.nameOfOp(op) == name) return op;
  for (const OpId op : state.graph.liveOps())
    for (const TensorId output : state.model.space().op(op).outputs)
      if (state.model.space().tensor(output).name == name) return op;
  return std::nullopt;
}

}  // namespace tasoscope
