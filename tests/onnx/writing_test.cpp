#include <QTest>

#include "model_building.h"
#include "onnx/write_model.h"

using namespace tasoscope;
using namespace tasoscope::testing;

namespace {

/// x -> Relu (a) -> Identity (i) -> Neg (y), with names, a doc string, a value info and a spare weight.
ModelBuilder chain(int opset = 17) {
  ModelBuilder b(opset);
  b.input("x", {2, 4}).output("y", {2, 4});
  b.node("Relu", {"x"}, {"a"}).proto().set_name("first");
  b.node("Identity", {"a"}, {"i"}).proto().set_name("middle");
  auto& last = b.node("Neg", {"i"}, {"y"}).proto();
  last.set_name("last");
  last.set_doc_string("kept");
  setType(*b.graph().add_value_info(), "a", {2, 4});
  setType(*b.graph().add_value_info(), "i", {2, 4});
  b.floats("spare", {1}, {1});
  auto& entry = *b.model().add_metadata_props();
  entry.set_key("author");
  entry.set_value("test");
  return b;
}

TensorId named(const Model& model, const char* name) { return *model.tensorNamed(name); }

OpId make(Model& model, const char* op, std::vector<TensorId> inputs, Attributes attributes = {}, int outputs = 1) {
  return model.space().intern({findOperator(op), std::move(attributes), std::move(inputs), outputs});
}

Fact produces(TensorId tensor, OpId op, std::uint16_t output = 0) { return {tensor, {op, output, {}}, true}; }
Fact aliases(TensorId tensor, TensorId other) { return {tensor, {{}, 0, other}, true}; }

/// Writes a model in which `facts` hold and parses the file.
onnx::ModelProto written(Model& model, const std::vector<Fact>& facts, const WriteOptions& options = {}) {
  Graph graph = model.loadedGraph();
  if (graph.apply(facts) != ApplyResult::kApplied) throw UsageError("the facts change nothing");
  Folder folder;
  writeModel(model, graph, folder / "out.onnx", options);
  return parsed(folder / "out.onnx");
}

std::vector<std::string> operators(const onnx::ModelProto& model) {
  std::vector<std::string> names;
  for (const auto& node : model.graph().node()) names.push_back(node.op_type());
  return names;
}
using Words = std::vector<std::string>;

const onnx::TensorProto* initializer(const onnx::ModelProto& model, const std::string& name) {
  for (const auto& tensor : model.graph().initializer()) {
    if (tensor.name() == name) return &tensor;
  }
  return nullptr;
}

std::vector<float> floatsOf(const onnx::TensorProto& tensor) {
  std::vector<float> numbers(tensor.raw_data().size() / sizeof(float));
  std::memcpy(numbers.data(), tensor.raw_data().data(), tensor.raw_data().size());
  return numbers;
}

}  // namespace

class WritingTest : public QObject {
  Q_OBJECT

 private slots:
  void an_unchanged_model_is_copied() {
    Folder folder;
    ModelBuilder b = chain();
    const std::string bytes = b.model().SerializeAsString() + std::string("\xa0\x06\x01");  // a field nobody knows
    const Model model = readModel(folder.write("in.onnx", bytes));
    const WrittenModel result = writeModel(model, model.loadedGraph(), folder / "out.onnx");
    QVERIFY(result.isCopy);
    QCOMPARE(contentOf(folder / "out.onnx"), bytes);
  }

  void a_model_may_be_written_over_itself() {
    Folder folder;
    ModelBuilder b = chain();
    const auto path = folder.write("in.onnx", b.model().SerializeAsString());
    Model model = readModel(path);
    Graph graph = model.loadedGraph();
    const Fact fact = aliases(named(model, "i"), named(model, "a"));
    QCOMPARE(graph.apply({&fact, 1}), ApplyResult::kApplied);
    writeModel(model, graph, path);
    QCOMPARE(operators(parsed(path)), (Words{"Relu", "Neg"}));
    QCOMPARE(model.space().tensor(named(model, "spare")).constant->value().at(0), 1.0);
  }

  void a_removed_node_leaves_the_others_as_they_were() {
    Model model = chain().build();
    const auto out = written(model, {aliases(named(model, "i"), named(model, "a"))});
    QCOMPARE(operators(out), (Words{"Relu", "Neg"}));
    QCOMPARE(out.graph().node(1).input(0), std::string("a"));
    QCOMPARE(out.graph().node(1).name(), std::string("last"));
    QCOMPARE(out.graph().node(1).doc_string(), std::string("kept"));
    QCOMPARE(out.graph().value_info_size(), 1);
    QCOMPARE(out.graph().value_info(0).name(), std::string("a"));
    QCOMPARE(out.metadata_props(0).value(), std::string("test"));
    QCOMPARE(out.graph().initializer_size(), 0);
  }

  void an_output_that_became_another_value_keeps_its_name() {
    Model model = chain().build();
    const auto out = written(model, {aliases(named(model, "y"), named(model, "a"))});
    QCOMPARE(operators(out), (Words{"Relu"}));
    QCOMPARE(out.graph().node(0).output(0), std::string("y"));
  }

  void an_output_that_became_an_input_gets_an_identity() {
    Model model = chain().build();
    const auto out = written(model, {aliases(named(model, "y"), named(model, "x"))});
    QCOMPARE(operators(out), (Words{"Identity"}));
    QCOMPARE(out.graph().node(0).input(0), std::string("x"));
    QCOMPARE(out.graph().node(0).output(0), std::string("y"));
  }

  void two_outputs_that_became_one_value_get_an_identity() {
    ModelBuilder b = chain();
    b.output("z", {2, 4});
    b.node("Neg", {"a"}, {"z"}).proto().set_name("twin");
    Model model = b.build();
    const auto out = written(model, {aliases(named(model, "z"), named(model, "y"))});
    QCOMPARE(operators(out), (Words{"Relu", "Identity", "Neg", "Identity"}));
    QCOMPARE(out.graph().node(3).input(0), std::string("y"));
    QCOMPARE(out.graph().node(3).output(0), std::string("z"));
  }

  void new_nodes_have_new_names_that_say_their_origin() {
    Model model = chain().build();
    const OpId abs = make(model, "Abs", {named(model, "x")});
    const OpId exp = make(model, "Exp", {model.space().op(abs).outputs[0]});
    WriteOptions options;
    options.stemOf = [](OpId) { return std::string("my-rule"); };
    const auto out = written(model, {produces(named(model, "y"), exp)}, options);
    QCOMPARE(operators(out), (Words{"Abs", "Exp"}));
    QCOMPARE(out.graph().node(0).name(), std::string("my-rule_Abs"));
    QCOMPARE(out.graph().node(0).output(0), std::string("my-rule_out"));
    QCOMPARE(out.graph().node(1).output(0), std::string("y"));
  }

  void steps_over_constants_are_folded_and_rounded_once() {
    ModelBuilder b;
    b.input("x", {2}).output("y", {2});
    b.floats("w", {2}, {1, 2});
    b.floats("v", {2}, {0.25f, 3});
    b.node("Add", {"x", "w"}, {"a"});
    b.node("Add", {"a", "v"}, {"y"});
    Model model = b.build();
    const OpId sum = make(model, "Add", {named(model, "w"), named(model, "v")});
    const OpId add = make(model, "Add", {named(model, "x"), model.space().op(sum).outputs[0]});
    const auto out = written(model, {produces(named(model, "y"), add)});
    QCOMPARE(operators(out), (Words{"Add"}));
    QCOMPARE(out.graph().initializer_size(), 1);
    QCOMPARE(floatsOf(out.graph().initializer(0)), (std::vector<float>{1.25f, 5}));
  }

  void what_is_too_large_to_fold_is_written_as_nodes() {
    ModelBuilder b;
    b.input("x", {2}).output("y", {2});
    b.floats("w", {2}, {1, 2});
    b.node("Add", {"x", "w"}, {"y"});
    Model model = b.build();
    const OpId twice = make(model, "Add", {named(model, "w"), named(model, "w")});
    const OpId add = make(model, "Add", {named(model, "x"), model.space().op(twice).outputs[0]});
    WriteOptions options;
    options.maxFoldedBytes = 4;
    const auto out = written(model, {produces(named(model, "y"), add)}, options);
    QCOMPARE(operators(out), (Words{"Add", "Add"}));
    QVERIFY(initializer(out, "w"));
  }

  void fused_activations_are_expanded() {
    ModelBuilder b;
    b.input("x", {2, 3}).output("y", {2, 4});
    b.floats("w", {3, 4}, std::vector<float>(12, 1));
    b.floats("bias", {4}, {1, 2, 3, 4});
    b.node("MatMul", {"x", "w"}, {"m"});
    b.node("Add", {"m", "bias"}, {"s"});
    b.node("Relu", {"s"}, {"y"});
    Model model = b.build();
    const OpId fused = make(model, "MatMul", {named(model, "x"), named(model, "w"), named(model, "bias")},
                            {{"activation", std::string("relu")}});
    const auto out = written(model, {produces(named(model, "y"), fused)});
    QCOMPARE(operators(out), (Words{"MatMul", "Add", "Relu"}));
    QCOMPARE(out.graph().node(2).output(0), std::string("y"));
  }

  void a_fusion_of_loaded_nodes_is_written_as_those_nodes() {
    ModelBuilder b;
    b.input("x", {1, 1, 4, 4}).output("y", {1, 1, 4, 4});
    b.floats("w", {1, 1, 1, 1}, {2});
    b.node("Conv", {"x", "w"}, {"c"}).proto().set_name("conv");
    b.node("Relu", {"c"}, {"y"}).proto().set_name("relu");
    Model model = b.build();
    Attributes attributes = model.space().op(*model.opOfNode(0)).attributes;
    attributes.set("activation", std::string("relu"));
    const OpId fused = make(model, "Conv", {named(model, "x"), named(model, "w")}, attributes);
    Graph graph = model.loadedGraph();
    const Fact fact = produces(named(model, "y"), fused);
    QCOMPARE(graph.apply({&fact, 1}), ApplyResult::kApplied);
    WriteOptions options;
    options.expansionOf = [&](OpId op) {
      return op == fused ? std::vector{produces(named(model, "y"), *model.opOfNode(1))} : std::vector<Fact>();
    };
    Folder folder;
    writeModel(model, graph, folder / "out.onnx", options);
    QCOMPARE(parsed(folder / "out.onnx").SerializeAsString(), b.model().SerializeAsString());
  }

  void new_nodes_use_the_models_opset_data() {
    QTest::addColumn<int>("opset");
    QTest::addColumn<int>("inputs");
    QTest::addColumn<bool>("hasAttribute");
    QTest::newRow("axes as attribute") << 11 << 1 << true;
    QTest::newRow("axes as input") << 13 << 2 << false;
  }
  void new_nodes_use_the_models_opset() {
    QFETCH(int, opset);
    QFETCH(int, inputs);
    QFETCH(bool, hasAttribute);
    ModelBuilder b(opset);
    b.input("x", {2, 4}).output("y", {2});
    b.integers("shape", {1}, {2});
    b.node("ReduceMax", {"x"}, {"y"}).integers("axes", {1}).integer("keepdims", 0);
    Model model = b.build();
    const OpId kept =
        make(model, "ReduceMax", {named(model, "x")}, {{"axes", Extents{1}}, {"keepdims", std::int64_t{1}}});
    const OpId squeezed = make(model, "Squeeze", {model.space().op(kept).outputs[0]}, {{"axes", Extents{1}}});
    const auto out = written(model, {produces(named(model, "y"), squeezed)});
    QCOMPARE(operators(out), (Words{"ReduceMax", "Squeeze"}));
    const auto& squeeze = out.graph().node(1);
    QCOMPARE(squeeze.input_size(), inputs);
    QCOMPARE(squeeze.attribute_size() == 1, hasAttribute);
    if (inputs == 2) QVERIFY(initializer(out, squeeze.input(1)));
  }

  void operators_that_the_opset_lacks_are_expanded_or_named() {
    Model old = chain(12).build();
    const OpId swish = make(old, "HardSwish", {named(old, "x")});
    QCOMPARE(operators(written(old, {produces(named(old, "y"), swish)})), (Words{"HardSigmoid", "Mul"}));
    Model older = chain(8).build();
    const OpId gelu = make(older, "Erf", {named(older, "x")});
    QVERIFY(whyNotWritable(older, gelu));
    QVERIFY(!whyNotWritable(older, *older.opOfNode(0)));
    try {
      written(older, {produces(named(older, "y"), gelu)});
      QFAIL("it was written");
    } catch (const ModelError& error) {
      QVERIFY(std::string(error.what()).find("Erf") != std::string::npos);
    }
  }

  void a_replaced_output_of_a_kept_node_gives_its_name_away() {
    ModelBuilder b(13);
    b.input("x", {4}).output("y", {2}).output("z", {2});
    b.node("Split", {"x"}, {"p", "q"});
    b.node("Neg", {"p"}, {"y"});
    b.node("Neg", {"q"}, {"z"});
    Model model = b.build();
    const OpId abs = make(model, "Abs", {named(model, "p")});
    const auto out = written(model, {produces(named(model, "q"), abs)});
    QCOMPARE(operators(out), (Words{"Split", "Neg", "Abs", "Neg"}));
    QCOMPARE(out.graph().node(2).output(0), std::string("q"));
    QVERIFY(out.graph().node(0).output(1) != "q");
  }

  void a_captured_tensor_that_became_another_is_renamed_in_the_body() {
    ModelBuilder b;
    b.input("x", {4}).input("flag", {}, onnx::TensorProto::BOOL).output("y", {4});
    b.node("Relu", {"x"}, {"r"});
    b.node("Identity", {"r"}, {"i"});
    auto& choose = b.node("If", {"flag"}, {"y"}).proto();
    for (const char* name : {"then_branch", "else_branch"}) {
      auto& attribute = *choose.add_attribute();
      attribute.set_name(name);
      attribute.set_type(onnx::AttributeProto::GRAPH);
      auto& node = *attribute.mutable_g()->add_node();
      node.set_op_type("Neg");
      node.add_input("i");
      node.add_output(std::string(name) + "_y");
      setType(*attribute.mutable_g()->add_output(), std::string(name) + "_y", {4});
    }
    Model model = b.build();
    const auto out = written(model, {aliases(named(model, "i"), named(model, "r"))});
    QCOMPARE(operators(out), (Words{"Relu", "If"}));
    QCOMPARE(out.graph().node(1).attribute(0).g().node(0).input(0), std::string("r"));
  }

  void weights_beyond_the_limit_go_to_a_file_beside_the_model() {
    ModelBuilder b;
    b.input("x", {4096}).output("y", {4096});
    b.floats("w", {4096}, std::vector<float>(4096, 3));
    b.node("Identity", {"x"}, {"i"});
    b.node("Mul", {"i", "w"}, {"y"});
    Folder folder;
    Model model = readModel(folder.write("in.onnx", b.model().SerializeAsString()));
    Graph graph = model.loadedGraph();
    const Fact fact = aliases(named(model, "i"), named(model, "x"));
    QCOMPARE(graph.apply({&fact, 1}), ApplyResult::kApplied);
    WriteOptions options;
    options.maxFileBytes = 1000;
    const WrittenModel result = writeModel(model, graph, folder / "out.onnx", options);
    QCOMPARE(result.files.size(), std::size_t{2});
    QVERIFY(std::filesystem::file_size(folder / "out.onnx") < 1000);
    const Model again = readModel(folder / "out.onnx");
    QCOMPARE(again.space().tensor(named(again, "w")).constant->value().at(4095), 3.0);
  }

  void external_data_goes_along_to_another_folder() {
    ModelBuilder b;
    b.input("x", {2}).output("y", {2});
    auto& w = b.initializer("w", {2}, onnx::TensorProto::FLOAT);
    w.set_data_location(onnx::TensorProto::EXTERNAL);
    auto& entry = *w.add_external_data();
    entry.set_key("location");
    entry.set_value("weights.bin");
    b.node("Add", {"x", "w"}, {"y"});
    Folder from, to, other;
    from.write("weights.bin", std::string(8, '\0'));
    const Model model = readModel(from.write("in.onnx", b.model().SerializeAsString()));
    QVERIFY(writeModel(model, model.loadedGraph(), to / "out.onnx").isCopy);
    QCOMPARE(refusal(to / "out.onnx"), std::string());
    other.write("weights.bin", "another's");
    QVERIFY(!writeModel(model, model.loadedGraph(), other / "out.onnx").isCopy);
    QCOMPARE(refusal(other / "out.onnx"), std::string());
    QCOMPARE(contentOf(other / "weights.bin"), std::string("another's"));
  }

  void a_failed_write_leaves_the_target_and_the_folder_alone() {
    Model model = chain(8).build();
    const OpId erf = make(model, "Erf", {named(model, "x")});
    Graph graph = model.loadedGraph();
    const Fact fact = produces(named(model, "y"), erf);
    QCOMPARE(graph.apply({&fact, 1}), ApplyResult::kApplied);
    Folder folder;
    folder.write("out.onnx", "before");
    QVERIFY_THROWS_EXCEPTION(ModelError, writeModel(model, graph, folder / "out.onnx"));
    QCOMPARE(contentOf(folder / "out.onnx"), std::string("before"));
    QCOMPARE(std::distance(std::filesystem::directory_iterator(folder.path()), {}), std::ptrdiff_t{1});
  }

  void a_model_that_was_built_takes_its_weights_from_where_they_are_made() {
    ModelBuilder b;
    b.input("x", {2}).output("y", {2});
    b.initializer("w", {2}, onnx::TensorProto::FLOAT);
    b.node("Add", {"x", "w"}, {"y"});
    const TensorType type{ElementType::kFloat32, Shape{2}};
    const auto weight = makeConstant(Value::ofFloats(ElementType::kFloat32, {2}, {4, 5}));
    const Model model = modelFromProto(b.model(), {{"w", weight}});
    Folder folder;
    writeModel(model, model.loadedGraph(), folder / "out.onnx");
    QCOMPARE(floatsOf(*initializer(parsed(folder / "out.onnx"), "w")), (std::vector<float>{4, 5}));
  }
};

QTEST_GUILESS_MAIN(WritingTest)
#include "writing_test.moc"
