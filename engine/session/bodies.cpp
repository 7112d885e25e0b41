#include "session/bodies.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <chrono>

#include "session/long_calls.h"
#include "session/project_keeper.h"
#include "session/state.h"

namespace tasoscope {
namespace {

/// The node's name, or that of its first output.
std::string nameOfNode(const Model& model, OpId id) {
  const Op& op = model.space().op(id);
  const std::string& name = model.nodeName(op.ordinal);
  return name.empty() ? model.space().tensor(op.outputs[0]).name : name;
}

}  // namespace

Bodies::Bodies(Model& model, const SessionOptions& options) {
  for (ModelBody& body : model.takeBodies()) {
    const std::string node = nameOfNode(model, body.op);
    auto given = options.trips.find(node);
    if (given == options.trips.end()) given = options.trips.find("");
    if (given != options.trips.end()) trips_[body.op] = given->second;
    std::string place = fmt::format("{}, {}", node, body.name);
    std::unique_ptr<Session> session(new Session);
    session->state_ = std::make_unique<Session::State>(std::move(*body.model), place, options);
    entries_.push_back({body.op, body.name, std::move(place), std::move(session)});
  }
}

Bodies::~Bodies() = default;

std::optional<Price> Bodies::priceOfBody(OpId op, std::string_view name) const {
  for (const Entry& entry : entries_) {
    if (entry.op != op || entry.name != name) continue;
    const Session::State& state = *entry.session->state_;
    return state.steps[state.current].price;
  }
  return std::nullopt;
}

std::optional<std::int64_t> Bodies::tripsOf(OpId op) const {
  const auto given = trips_.find(op);
  return given == trips_.end() ? std::nullopt : std::optional(given->second);
}

bool Bodies::isChanged() const {
  return std::ranges::any_of(entries_, [](const Entry& entry) {
    const Session::State& state = *entry.session->state_;
    return state.current != 0 || state.bodies->isChanged();
  });
}

std::vector<ChangedBody> BodyExport::collect(const Bodies& bodies) {
  std::vector<ChangedBody> changed;
  for (const Bodies::Entry& entry : bodies.entries()) {
    const Session::State& state = *entry.session->state_;
    if (state.current == 0 && !state.bodies->isChanged()) continue;
    const Graph& graph = graphs_.emplace_back(state.graphAt(state.current));
    WriteOptions options = state.writeOptions(graph);
    options.bodies = collect(*state.bodies);
    by_space_[&state.model.space()] = &graph;
    changed.push_back({entry.op, entry.name, &state.model, &graph, &options_.emplace_back(std::move(options))});
  }
  return changed;
}

const Graph* BodyExport::graphOf(const Body& body) const {
  const auto found = by_space_.find(body.space);
  return found == by_space_.end() ? nullptr : found->second;
}

void Session::State::bodiesChanged() { priceWith(DeviceProfile(cost->device())); }

std::vector<BodyView> Session::bodies() const {
  std::vector<BodyView> views;
  for (const Bodies::Entry& entry : state_->bodies->entries())
    views.push_back({entry.op, state_->nameOfOp(entry.op), entry.name, entry.place,
                     state_->cost->tripsOf(state_->model.space(), entry.op), entry.session.get()});
  return views;
}

std::vector<std::string> Session::assumptions() const {
  std::vector<std::string> assumptions;
  for (const BodyView& body : bodies()) {
    if (body.turns.isAssumed) assumptions.push_back(fmt::format("{}: {}", body.place, body.turns.note));
    for (const std::string& inner : body.session->assumptions())
      assumptions.push_back(fmt::format("{}, {}", body.place, inner));
  }
  return assumptions;
}

void Session::bodyChanged() {
  assert(mayTakeLong());
  for (const Bodies::Entry& entry : state_->bodies->entries()) entry.session->bodyChanged();
  if (!state_->bodies->entries().empty()) state_->bodiesChanged();
  state_->keeper->changed(*state_);
}

std::vector<BodySearch> Session::searchBodies(std::string_view strategy, const SearchLimits& limits,
                                              const SearchObserver& observe, SearchControl* control) {
  assert(mayTakeLong());
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  std::vector<BodySearch> searches;
  for (const Bodies::Entry& entry : state_->bodies->entries()) {
    SearchLimits left = limits;
    const auto isOver = [&] {
      const std::chrono::duration<double> used = Clock::now() - start;
      if (limits.seconds > 0) left.seconds = limits.seconds - used.count();
      return (limits.seconds > 0 && left.seconds <= 0) || (control && control->cancel.load());
    };
    if (isOver()) break;
    const std::int64_t turns = state_->cost->tripsOf(state_->model.space(), entry.op).count;
    for (BodySearch& inner : entry.session->searchBodies(strategy, left, observe, control)) {
      inner.place = entry.place + ", " + inner.place;
      inner.turns *= turns;
      searches.push_back(std::move(inner));
    }
    if (isOver()) break;
    SearchResult result = entry.session->search(strategy, left, observe, control);
    searches.push_back({entry.place, entry.session.get(), turns, std::move(result)});
  }
  if (!searches.empty()) bodyChanged();
  return searches;
}

}  // namespace tasoscope
