// What no step changed is written as it was read, field by field: names, doc strings, metadata, value infos, training
// info, functions, sparse initializers, quantization annotations, opset imports, and fields that ONNX does not define.

#include <QTest>

#include "model_building.h"
#include "onnx/write_model.h"

using namespace tasoscope;
using namespace tasoscope::testing;

namespace {

constexpr int kUnknownField = 12'345;

template <typename Message>
void addUnknown(Message& message, const std::string& text) {
  message.mutable_unknown_fields()->AddLengthDelimited(kUnknownField)->assign(text);
}

onnx::TensorProto floats(const std::string& name, const Extents& shape, std::size_t count) {
  onnx::TensorProto tensor;
  tensor.set_name(name);
  tensor.set_data_type(onnx::TensorProto::FLOAT);
  for (const std::int64_t extent : shape) tensor.add_dims(extent);
  for (std::size_t i = 0; i < count; ++i) tensor.add_float_data(static_cast<float>(i) / 4);
  return tensor;
}

/// y = Relu(Mul(Identity(x), w)) + a, and every field that a model can have beside that. The Identity is what a step
/// removes.
onnx::ModelProto everyField() {
  ModelBuilder b;
  b.input("x", {4, 100}).output("y", {4, 100});
  onnx::ModelProto& model = b.model();
  model.set_producer_name("exporter");
  model.set_producer_version("1.2");
  model.set_domain("org.example");
  model.set_model_version(7);
  model.set_doc_string("a model");
  auto& custom = *model.add_opset_import();
  custom.set_domain("org.example");
  custom.set_version(3);
  auto& entry = *model.add_metadata_props();
  entry.set_key("author");
  entry.set_value("somebody");
  addUnknown(model, "of the model");

  onnx::GraphProto& graph = *model.mutable_graph();
  graph.set_doc_string("a graph");
  graph.mutable_input(0)->set_doc_string("an input");
  graph.mutable_input(0)->mutable_type()->set_denotation("IMAGE");
  addUnknown(graph, "of the graph");
  *graph.add_initializer() = floats("w", {100}, 100);  // a list that stays in the file
  auto& raw = b.floats("a", {100}, std::vector<float>(100, 0.5F));
  raw.set_doc_string("an addend");
  addUnknown(raw, "of a tensor");
  auto& sparse = *graph.add_sparse_initializer();
  *sparse.mutable_values() = floats("s", {100}, 100);
  sparse.mutable_indices()->set_data_type(onnx::TensorProto::INT64);
  sparse.mutable_indices()->add_dims(100);
  for (int i = 0; i < 100; ++i) sparse.mutable_indices()->add_int64_data(3 * i);
  sparse.add_dims(400);
  setType(*graph.add_value_info(), "m", {4, 100});
  graph.mutable_value_info(0)->set_doc_string("a product");
  auto& annotation = *graph.add_quantization_annotation();
  annotation.set_tensor_name("m");
  auto& parameter = *annotation.add_quant_parameter_tensor_names();
  parameter.set_key("SCALE_TENSOR");
  parameter.set_value("w");

  b.node("Identity", {"x"}, {"i"});
  auto& product = b.node("Mul", {"i", "w"}, {"m"}).proto();
  product.set_name("product");
  product.set_doc_string("multiplies");
  addUnknown(product, "of a node");
  b.node("Relu", {"m"}, {"r"});
  auto& call = b.node("Twice", {"r"}, {"t"}).proto();
  call.set_domain("org.example");
  addUnknown(*call.add_attribute(), "of an attribute");
  call.mutable_attribute(0)->set_name("kept");
  call.mutable_attribute(0)->set_type(onnx::AttributeProto::TENSOR);
  *call.mutable_attribute(0)->mutable_t() = floats("", {100}, 100);
  b.node("Add", {"t", "a"}, {"y"});

  auto& function = *model.add_functions();
  function.set_name("Twice");
  function.set_domain("org.example");
  function.add_input("p");
  function.add_output("q");
  function.add_attribute("kept");
  function.set_doc_string("twice its input");
  function.add_opset_import()->set_version(17);
  auto& sum = *function.add_node();
  sum.set_op_type("Add");
  sum.add_input("p");
  sum.add_input("p");
  sum.add_output("q");

  auto& training = *model.add_training_info();
  training.mutable_algorithm()->set_name("update");
  *training.mutable_algorithm()->add_initializer() = floats("rate", {100}, 100);
  auto& binding = *training.add_update_binding();
  binding.set_key("w");
  binding.set_value("w");
  addUnknown(training, "of the training");
  return model;
}

std::string textOf(const google::protobuf::Message& message) { return message.DebugString(); }

}  // namespace

class FidelityTest : public QObject {
  Q_OBJECT

 private:
  Folder m_folder;
  onnx::ModelProto m_before, m_after;

  /// Reads and writes, with the Identity taken out in between.
  void removeTheIdentity(const onnx::ModelProto& before) {
    m_before = before;
    Model model = readModel(m_folder.write("in.onnx", before.SerializeAsString()));
    Graph graph = model.loadedGraph();
    const Fact fact{*model.tensorNamed("i"), {{}, 0, *model.tensorNamed("x")}, true};
    QCOMPARE(graph.apply({&fact, 1}), ApplyResult::kApplied);
    QVERIFY(!writeModel(model, graph, m_folder / "out.onnx").isCopy);
    m_after = parsed(m_folder / "out.onnx");
  }

 private Q_SLOTS:
  void unchangedTheModelIsWrittenByteForByte() {
    const auto path = m_folder.write("same.onnx", everyField().SerializeAsString());
    const Model model = readModel(path);
    QVERIFY(writeModel(model, model.loadedGraph(), m_folder / "copy.onnx").isCopy);
    QCOMPARE(contentOf(m_folder / "copy.onnx"), contentOf(path));
  }

  void outsideOfAChangeEveryFieldIsAsItWas() {
    removeTheIdentity(everyField());
    QCOMPARE(m_after.graph().node_size(), m_before.graph().node_size() - 1);
    // What the change itself says differently: the node that is gone, and the one that read it.
    onnx::ModelProto expected = m_before;
    expected.mutable_graph()->mutable_node()->DeleteSubrange(0, 1);
    expected.mutable_graph()->mutable_node(0)->set_input(0, "x");
    QCOMPARE(textOf(m_after), textOf(expected));
  }

  void whatTheChangedRegionNamedGoesWithIt() {
    onnx::ModelProto model = everyField();
    setType(*model.mutable_graph()->add_value_info(), "i", {4, 100});
    removeTheIdentity(model);
    QCOMPARE(m_after.graph().value_info_size(), 1);
    QCOMPARE(m_after.graph().value_info(0).name(), std::string("m"));
  }

  void weightsOfEveryElementTypeAreWrittenAsTheyWereRead() {
    // Types up to 26, most of which Debian's ONNX does not know: their numbers and bytes pass through.
    for (int number = 1; number <= 26; ++number) {
      const ElementType element = elementTypeFromOnnx(number);
      if (bitsOf(element) == 0) continue;
      onnx::ModelProto model = everyField();
      auto& tensor = *model.mutable_graph()->add_initializer();
      tensor.set_name("typed");
      tensor.set_data_type(number);
      tensor.add_dims(600);
      tensor.set_raw_data(std::string(static_cast<std::size_t>(600 * bitsOf(element) / 8), '\x31'));
      auto& node = *model.mutable_graph()->add_node();
      node.set_op_type("Identity");
      node.add_input("typed");
      node.add_output("typed_out");
      auto& output = *model.mutable_graph()->add_output();
      output.set_name("typed_out");
      output.mutable_type()->mutable_tensor_type()->set_elem_type(number);
      output.mutable_type()->mutable_tensor_type()->mutable_shape()->add_dim()->set_dim_value(600);
      removeTheIdentity(model);
      QCOMPARE(textOf(m_after.graph().initializer(2)), textOf(m_before.graph().initializer(2)));
      QCOMPARE(textOf(m_after.graph().output(1)), textOf(m_before.graph().output(1)));
    }
  }

  void operatorsOfALaterOpsetThanIsKnownAreCarried() {
    ModelBuilder b(99, 13);
    b.input("x", {4}).output("y", {4});
    b.node("Identity", {"x"}, {"i"});
    b.node("OfTheFuture", {"i"}, {"f"}).integer("level", 3);
    b.node("Relu", {"f"}, {"y"});
    removeTheIdentity(b.model());
    QCOMPARE(m_after.opset_import(0).version(), std::int64_t{99});
    QCOMPARE(textOf(m_after.graph().node(0).attribute(0)), textOf(m_before.graph().node(1).attribute(0)));
  }
};

QTEST_APPLESS_MAIN(FidelityTest)
#include "fidelity_test.moc"
