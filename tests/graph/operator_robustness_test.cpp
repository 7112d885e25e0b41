// Every definition is called with what a hostile file could say: any number of inputs of any type and shape, any
// attributes. Whatever happens, it must answer or throw one of the engine's errors; a sanitizer build sees the rest.

#include <QTest>
#include <cstdio>
#include <random>

#include "graph/operator.h"
#include "tensor/error.h"

using namespace tasoscope;

namespace {

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : engine_(seed) {}

  std::int64_t between(std::int64_t low, std::int64_t high) {
    return std::uniform_int_distribution<std::int64_t>(low, high)(engine_);
  }
  template <typename T>
  const T& oneOf(const std::vector<T>& choices) {
    return choices[static_cast<std::size_t>(between(0, static_cast<std::int64_t>(choices.size()) - 1))];
  }

  template <typename T>
  T& oneOfMutable(std::vector<T>& choices) {
    return choices[static_cast<std::size_t>(between(0, static_cast<std::int64_t>(choices.size()) - 1))];
  }

  std::vector<std::int64_t> integers(std::int64_t most) {
    static const std::vector<std::int64_t> kUsual{1, 1, 1, 2, 2, 3, 0, -1, 4, 5, 7, -2};
    static const std::vector<std::int64_t> kWild{1 << 20, std::int64_t{1} << 31, std::int64_t{1} << 40, INT64_MAX,
                                                 INT64_MIN};
    std::vector<std::int64_t> list(static_cast<std::size_t>(between(0, most)));
    for (std::int64_t& entry : list) entry = between(0, 19) == 0 ? oneOf(kWild) : oneOf(kUsual);
    return list;
  }

  Value value() {
    static const std::vector<ElementType> kTypes{ElementType::kFloat32, ElementType::kFloat32, ElementType::kFloat32,
                                                 ElementType::kFloat16, ElementType::kInt64,   ElementType::kInt64,
                                                 ElementType::kUint8,   ElementType::kBool,    ElementType::kString};
    if (between(0, 15) == 0) return {};
    static const std::vector<std::int64_t> kExtents{0, 1, 1, 2, 2, 2, 3, 4};
    std::vector<std::int64_t> shape(
        static_cast<std::size_t>(oneOf(std::vector<std::int64_t>{0, 1, 1, 2, 2, 3, 3, 4, 4, 5})));
    for (std::int64_t& extent : shape) extent = oneOf(kExtents);
    Value value = Value::zeros(oneOf(kTypes), shape);
    if (value.element() == ElementType::kString) return value;
    if (value.isFloat())
      for (double& x : value.mutableFloats()) x = static_cast<double>(between(-3, 3));
    else
      for (std::int64_t& x : value.mutableIntegers())
        x = value.element() == ElementType::kBool ? between(0, 1) : between(-2, 4);
    return value;
  }

  AttributeValue attribute() {
    static const std::vector<std::string> kWords{
        "none",      "linear", "cubic", "SAME_UPPER",    "relu",    "bidirectional", "reverse",    "tanh",
        "ab,bc->ac", "...a,a", "",      "align_corners", "reflect", "edge",          "SAME_LOWER", "VALID"};
    switch (between(0, 5)) {
      case 0:
        return integers(1).empty() ? 1 : between(-3, 5);
      case 1:
        return static_cast<double>(between(-8, 8)) / 4;
      case 2:
        return oneOf(kWords);
      case 3:
        return std::vector<double>(static_cast<std::size_t>(between(0, 4)), static_cast<double>(between(-2, 4)) / 2);
      case 4:
        return std::vector<std::string>(static_cast<std::size_t>(between(0, 3)), "Tanh");
      default:
        return integers(6);
    }
  }

  /// A value of the kind that the default has, so that most cases get past the look-up.
  AttributeValue like(const AttributeValue& other) {
    for (int attempt = 0; attempt < 60; ++attempt) {
      AttributeValue value = attribute();
      if (value.index() == other.index()) return value;
    }
    return other;
  }

 private:
  std::mt19937_64 engine_;
};

struct Case {
  Attributes attributes;
  std::vector<Value> inputs;
  int outputs = 1;
};

Case makeCase(const OperatorDefinition& definition, Generator& generator) {
  Case result;
  for (const AttributeSpec& spec : definition.attributes) {
    if (spec.otherwise)
      result.attributes.set(spec.name,
                            generator.between(0, 3) == 0 ? generator.like(*spec.otherwise) : *spec.otherwise);
    else if (generator.between(0, 1) == 0)
      result.attributes.set(spec.name, generator.attribute());
  }
  const int most = definition.maxInputs < 0 ? definition.minInputs + 3 : definition.maxInputs + 1;
  const auto count = generator.between(definition.minInputs, most);
  for (std::int64_t i = 0; i < count; ++i) {
    const bool repeats = !result.inputs.empty() && generator.between(0, 2) == 0;
    result.inputs.push_back(repeats ? generator.oneOf(result.inputs) : generator.value());
  }
  result.outputs = static_cast<int>(generator.between(definition.minOutputs, std::max(1, definition.maxOutputs)));
  return result;
}

using Integers = std::vector<std::int64_t>;

/// A well-formed call of an operator that chance alone does not hit.
struct WellFormed {
  std::string name;
  Attributes attributes;
  std::vector<Integers> floats;         ///< the shapes of its floating-point inputs
  std::vector<Integers> integers = {};  ///< those of the integer inputs after them
};

std::vector<WellFormed> wellFormedCalls() {
  const Integers two{2, 2}, ones{1, 1}, pads{1, 0, 1, 1};
  const Attributes window{{"kernel_shape", Integers{3, 2}}, {"strides", two}, {"dilations", ones}, {"pads", pads}};
  Attributes grouped = window;
  grouped.set("group", std::int64_t{2});
  Attributes transposed = grouped;
  transposed.set("output_padding", Integers{1, 0});
  return {
      {"Conv", grouped, {{1, 4, 5, 6}, {6, 2, 3, 2}, {6}}},
      {"Conv", {{"auto_pad", std::string("SAME_LOWER")}}, {{2, 3, 7}, {2, 3, 3}}},
      {"ConvTranspose", transposed, {{1, 4, 5, 6}, {4, 3, 3, 2}, {6}}},
      {"ConvTranspose", {{"output_shape", Integers{9}}, {"strides", Integers{2}}}, {{1, 2, 4}, {2, 1, 3}}},
      {"MaxPool", window, {{1, 2, 6, 7}}},
      {"AveragePool", window, {{1, 2, 6, 7}}},
      {"LpPool", window, {{1, 2, 6, 7}}},
      {"BatchNormalization", {}, {{2, 3, 4}, {3}, {3}, {3}, {3}}},
      {"InstanceNormalization", {}, {{2, 3, 4}, {3}, {3}}},
      {"GroupNormalization", {{"num_groups", std::int64_t{2}}}, {{2, 4, 3}, {4}, {4}}},
      {"RNN", {{"direction", std::string("reverse")}}, {{3, 2, 4}, {1, 5, 4}, {1, 5, 5}, {1, 10}}, {{2}}},
      {"GRU", {{"layout", std::int64_t{1}}}, {{2, 3, 4}, {1, 15, 4}, {1, 15, 5}, {1, 30}}, {{2}}},
      {"LSTM", {{"direction", std::string("bidirectional")}}, {{3, 2, 4}, {2, 20, 4}, {2, 20, 5}, {2, 40}}, {{2}}},
      {"Resize", {{"scales", std::vector<double>{1, 2.5}}, {"mode", std::string("cubic")}}, {{3, 4}}},
      {"Resize",
       {{"sizes", Integers{5, 2}}, {"mode", std::string("linear")}, {"antialias", std::int64_t{1}}},
       {{3, 4}}},
      {"GridSample", {{"padding_mode", std::string("reflection")}}, {{1, 2, 3, 4}, {1, 2, 2, 2}}},
      {"RoiAlign", {{"output_height", std::int64_t{2}}}, {{2, 1, 5, 5}, {3, 4}}, {{3}}},
      {"Einsum", {{"equation", std::string("abc,cd->bad")}}, {{2, 3, 4}, {4, 5}}},
      {"MatMul", {}, {{2, 3, 4}, {2, 4, 5}, {5}}},
      {"Gemm", {{"transB", std::int64_t{1}}}, {{3, 4}, {5, 4}, {5}}},
      {"Slice",
       {{"starts", Integers{-3, 1}}, {"ends", Integers{9, 4}}, {"axes", Integers{0, -1}}, {"steps", Integers{1, 2}}},
       {{4, 5}}}};
}

Value filled(ElementType type, const Integers& shape, Generator& generator) {
  Value value = Value::zeros(type, shape);
  if (value.isFloat())
    for (double& x : value.mutableFloats()) x = static_cast<double>(generator.between(-3, 3));
  else
    for (std::int64_t& x : value.mutableIntegers()) x = generator.between(0, 1);
  return value;
}

/// The call with up to two things changed: an attribute, an extent, or an input as a whole.
Case mutated(const WellFormed& call, Generator& generator) {
  const OperatorDefinition& definition = *findOperator(call.name);
  Case result{.attributes = call.attributes, .inputs = {}, .outputs = std::max(1, definition.maxOutputs)};
  for (const AttributeSpec& spec : definition.attributes)
    if (spec.otherwise && !result.attributes.has(spec.name)) result.attributes.set(spec.name, *spec.otherwise);
  std::vector<Integers> shapes = call.floats;
  shapes.insert(shapes.end(), call.integers.begin(), call.integers.end());
  const auto changes = generator.between(0, 2);
  for (std::int64_t i = 0; i < changes; ++i) {
    if (generator.between(0, 1) == 0) {
      const AttributeSpec& spec = generator.oneOf(definition.attributes);
      const AttributeValue* old = result.attributes.find(spec.name);
      result.attributes.set(spec.name, old ? generator.like(*old) : generator.attribute());
    } else {
      Integers& shape =
          shapes[static_cast<std::size_t>(generator.between(0, static_cast<std::int64_t>(shapes.size()) - 1))];
      if (!shape.empty() && generator.between(0, 4) != 0)
        shape[static_cast<std::size_t>(generator.between(0, static_cast<std::int64_t>(shape.size()) - 1))] =
            generator.between(0, 4);
      else
        shape.push_back(1);
    }
  }
  for (std::size_t i = 0; i < shapes.size(); ++i)
    result.inputs.push_back(
        filled(i < call.floats.size() ? ElementType::kFloat32 : ElementType::kInt32, shapes[i], generator));
  if (generator.between(0, 9) == 0) generator.oneOfMutable(result.inputs) = generator.value();
  return result;
}

/// Inference on the case's types, some of its dimensions hidden behind symbols or its ranks unknown.
void inferSymbolically(const OperatorDefinition& definition, const Case& hostile, Generator& generator) {
  std::vector<InputFact> facts(hostile.inputs.size());
  for (std::size_t i = 0; i < facts.size(); ++i) {
    facts[i].isPresent = hostile.inputs[i].element() != ElementType::kUndefined;
    if (!facts[i].isPresent) continue;
    facts[i].type = hostile.inputs[i].type();
    Shape& shape = facts[i].type.shape;
    for (int axis = 0; axis < shape.rank(); ++axis)
      if (generator.between(0, 3) == 0) shape[axis] = generator.between(0, 1) == 0 ? Dim::symbol("n") : Dim::unknown();
    if (generator.between(0, 9) == 0) shape = Shape::unknownRank();
    if (generator.between(0, 19) == 0) facts[i].type.element = ElementType::kUndefined;
  }
  definition.infer({.attributes = hostile.attributes, .inputs = facts, .outputCount = hostile.outputs});
}

template <typename Call>
bool answers(Call call) {
  try {
    call();
    return true;
  } catch (const Error&) {
    return false;
  }
}

}  // namespace

class OperatorRobustnessTest : public QObject {
  Q_OBJECT

 private slots:
  void everyDefinitionIsCompleteAndFoundByItsName() {
    for (const OperatorDefinition* definition : allOperators()) {
      QVERIFY2(findOperator(definition->name, definition->domain) == definition, definition->name.c_str());
      QVERIFY2(definition->infer && definition->evaluate && definition->summary.ends_with('.'),
               definition->name.c_str());
    }
    QVERIFY(findOperator("Conv", "ai.onnx") == findOperator("Conv"));
    QVERIFY(!findOperator("Conv", "com.example"));
    QVERIFY(!findOperator("NoSuchOperator"));
  }

  void everyDefinitionAnswersOrThrowsAnErrorOfTheEngine() {
    constexpr std::uint64_t kSeed = 20261130;
    constexpr int kCasesPerOperator = 600;
    std::printf("seed %llu\n", static_cast<unsigned long long>(kSeed));
    int inferred = 0;
    int evaluated = 0;
    for (const OperatorDefinition* definition : allOperators()) {
      Generator generator(kSeed);
      for (int i = 0; i < kCasesPerOperator; ++i) {
        const Case hostile = makeCase(*definition, generator);
        inferred += answers([&] { inferSymbolically(*definition, hostile, generator); });
        if (!definition->evaluate) continue;
        const std::vector<TensorType> outputs(static_cast<std::size_t>(hostile.outputs));
        evaluated += answers([&] {
          definition->evaluate({.attributes = hostile.attributes, .inputs = hostile.inputs, .outputs = outputs});
        });
      }
    }
    std::printf("%d inferred, %d evaluated\n", inferred, evaluated);
    QVERIFY(inferred > 1000);
    QVERIFY(evaluated > 1000);
  }

  void aCallNextToAWellFormedOneAnswersOrThrowsAnErrorOfTheEngine() {
    constexpr std::uint64_t kSeed = 7;
    constexpr int kCasesPerCall = 600;
    std::printf("seed %llu\n", static_cast<unsigned long long>(kSeed));
    for (const WellFormed& call : wellFormedCalls()) {
      Generator generator(kSeed);
      const OperatorDefinition& definition = *findOperator(call.name);
      int evaluated = 0;
      for (int i = 0; i < kCasesPerCall; ++i) {
        const Case hostile = mutated(call, generator);
        answers([&] { inferSymbolically(definition, hostile, generator); });
        const std::vector<TensorType> outputs(static_cast<std::size_t>(hostile.outputs));
        evaluated += answers([&] {
          definition.evaluate({.attributes = hostile.attributes, .inputs = hostile.inputs, .outputs = outputs});
        });
      }
      QVERIFY2(evaluated > 100 && evaluated < kCasesPerCall,
               qPrintable(QString("%1: %2 evaluated").arg(QString::fromStdString(call.name)).arg(evaluated)));
    }
  }
};

QTEST_APPLESS_MAIN(OperatorRobustnessTest)
#include "operator_robustness_test.moc"
