// Nodes of old opsets come to the one form that the space has for their operator; what has no exact form is opaque.

#include <QTest>

#include "model_building.h"

using namespace tasoscope;
using namespace tasoscope::testing;

namespace {

/// The op of a model with one node, float inputs x (and more) and output y.
struct OneNode {
  ModelBuilder b;
  explicit OneNode(int opset, const Extents& x = {2, 3, 4}) : b(opset) {
    b.input("x", x);
    b.graph().add_output()->set_name("y");
  }
  NodeBuilder node(const std::string& type, std::vector<std::string> more = {}) {
    more.insert(more.begin(), "x");
    return b.node(type, more, {"y"});
  }
  Op op() { return onlyOp(model = std::make_unique<Model>(b.build()), 0); }
  std::unique_ptr<Model> model;
  static Op onlyOp(const std::unique_ptr<Model>& model, int) { return tasoscope::testing::onlyOp(*model); }
  std::string outputType() { return model->space().tensor(model->outputs()[0]).type.text(); }
};

}  // namespace

class OpsetTest : public QObject {
  Q_OBJECT

 private slots:
  void axes_are_one_attribute_whether_they_were_an_attribute_or_an_input() {
    OneNode old(11);
    old.node("ReduceSum").integers("axes", {-1});
    OneNode current(13);
    current.b.integers("axes", {1}, {-1});
    current.node("ReduceSum", {"axes"});
    QCOMPARE(old.op().attributes, current.op().attributes);
    QCOMPARE(old.op().attributes.integers("axes"), Extents{2});
    QCOMPARE(current.op().inputs.size(), std::size_t{1});
  }

  void slice_takes_its_bounds_from_attributes_or_inputs() {
    OneNode old(9);
    old.node("Slice").integers("starts", {1}).integers("ends", {3}).integers("axes", {2});
    OneNode current(13);
    current.b.integers("s", {1}, {1});
    current.b.integers("e", {1}, {3});
    current.b.integers("a", {1}, {2});
    current.node("Slice", {"s", "e", "a"});
    QCOMPARE(old.op().attributes, current.op().attributes);
    QCOMPARE(old.outputType(), std::string("float32 2x3x2"));
  }

  void clip_bounds_at_the_largest_number_are_no_bounds() {
    OneNode old(6);
    old.node("Clip").real("min", 0).real("max", 3.4028234663852886e+38f);
    QVERIFY(!old.op().attributes.has("max"));
    QCOMPARE(old.op().attributes.real("min"), 0.0);
    OneNode current(13);
    current.b.floats("low", {}, {0});
    current.node("Clip", {"low"});
    QCOMPARE(current.op().attributes, old.op().attributes);
  }

  void a_real_attribute_is_the_decimal_that_was_meant() {
    OneNode node(17);
    node.node("LeakyRelu").real("alpha", 0.1f);
    QCOMPARE(node.op().attributes.real("alpha"), 0.1);
  }

  void old_softmax_flattens_unless_its_axis_is_the_last() {
    OneNode flat(11);
    flat.node("Softmax");
    QCOMPARE(flat.op().attributes.integer("axis"), std::int64_t{1});
    QCOMPARE(flat.op().attributes.integer("flatten"), std::int64_t{1});
    OneNode last(11);
    last.node("Softmax").integer("axis", 2);
    OneNode current(13);
    current.node("Softmax");
    QCOMPARE(last.op().attributes, current.op().attributes);
  }

  void old_hardmax_flattens_too() {
    OneNode flat(11);
    flat.node("Hardmax");
    QCOMPARE(flat.op().attributes.integer("axis"), std::int64_t{1});
    QCOMPARE(flat.op().attributes.integer("flatten"), std::int64_t{1});
  }

  void an_old_fourier_transform_has_its_axis_behind_the_batch() {
    OneNode node(17, {2, 8, 3, 1});
    node.node("DFT");
    QCOMPARE(node.op().attributes.integer("axis"), std::int64_t{1});
  }

  void split_sizes_are_explicit() {
    ModelBuilder b(18);
    b.input("x", {7});
    for (const char* name : {"p", "q", "r"}) b.graph().add_output()->set_name(name);
    b.node("Split", {"x"}, {"p", "q", "r"}).integer("num_outputs", 3);
    QCOMPARE(onlyOp(b.build()).attributes.integers("split"), (Extents{3, 3, 1}));
  }

  void auto_pad_becomes_pads_when_the_extents_are_known() {
    OneNode node(17, {1, 3, 8, 8});
    node.b.floats("w", {4, 3, 3, 3}, std::vector<float>(108));
    node.node("Conv", {"w"}).string("auto_pad", "SAME_UPPER").integers("strides", {2, 2});
    QCOMPARE(node.op().attributes.integers("pads"), (Extents{0, 0, 1, 1}));
    QCOMPARE(node.op().attributes.string("auto_pad"), std::string("NOTSET"));
    QCOMPARE(node.outputType(), std::string("float32 1x4x4x4"));
  }

  void a_window_has_every_attribute() {
    OneNode node(17, {1, 3, 8, 8});
    node.node("MaxPool").integers("kernel_shape", {2, 2});
    QCOMPARE(node.op().attributes.integers("strides"), (Extents{1, 1}));
    QCOMPARE(node.op().attributes.integers("pads"), (Extents{0, 0, 0, 0}));
    QCOMPARE(node.op().attributes.integers("dilations"), (Extents{1, 1}));
  }

  void upsample_is_resize() {
    OneNode node(9, {1, 1, 2, 2});
    node.b.floats("scales", {4}, {1, 1, 2, 2});
    node.node("Upsample", {"scales"});
    QCOMPARE(node.op().name(), std::string("Resize"));
    QCOMPARE(node.op().attributes.string("coordinate_transformation_mode"), std::string("asymmetric"));
    QCOMPARE(node.outputType(), std::string("float32 1x1x4x4"));
  }

  void old_broadcasting_from_the_last_axis_is_todays() {
    OneNode node(6);
    node.b.input("b", {3, 4});
    node.node("Add", {"b"}).integer("broadcast", 1).integer("axis", 1);
    QVERIFY(!node.op().isOpaque());
    OneNode middle(6);
    middle.b.input("b", {3});
    middle.node("Add", {"b"}).integer("broadcast", 1).integer("axis", 1);
    QVERIFY(middle.op().isOpaque());
  }

  void cast_names_its_type_in_words_or_numbers() {
    OneNode old(1);
    old.b.model().set_ir_version(3);
    old.node("Cast").string("to", "INT64");
    OneNode current(13);
    current.node("Cast").integer("to", onnx::TensorProto::INT64);
    QCOMPARE(old.op().attributes, current.op().attributes);
  }

  void training_forms_are_opaque() {
    OneNode dropout(12);
    dropout.b.floats("ratio", {}, {0.5f});
    auto& training = dropout.b.initializer("training", {}, onnx::TensorProto::BOOL);
    training.add_int32_data(1);
    dropout.node("Dropout", {"ratio", "training"});
    QVERIFY(dropout.op().isOpaque());
    OneNode inference(12);
    inference.node("Dropout");
    QVERIFY(!inference.op().isOpaque());
  }

  void group_normalization_of_opset_18_scales_groups() {
    OneNode node(18, {1, 4, 2});
    node.b.floats("scale", {2}, {1, 1});
    node.b.floats("bias", {2}, {0, 0});
    node.node("GroupNormalization", {"scale", "bias"}).integer("num_groups", 2);
    QVERIFY(node.op().isOpaque());
  }

  void an_attribute_that_nobody_knows_makes_a_node_opaque() {
    OneNode node(17);
    node.node("Relu").integer("novelty", 1);
    QVERIFY(node.op().isOpaque());
    QVERIFY(node.model->remarks()[0].text.find("novelty") != std::string::npos);
  }

  void outputs_that_nobody_reads_do_not_count() {
    ModelBuilder b(17);
    b.input("x", {1, 1, 4, 4}).output("y", {1, 1, 3, 3});
    b.node("MaxPool", {"x"}, {"y", "where"}).integers("kernel_shape", {2, 2});
    QCOMPARE(onlyOp(b.build()).outputs.size(), std::size_t{1});
  }
};

QTEST_GUILESS_MAIN(OpsetTest)
#include "opset_test.moc"
