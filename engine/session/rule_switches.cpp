// Which rules candidates and searches use, and what is known of each in this session.

#include <algorithm>
#include <cassert>

#include "session/long_calls.h"
#include "session/project_keeper.h"
#include "session/state.h"

namespace tasoscope {

void Session::State::activateRules() {
  for (std::size_t i = 0; i < rules.size(); ++i) {
    const Rule& rule = rules[i];
    bool isActive =
        std::ranges::count(options.numericClasses, rule.numericClass) > 0 && !switchedOff.contains(rule.name);
    // What was looked through without a rule is not looked through with it.
    if (isActive && !matcher.isActive(i))
      for (StepFacts& step : steps) step.isLookedThrough = false;
    matcher.setActive(i, isActive);
  }
}

const RuleSet& Session::rulesLeftOut() const { return state_->leftOut; }

void Session::setRulesSwitchedOff(const std::vector<std::string>& names) {
  assert(mayTakeLong());
  for (const BodyView& body : bodies()) body.session->setRulesSwitchedOff(names);
  state_->switchedOff = {names.begin(), names.end()};
  state_->activateRules();
  state_->keeper->changed(*state_);
}

std::vector<std::string> Session::rulesSwitchedOff() const {
  return {state_->switchedOff.begin(), state_->switchedOff.end()};
}

void Session::setNumericClasses(std::vector<NumericClass> classes) {
  assert(mayTakeLong());
  for (const BodyView& body : bodies()) body.session->setNumericClasses(classes);
  state_->options.numericClasses = std::move(classes);
  state_->activateRules();
  state_->keeper->changed(*state_);
}

std::vector<NumericClass> Session::numericClasses() const { return state_->options.numericClasses; }

std::vector<RuleView> Session::ruleViews() const {
  const State& state = *state_;
  std::vector<RuleView> views(state.rules.size());
  for (std::size_t i = 0; i < views.size(); ++i) {
    views[i].rule = state.rules[i];
    views[i].isOn = !state.switchedOff.contains(state.rules[i].name);
    views[i].isAllowed = std::ranges::count(state.options.numericClasses, state.rules[i].numericClass) > 0;
    views[i].searched = state.searched[i];
  }
  for (std::size_t id = 0; id < state.matcher.matchCount(); ++id)
    ++views[state.matcher.match(static_cast<MatchId>(id)).rule].places;
  for (StepId step = 1; step < state.steps.size(); ++step) {
    if (state.steps[step].isHidden || state.tree.node(step).match == kNoMatch) continue;
    RuleView& view = views[state.matcher.match(state.tree.node(step).match).rule];
    ++view.applied;
    std::int64_t before = state.steps[state.tree.node(step).parent].price.picoseconds;
    if (state.steps[step].price.picoseconds < before) ++view.improved;
  }
  const RuleSet device = builtInDeviceRules();
  for (const Rule& rule : device.all()) views.emplace_back().rule = rule;
  return views;
}

}  // namespace tasoscope
