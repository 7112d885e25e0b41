// What exporters leave behind, from file to file: a small model of each kind is optimized, computes the same, and holds
// the operators that are expected then. With TASOSCOPE_KEEP_MODELS=FOLDER the models stay there, as NAME.before.onnx
// and NAME.after.onnx, for ONNX Runtime to compare (tests/oracle).

#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <filesystem>
#include <functional>

#include "exported_models.h"
#include "session/session.h"

using namespace tasoscope;
using namespace tasoscope::testing;

namespace {

struct Case {
  const char* name;
  int opset;
  std::function<void(ExportedModel&)> build;
  Names expected;  ///< operators of the written file, sorted
};

constexpr int kHalf = onnx::TensorProto::FLOAT16;
constexpr int kByte = onnx::TensorProto::UINT8;

std::string normalized(ExportedModel& m, const std::string& d, const std::string& variance) {
  return m.op("Div", {d, m.op("Sqrt", {m.op("Add", {variance, m.number(1e-5F)})})});
}

std::string scaledAndShifted(ExportedModel& m, const std::string& x, std::int64_t size) {
  return m.op("Add", {m.op("Mul", {x, m.weights({size}, 0.5F, 2)}), m.weights({size})});
}

std::string convolved(ExportedModel& m, const std::string& x, std::int64_t from, std::int64_t to) {
  return m.op("Conv", {x, m.weights({to, from, 3, 3})}, "pads", Extents{1, 1, 1, 1});
}

std::string attention(ExportedModel& m, const std::string& mask) {
  const std::string q = m.x({2, 4, 16, 8}, onnx::TensorProto::FLOAT, "q"),
                    k = m.x({2, 4, 16, 8}, onnx::TensorProto::FLOAT, "k"),
                    v = m.x({2, 4, 16, 8}, onnx::TensorProto::FLOAT, "v");
  const std::string turned = m.op("Transpose", {k}, "perm", Extents{0, 1, 3, 2});
  std::string scores = m.op("Div", {m.op("MatMul", {q, turned}), m.number(2.8284271F)});
  if (!mask.empty()) scores = m.op("Add", {scores, m.x({2, 1, 16, 16}, onnx::TensorProto::FLOAT, mask)});
  return m.op("MatMul", {m.op("Softmax", {scores}, "axis", -1), v});
}

const std::vector<Case>& cases() {
  static const std::vector<Case> kCases = {
      {"layer normalization with a power",
       17,
       [](ExportedModel& m) {
         const std::string x = m.x({2, 6, 16}), d = m.op("Sub", {x, m.mean(x, -1)});
         const std::string variance = m.mean(m.op("Pow", {d, m.number(2)}), -1);
         m.y(scaledAndShifted(m, normalized(m, d, variance), 16), {2, 6, 16});
       },
       {"LayerNormalization"}},
      {"layer normalization with a product and axes as input",
       18,
       [](ExportedModel& m) {
         const std::string x = m.x({2, 6, 16}), d = m.op("Sub", {x, m.mean(x, -1)});
         m.y(scaledAndShifted(m, normalized(m, d, m.mean(m.op("Mul", {d, d}), -1)), 16), {2, 6, 16});
       },
       {"LayerNormalization"}},
      {"layer normalization with two differences",
       17,
       [](ExportedModel& m) {
         const std::string x = m.x({2, 6, 16}), mean = m.mean(x, -1);
         const std::string one = m.op("Sub", {x, mean}), other = m.op("Sub", {x, mean});
         m.y(scaledAndShifted(m, normalized(m, other, m.mean(m.op("Pow", {one, m.number(2)}), -1)), 16), {2, 6, 16});
       },
       {"LayerNormalization"}},
      {"layer normalization by a reciprocal without offset",
       17,
       [](ExportedModel& m) {
         const std::string x = m.x({2, 6, 16}), d = m.op("Sub", {x, m.mean(x, -1)});
         const std::string variance = m.mean(m.op("Mul", {d, d}), -1);
         const std::string root = m.op("Sqrt", {m.op("Add", {variance, m.number(1e-5F)})});
         const std::string y = m.op("Mul", {d, m.op("Div", {m.number(1), root})});
         m.y(m.op("Mul", {y, m.weights({16}, 0.5F, 2)}), {2, 6, 16});
       },
       {"LayerNormalization"}},
      {"layer normalization before it was an operator",
       16,
       [](ExportedModel& m) {
         const std::string x = m.x({2, 6, 16}), d = m.op("Sub", {x, m.mean(x, -1)});
         const std::string variance = m.mean(m.op("Pow", {d, m.number(2)}), -1);
         m.y(normalized(m, d, variance), {2, 6, 16});
       },
       {"Add", "Div", "Pow", "ReduceMean", "ReduceMean", "Sqrt", "Sub"}},
      {"rms normalization",
       23,
       [](ExportedModel& m) {
         const std::string x = m.x({2, 6, 16});
         const std::string root =
             m.op("Sqrt", {m.op("Add", {m.mean(m.op("Pow", {x, m.number(2)}), -1), m.number(1e-6F)})});
         const std::string y = m.op("Mul", {x, m.op("Div", {m.number(1), root})});
         m.y(m.op("Mul", {m.weights({16}, 0.5F, 2), y}), {2, 6, 16});
       },
       {"RMSNormalization"}},
      {"gelu by erf",
       20,
       [](ExportedModel& m) {
         const std::string x = m.x({4, 32});
         const std::string s = m.op("Add", {m.op("Erf", {m.op("Div", {x, m.number(1.41421354F)})}), m.number(1)});
         m.y(m.op("Mul", {m.op("Mul", {x, s}), m.number(0.5F)}), {4, 32});
       },
       {"Gelu"}},
      {"gelu by tanh",
       20,
       [](ExportedModel& m) {
         const std::string x = m.x({4, 32}), cube = m.op("Mul", {m.op("Mul", {x, x}), x});
         const std::string inner = m.op("Add", {x, m.op("Mul", {m.number(0.044715F), cube})});
         const std::string t = m.op("Tanh", {m.op("Mul", {inner, m.number(0.797885F)})});
         m.y(m.op("Mul", {m.op("Mul", {x, m.number(0.5F)}), m.op("Add", {m.number(1), t})}), {4, 32});
       },
       {"Gelu"}},
      {"attention",
       23,
       [](ExportedModel& m) {
         m.y(attention(m, ""), {2, 4, 16, 8});
       },
       {"Attention"}},
      {"attention with a mask",
       23,
       [](ExportedModel& m) {
         m.y(attention(m, "mask"), {2, 4, 16, 8});
       },
       {"Attention"}},
      {"hard swish from a clip",
       14,
       [](ExportedModel& m) {
         const std::string x = m.x({4, 32});
         const std::string c = m.op("Clip", {m.op("Add", {x, m.number(3)}), m.number(0), m.number(6)});
         m.y(m.op("Div", {m.op("Mul", {x, c}), m.number(6)}), {4, 32});
       },
       {"HardSwish"}},
      {"hard swish from a hard sigmoid",
       14,
       [](ExportedModel& m) {
         const std::string x = m.x({4, 32});
         const std::string h = m.built("HardSigmoid", {x}).real("alpha", 0.16666667F).proto().output(0);
         m.y(m.op("Mul", {x, h}), {4, 32});
       },
       {"HardSwish"}},
      {"clip from the larger and the smaller",
       13,
       [](ExportedModel& m) {
         const std::string x = m.x({4, 32});
         m.y(m.op("Min", {m.op("Max", {x, m.number(-0.5F)}), m.number(0.5F)}), {4, 32});
       },
       {"Clip"}},
      {"clip from a relu and a bound",
       13,
       [](ExportedModel& m) {
         m.y(m.op("Min", {m.op("Relu", {m.x({4, 32})}), m.number(0.5F)}), {4, 32});
       },
       {"Clip"}},
      {"mean over both axes of an image",
       13,
       [](ExportedModel& m) {
         const std::string rows = m.op("ReduceMean", {m.x({2, 8, 6, 6})}, "axes", Extents{3});
         m.y(m.op("ReduceMean", {rows}, "axes", Extents{2}), {2, 8, 1, 1});
       },
       {"ReduceMean"}},
      {"reduction and squeeze",
       13,
       [](ExportedModel& m) {
         const std::string sum = m.op("ReduceSum", {m.x({2, 8, 6}), m.list({1})});
         m.y(m.op("Squeeze", {sum, m.list({1})}), {2, 6});
       },
       {"ReduceSum"}},
      {"norm from parts",
       13,
       [](ExportedModel& m) {
         const std::string x = m.x({4, 32}), sum = m.op("ReduceSum", {m.op("Mul", {x, x}), m.list({-1})});
         m.y(m.op("Div", {x, m.op("Sqrt", {sum})}), {4, 32});
       },
       {"LpNormalization"}},
      {"logarithm of softmax",
       13,
       [](ExportedModel& m) {
         m.y(m.op("Log", {m.op("Softmax", {m.x({4, 32})}, "axis", -1)}), {4, 32});
       },
       {"LogSoftmax"}},
      {"batch normalization of a concatenation",
       13,
       [](ExportedModel& m) {
         const std::string x = m.x({1, 4, 8, 8});
         const std::string one = convolved(m, x, 4, 3), other = convolved(m, m.op("Relu", {one}), 3, 5);
         m.y(m.batchNormalization(m.op("Concat", {one, other}, "axis", 1), 8), {1, 8, 8, 8});
       },
       {"Concat", "Conv", "Conv", "Conv", "Relu"}},
      {"batch normalization of a sum",
       13,
       [](ExportedModel& m) {
         const std::string x = m.x({1, 4, 8, 8}), z = m.x({1, 5, 8, 8}, onnx::TensorProto::FLOAT, "z");
         const std::string sum = m.op("Add", {convolved(m, x, 4, 6), convolved(m, z, 5, 6)});
         m.y(m.batchNormalization(sum, 6), {1, 6, 8, 8});
       },
       {"Add", "Conv", "Conv"}},
      {"batch normalization of a product with constants",
       13,
       [](ExportedModel& m) {
         const std::string scaled = m.op("Mul", {convolved(m, m.x({1, 4, 8, 8}), 4, 6), m.weights({6, 1, 1})});
         m.y(m.batchNormalization(m.op("Add", {scaled, m.weights({1, 6, 1, 1})}), 6), {1, 6, 8, 8});
       },
       {"Conv"}},
      {"batch normalization after padding",
       13,
       [](ExportedModel& m) {
         const std::string padded =
             m.op("Pad", {convolved(m, m.x({1, 4, 8, 8}), 4, 6), m.list({0, 0, 1, 1, 0, 0, 1, 1})});
         m.y(m.op("Mul", {padded, m.weights({6, 1, 1})}), {1, 6, 10, 10});
       },
       {"Conv", "Pad"}},
      {"batch normalization after a transposed convolution",
       13,
       [](ExportedModel& m) {
         const std::string up =
             m.op("ConvTranspose", {m.x({1, 4, 8, 8}), m.weights({4, 6, 2, 2})}, "strides", Extents{2, 2});
         m.y(m.batchNormalization(up, 6), {1, 6, 16, 16});
       },
       {"ConvTranspose"}},
      {"batch normalization after a matrix product",
       13,
       [](ExportedModel& m) {
         const std::string p = m.op("Add", {m.op("MatMul", {m.x({4, 8}), m.weights({8, 6})}), m.weights({6})});
         m.y(m.batchNormalization(p, 6), {4, 6});
       },
       {"Add", "MatMul"}},
      {"padding before a convolution",
       13,
       [](ExportedModel& m) {
         const std::string padded = m.op("Pad", {m.x({1, 4, 8, 8}), m.list({0, 0, 1, 1, 0, 0, 1, 1})});
         m.y(m.op("Conv", {padded, m.weights({6, 4, 3, 3})}), {1, 6, 8, 8});
       },
       {"Conv"}},
      {"padding before a pool",
       13,
       [](ExportedModel& m) {
         const std::string padded = m.op("Pad", {m.x({1, 4, 8, 8}), m.list({0, 0, 1, 1, 0, 0, 1, 1})});
         m.y(m.op("AveragePool", {padded}, "kernel_shape", Extents{3, 3}), {1, 4, 8, 8});
       },
       {"AveragePool"}},
      {"a shape that is taken apart and put together",
       13,
       [](ExportedModel& m) {
         const std::string x = m.batch({6, 4, 8}), shape = m.op("Shape", {x});
         const std::string first = m.op("Unsqueeze", {m.op("Gather", {shape, m.index(0)}, "axis", 0), m.list({0})});
         const std::string to = m.op("Concat", {first, m.list({6}), m.list({-1})}, "axis", 0);
         m.yOfBatch(m.op("Relu", {m.op("Reshape", {x, to})}), {6, 32});
       },
       {"Relu", "Reshape"}},
      {"a shape that is known",
       13,
       [](ExportedModel& m) {
         const std::string x = m.x({2, 6, 4}), half = m.op("Div", {m.op("Shape", {x}), m.list({1, 2, 1})});
         const std::string to = m.op("Concat", {m.list({2}), half}, "axis", 0);
         m.y(m.op("Sigmoid", {m.op("Reshape", {x, to})}), {2, 2, 3, 4});
       },
       {"Reshape", "Sigmoid"}},
      {"constants that are computed in the model",
       13,
       [](ExportedModel& m) {
         const std::string w =
             m.op("Transpose", {m.op("Mul", {m.weights({6, 8}), m.number(2)})}, "perm", Extents{1, 0});
         m.y(m.op("MatMul", {m.x({4, 8}), w}), {4, 6});
       },
       {"MatMul"}},
      {"what does nothing",
       13,
       [](ExportedModel& m) {
         std::string t = m.x({2, 6, 4});
         t = m.op("Identity", {m.op("Dropout", {t})});
         t = m.op("Cast", {t}, "to", onnx::TensorProto::FLOAT);
         t = m.op("Slice", {t, m.list({0}), m.list({100}), m.list({1})});
         t = m.op("Pad", {t, m.list({0, 0, 0, 0, 0, 0})});
         t = m.op("Expand", {t, m.list({2, 6, 4})});
         t = m.op("Concat", {m.op("Reshape", {t, m.list({2, 6, 4})})}, "axis", 1);
         t = m.op("Transpose", {m.op("Transpose", {t}, "perm", Extents{0, 2, 1})}, "perm", Extents{0, 2, 1});
         t = m.op("Mul", {m.op("Add", {t, m.number(0)}), m.number(1)});
         m.y(m.op("Sigmoid", {m.op("Clip", {t})}), {2, 6, 4});
       },
       {"Sigmoid"}},
      {"axes that come and go",
       13,
       [](ExportedModel& m) {
         const std::string x = m.batch({6, 4});
         const std::string t = m.op("Unsqueeze", {m.op("Unsqueeze", {x, m.list({1})}), m.list({1})});
         m.yOfBatch(m.op("Tanh", {m.op("Squeeze", {t, m.list({1, 2})})}), {6, 4});
       },
       {"Tanh"}},
      {"a choice by the opposite",
       13,
       [](ExportedModel& m) {
         const std::string c = m.x({4, 8}, onnx::TensorProto::BOOL, "c"), x = m.x({4, 8});
         m.y(m.op("Where", {m.op("Not", {c}), x, m.op("Relu", {x})}), {4, 8});
       },
       {"Relu", "Where"}},
      {"scores by einsum",
       13,
       [](ExportedModel& m) {
         const std::string q = m.x({2, 16, 4, 8}, onnx::TensorProto::FLOAT, "q"),
                           k = m.x({2, 16, 4, 8}, onnx::TensorProto::FLOAT, "k");
         m.y(m.built("Einsum", {q, k}).string("equation", "bqhd,bkhd->bhqk").proto().output(0), {2, 4, 16, 16});
       },
       {"Einsum"}},
      {"slices that share a tensor between them",
       13,
       [](ExportedModel& m) {
         const std::string x = m.x({4, 8});
         const auto part = [&](std::int64_t from, std::int64_t to) {
           return m.op("Slice", {x, m.list({from}), m.list({to}), m.list({1})});
         };
         const std::string a = m.op("Relu", {part(0, 4)}), b = m.op("Sigmoid", {part(4, 1000)});
         m.y(m.op("Mul", {a, b}), {4, 4});
       },
       {"Mul", "Relu", "Sigmoid", "Split"}},
      {"queries, keys and values taken one by one",
       13,
       [](ExportedModel& m) {
         const std::string x = m.x({3, 4, 8});
         const auto row = [&](std::int64_t i) { return m.op("Gather", {x, m.index(i)}, "axis", 0); };
         const std::string scores = m.op("MatMul", {row(0), m.op("Transpose", {row(1)}, "perm", Extents{1, 0})});
         m.y(m.op("MatMul", {m.op("Softmax", {scores}, "axis", -1), row(2)}), {4, 8});
       },
       {"Gemm", "MatMul", "Softmax", "Split", "Squeeze", "Squeeze", "Squeeze"}},
      {"product and sum",
       13,
       [](ExportedModel& m) {
         const std::string p = m.op("MatMul", {m.x({4, 8}), m.weights({8, 6})});
         m.y(m.op("Add", {p, m.x({4, 6}, onnx::TensorProto::FLOAT, "c")}), {4, 6});
       },
       {"Gemm"}},
      {"transposes around elementwise ops and a softmax",
       13,
       [](ExportedModel& m) {
         std::string t = m.op("Transpose", {m.x({2, 6, 4, 5})}, "perm", Extents{0, 2, 3, 1});
         t = m.op("Add", {m.op("Mul", {m.op("LeakyRelu", {t}), m.weights({6})}), m.weights({6})});
         t = m.op("Softmax", {t}, "axis", 3);
         m.y(m.op("Transpose", {t}, "perm", Extents{0, 3, 1, 2}), {2, 6, 4, 5});
       },
       {"Add", "LeakyRelu", "Mul", "Softmax"}},
      {"a half-precision score that is scaled first",
       13,
       [](ExportedModel& m) {
         const std::string name = "scale";
         m.initializer(name, {}, kHalf).add_int32_data(0x3000);  // 0.125
         const std::string q = m.op("Mul", {m.x({16, 16}, kHalf, "q"), name});
         m.y(m.op("MatMul", {q, m.x({16, 16}, kHalf, "k")}), {16, 16}, kHalf);
       },
       {"MatMul", "Mul"}},
      {"integers turned into reals and back",
       13,
       [](ExportedModel& m) {
         const std::string s = m.number(0.05F), zero = m.bytes(kByte, {}, {128});
         const std::string q =
             m.op("QuantizeLinear", {m.op("DequantizeLinear", {m.x({4, 8}, kByte), s, zero}), s, zero});
         m.y(m.op("MaxPool", {m.op("Reshape", {q, m.list({1, 1, 4, 8})})}, "kernel_shape", Extents{2, 2}), {1, 1, 3, 7},
             kByte);
       },
       {"MaxPool", "Reshape"}},
      {"integers turned into reals and back with another scale",
       13,
       [](ExportedModel& m) {
         const std::string zero = m.bytes(kByte, {}, {128});
         const std::string r = m.op("DequantizeLinear", {m.x({4, 8}, kByte), m.number(0.05F), zero});
         m.y(m.op("QuantizeLinear", {r, m.number(0.04F), zero}), {4, 8}, kByte);
       },
       {"DequantizeLinear", "QuantizeLinear"}},
      {"quantization around a transpose",
       13,
       [](ExportedModel& m) {
         const std::string s = m.number(0.05F), zero = m.bytes(kByte, {}, {128});
         const std::string r = m.op("DequantizeLinear", {m.x({2, 6, 4}, kByte), s, zero});
         const std::string turned = m.op("Transpose", {r}, "perm", Extents{0, 2, 1});
         m.y(m.op("QuantizeLinear", {turned, s, zero}), {2, 4, 6}, kByte);
       },
       {"Transpose"}},
      {"quantization that clamps by itself",
       13,
       [](ExportedModel& m) {
         const std::string zero = m.bytes(kByte, {}, {0});
         m.y(m.op("QuantizeLinear", {m.op("Relu", {m.x({4, 8})}), m.number(0.05F), zero}), {4, 8}, kByte);
       },
       {"QuantizeLinear"}},
      {"quantized weights stay quantized",
       13,
       [](ExportedModel& m) {
         const std::string w = m.bytes(kByte, {2, 2}, {1, 2, 3, 250}), zero = m.bytes(kByte, {}, {128});
         m.y(m.op("MatMul", {m.x({4, 2}), m.op("DequantizeLinear", {w, m.number(0.05F), zero})}), {4, 2});
       },
       {"DequantizeLinear", "MatMul"}},
  };
  return kCases;
}

Names operatorsOf(const onnx::ModelProto& model) {
  Names result;
  for (const auto& node : model.graph().node()) result.push_back(node.op_type());
  std::sort(result.begin(), result.end());
  return result;
}

std::string joined(const Names& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : " ") + name;
  return text;
}

}  // namespace

class PracticalRulesTest : public QObject {
  Q_OBJECT
 private:
  std::filesystem::path folder() const {
    const QByteArray kept = qgetenv("TASOSCOPE_KEEP_MODELS");
    return kept.isEmpty() ? m_folder.path().toStdString() : kept.toStdString();
  }
  std::unique_ptr<Session> open(const ExportedModel& model, const std::string& name) const {
    const std::filesystem::path path = folder() / (name + ".before.onnx");
    std::ofstream(path, std::ios::binary) << const_cast<ExportedModel&>(model).model().SerializeAsString();
    return Session::open(path, {});
  }
  static bool offers(Session& session, const std::string& rule) {
    const auto candidates = session.candidates();
    return std::any_of(candidates.begin(), candidates.end(), [&](const auto& c) { return c.rule == rule; });
  }

  QTemporaryDir m_folder;

 private Q_SLOTS:
  void whatExportersLeaveBehindIsTidiedUp_data() {
    QTest::addColumn<int>("index");
    int index = 0;
    for (const Case& one : cases()) QTest::newRow(one.name) << index++;
  }
  void whatExportersLeaveBehindIsTidiedUp() {
    QFETCH(int, index);
    const Case& one = cases()[static_cast<std::size_t>(index)];
    ExportedModel model(one.opset);
    one.build(model);
    std::string name = one.name;
    std::replace(name.begin(), name.end(), ' ', '-');
    std::unique_ptr<Session> session = open(model, name);
    SearchLimits limits;
    limits.budget = 100;
    session->search("auto", limits);
    const std::filesystem::path target = folder() / (name + ".after.onnx");
    const ExportReport report = session->exportOnnx(session->trail().current, target, {});
    QVERIFY(report.equivalence.has_value());
    QVERIFY2(report.equivalence->verdict == Verdict::kEquivalent, report.equivalence->note.c_str());
    QCOMPARE(joined(operatorsOf(parsed(target))), joined(one.expected));
  }

  void boundsOfWholeNumbersKeepTheirType() {
    ExportedModel model(17);
    const std::string x = model.x({4, 8}, kByte);
    const std::string low = model.op("Cast", {model.index(1)}, "to", kByte);
    const std::string high = model.op("Cast", {model.index(2)}, "to", kByte);
    model.y(model.op("Clip", {x, low, high}), {4, 8}, kByte);
    std::unique_ptr<Session> session = open(model, "whole-bounds");
    session->search("auto", {});
    const std::filesystem::path target = folder() / "whole-bounds.after.onnx";
    session->exportOnnx(session->trail().current, target, {});
    const onnx::ModelProto written = parsed(target);
    QCOMPARE(joined(operatorsOf(written)), std::string("Clip"));
    QCOMPARE(written.graph().node(0).input_size(), 3);
    for (const auto& bound : written.graph().initializer()) QCOMPARE(bound.data_type(), kByte);
  }

  void aShapeIsWrittenWhateverTheTypeOfWhatIsReshaped() {
    ExportedModel model(17);
    auto& import = *model.model().add_opset_import();
    import.set_domain("custom");
    import.set_version(1);
    const auto mystery = [&](const std::string& of) {
      NodeBuilder unknown = model.built("Mystery", {of});
      unknown.proto().set_domain("custom");
      return unknown.proto().output(0);
    };
    const std::string shape = model.op("Cast", {model.op("Cast", {model.list({3, 8})}, "to", 6)}, "to", 7);
    model.y(mystery(model.op("Reshape", {mystery(model.x({4, 6})), shape})), {3, 8});
    std::unique_ptr<Session> session = open(model, "unknown-type");
    QVERIFY(offers(*session, "known-operands"));
    session->search("greedy", {});
    const std::filesystem::path target =
        folder() / "unknown-type.written.onnx";  // not a pair: no runtime knows Mystery
    session->exportOnnx(session->trail().current, target, {});
    QCOMPARE(joined(operatorsOf(parsed(target))), joined({"Mystery", "Mystery", "Reshape"}));
  }

  void equalInitializersBecomeOne() {
    ExportedModel model(13);
    std::vector<float> numbers(128);
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<float>(i) / 64;
    model.floats("a", {8, 16}, numbers);
    model.floats("b", {8, 16}, numbers);
    const std::string x = model.x({4, 8}), z = model.x({4, 8}, onnx::TensorProto::FLOAT, "z");
    model.y(model.op("Sub", {model.op("Tanh", {model.op("MatMul", {x, "a"})}), model.op("MatMul", {z, "b"})}), {4, 16});
    std::unique_ptr<Session> session = open(model, "equal-initializers");
    QVERIFY(offers(*session, "equal-constants"));
    session->search("greedy", {});
    const std::filesystem::path target = folder() / "equal-initializers.after.onnx";
    session->exportOnnx(session->trail().current, target, {});
    QCOMPARE(parsed(target).graph().initializer_size(), 1);
  }

  void aResultThatIsMuchLargerThanItsConstantsIsNotFolded() {
    ExportedModel model(13);
    const std::string wide = model.op("Expand", {model.number(2), model.list({512, 512})});
    model.y(model.op("Mul", {model.x({512, 512}), wide}), {512, 512});
    QVERIFY(!offers(*open(model, "expanded-number"), "constant-folding"));
  }

  void halfPrecisionIsNotReassociated() {
    for (const int type : {onnx::TensorProto::FLOAT, onnx::TensorProto::FLOAT16}) {
      ExportedModel model(13);
      const std::string x = model.x({8, 8}, type), w = model.x({8, 8}, type, "w"), v = model.x({8, 8}, type, "v");
      model.y(model.op("MatMul", {model.op("MatMul", {x, w}), v}), {8, 8}, type);
      std::unique_ptr<Session> session = open(model, "products");
      QCOMPARE(offers(*session, "reassociate-products"), type == onnx::TensorProto::FLOAT);
    }
  }

  void integersAreNotTreatedAsReals() {
    ExportedModel model(13);
    const std::string x = model.x({4}, onnx::TensorProto::INT64);
    const std::string half = model.op("Div", {x, model.list({2, 2, 2, 2})});
    model.y(model.op("Mul", {half, model.list({2, 2, 2, 2})}), {4}, onnx::TensorProto::INT64);
    std::unique_ptr<Session> session = open(model, "integers");
    QVERIFY(!offers(*session, "division-by-a-constant"));
    QVERIFY(!offers(*session, "gather-constants-of-mul"));
  }

  void theToleranceFitsTheTypeAndSaysIt() {
    for (const auto& [type, words] :
         {std::pair{onnx::TensorProto::FLOAT, "float32"}, std::pair{onnx::TensorProto::FLOAT16, "float16"},
          std::pair{onnx::TensorProto::BFLOAT16, "bfloat16"}}) {
      ExportedModel model(15);
      model.y(model.op("Relu", {model.op("Relu", {model.x({8, 8}, type)})}), {8, 8}, type);
      const std::unique_ptr<Session> a = open(model, "a"), b = open(model, "b");
      const EquivalenceReport report = checkEquivalence(a->loadedGraph(), b->loadedGraph());
      QCOMPARE(report.verdict, Verdict::kEquivalent);
      QCOMPARE(nameOf(report.toleranceType), std::string_view(words));
    }
  }
};

QTEST_GUILESS_MAIN(PracticalRulesTest)
#include "practical_rules_test.moc"
