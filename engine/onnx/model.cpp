#include "onnx/model.h"

#include <fmt/format.h>

#include <utility>

#include "onnx/model_impl.h"
#include "tensor/digest.h"

namespace tasoscope {

Model::Model(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Model::Model(Model&&) noexcept = default;
Model& Model::operator=(Model&&) noexcept = default;
Model::~Model() = default;

const Space& Model::space() const { return *impl_->space; }
Space& Model::space() { return *impl_->space; }
const std::vector<TensorId>& Model::inputs() const { return impl_->inputs; }
const std::vector<TensorId>& Model::outputs() const { return impl_->outputs; }
Graph Model::loadedGraph(PriceSource* prices) const { return Graph(*impl_->space, impl_->outputs, prices); }

const std::filesystem::path& Model::path() const { return impl_->path; }
const std::string& Model::digest() const {
  if (!impl_->digest.empty()) return impl_->digest;
  Sha256 digest;
  if (impl_->store->file) {
    digest.update(impl_->store->file->bytes());
  } else {
    digest.update(impl_->proto->SerializeAsString());
  }
  return impl_->digest = digest.finish();
}

const std::string& Model::name() const { return impl_->graph().name(); }
std::int64_t Model::irVersion() const { return impl_->proto->ir_version(); }
const std::vector<OpsetImport>& Model::opsetImports() const { return impl_->opsets; }
const std::vector<std::string>& Model::symbols() const { return impl_->symbols; }
const std::vector<Remark>& Model::remarks() const { return impl_->remarks; }

const std::vector<ModelBody>& Model::bodies() const { return impl_->bodies; }
std::vector<ModelBody> Model::takeBodies() { return std::exchange(impl_->bodies, {}); }
const std::vector<Inlining>& Model::inlinings() const { return impl_->inlinings; }

std::string Model::producer() const {
  const std::string& name = impl_->proto->producer_name();
  const std::string& version = impl_->proto->producer_version();
  return version.empty() ? name : name.empty() ? version : name + " " + version;
}

std::int64_t Model::opsetVersion(std::string_view domain) const {
  for (const OpsetImport& import : impl_->opsets) {
    if (import.domain == canonicalDomain(domain)) return import.version;
  }
  return 0;
}

int Model::nodeCount() const { return impl_->graph().node_size(); }

std::optional<OpId> Model::opOfNode(int ordinal) const {
  const OpId op = impl_->opOfNode.at(static_cast<std::size_t>(ordinal));
  return op.isValid() ? std::optional(op) : std::nullopt;
}

const std::string& Model::nodeName(int ordinal) const { return impl_->graph().node(ordinal).name(); }
const std::string& Model::nodeDocString(int ordinal) const { return impl_->graph().node(ordinal).doc_string(); }

std::string Model::describe(OpId id) const {
  const Op& op = impl_->space->op(id);
  return op.ordinal < 0 ? op.name() : describeNode(impl_->graph().node(op.ordinal), op.ordinal);
}

std::optional<TensorId> Model::tensorNamed(std::string_view name) const {
  const auto found = impl_->tensorByName.find(std::string(name));
  return found == impl_->tensorByName.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace tasoscope
