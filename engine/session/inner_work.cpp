#include "session/inner_work.h"

#include <algorithm>
#include <cassert>

#include "session/bodies.h"
#include "session/long_calls.h"
#include "session/state.h"

namespace tasoscope {
namespace {

Price priceAsRead(const Session::State& state);

/// Prices bodies as they were read, whatever has been done in them since.
class BodiesAsRead : public BodyPrices {
 public:
  explicit BodiesAsRead(const Bodies& bodies) : bodies_(bodies) {}

  std::optional<Price> priceOfBody(OpId op, std::string_view name) const override {
    for (const Bodies::Entry& entry : bodies_.entries())
      if (entry.op == op && entry.name == name) return priceAsRead(entry.session->state());
    return std::nullopt;
  }
  std::optional<std::int64_t> tripsOf(OpId op) const override { return bodies_.tripsOf(op); }

 private:
  const Bodies& bodies_;
};

Price priceAsRead(const Session::State& state) {
  if (!state.bodies->isChanged()) return state.steps[0].price;
  const BodiesAsRead read(*state.bodies);
  CostModel model(state.cost->device(), state.options.symbols, state.options.scenarios, &read);
  const Graph graph = state.graphAt(0);
  Price price = outputCopies(graph, model);
  for (const OpId op : graph.liveOps()) price += model.priceOf(graph.space(), op);
  return price;
}

void collect(const Session::State& state, const std::string& around, std::vector<InnerSteps>& found) {
  for (const Bodies::Entry& entry : state.bodies->entries()) {
    const std::string place = around + entry.place;
    if (entry.session->state().current != 0) {
      TrailView trail = entry.session->trail();
      InnerSteps& own = found.emplace_back(InnerSteps{place, {}});
      for (const StepId step : trail.path())
        if (step != 0) own.steps.push_back(std::move(trail.steps[step]));
    }
    collect(entry.session->state(), place + ", ", found);
  }
}

}  // namespace

InnerWork innerWorkOf(const Session& session) {
  assert(mayTakeLong());
  InnerWork work;
  work.original = priceAsRead(session.state());
  work.delta = session.state().steps[0].price.picoseconds - work.original.picoseconds;
  collect(session.state(), {}, work.steps);
  return work;
}

}  // namespace tasoscope
