#include "palette/palette_model.h"

#include <QAction>
#include <algorithm>

#include "actions/action_registry.h"
#include "palette/fuzzy.h"

namespace tasoscope {
namespace {

constexpr int kHelpPenalty = 25;  // a hit in the sentence of help counts less than one in the name

constexpr int kWordsScore = 45;    // another word for it counts like the beginning of its name
constexpr int kFewestLetters = 3;  // of a hit elsewhere than in the name

struct Ranked {
  QAction* action;
  int score;
};

std::optional<int> scoreOf(const QAction& action, const QString& pattern) {
  const auto name = fuzzyScore(pattern, plainTextOf(action));
  const bool isLong = pattern.size() >= kFewestLetters;
  const QString words = action.property(kWordsProperty).toString();
  if (isLong && words.contains(pattern, Qt::CaseInsensitive)) return std::max(name.value_or(0), kWordsScore);
  if (name) return name;
  if (!isLong || !action.statusTip().contains(pattern, Qt::CaseInsensitive)) return {};
  return -kHelpPenalty;
}

}  // namespace

void PaletteModel::setActions(const std::vector<QAction*>& actions) {
  m_all.assign(actions.begin(), actions.end());
  sort();
}

void PaletteModel::setPattern(const QString& pattern) {
  m_pattern = pattern;
  sort();
}

void PaletteModel::sort() {
  std::vector<Ranked> ranked;
  for (const QPointer<QAction>& action : m_all) {
    if (!action || !action->isVisible()) continue;
    if (const auto score = scoreOf(*action, m_pattern)) ranked.push_back({action, *score});
  }
  std::stable_sort(ranked.begin(), ranked.end(), [](const Ranked& a, const Ranked& b) {
    if (a.action->isEnabled() != b.action->isEnabled()) return a.action->isEnabled();
    return a.score > b.score;
  });
  beginResetModel();
  m_shown.clear();
  for (const Ranked& entry : ranked) m_shown.push_back(entry.action);
  endResetModel();
}

QAction* PaletteModel::actionAt(const QModelIndex& index) const {
  const auto row = static_cast<std::size_t>(index.row());
  return index.isValid() && row < m_shown.size() ? m_shown[row].data() : nullptr;
}

int PaletteModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_shown.size());
}

QVariant PaletteModel::data(const QModelIndex& index, int role) const {
  const QAction* action = actionAt(index);
  if (!action) return {};
  const QString keys = ActionRegistry::keysText(*action);
  switch (role) {
    case Qt::DisplayRole:
      return plainTextOf(*action);
    case kKeysRole:
      return keys;
    case kHelpRole:
    case Qt::ToolTipRole:
    case Qt::AccessibleDescriptionRole:
      return action->statusTip();
    case Qt::AccessibleTextRole:
      return keys.isEmpty() ? plainTextOf(*action) : QStringLiteral("%1, %2").arg(plainTextOf(*action), keys);
    default:
      return {};
  }
}

Qt::ItemFlags PaletteModel::flags(const QModelIndex& index) const {
  const QAction* action = actionAt(index);
  if (!action) return Qt::NoItemFlags;
  return action->isEnabled() ? Qt::ItemIsEnabled | Qt::ItemIsSelectable : Qt::NoItemFlags;
}

}  // namespace tasoscope
