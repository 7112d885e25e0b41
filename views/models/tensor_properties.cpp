// Properties of tensors: what they are, the numbers of constants, who makes and reads them.

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>

#include "views/canvas/graph_picture.h"
#include "views/models/properties.h"
#include "views/text/cost_text.h"

namespace tasoscope {
namespace {

struct Properties {
  Q_DECLARE_TR_FUNCTIONS(tasoscope::Properties)
};

constexpr int kDigits = 5;
constexpr double kMebi = 1 << 20;

QString number(double value) { return QLocale().toString(value, 'g', kDigits); }

QString countAndShare(std::int64_t count, std::int64_t whole) {
  return QStringLiteral("%1 (%2)").arg(QLocale().toString(static_cast<qlonglong>(count)), shareText(count, whole));
}

/// "first 4 Mi of 103 Mi values".
QString extentText(const TensorStatistics& statistics) {
  const auto amount = [](std::int64_t elements) {
    const double mebi = static_cast<double>(elements) / kMebi;
    return mebi < 1 ? QLocale().toString(static_cast<qlonglong>(elements))
                    : Properties::tr("%1 Mi").arg(QLocale().toString(mebi, 'g', 3));
  };
  return statistics.isCut()
             ? Properties::tr("first %1 of %2 values").arg(amount(statistics.read), amount(statistics.elements))
             : Properties::tr("all %1 values").arg(amount(statistics.elements));
}

void addNumbers(std::vector<PropertyRow>& rows, const TensorStatistics& statistics) {
  if (statistics.finite() > 0) {
    rows.emplace_back(Properties::tr("Range"),
                      Properties::tr("%1 to %2").arg(number(statistics.least), number(statistics.most)));
    rows.emplace_back(Properties::tr("Mean"), number(statistics.mean));
    rows.emplace_back(Properties::tr("Deviation"), number(statistics.deviation));
    PropertyRow histogram(Properties::tr("Histogram"), Properties::tr("%n bins from %1 to %2", nullptr,
                                                                      static_cast<int>(statistics.histogram.size()))
                                                           .arg(number(statistics.least), number(statistics.most)));
    histogram.histogram = statistics.histogram;
    rows.push_back(std::move(histogram));
  }
  rows.emplace_back(Properties::tr("Zeros"), countAndShare(statistics.zeros, statistics.read));
  if (statistics.nans > 0) rows.emplace_back(Properties::tr("NaN"), countAndShare(statistics.nans, statistics.read));
  if (statistics.infinities > 0)
    rows.emplace_back(Properties::tr("Infinite"), countAndShare(statistics.infinities, statistics.read));
}

PropertySection valuesSection(const TensorView& tensor, const ConstantValues& values) {
  PropertySection section{Properties::tr("Values"), {}};
  auto& rows = section.rows;
  switch (values.state) {
    case ValuesState::kReading:
      rows.emplace_back(Properties::tr("being read…"), QString());
      break;
    case ValuesState::kNotRead:
      rows.emplace_back(Properties::tr("not read"), Properties::tr("Read them"), ValuesLink{});
      break;
    case ValuesState::kNone:
      if (tensor.isConstant)
        rows.emplace_back(Properties::tr("computed from other constants before the first run"), QString());
      break;
    case ValuesState::kRead: {
      const TensorStatistics& statistics = values.statistics;
      rows.emplace_back(Properties::tr("About"), extentText(statistics));
      if (statistics.hasNumbers && statistics.read > 0) addNumbers(rows, statistics);
      QStringList first;
      for (const std::string& value : statistics.firstValues) first << QString::fromStdString(value);
      if (!first.isEmpty()) rows.emplace_back(Properties::tr("First"), first.join(QStringLiteral(", ")));
      break;
    }
  }
  return section;
}

PropertySection connections(const TensorView& tensor, const GraphView& graph) {
  PropertySection section{Properties::tr("Connections"), {}};
  const auto isIt = [&](const TensorView& other) { return other.tensor == tensor.tensor; };
  const auto row = [&](const QString& title, const NodeView& node) {
    section.rows.emplace_back(
        title, QString::fromStdString(node.name) + QChar('\n') + QString::fromStdString(node.operatorName),
        NodeLink{keyOf(node.op), 0});
  };
  if (tensor.isGraphInput) section.rows.emplace_back(Properties::tr("Made by"), Properties::tr("the caller"));
  for (const NodeView& node : graph.nodes)
    if (std::ranges::any_of(node.outputs, isIt)) row(Properties::tr("Made by"), node);
  for (const NodeView& node : graph.nodes)
    if (std::ranges::any_of(node.inputs, isIt)) row(Properties::tr("Read by"), node);
  if (tensor.isGraphOutput) section.rows.emplace_back(Properties::tr("Read by"), Properties::tr("the caller"));
  return section;
}

}  // namespace

std::vector<PropertySection> propertiesOf(const TensorView& tensor, const ConstantValues& values,
                                          const Surroundings& around) {
  const QString type = QString::fromStdString(tensor.type);
  PropertySection general{Properties::tr("Tensor"), {}};
  general.rows.emplace_back(Properties::tr("Name"), titleOf(tensor));
  const QString role = tensor.isGraphInput    ? Properties::tr("graph input")
                       : tensor.isGraphOutput ? Properties::tr("graph output")
                       : tensor.isConstant    ? Properties::tr("constant")
                                              : Properties::tr("computed in each run");
  general.rows.emplace_back(Properties::tr("Role"), role);
  general.rows.emplace_back(Properties::tr("Elements"), type.section(QChar(' '), 0, 0));
  if (const QString shape = type.section(QChar(' '), 1); !shape.isEmpty())
    general.rows.emplace_back(Properties::tr("Shape"), shape);
  if (tensor.bytes > 0) general.rows.emplace_back(Properties::tr("Size"), byteText(tensor.bytes));
  return {std::move(general), valuesSection(tensor, values), connections(tensor, *around.graph)};
}

}  // namespace tasoscope
