// Ops without a definition in a session: whatever their attributes are, the model opens and can be looked at.

#include <onnx/onnx_pb.h>

#include <QTemporaryDir>
#include <QtTest>
#include <fstream>

#include "session/session.h"

using namespace tasoscope;

namespace {

/// y = TYPE(x, x) in a domain, with attributes that our operators of such names have as other kinds.
void writeModel(const std::string& path, const std::string& domain, const std::string& type) {
  onnx::ModelProto model;
  model.set_ir_version(8);
  model.add_opset_import()->set_version(17);
  if (!domain.empty()) {
    auto& import = *model.add_opset_import();
    import.set_domain(domain);
    import.set_version(1);
  }
  onnx::GraphProto& graph = *model.mutable_graph();
  graph.set_name("opaque");
  const auto declare = [](onnx::ValueInfoProto& info, const char* name) {
    info.set_name(name);
    auto& tensor = *info.mutable_type()->mutable_tensor_type();
    tensor.set_elem_type(onnx::TensorProto::FLOAT);
    tensor.mutable_shape()->add_dim()->set_dim_value(4);
  };
  declare(*graph.add_input(), "x");
  declare(*graph.add_output(), "y");
  onnx::NodeProto& node = *graph.add_node();
  node.set_op_type(type);
  node.set_domain(domain);
  for (int i = 0; i < 2; ++i) node.add_input("x");
  node.add_output("y");
  for (const char* name : {"activation", "axis", "group", "strides", "kernel_shape"}) {
    onnx::AttributeProto& attribute = *node.add_attribute();
    attribute.set_name(name);
    attribute.set_type(onnx::AttributeProto::FLOAT);
    attribute.set_f(1);
  }
  std::ofstream file(path, std::ios::binary);
  model.SerializeToOstream(&file);
}

}  // namespace

class OpaqueOpsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void attributesOfOtherDomainsMeanWhatTheyLike() {
    QTemporaryDir folder;
    const std::string path = folder.filePath("model.onnx").toStdString();
    for (const char* domain : {"com.microsoft", ""}) {
      for (const char* type : {"GroupNorm", "Conv", "MaxPool", "Concat", "Split", "MatMul"}) {
        writeModel(path, domain, type);
        const auto session = Session::open(path, {});
        const GraphView view = session->view(0);
        QCOMPARE(view.nodes.size(), std::size_t{1});
        QVERIFY(view.nodes[0].isOpaque);
        QVERIFY(view.nodes[0].operatorName.ends_with(type));
        QCOMPARE(view.nodes[0].keyFacts, std::string("4"));
      }
    }
  }
};

QTEST_GUILESS_MAIN(OpaqueOpsTest)
#include "opaque_ops_test.moc"
