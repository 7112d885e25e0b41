#include "onnx/declared_types.h"

#include <fmt/format.h>

#include "tensor/error.h"

namespace tasoscope {
namespace {

Dim dimFromProto(const onnx::TensorShapeProto::Dimension& proto, const std::string& place) {
  if (proto.has_dim_param()) {
    // Exporters write "?" for what they do not know; such names do not promise equality.
    const std::string& name = proto.dim_param();
    return name.empty() || name.front() == '?' ? Dim::unknown() : Dim::symbol(name);
  }
  if (!proto.has_dim_value() || proto.dim_value() == -1) return Dim::unknown();
  if (proto.dim_value() < 0) {
    throw ModelError(Position{.field = place},
                     fmt::format("is declared with the negative dimension {}", proto.dim_value()));
  }
  return proto.dim_value();
}

/// Of the tensors in a sequence or an optional; undefined where the type does not say.
ElementType itemElementOf(const onnx::TypeProto& proto) {
  const onnx::TypeProto* type = &proto;
  while (type->has_sequence_type() || type->has_optional_type())
    type = type->has_sequence_type() ? &type->sequence_type().elem_type() : &type->optional_type().elem_type();
  return type->has_tensor_type() ? elementTypeFromOnnx(type->tensor_type().elem_type()) : ElementType::kUndefined;
}

}  // namespace

TensorType typeFromProto(const onnx::TypeProto& proto, const std::string& place) {
  TensorType type;
  if (proto.has_sequence_type() || proto.has_optional_type()) {
    type.isTensor = false;
    type.element = itemElementOf(proto);
    return type;
  }
  if (!proto.has_tensor_type()) {
    type.isTensor = proto.value_case() == onnx::TypeProto::VALUE_NOT_SET;
    return type;
  }
  const auto& tensor = proto.tensor_type();
  type.element = elementTypeFromOnnx(tensor.elem_type());
  if (type.element == ElementType::kUndefined && tensor.elem_type() != 0) {
    throw ModelError(Position{.field = place},
                     fmt::format("is declared with element type {}, which ONNX does not define", tensor.elem_type()));
  }
  if (!tensor.has_shape()) return type;
  type.shape = Shape();
  for (const auto& dim : tensor.shape().dim()) type.shape.append(dimFromProto(dim, place));
  return type;
}

onnx::TypeProto protoFromType(const TensorType& type) {
  onnx::TypeProto proto;
  auto& tensor = *proto.mutable_tensor_type();
  tensor.set_elem_type(static_cast<int>(type.element));
  if (!type.shape.hasRank()) return proto;
  tensor.mutable_shape();
  for (const Dim& dim : type.shape.dims()) {
    auto& out = *tensor.mutable_shape()->add_dim();
    if (dim.isKnown()) {
      out.set_dim_value(dim.value());
    } else if (!dim.isNamelessUnknown()) {
      out.set_dim_param(dim.text());
    }
  }
  return proto;
}

}  // namespace tasoscope
