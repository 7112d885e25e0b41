// What undo takes back: substitutions, searches, and what people write at steps. Navigation is no command.

#include <fmt/format.h>

#include <cassert>

#include "session/long_calls.h"
#include "session/project_keeper.h"
#include "session/session.h"
#include "session/state.h"

namespace tasoscope {
namespace {

constexpr int kMostBookmark = 999;

CommandKind kindOfLast(const std::vector<Command>& commands) {
  return commands.empty() ? CommandKind::kNone : commands.back().kind;
}

}  // namespace

void Session::State::visit(StepId step) {
  moveTo(step);
  for (; step != 0; step = tree.node(step).parent) steps[tree.node(step).parent].onward = step;
}

void Session::State::remember(Command command) {
  done.push_back(std::move(command));
  undone.clear();
  keeper->changed(*this);
}

void Session::State::hide(StepId first, StepId last) {
  for (StepId step = last; step >= first; --step) {
    bool hasChildren = false;
    for (StepId other = step + 1; other < steps.size(); ++other)
      hasChildren |= tree.node(other).parent == step && !steps[other].isHidden;
    steps[step].isHidden = !hasChildren;
  }
}

// A step that is taken from one that was undone brings that one back: what is shown hangs on what is shown.
void Session::State::show(StepId step) {
  for (; step != 0 && steps[step].isHidden; step = tree.node(step).parent) steps[step].isHidden = false;
}

void Session::State::writeMarks(CommandKind kind, std::vector<MarksEdit> edits) {
  std::erase_if(edits, [](const MarksEdit& edit) { return edit.before == edit.after; });
  if (edits.empty()) return;
  for (const MarksEdit& edit : edits) steps[edit.step].marks = edit.after;
  Command command;
  command.kind = kind;
  command.edits = std::move(edits);
  remember(std::move(command));
}

const StepMarks& Session::State::marksOf(StepId step) const {
  if (step >= steps.size()) throw UsageError(fmt::format("there is no step {}", step));
  return steps[step].marks;
}

void Session::rename(StepId step, std::string name) {
  StepMarks marks = state_->marksOf(step);
  marks.name = std::move(name);
  state_->writeMarks(CommandKind::kRename, {{step, state_->marksOf(step), marks}});
}

void Session::setNote(StepId step, std::string note) {
  StepMarks marks = state_->marksOf(step);
  marks.note = std::move(note);
  state_->writeMarks(CommandKind::kNote, {{step, state_->marksOf(step), marks}});
}

void Session::setBookmark(StepId step, int number) {
  if (number < 0 || number > kMostBookmark)
    throw UsageError(fmt::format("a bookmark's number is at most {}", kMostBookmark));
  std::vector<MarksEdit> edits;
  for (StepId other = 0; other < state_->steps.size(); ++other) {
    StepMarks marks = state_->marksOf(other);
    if (number == 0 || other == step || marks.bookmark != number) continue;
    marks.bookmark = 0;
    edits.push_back({other, state_->marksOf(other), marks});
  }
  StepMarks marks = state_->marksOf(step);
  marks.bookmark = number;
  edits.push_back({step, state_->marksOf(step), marks});
  state_->writeMarks(CommandKind::kBookmark, std::move(edits));
}

void Session::goTo(StepId step) {
  assert(mayTakeLong());
  if (step >= state_->steps.size()) throw UsageError(fmt::format("there is no step {}", step));
  state_->visit(step);
  state_->keeper->changed(*state_);
}

bool Session::undo() {
  assert(mayTakeLong());
  State& state = *state_;
  if (state.done.empty()) return false;
  Command command = std::move(state.done.back());
  state.done.pop_back();
  for (auto edit = command.edits.rbegin(); edit != command.edits.rend(); ++edit)
    state.steps[edit->step].marks = edit->before;
  if (command.first != 0) {
    state.visit(command.from);
    state.hide(command.first, command.last);
  }
  state.undone.push_back(std::move(command));
  state.keeper->changed(state);
  return true;
}

bool Session::redo() {
  assert(mayTakeLong());
  State& state = *state_;
  if (state.undone.empty()) return false;
  Command command = std::move(state.undone.back());
  state.undone.pop_back();
  for (const MarksEdit& edit : command.edits) state.steps[edit.step].marks = edit.after;
  if (command.first != 0) {
    for (StepId step = command.first; step <= command.last; ++step) state.steps[step].isHidden = false;
    state.visit(command.last);
  }
  state.done.push_back(std::move(command));
  state.keeper->changed(state);
  return true;
}

CommandKind Session::State::undoes() const { return kindOfLast(done); }
CommandKind Session::State::redoes() const { return kindOfLast(undone); }

}  // namespace tasoscope
