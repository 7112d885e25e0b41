#include "graph/text_form.h"

#include <fmt/format.h>

#include <charconv>
#include <map>
#include <random>

#include "tensor/error.h"

namespace tasoscope {
namespace {

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  ParsedGraph parse() {
    ParsedGraph result;
    result.space = std::make_unique<Space>();
    space_ = result.space.get();
    expectWord("graph");
    expect('{');
    while (!take('}')) statement(result.outputs);
    skipBlank();
    if (position_ != text_.size()) fail("nothing may follow the closing brace");
    return result;
  }

 private:
  [[noreturn]] void fail(std::string_view what) const {
    int line = 1, column = 1;
    for (char c : text_.substr(0, position_)) {
      ++column;
      if (c == '\n') ++line, column = 1;
    }
    throw ModelError(fmt::format("line {}, column {}: {}", line, column, what));
  }

  void skipBlank() {
    while (position_ < text_.size()) {
      if (text_[position_] == '#') {
        position_ = std::min(text_.find('\n', position_), text_.size());
      } else if (std::isspace(static_cast<unsigned char>(text_[position_]))) {
        ++position_;
      } else {
        return;
      }
    }
  }

  bool take(char c) {
    skipBlank();
    if (position_ >= text_.size() || text_[position_] != c) return false;
    ++position_;
    return true;
  }

  void expect(char c) {
    if (!take(c)) fail(fmt::format("expected '{}'", c));
  }

  static bool isWordCharacter(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.' || c == '/' || c == '+' || c == '?' ||
           c == '*' || c == '-';
  }

  std::string word() {
    skipBlank();
    if (position_ < text_.size() && text_[position_] == '"') return quoted();
    std::size_t start = position_;
    while (position_ < text_.size() && isWordCharacter(text_[position_])) ++position_;
    while (position_ > start && text_[position_ - 1] == ':') --position_;  // "x:" is a name and a colon, "x:0" a name
    if (start == position_) fail("expected a name");
    return std::string(text_.substr(start, position_ - start));
  }

  std::string quoted() {
    std::string result;
    for (++position_; position_ < text_.size() && text_[position_] != '"'; ++position_) {
      if (text_[position_] == '\\' && position_ + 1 < text_.size()) ++position_;
      result += text_[position_];
    }
    if (position_ == text_.size()) fail("the string does not end");
    ++position_;
    return result;
  }

  void expectWord(std::string_view expected) {
    if (word() != expected) fail(fmt::format("expected '{}'", expected));
  }

  AttributeValue number() {
    std::string text = word();
    const char* end = text.data() + text.size();
    std::int64_t whole = 0;
    if (auto read = std::from_chars(text.data(), end, whole); read.ec == std::errc() && read.ptr == end) return whole;
    double real = 0;
    if (auto read = std::from_chars(text.data(), end, real); read.ec == std::errc() && read.ptr == end) return real;
    fail("expected a number");
  }

  AttributeValue value() {
    skipBlank();
    if (position_ < text_.size() && text_[position_] == '"') return quoted();
    if (!take('[')) return number();
    std::vector<AttributeValue> elements;
    while (!take(']')) {
      elements.push_back(value());
      if (!take(',')) {
        expect(']');
        break;
      }
    }
    return listOf(elements);
  }

  AttributeValue listOf(const std::vector<AttributeValue>& elements) {
    bool hasReal = false;
    for (const AttributeValue& element : elements) hasReal |= std::holds_alternative<double>(element);
    if (!elements.empty() && std::holds_alternative<std::string>(elements[0])) return typedList<std::string>(elements);
    if (!hasReal) return typedList<std::int64_t>(elements);
    std::vector<double> reals;
    for (const AttributeValue& element : elements) reals.push_back(realOf(element));
    return reals;
  }

  template <typename T>
  std::vector<T> typedList(const std::vector<AttributeValue>& elements) {
    std::vector<T> list;
    for (const AttributeValue& element : elements) {
      if (!std::holds_alternative<T>(element)) fail("the elements of a list are of one kind");
      list.push_back(std::get<T>(element));
    }
    return list;
  }

  double realOf(const AttributeValue& value) {
    if (const double* real = std::get_if<double>(&value)) return *real;
    if (const std::int64_t* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
    fail("expected a number");
  }

  TensorType type() {
    std::optional<ElementType> element = elementTypeNamed(word());
    if (!element) fail("expected an element type such as float32");
    return {*element, shape(word()), true};
  }

  Shape shape(std::string_view text) {
    if (text == "?") return Shape::unknownRank();
    Shape result;
    if (text == "scalar") return result;
    while (true) {
      std::size_t cut = text.find('x');
      std::string_view piece = text.substr(0, cut);
      std::int64_t extent = 0;
      auto read = std::from_chars(piece.data(), piece.data() + piece.size(), extent);
      bool isNumber = read.ec == std::errc() && read.ptr == piece.data() + piece.size();
      if (piece.empty()) fail("a dimension is missing");
      result.append(isNumber ? Dim(extent) : Dim::symbol(piece));
      if (cut == std::string_view::npos) return result;
      text.remove_prefix(cut + 1);
    }
  }

  void statement(std::vector<TensorId>& outputs) {
    std::vector<std::string> names{word()};
    if (names[0] == "output") {
      do outputs.push_back(known(word()));
      while (take(','));
      return;
    }
    while (take(',')) names.push_back(word());
    if (take(':')) return leaf(names);
    expect('=');
    operation(std::move(names));
  }

  void leaf(const std::vector<std::string>& names) {
    if (names.size() != 1) fail("one name is declared at a time");
    std::string kind = word();
    if (kind != "input" && kind != "constant") fail("expected 'input' or 'constant'");
    TensorType declared = type();
    define(names[0], kind == "input" ? space_->addInput(names[0], declared) : constant(names[0], declared));
  }

  TensorId constant(const std::string& name, const TensorType& type) {
    std::optional<std::int64_t> count = type.shape.elementCount();
    constexpr std::int64_t kMostElements = std::int64_t{1} << 26;
    if (!count || *count > kMostElements) fail("a constant has a known shape of moderate size");
    std::vector<double> elements;
    if (take('=')) {
      AttributeValue list = value();
      if (auto* whole = std::get_if<std::vector<std::int64_t>>(&list))
        elements.assign(whole->begin(), whole->end());
      else if (auto* reals = std::get_if<std::vector<double>>(&list))
        elements = *reals;
      else
        fail("expected a list of numbers");
      if (static_cast<std::int64_t>(elements.size()) != *count) fail(fmt::format("expected {} elements", *count));
    } else {
      expectWord("seed");
      std::mt19937_64 generator(static_cast<std::uint64_t>(realOf(number())));
      elements.resize(static_cast<std::size_t>(*count));
      for (double& element : elements)
        element = static_cast<double>(static_cast<std::int64_t>(generator() >> 11)) * 0x1p-52 - 1;
    }
    for (double& element : elements) element = roundTo(type.element, element);
    if (isFloatingPoint(type.element))
      return space_->addConstant(name, makeConstant(Value::ofFloats(type.element, type.shape.extents(), elements)));
    std::vector<std::int64_t> integers(elements.begin(), elements.end());
    return space_->addConstant(name, makeConstant(Value::ofIntegers(type.element, type.shape.extents(), integers)));
  }

  void operation(std::vector<std::string> names) {
    std::string operatorName = word();
    const OperatorDefinition* definition = findOperator(operatorName);
    if (!definition) definition = findOperator(operatorName, "tasoscope");
    if (!definition) fail(fmt::format("there is no operator '{}'", operatorName));
    OpRequest request{definition, {}, arguments(), static_cast<int>(names.size())};
    if (take('{')) attributes(*definition, request.attributes);
    try {
      OpId op = space_->addLoaded(std::move(request), names, {}, ordinal_++);
      for (std::size_t i = 0; i < names.size(); ++i) define(names[i], space_->op(op).outputs[i]);
    } catch (const ModelError& error) {
      fail(error.what());
    }
  }

  std::vector<TensorId> arguments() {
    std::vector<TensorId> inputs;
    expect('(');
    if (take(')')) return inputs;
    do {
      std::string name = word();
      inputs.push_back(name == "-" ? TensorId{} : known(name));
    } while (take(','));
    expect(')');
    return inputs;
  }

  void attributes(const OperatorDefinition& definition, Attributes& attributes) {
    if (take('}')) return;
    do {
      std::string name = word();
      expect('=');
      attributes.set(name, ofKind(definition, name, value()));
    } while (take(','));
    expect('}');
  }

  /// An empty list is of the kind of the attribute's default.
  static AttributeValue ofKind(const OperatorDefinition& definition, std::string_view name, AttributeValue value) {
    const auto* list = std::get_if<std::vector<std::int64_t>>(&value);
    if (!list || !list->empty()) return value;
    for (const AttributeSpec& spec : definition.attributes) {
      if (spec.name != name || !spec.otherwise) continue;
      if (std::holds_alternative<std::vector<double>>(*spec.otherwise)) return std::vector<double>();
      if (std::holds_alternative<std::vector<std::string>>(*spec.otherwise)) return std::vector<std::string>();
    }
    return value;
  }

  void define(const std::string& name, TensorId tensor) {
    if (!tensors_.emplace(name, tensor).second) fail(fmt::format("'{}' is defined twice", name));
  }

  TensorId known(const std::string& name) {
    auto found = tensors_.find(name);
    if (found == tensors_.end()) fail(fmt::format("'{}' is not defined above", name));
    return found->second;
  }

  std::string_view text_;
  std::size_t position_ = 0;
  Space* space_ = nullptr;
  std::int32_t ordinal_ = 0;
  std::map<std::string, TensorId> tensors_;
};

class Printer {
 public:
  explicit Printer(const Graph& graph) : graph_(graph), space_(graph.space()) {}

  std::string print() {
    for (TensorId tensor : graph_.liveTensors())
      if (!graph_.choice(tensor).isOp() && !graph_.choice(tensor).isAlias()) leaf(tensor);
    for (OpId op : graph_.liveOps()) operation(op);
    std::string outputs;
    for (TensorId output : graph_.outputs()) outputs += (outputs.empty() ? "  output " : ", ") + nameOfTensor(output);
    return "graph {\n" + body_ + outputs + "\n}\n";
  }

 private:
  // The name of the value: tensors of one value share it.
  std::string nameOfTensor(TensorId tensor) const {
    tensor = graph_.representative(tensor);
    const std::string& name = space_.tensor(tensor).name;
    bool isPlain = !name.empty() && name.find_first_of(" \t\n,:(){}=\"#[]") == std::string::npos && name != "-" &&
                   name != "output";
    if (isPlain) return name;
    return name.empty() ? fmt::format("t{}", tensor.value) : textOf(AttributeValue(name));
  }

  void leaf(TensorId tensor) {
    const Tensor& facts = space_.tensor(tensor);
    bool isInput = facts.origin == TensorOrigin::kInput;
    body_ += fmt::format("  {}: {} {}", nameOfTensor(tensor), isInput ? "input" : "constant", facts.type.text());
    if (!isInput) body_ += elements(*facts.constant);
    body_ += '\n';
  }

  static std::string elements(const Constant& constant) {
    Value value = constant.value();
    if (value.element() == ElementType::kString) throw UsageError("the text form has no string constants");
    if (!value.isFloat())
      return " = " +
             textOf(AttributeValue(std::vector<std::int64_t>(value.integers().begin(), value.integers().end())));
    return " = " + textOf(AttributeValue(std::vector<double>(value.floats().begin(), value.floats().end())));
  }

  void operation(OpId id) {
    const Op& op = space_.op(id);
    std::string names, inputs, attributes;
    for (std::size_t i = 0; i < op.outputs.size(); ++i) names += (i ? ", " : "") + outputName(id, i);
    for (TensorId input : op.inputs)
      inputs += (inputs.empty() ? "" : ", ") + (input.isValid() ? nameOfTensor(input) : "-");
    for (const auto& [name, value] : op.attributes)
      attributes += (attributes.empty() ? "" : ", ") + name + " = " + textOf(value);
    body_ += fmt::format("  {} = {}({})", names, op.name(), inputs);
    if (!attributes.empty()) body_ += " {" + attributes + "}";
    body_ += '\n';
  }

  std::string outputName(OpId id, std::size_t output) const {
    for (TensorId chooser : graph_.chosenBy(id))
      if (graph_.choice(chooser).output == output) return nameOfTensor(chooser);
    return fmt::format("t{}", space_.op(id).outputs[output].value);
  }

  const Graph& graph_;
  const Space& space_;
  std::string body_;
};

}  // namespace

TensorId ParsedGraph::tensor(std::string_view name) const {
  for (std::uint32_t i = 0; i < space->tensorCount(); ++i)
    if (space->tensor({i}).name == name) return {i};
  throw UsageError(fmt::format("there is no tensor '{}'", name));
}

ParsedGraph parseGraph(std::string_view text) { return Parser(text).parse(); }

std::string printGraph(const Graph& graph) { return Printer(graph).print(); }

}  // namespace tasoscope
