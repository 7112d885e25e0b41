#include "views/models/property_model.h"

#include <QCoreApplication>
#include <QFont>
#include <QLocale>
#include <algorithm>

#include "views/text/cost_text.h"

namespace tasoscope {
namespace {

struct Properties {
  Q_DECLARE_TR_FUNCTIONS(tasoscope::Properties)
};

PropertySection tensorSection(const QString& title, const std::vector<TensorView>& tensors) {
  PropertySection section{title, {}};
  int position = 0;
  for (const TensorView& tensor : tensors) {
    QString value = QString::fromStdString(tensor.type);
    if (tensor.isConstant) value += Properties::tr(", constant");
    if (!tensor.name.empty()) value.prepend(QString::fromStdString(tensor.name) + QChar('\n'));
    section.rows.emplace_back(QString::number(position), value);
    ++position;
  }
  return section;
}

PropertySection costSection(const NodeView& node, std::int64_t total) {
  PropertySection section{Properties::tr("Cost"), {}};
  if (node.isCostUnknown) {
    section.rows.emplace_back(Properties::tr("Time"), Properties::tr("unknown"));
  } else {
    QString time = costText(node.picoseconds);
    if (total > 0) {
      const double share = 100.0 * static_cast<double>(node.picoseconds) / static_cast<double>(total);
      time += Properties::tr(" (%1 % of the graph)").arg(QLocale().toString(share, 'f', 1));
    }
    section.rows.emplace_back(Properties::tr("Time"), time);
  }
  if (!node.isCostUnknown)
    section.rows.emplace_back(Properties::tr("Source"),
                              glyphOf(node.provenance) + QChar(' ') + wordOf(node.provenance));
  for (const std::string& fact : node.costFacts) {
    const QString text = QString::fromStdString(fact);
    const qsizetype colon = text.indexOf(QStringLiteral(": "));
    if (colon > 0)
      section.rows.emplace_back(text.left(colon), text.mid(colon + 2));
    else
      section.rows.emplace_back(QString(), text);
  }
  return section;
}

/// The step that made the node, and the one that took it away, as far as the trail tells.
PropertySection historySection(const NodeView& node, const TrailView& trail) {
  PropertySection section{Properties::tr("History"), {}};
  for (const StepView& step : trail.steps) {
    const auto has = [&](const std::vector<OpId>& ops) {
      return std::find(ops.begin(), ops.end(), node.op) != ops.end();
    };
    const QString what = Properties::tr("step %1, %2").arg(step.id).arg(QString::fromStdString(step.rule));
    if (step.id != 0 && has(step.added)) section.rows.emplace_back(Properties::tr("Made by"), what);
    if (step.id != 0 && has(step.removed)) section.rows.emplace_back(Properties::tr("Replaced by"), what);
  }
  return section;
}

}  // namespace

std::vector<PropertySection> propertiesOf(const NodeView& node, std::int64_t graphPicoseconds, const TrailView& trail) {
  std::vector<PropertySection> sections;
  PropertySection general{Properties::tr("Node"), {}};
  general.rows.emplace_back(Properties::tr("Operator"), QString::fromStdString(node.operatorName));
  general.rows.emplace_back(Properties::tr("Name"), QString::fromStdString(node.name));
  if (!node.summary.empty())
    general.rows.emplace_back(Properties::tr("What it does"), QString::fromStdString(node.summary));
  if (node.isOpaque) {
    general.rows.emplace_back(Properties::tr("Opaque"),
                              Properties::tr("no definition: carried along and never changed"));
  }
  sections.push_back(std::move(general));
  sections.push_back(costSection(node, graphPicoseconds));
  PropertySection attributes{Properties::tr("Attributes"), {}};
  for (const auto& [name, value] : node.attributes) {
    attributes.rows.emplace_back(QString::fromStdString(name), QString::fromStdString(value));
  }
  sections.push_back(std::move(attributes));
  sections.push_back(tensorSection(Properties::tr("Inputs"), node.inputs));
  sections.push_back(tensorSection(Properties::tr("Outputs"), node.outputs));
  sections.push_back(historySection(node, trail));
  std::erase_if(sections, [](const PropertySection& section) { return section.rows.empty(); });
  return sections;
}

std::vector<PropertySection> propertiesOf(const GraphView& graph, const QString& name, const QString& device) {
  const QLocale locale;
  PropertySection general{Properties::tr("Graph"), {}};
  general.rows.emplace_back(Properties::tr("Model"), name);
  general.rows.emplace_back(Properties::tr("Nodes"), locale.toString(static_cast<qulonglong>(graph.nodes.size())));
  PropertySection cost{Properties::tr("Cost"), {}};
  cost.rows.emplace_back(Properties::tr("Device"), device);
  cost.rows.emplace_back(Properties::tr("Sum of kernels"), costText(graph.price.picoseconds));
  cost.rows.emplace_back(Properties::tr("Kernel launches"),
                         locale.toString(static_cast<qlonglong>(graph.price.launches)));
  cost.rows.emplace_back(Properties::tr("Weights"), locale.formattedDataSize(graph.price.weightBytes));
  if (graph.unknownCosts > 0) {
    cost.rows.emplace_back(Properties::tr("Without a price"),
                           locale.toString(static_cast<qulonglong>(graph.unknownCosts)));
  }
  return {std::move(general), std::move(cost)};
}

std::vector<PropertySection> propertiesOf(const TensorView& tensor) {
  PropertySection section{tensor.isGraphInput ? Properties::tr("Graph input") : Properties::tr("Graph output"), {}};
  section.rows.emplace_back(Properties::tr("Name"), QString::fromStdString(tensor.name));
  section.rows.emplace_back(Properties::tr("Type"), QString::fromStdString(tensor.type));
  return {std::move(section)};
}

void PropertyModel::setSections(std::vector<PropertySection> sections) {
  beginResetModel();
  m_sections = std::move(sections);
  endResetModel();
}

QModelIndex PropertyModel::index(int row, int column, const QModelIndex& parent) const {
  if (!hasIndex(row, column, parent)) return {};
  return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) : kTop);
}

QModelIndex PropertyModel::parent(const QModelIndex& child) const {
  if (!child.isValid() || child.internalId() == kTop) return {};
  return createIndex(static_cast<int>(child.internalId()), 0, kTop);
}

int PropertyModel::rowCount(const QModelIndex& parent) const {
  if (!parent.isValid()) return static_cast<int>(m_sections.size());
  if (parent.internalId() != kTop || parent.column() != 0) return 0;
  return static_cast<int>(m_sections[static_cast<std::size_t>(parent.row())].rows.size());
}

int PropertyModel::columnCount(const QModelIndex&) const { return 2; }

QVariant PropertyModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const bool isSection = index.internalId() == kTop;
  if (role == Qt::FontRole && isSection) {
    QFont font;
    font.setBold(true);
    return font;
  }
  if (role == Qt::TextAlignmentRole) return QVariant::fromValue(Qt::AlignLeft | Qt::AlignTop);
  if (role != Qt::DisplayRole && role != Qt::ToolTipRole) return {};
  if (isSection) {
    if (role == Qt::ToolTipRole || index.column() != 0) return {};
    return m_sections[static_cast<std::size_t>(index.row())].title;
  }
  const auto& row =
      m_sections[static_cast<std::size_t>(index.internalId())].rows[static_cast<std::size_t>(index.row())];
  return index.column() == 0 ? row.first : row.second;
}

QVariant PropertyModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  return section == 0 ? tr("Property") : tr("Value");
}

}  // namespace tasoscope
