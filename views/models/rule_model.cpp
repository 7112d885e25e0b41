#include "views/models/rule_model.h"

#include <QLocale>
#include <algorithm>

#include "views/text/cost_text.h"
#include "views/text/rule_words.h"
#include "views/text/step_text.h"

namespace tasoscope {
namespace {

bool isSwitchable(const RuleView& view) { return !view.rule.isDeviceRule; }

bool isNumber(int column) { return column >= RuleModel::kPlaces && column <= RuleModel::kImproved; }

QString number(std::int64_t value) {
  return value == 0 ? QString() : QLocale().toString(static_cast<qlonglong>(value));
}

}  // namespace

bool RuleModel::hasSameRules(const std::vector<RuleView>& rules) const {
  return std::equal(rules.begin(), rules.end(), m_rules.begin(), m_rules.end(),
                    [](const RuleView& a, const RuleView& b) { return a.rule.name == b.rule.name; });
}

void RuleModel::setRules(std::vector<RuleView> rules) {
  if (!rules.empty() && hasSameRules(rules)) {
    m_rules = std::move(rules);
    for (int family = 0; family < rowCount(); ++family) {
      const QModelIndex parent = index(family, 0);
      Q_EMIT dataChanged(parent, index(family, kColumnCount - 1));
      Q_EMIT dataChanged(index(0, 0, parent), index(rowCount(parent) - 1, kColumnCount - 1, parent));
    }
    return;
  }
  beginResetModel();
  m_rules = std::move(rules);
  m_families.clear();
  for (std::size_t i = 0; i < m_rules.size(); ++i) {
    const std::string name = m_rules[i].rule.family;
    auto family = std::find_if(m_families.begin(), m_families.end(), [&](const Family& f) { return f.name == name; });
    if (family == m_families.end()) family = m_families.insert(m_families.end(), Family{name, {}});
    family->members.push_back(i);
  }
  endResetModel();
}

const RuleModel::Family& RuleModel::familyOf(const QModelIndex& index) const {
  const bool isFamily = index.internalId() == kTop;
  return m_families[isFamily ? static_cast<std::size_t>(index.row()) : static_cast<std::size_t>(index.internalId())];
}

const RuleView* RuleModel::rule(const QModelIndex& index) const {
  if (!index.isValid() || index.internalId() == kTop) return nullptr;
  return &m_rules[familyOf(index).members[static_cast<std::size_t>(index.row())]];
}

QModelIndex RuleModel::indexOf(const QString& name) const {
  for (int family = 0; family < rowCount(); ++family) {
    const QModelIndex parent = index(family, 0);
    for (int row = 0; row < rowCount(parent); ++row) {
      const QModelIndex found = index(row, 0, parent);
      if (QString::fromStdString(rule(found)->rule.name) == name) return found;
    }
  }
  return {};
}

int RuleModel::usedCount() const {
  return static_cast<int>(std::count_if(m_rules.begin(), m_rules.end(), [](const RuleView& view) {
    return isSwitchable(view) && view.isOn && view.isAllowed;
  }));
}

int RuleModel::ownCount() const {
  return static_cast<int>(std::count_if(m_rules.begin(), m_rules.end(), isSwitchable));
}

QModelIndex RuleModel::index(int row, int column, const QModelIndex& parent) const {
  if (!hasIndex(row, column, parent)) return {};
  return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) : kTop);
}

QModelIndex RuleModel::parent(const QModelIndex& child) const {
  if (!child.isValid() || child.internalId() == kTop) return {};
  return createIndex(static_cast<int>(child.internalId()), 0, kTop);
}

int RuleModel::rowCount(const QModelIndex& parent) const {
  if (!parent.isValid()) return static_cast<int>(m_families.size());
  if (parent.internalId() != kTop || parent.column() != 0) return 0;
  return static_cast<int>(familyOf(parent).members.size());
}

int RuleModel::columnCount(const QModelIndex&) const { return kColumnCount; }

QVariant RuleModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  if (const RuleView* view = rule(index)) return ruleData(*view, index.column(), role);
  return familyData(familyOf(index), index.column(), role);
}

QVariant RuleModel::familyData(const Family& family, int column, int role) const {
  if (column != kName) return {};
  const int count = static_cast<int>(family.members.size());
  switch (role) {
    case Qt::DisplayRole:
      return tr("%1 (%2)").arg(familyTitle(family.name)).arg(count);
    case Qt::AccessibleTextRole:
      return tr("%1, %n rules", nullptr, count).arg(familyTitle(family.name));
    case Qt::CheckStateRole:
      if (!isSwitchable(m_rules[family.members.front()])) return {};
      return checkState(family);
    default:
      return {};
  }
}

Qt::CheckState RuleModel::checkState(const Family& family) const {
  const auto on = std::count_if(family.members.begin(), family.members.end(),
                                [&](std::size_t member) { return m_rules[member].isOn; });
  if (on == 0) return Qt::Unchecked;
  return static_cast<std::size_t>(on) == family.members.size() ? Qt::Checked : Qt::PartiallyChecked;
}

QVariant RuleModel::ruleData(const RuleView& view, int column, int role) const {
  const Rule& rule = view.rule;
  if (role == Qt::ToolTipRole) {
    const QString note = QString::fromStdString(rule.note);
    return view.isAllowed ? note : note + QChar('\n') + tr("Not used: its numeric class is not allowed.");
  }
  if (role == FilterRole)
    return ruleWords(rule.name) + QString::fromStdString(' ' + rule.name + ' ' + rule.family + ' ' + rule.note);
  if (role == Qt::TextAlignmentRole && isNumber(column)) return QVariant(Qt::AlignRight | Qt::AlignVCenter);
  if (column == kName && role == Qt::CheckStateRole) {
    if (!isSwitchable(view)) return {};
    return view.isOn ? Qt::Checked : Qt::Unchecked;
  }
  if (column == kName && role == Qt::AccessibleTextRole) return accessibleText(view);
  if (role != Qt::DisplayRole) return {};
  switch (column) {
    case kName:
      return ruleWords(rule.name);
    case kNumerics:
      return wordOf(rule.numericClass);
    case kStanding:
      return wordOf(rule.standing);
    case kPlaces:
      return number(view.places);
    case kApplied:
      return number(view.applied);
    default:
      return number(view.improved);
  }
}

QString RuleModel::accessibleText(const RuleView& view) const {
  QStringList parts{ruleWords(view.rule.name), wordOf(view.rule.numericClass), wordOf(view.rule.standing)};
  if (isSwitchable(view)) parts << (view.isOn ? tr("on") : tr("off"));
  parts << tr("%n places found", nullptr, static_cast<int>(view.places));
  return parts.join(QStringLiteral(", "));
}

bool RuleModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (role != Qt::CheckStateRole || !(flags(index) & Qt::ItemIsUserCheckable)) return false;
  QStringList names;
  if (const RuleView* view = rule(index)) {
    names << QString::fromStdString(view->rule.name);
  } else {
    for (const std::size_t member : familyOf(index).members) names << QString::fromStdString(m_rules[member].rule.name);
  }
  Q_EMIT switchRequested(names, value.toInt() == Qt::Checked);
  return true;
}

QVariant RuleModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole && isNumber(section)) return QVariant(Qt::AlignRight | Qt::AlignVCenter);
  if (role == Qt::ToolTipRole) {
    if (section == kPlaces) return tr("Places found so far, in all graphs that were looked at");
    if (section == kApplied) return tr("Steps of the trail that took it");
    if (section == kImproved) return tr("Steps that made the graph cheaper at once");
  }
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case kName:
      return tr("Rule");
    case kNumerics:
      return tr("Numerics");
    case kStanding:
      return tr("Standing");
    case kPlaces:
      return tr("Places");
    case kApplied:
      return tr("Applied");
    default:
      return tr("Improved");
  }
}

Qt::ItemFlags RuleModel::flags(const QModelIndex& index) const {
  Qt::ItemFlags flags = QAbstractItemModel::flags(index);
  if (!index.isValid() || index.column() != kName) return flags;
  const RuleView* view = rule(index);
  const RuleView& shown = view ? *view : m_rules[familyOf(index).members.front()];
  return isSwitchable(shown) ? flags | Qt::ItemIsUserCheckable : flags;
}

}  // namespace tasoscope
