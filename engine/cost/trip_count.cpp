#include "cost/trip_count.h"

#include <fmt/format.h>

#include <optional>

#include "graph/body.h"

namespace tasoscope {
namespace {

std::optional<std::int64_t> constantOf(const Space& space, TensorId id) {
  if (!id.isValid()) return std::nullopt;
  const Tensor& tensor = space.tensor(id);
  if (tensor.elements && tensor.elements->size() == 1) return tensor.elements->front().known();
  if (!tensor.constant || tensor.type.shape.elementCount() != 1) return std::nullopt;
  const Value value = tensor.constant->value();
  const bool isNumber = isInteger(value.element()) || value.element() == ElementType::kBool;
  return isNumber ? std::optional(value.integers()[0]) : std::nullopt;
}

/// Whether the condition that a loop's body gives is always true, or the one that it was given.
bool neverEndsEarly(const Body& body) {
  const Space& space = *body.space;
  TensorId id = body.outputs[0];
  for (const Op* op = nullptr; space.tensor(id).op.isValid(); id = op->inputs[0]) {
    op = &space.op(space.tensor(id).op);
    if (op->isOpaque() || op->name() != "Identity") return false;
  }
  return (body.inputs.size() > 1 && id == body.inputs[1]) || constantOf(space, id) == 1;
}

TripCount assumed() { return {1, true, "how often its body runs is not known: once is assumed"}; }

TripCount ofLoop(const Space& space, const Op& op) {
  const Body& body = op.bodies->graphs[0];
  const auto most = op.inputs.empty() ? std::nullopt : constantOf(space, op.inputs[0]);
  const bool startsTrue = op.inputs.size() < 2 || !op.inputs[1].isValid() || constantOf(space, op.inputs[1]) == 1;
  if (!most || !startsTrue || body.outputs.empty() || !neverEndsEarly(body)) return assumed();
  return {std::max<std::int64_t>(*most, 0), false, fmt::format("its body runs {} times", *most)};
}

TripCount ofScan(const Space& space, const Op& op, const std::function<std::int64_t(std::string_view)>& valueOf) {
  const std::int64_t scans = op.attributes.integer("num_scan_inputs", 0);
  const auto own = static_cast<std::int64_t>(op.bodies->firstCaptured);
  if (scans < 1 || scans > own) return assumed();
  const TensorId scanned = op.inputs[static_cast<std::size_t>(own - scans)];
  const auto axes = op.attributes.integers("scan_input_axes", {});
  if (!scanned.isValid() || !space.tensor(scanned).type.shape.hasRank()) return assumed();
  const Shape& shape = space.tensor(scanned).type.shape;
  std::int64_t axis = axes.empty() ? 0 : axes[0];
  if (axis < 0) axis += shape.rank();
  if (axis < 0 || axis >= shape.rank()) return assumed();
  const Dim& extent = shape[static_cast<int>(axis)];
  if (extent.isNamelessUnknown()) return assumed();
  const std::int64_t count = std::max<std::int64_t>(extent.evaluate(valueOf), 0);
  return {count, false, fmt::format("its body runs {} times, the length of what it scans", count)};
}

}  // namespace

TripCount tripCountOf(const Space& space, const Op& op, const std::function<std::int64_t(std::string_view)>& valueOf) {
  if (op.name() == "Loop") return ofLoop(space, op);
  if (op.name() == "Scan") return ofScan(space, op, valueOf);
  return assumed();
}

}  // namespace tasoscope
