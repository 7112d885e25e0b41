#include "views/canvas/rule_picture.h"

#include <QCoreApplication>
#include <algorithm>
#include <map>

#include "graph/operator.h"
#include "rules/rule_pattern.h"
#include "views/canvas/arrange.h"

namespace tasoscope {
namespace {

constexpr std::uint64_t kInput = 1, kResult = 2, kEquation = 3;
constexpr qsizetype kLongestLine = 40;

struct RulePicture {
  Q_DECLARE_TR_FUNCTIONS(tasoscope::RulePicture)
};

std::uint64_t keyOf(std::uint64_t kind, int index) { return kind << 32 | static_cast<std::uint64_t>(index); }

Family familyOf(const std::string& name) {
  const OperatorDefinition* definition = findOperator(name);
  if (!definition) return Family::kOther;
  switch (definition->opClass) {
    case OpClass::kElementwise:
      return Family::kElementwise;
    case OpClass::kReduction:
      return Family::kReduction;
    case OpClass::kMatrix:
      return Family::kMatrix;
    case OpClass::kPool:
      return Family::kPool;
    case OpClass::kNormalization:
      return Family::kNormalization;
    case OpClass::kMove:
      return Family::kMove;
    case OpClass::kView:
    case OpClass::kShape:
      return Family::kView;
    case OpClass::kRecurrent:
      return Family::kRecurrent;
    case OpClass::kOther:
      break;
  }
  return Family::kOther;
}

QString shortened(const QString& text) {
  return text.size() <= kLongestLine ? text : text.left(kLongestLine - 1) + QChar(0x2026);
}

bool isKept(const Equation& a, const Equation& b) {
  return a.outputs == b.outputs && a.op == b.op && a.inputs == b.inputs;
}

bool haveSameAttributes(const Equation& a, const Equation& b) {
  return a.rest == b.rest && std::equal(a.attributes.begin(), a.attributes.end(), b.attributes.begin(),
                                        b.attributes.end(), [](const AttributePattern& x, const AttributePattern& y) {
                                          return x.name == y.name && *x.value == *y.value;
                                        });
}

/// Builds the picture of one side.
class SideBuilder {
 public:
  SideBuilder(const RulePattern& pattern, const std::vector<Equation>& side, const std::vector<Equation>& other,
              DiffState state)
      : m_pattern(pattern), m_side(side), m_other(other), m_state(state) {}

  Picture build() {
    for (std::size_t i = 0; i < m_side.size(); ++i) addOperator(static_cast<int>(i));
    for (const Equation& equation : m_side) addReads(equation);
    for (const int root : m_pattern.roots()) addResult(root);
    return std::move(m_picture);
  }

 private:
  QString nameOf(int variable) const {
    const TensorVariable& tensor = m_pattern.tensors[static_cast<std::size_t>(variable)];
    QString name = QString::fromStdString(tensor.name);
    if (name.size() > 1 && name[0] == QChar('_') && name[1].isLetter()) name.remove(0, 1);  // read by no other equation
    if (tensor.isSequence) name += QChar(0x2026);
    return name;
  }

  void addOperator(int index) {
    const Equation& equation = m_side[static_cast<std::size_t>(index)];
    if (equation.isAlias()) return;
    PictureBox box;
    box.key = keyOf(kEquation, index + (m_state == DiffState::kAdded ? 1 << 16 : 0));
    box.title = QString::fromStdString(equation.op);
    if (equation.isIndexed()) box.title += QStringLiteral(" %1 n").arg(QChar(0xd7));
    box.family = familyOf(equation.op);
    box.lines = linesOf(equation);
    box.accessibleName = QStringList(QStringList{box.title} + box.lines).join(QStringLiteral(", "));
    box.state = stateOf(equation);
    for (const TensorReference& output : equation.outputs) m_producers[output.variable] = boxCount();
    m_boxes[&equation] = boxCount();
    m_picture.boxes.push_back(std::move(box));
  }

  DiffState stateOf(const Equation& equation) const {
    const auto other =
        std::find_if(m_other.begin(), m_other.end(), [&](const Equation& one) { return isKept(one, equation); });
    if (other == m_other.end()) return m_state;
    return haveSameAttributes(*other, equation) ? DiffState::kContext : DiffState::kChanged;
  }

  QStringList linesOf(const Equation& equation) const {
    QStringList lines;
    for (const AttributePattern& attribute : equation.attributes) {
      lines << shortened(QStringLiteral("%1 = %2").arg(QString::fromStdString(attribute.name),
                                                       QString::fromStdString(textOf(*attribute.value))));
    }
    if (equation.rest >= 0) {
      const QString name = QString::fromStdString(m_pattern.values[static_cast<std::size_t>(equation.rest)].name);
      lines << RulePicture::tr("all else: %1").arg(name);
    }
    if (equation.isOptional) lines << RulePicture::tr("if its inputs are present");
    if (equation.preferred) lines << RulePicture::tr("unless %1 is present").arg(nameOf(equation.preferred->variable));
    return lines;
  }

  void addReads(const Equation& equation) {
    if (equation.isAlias()) {
      m_producers[equation.outputs[0].variable] = boxOf(equation.inputs[0].variable);
      return;
    }
    const int to = m_boxes.at(&equation);
    for (const TensorReference& input : equation.inputs) addEdge(boxOf(input.variable), to, input.variable);
    if (equation.preferred) addEdge(boxOf(equation.preferred->variable), to, equation.preferred->variable);
  }

  /// What produces a tensor; an input where nothing on this side does.
  int boxOf(int variable) {
    if (const auto found = m_producers.find(variable); found != m_producers.end()) return found->second;
    const TensorVariable& tensor = m_pattern.tensors[static_cast<std::size_t>(variable)];
    PictureBox box = terminal(keyOf(kInput, variable), nameOf(variable));
    if (tensor.isOptional) box.lines << RulePicture::tr("may be absent");
    if (isConstant(variable)) box.lines << RulePicture::tr("constant");
    m_producers[variable] = boxCount();
    m_picture.boxes.push_back(std::move(box));
    return m_producers[variable];
  }

  bool isConstant(int variable) const {
    return std::any_of(m_pattern.conditions.begin(), m_pattern.conditions.end(), [&](const ExpressionPtr& condition) {
      return condition->text == "constant" && condition->arguments.size() == 1 &&
             condition->arguments[0]->tensor == variable;
    });
  }

  void addResult(int variable) {
    const int from = boxOf(variable), to = boxCount();
    m_picture.boxes.push_back(terminal(keyOf(kResult, variable), nameOf(variable)));
    addEdge(from, to, variable);
  }

  static PictureBox terminal(std::uint64_t key, const QString& name) {
    PictureBox box;
    box.key = key;
    box.shape = BoxShape::kTerminal;
    box.family = Family::kTerminal;
    box.title = box.accessibleName = box.searchText = name;
    return box;
  }

  void addEdge(int from, int to, int variable) {
    PictureEdge edge;
    edge.from = from;
    edge.to = to;
    edge.label = nameOf(variable);
    m_picture.edges.push_back(std::move(edge));
  }

  int boxCount() const { return static_cast<int>(m_picture.boxes.size()); }

  const RulePattern& m_pattern;
  const std::vector<Equation>&m_side, &m_other;
  DiffState m_state;
  Picture m_picture;
  std::map<int, int> m_producers;  // boxes by tensor variable
  std::map<const Equation*, int> m_boxes;
};

}  // namespace

RulePictures rulePicturesOf(const Rule& rule) {
  const RulePattern& pattern = *rule.pattern;
  RulePictures pictures;
  if (!pattern.builtIn.empty()) return pictures;
  pictures.source = SideBuilder(pattern, pattern.left, pattern.right, DiffState::kRemoved).build();
  pictures.target = SideBuilder(pattern, pattern.right, pattern.left, DiffState::kAdded).build();
  for (Picture* picture : {&pictures.source, &pictures.target}) arrange(*picture, layeredEngine());
  return pictures;
}

}  // namespace tasoscope
