// Files that are broken, by accident or on purpose: one clear sentence, nothing else.

#include <QTest>
#include <random>

#include "model_building.h"

using namespace tasoscope;
using namespace tasoscope::testing;

namespace {

ModelBuilder sound() {
  ModelBuilder b;
  b.input("x", {1, 3, 8, 8}).output("y", {1, 4, 6, 6});
  b.floats("w", {4, 3, 3, 3}, std::vector<float>(108, 0.5f));
  b.node("Conv", {"x", "w"}, {"c"});
  b.node("Relu", {"c"}, {"y"});
  return b;
}

onnx::TensorProto& weights(ModelBuilder& b) { return *b.graph().mutable_initializer(0); }

void external(ModelBuilder& b, const std::string& location, const std::string& offset = "0") {
  auto& w = weights(b);
  w.clear_raw_data();
  w.set_data_location(onnx::TensorProto::EXTERNAL);
  for (const auto& [key, value] : {std::pair{"location", location}, std::pair{"offset", offset}}) {
    auto& entry = *w.add_external_data();
    entry.set_key(key);
    entry.set_value(value);
  }
}

using Breakage = void (*)(ModelBuilder&);
struct Case {
  const char* name;
  Breakage breakIt;
  const char* says;
};

constexpr Case kCases[] = {
    {"cycle", [](ModelBuilder& b) { b.graph().mutable_node(0)->set_input(0, "y"); }, "depends on its own output"},
    {"unknown tensor", [](ModelBuilder& b) { b.graph().mutable_node(1)->set_input(0, "nowhere"); },
     "reads \"nowhere\""},
    {"two definitions", [](ModelBuilder& b) { b.graph().mutable_node(1)->set_output(0, "c"); }, "defined elsewhere"},
    {"input overwritten", [](ModelBuilder& b) { b.graph().mutable_node(1)->set_output(0, "x"); }, "defined elsewhere"},
    {"missing output", [](ModelBuilder& b) { b.graph().mutable_output(0)->set_name("z"); }, "output \"z\""},
    {"short data", [](ModelBuilder& b) { weights(b).mutable_raw_data()->resize(400); }, "holds 400 bytes"},
    {"no data", [](ModelBuilder& b) { weights(b).clear_raw_data(); }, "holds 0 elements"},
    {"data twice", [](ModelBuilder& b) { weights(b).add_float_data(1); }, "holds its data twice"},
    {"unknown type", [](ModelBuilder& b) { weights(b).set_data_type(999); }, "element type 999"},
    {"negative extent", [](ModelBuilder& b) { weights(b).set_dims(0, -4); }, "negative dimension -4"},
    {"huge extents", [](ModelBuilder& b) { weights(b).set_dims(0, std::int64_t{1} << 62); }, "out of range"},
    {"negative input extent",
     [](ModelBuilder& b) {
       b.graph()
           .mutable_input(0)
           ->mutable_type()
           ->mutable_tensor_type()
           ->mutable_shape()
           ->mutable_dim(0)
           ->set_dim_value(-7);
     },
     "negative dimension -7"},
    {"untyped input", [](ModelBuilder& b) { b.graph().mutable_input(0)->clear_type(); }, "has no type"},
    {"no operator", [](ModelBuilder& b) { b.graph().mutable_node(0)->set_op_type(""); }, "names no operator"},
    {"no graph", [](ModelBuilder& b) { b.model().clear_graph(); }, "no graph"},
    {"no opset", [](ModelBuilder& b) { b.model().clear_opset_import(); }, "opset_import is empty"},
    {"two opsets", [](ModelBuilder& b) { b.model().add_opset_import()->set_version(7); }, "must choose one"},
    {"name in no encoding", [](ModelBuilder& b) { b.graph().mutable_node(0)->set_name("\xff\xfe"); },
     "not written in UTF-8"},
    {"external data outside", [](ModelBuilder& b) { external(b, "../w.bin"); }, "leaves the model's folder"},
    {"external data at an absolute path", [](ModelBuilder& b) { external(b, "/etc/passwd"); }, "absolute path"},
    {"external data missing", [](ModelBuilder& b) { external(b, "missing.bin"); }, "cannot be found"},
    {"external data in a folder", [](ModelBuilder& b) { external(b, "."); }, "not a regular file"},
    {"external data with a negative offset", [](ModelBuilder& b) { external(b, "w.bin", "-8"); }, "which is no size"},
    {"external data past the end", [](ModelBuilder& b) { external(b, "w.bin", "18446744073709551615"); },
     "passes the end"},
    {"external data through a link", [](ModelBuilder& b) { external(b, "link.bin"); }, "a link that leaves"},
};

}  // namespace

class MalformedTest : public QObject {
  Q_OBJECT

 private slots:
  void one_sentence_names_the_place_data() {
    QTest::addColumn<int>("index");
    for (int i = 0; i < static_cast<int>(std::size(kCases)); ++i) QTest::newRow(kCases[i].name) << i;
  }
  void one_sentence_names_the_place() {
    QFETCH(int, index);
    Folder folder, elsewhere;
    folder.write("w.bin", std::string(1000, 'a'));
    std::filesystem::create_symlink(elsewhere.write("secret.bin", std::string(1000, 's')), folder / "link.bin");
    ModelBuilder b = sound();
    kCases[index].breakIt(b);
    const std::string message = refusal(folder.write("m.onnx", b.model().SerializeAsString()));
    QVERIFY2(message.find(kCases[index].says) != std::string::npos, message.c_str());
    QVERIFY2(message.find("m.onnx") != std::string::npos, message.c_str());
    QVERIFY2(message.find('\n') == std::string::npos, message.c_str());
  }

  void cuts_of_a_file_are_refused() {
    Folder folder;
    ModelBuilder b = sound();
    const std::string bytes = b.model().SerializeAsString();
    // The graph comes before the opset imports: until those are there, something is missing.
    for (std::size_t length = 0; length + 4 < bytes.size(); length += 3) {
      QVERIFY2(!refusal(folder.write("cut.onnx", bytes.substr(0, length))).empty(), std::to_string(length).c_str());
    }
  }

  void flipped_bytes_are_read_or_refused() {
    Folder folder;
    ModelBuilder b = sound();
    const std::string bytes = b.model().SerializeAsString();
    std::mt19937 random(7);
    int refused = 0;
    for (int i = 0; i < 400; ++i) {
      std::string broken = bytes;
      for (int k = 0; k < 3; ++k) broken[random() % broken.size()] = static_cast<char>(random());
      refused += refusal(folder.write("flipped.onnx", broken)).empty() ? 0 : 1;
    }
    QVERIFY(refused > 0);
  }

  void deep_nesting_is_refused() {
    std::string nested;
    for (int i = 0; i < 5000; ++i) {
      // A graph (7 in a model, 6 in an attribute) with a node with an attribute with a graph ...
      const auto wrap = [&](int field) {
        std::string length;
        for (std::size_t n = nested.size();; n >>= 7) {
          length.push_back(static_cast<char>((n & 0x7f) | (n >= 0x80 ? 0x80 : 0)));
          if (n < 0x80) break;
        }
        nested = std::string(1, static_cast<char>(field << 3 | 2)) + length + nested;
      };
      wrap(6), wrap(5), wrap(1);
    }
    Folder folder;
    std::string length;
    for (std::size_t n = nested.size();; n >>= 7) {
      length.push_back(static_cast<char>((n & 0x7f) | (n >= 0x80 ? 0x80 : 0)));
      if (n < 0x80) break;
    }
    const std::string message = refusal(folder.write("deep.onnx", std::string(1, '\x3a') + length + nested));
    QVERIFY2(message.find("nest deeper") != std::string::npos, message.c_str());
  }

  void what_is_no_model_is_said_to_be_none() {
    Folder folder;
    QVERIFY(refusal(folder / "missing.onnx").find("cannot be opened") != std::string::npos);
    QVERIFY(refusal(folder.path()).find("not a regular file") != std::string::npos);
    QVERIFY(refusal(folder.write("empty.onnx", "")).find("is empty") != std::string::npos);
    QVERIFY(refusal(folder.write("text.onnx", "hello, this is no model\n")).find("is no ONNX model") !=
            std::string::npos);
  }
};

QTEST_GUILESS_MAIN(MalformedTest)
#include "malformed_test.moc"
