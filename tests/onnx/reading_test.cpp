#include <QTest>

#include "model_building.h"

using namespace tasoscope;
using namespace tasoscope::testing;

namespace {

ModelBuilder convolution() {
  ModelBuilder b;
  b.input("x", {1, 3, 8, 8}).output("y", {1, 4, 8, 8});
  b.floats("w", {4, 3, 3, 3}, std::vector<float>(108, 0.5f));
  b.node("Conv", {"x", "w"}, {"c"}).integers("pads", {1, 1, 1, 1}).proto().set_name("conv1");
  b.node("Relu", {"c"}, {"y"});
  return b;
}

std::string bytesOf(ModelBuilder& builder) { return builder.model().SerializeAsString(); }

}  // namespace

class ReadingTest : public QObject {
  Q_OBJECT

 private slots:
  void a_model_becomes_a_graph_with_names_types_and_weights() {
    Folder folder;
    auto builder = convolution();
    const Model model = readModel(folder.write("m.onnx", bytesOf(builder)));
    QCOMPARE(model.nodeCount(), 2);
    QCOMPARE(model.loadedGraph().liveOpCount(), std::size_t{2});
    QCOMPARE(model.nodeName(0), std::string("conv1"));
    QCOMPARE(model.describe(*model.opOfNode(0)), std::string("node conv1 (Conv)"));
    const Tensor& c = model.space().tensor(*model.tensorNamed("c"));
    QCOMPARE(c.type.text(), std::string("float32 1x4x8x8"));
    const Tensor& w = model.space().tensor(*model.tensorNamed("w"));
    QVERIFY(w.isConstant);
    QCOMPARE(w.constant->value().at(107), 0.5);
    QCOMPARE(model.opsetVersion(), std::int64_t{17});
    QVERIFY(model.remarks().empty());
    QCOMPARE(model.digest().size(), std::size_t{64});
  }

  void weights_in_element_lists_read_like_raw_ones() {
    ModelBuilder b;
    b.input("x", {100}).output("y", {100});
    auto& w = b.initializer("w", {100}, onnx::TensorProto::FLOAT);
    for (int i = 0; i < 100; ++i) w.add_float_data(static_cast<float>(i));
    auto& h = b.initializer("h", {2}, onnx::TensorProto::FLOAT16);
    h.add_int32_data(0x3c00);
    h.add_int32_data(0xc000);
    b.node("Add", {"x", "w"}, {"y"});
    Folder folder;
    const Model model = readModel(folder.write("m.onnx", bytesOf(b)));
    const auto value = [&](const char* name) {
      return model.space().tensor(*model.tensorNamed(name)).constant->value();
    };
    QCOMPARE(value("w").at(99), 99.0);
    QCOMPARE(value("h").at(0), 1.0);
    QCOMPARE(value("h").at(1), -2.0);
  }

  void constant_nodes_are_constant_tensors() {
    ModelBuilder b;
    b.input("x", {2}).output("y", {2});
    b.node("Constant", {}, {"c"}).real("value_float", 2.5f);
    b.node("Mul", {"x", "c"}, {"y"});
    const Model model = b.build();
    QCOMPARE(model.loadedGraph().liveOpCount(), std::size_t{1});
    QVERIFY(!model.opOfNode(0));
    QCOMPARE(model.space().tensor(*model.tensorNamed("c")).constant->value().at(0), 2.5);
  }

  void symbolic_dimensions_keep_their_names() {
    ModelBuilder b;
    b.input("x", {1, 4}).output("y", {1, 4});
    b.graph().mutable_input(0)->mutable_type()->mutable_tensor_type()->mutable_shape()->mutable_dim(0)->set_dim_param(
        "batch");
    b.graph().mutable_output(0)->mutable_type()->mutable_tensor_type()->mutable_shape()->mutable_dim(0)->set_dim_param(
        "batch");
    b.node("Relu", {"x"}, {"y"});
    const Model model = b.build();
    QCOMPARE(model.symbols(), std::vector<std::string>{"batch"});
    QCOMPARE(model.space().tensor(model.outputs()[0]).type.text(), std::string("float32 batchx4"));
  }

  void declared_types_tell_what_inference_cannot() {
    ModelBuilder b;
    b.input("x", {1, 4}).output("y", {1, 4});
    b.node("Mystery", {"x"}, {"m"}).proto().set_domain("vendor");
    b.node("Relu", {"m"}, {"y"});
    setType(*b.graph().add_value_info(), "m", {1, 4});
    const Model model = b.build();
    const Op& mystery = onlyOp(model);
    QVERIFY(mystery.isOpaque());
    QCOMPARE(mystery.name(), std::string("vendor.Mystery"));
    QCOMPARE(model.space().tensor(*model.tensorNamed("m")).type.text(), std::string("float32 1x4"));
  }

  void an_initializer_that_is_an_input_can_be_overridden_since_ir_version_4() {
    ModelBuilder b;
    b.input("x", {1}).input("w", {1}).output("y", {1});
    b.floats("w", {1}, {2});
    b.node("Mul", {"x", "w"}, {"y"});
    const Model model = b.build();
    QVERIFY(!model.space().tensor(*model.tensorNamed("w")).isConstant);
    QCOMPARE(model.inputs().size(), std::size_t{1});
    const Model fixed = modelFromProto(b.model(), {}, {.overridableInitializersAreConstant = true});
    QVERIFY(fixed.space().tensor(*fixed.tensorNamed("w")).isConstant);
    b.model().set_ir_version(3);
    const Model old = b.build();
    QVERIFY(old.space().tensor(*old.tensorNamed("w")).isConstant);
  }

  void what_a_body_captures_stays_alive() {
    ModelBuilder b;
    b.input("x", {4}).input("flag", {}, onnx::TensorProto::BOOL).output("y", {4});
    b.node("Relu", {"x"}, {"r"});
    auto& choose = b.node("If", {"flag"}, {"y"}).proto();
    for (const char* name : {"then_branch", "else_branch"}) {
      auto& attribute = *choose.add_attribute();
      attribute.set_name(name);
      attribute.set_type(onnx::AttributeProto::GRAPH);
      auto& node = *attribute.mutable_g()->add_node();
      node.set_op_type("Neg");
      node.add_input("r");
      node.add_output(std::string(name) + "_y");
      attribute.mutable_g()->add_output()->set_name(std::string(name) + "_y");
    }
    const Model model = b.build();
    const Graph graph = model.loadedGraph();
    QVERIFY(graph.isLive(*model.tensorNamed("r")));
    QCOMPARE(graph.liveOpCount(), std::size_t{2});
  }

  void nodes_out_of_order_are_sorted() {
    ModelBuilder b;
    b.input("x", {4}).output("y", {4});
    b.node("Neg", {"r"}, {"y"});
    b.node("Relu", {"x"}, {"r"});
    QCOMPARE(b.build().loadedGraph().liveOpCount(), std::size_t{2});
  }

  void a_node_that_does_not_fit_its_operator_is_carried_with_the_reason() {
    ModelBuilder b;
    b.input("x", {2, 3}).input("z", {4, 5}).output("y", {2, 5});
    b.node("MatMul", {"x", "z"}, {"y"});
    const Model model = b.build();
    QVERIFY(onlyOp(model).isOpaque());
    QCOMPARE(model.remarks().size(), std::size_t{1});
    QCOMPARE(model.remarks()[0].place, std::string("node 0 (MatMul)"));
  }

  void a_call_of_a_function_of_the_model_is_opaque() {
    ModelBuilder b;
    b.input("x", {2}).output("y", {2});
    b.node("Relu", {"x"}, {"y"});
    auto& function = *b.model().add_functions();
    function.set_name("Relu");
    QVERIFY(onlyOp(b.build()).isOpaque());
  }

  void external_data_is_read_from_the_models_folder() {
    ModelBuilder b;
    b.input("x", {2}).output("y", {2});
    auto& w = b.initializer("w", {2}, onnx::TensorProto::FLOAT);
    w.set_data_location(onnx::TensorProto::EXTERNAL);
    const auto entry = [&](const char* key, const char* value) {
      auto& e = *w.add_external_data();
      e.set_key(key);
      e.set_value(value);
    };
    entry("location", "weights.bin");
    entry("offset", "4");
    entry("length", "8");
    b.node("Add", {"x", "w"}, {"y"});
    const float numbers[] = {9, 1, 2};
    Folder folder;
    folder.write("weights.bin", {reinterpret_cast<const char*>(numbers), sizeof numbers});
    const Model model = readModel(folder.write("m.onnx", bytesOf(b)));
    QCOMPARE(model.space().tensor(*model.tensorNamed("w")).constant->value().at(1), 2.0);
  }
};

QTEST_GUILESS_MAIN(ReadingTest)
#include "reading_test.moc"
