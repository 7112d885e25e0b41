#include "views/models/candidate_model.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "views/text/cost_text.h"
#include "views/text/step_text.h"

namespace tasoscope {
namespace {

int outcomeOf(const CandidateView& view) { return view.delta < 0 ? 0 : view.delta == 0 ? 1 : 2; }

QString outcomeName(int outcome) {
  if (outcome == 0) return CandidateModel::tr("Faster");
  return outcome == 1 ? CandidateModel::tr("No change") : CandidateModel::tr("Slower");
}

}  // namespace

void CandidateModel::setCandidates(std::vector<CandidateView> candidates, std::int64_t total) {
  beginResetModel();
  m_candidates = std::move(candidates);
  m_total = total;
  m_nodes.assign(1, {});
  std::stable_sort(m_candidates.begin(), m_candidates.end(),
                   [](const CandidateView& a, const CandidateView& b) { return a.delta < b.delta; });
  std::map<int, int> outcomes;
  std::map<std::pair<int, std::string>, int> rules;  // by the node of the outcome
  std::map<std::pair<int, MatchId>, int> alike;      // by the node of the rule
  std::map<std::pair<int, MatchId>, int> timesAlike;
  for (const CandidateView& view : m_candidates) ++timesAlike[{outcomeOf(view), view.like}];
  for (std::size_t i = 0; i < m_candidates.size(); ++i) {
    const CandidateView& view = m_candidates[i];
    const auto nodeFor = [&](auto& known, const auto& key, CandidateRow kind, int parent) {
      const auto [entry, isNew] = known.emplace(key, 0);
      if (isNew) entry->second = addNode(kind, parent, i);
      return entry->second;
    };
    int parent = nodeFor(outcomes, outcomeOf(view), CandidateRow::kOutcome, kRoot);
    parent = nodeFor(rules, std::pair(parent, view.rule), CandidateRow::kRule, parent);
    if (timesAlike.at({outcomeOf(view), view.like}) > 1)
      parent = nodeFor(alike, std::pair(parent, view.like), CandidateRow::kAlike, parent);
    addNode(CandidateRow::kMatch, parent, i);
    for (; parent != kRoot; parent = nodeAt(parent).parent) ++m_nodes[static_cast<std::size_t>(parent)].count;
  }
  endResetModel();
}

int CandidateModel::addNode(CandidateRow kind, int parent, std::size_t candidate) {
  const int id = static_cast<int>(m_nodes.size());
  auto& siblings = m_nodes[static_cast<std::size_t>(parent)].children;
  siblings.push_back(id);
  Node node;
  node.kind = kind;
  node.parent = parent;
  node.row = static_cast<int>(siblings.size()) - 1;
  node.first = candidate;
  m_nodes.push_back(std::move(node));
  return id;
}

int CandidateModel::improvingCount() const {
  return static_cast<int>(std::count_if(m_candidates.begin(), m_candidates.end(),
                                        [](const CandidateView& view) { return view.delta < 0; }));
}

CandidateRow CandidateModel::kindOf(const QModelIndex& index) const { return nodeOf(index).kind; }

const CandidateView* CandidateModel::candidate(const QModelIndex& index) const {
  if (!index.isValid()) return nullptr;
  const Node& node = nodeOf(index);
  const bool isPlace = node.kind == CandidateRow::kMatch || node.kind == CandidateRow::kAlike;
  return isPlace ? &m_candidates[node.first] : nullptr;
}

void CandidateModel::collect(const Node& node, std::vector<const CandidateView*>& into) const {
  if (node.kind == CandidateRow::kMatch) into.push_back(&m_candidates[node.first]);
  for (const int child : node.children) collect(nodeAt(child), into);
}

std::vector<const CandidateView*> CandidateModel::candidatesUnder(const QModelIndex& index) const {
  std::vector<const CandidateView*> all;
  if (index.isValid() && kindOf(index) != CandidateRow::kOutcome) collect(nodeOf(index), all);
  return all;
}

QModelIndex CandidateModel::index(int row, int column, const QModelIndex& parent) const {
  if (!hasIndex(row, column, parent)) return {};
  const Node& node = parent.isValid() ? nodeOf(parent) : nodeAt(kRoot);
  return createIndex(row, column, static_cast<quintptr>(node.children[static_cast<std::size_t>(row)]));
}

QModelIndex CandidateModel::parent(const QModelIndex& child) const {
  if (!child.isValid()) return {};
  const int parent = nodeOf(child).parent;
  if (parent == kRoot) return {};
  return createIndex(nodeAt(parent).row, 0, static_cast<quintptr>(parent));
}

int CandidateModel::rowCount(const QModelIndex& parent) const {
  return static_cast<int>((parent.isValid() ? nodeOf(parent) : nodeAt(kRoot)).children.size());
}

int CandidateModel::columnCount(const QModelIndex&) const { return 1; }

QVariant CandidateModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const Node& node = nodeOf(index);
  switch (role) {
    case Qt::DisplayRole:
    case TitleRole:
      return titleOf(node);
    case Qt::AccessibleTextRole:
      return accessibleText(node);
    case Qt::ToolTipRole:
      return toolTip(node);
    case ChangeRole:
      return node.kind == CandidateRow::kOutcome ? QString() : changeOf(m_candidates[node.first]);
    case DeltaRole:
      return static_cast<qlonglong>(m_candidates[node.first].delta);
    case CountRole:
      return node.count;
    case KindRole:
      return static_cast<int>(node.kind);
    case FilterRole:
      return filterText(node);
    case KeyRole:
      return keyOf(node);
    default:
      return {};
  }
}

QString CandidateModel::titleOf(const Node& node) const {
  const CandidateView& best = m_candidates[node.first];
  switch (node.kind) {
    case CandidateRow::kOutcome:
      return outcomeName(outcomeOf(best));
    case CandidateRow::kRule:
      return ruleWords(best.rule);
    case CandidateRow::kAlike:
      return tr("%1%2 identical").arg(QChar(0xd7)).arg(node.count);
    case CandidateRow::kMatch:
      break;
  }
  const QString place = QString::fromStdString(best.place);
  return place.isEmpty() ? tr("(no node)") : place;
}

QString CandidateModel::changeOf(const CandidateView& candidate) const {
  return glyphOf(candidate.provenance) + QChar(QChar::Nbsp) + shortChangeText(candidate.delta);
}

QString CandidateModel::accessibleText(const Node& node) const {
  const CandidateView& best = m_candidates[node.first];
  const QString rule = ruleWords(best.rule), change = changeText(best.delta, m_total);
  switch (node.kind) {
    case CandidateRow::kOutcome:
      return tr("%1, %n substitutions", nullptr, node.count).arg(titleOf(node));
    case CandidateRow::kRule:
      return tr("%1, %n places, best %2", nullptr, node.count).arg(rule, change);
    case CandidateRow::kAlike:
      return tr("%1, %n identical places, each %2", nullptr, node.count).arg(rule, change);
    case CandidateRow::kMatch:
      break;
  }
  return QStringList({rule, change, wordOf(best.provenance), titleOf(node)}).join(QStringLiteral(", "));
}

QString CandidateModel::filterText(const Node& node) const {
  const CandidateView& best = m_candidates[node.first];
  if (node.kind == CandidateRow::kOutcome) return {};
  const QString rule =
      QStringList({QString::fromStdString(best.rule), ruleWords(best.rule), QString::fromStdString(best.family)})
          .join(QChar(' '));
  return node.kind == CandidateRow::kMatch ? rule + QChar(' ') + titleOf(node) : rule;
}

QString CandidateModel::keyOf(const Node& node) const {
  const CandidateView& best = m_candidates[node.first];
  QString key = QString::number(outcomeOf(best));
  if (node.kind == CandidateRow::kOutcome) return key;
  key += QChar('/') + QString::fromStdString(best.rule);
  if (node.kind == CandidateRow::kAlike) key += QStringLiteral("/like %1").arg(best.like);
  if (node.kind == CandidateRow::kMatch) key += QStringLiteral("/match %1").arg(best.match);
  return key;
}

QString CandidateModel::toolTip(const Node& node) const {
  const CandidateView& best = m_candidates[node.first];
  if (node.kind == CandidateRow::kOutcome) return tr("%n substitutions", nullptr, node.count);
  QStringList lines{tr("%1 (%2)").arg(ruleWords(best.rule), wordOf(best.standing))};
  const QString change = changeText(best.delta, m_total);
  if (node.kind == CandidateRow::kRule)
    lines << tr("%n places, best %1", nullptr, node.count).arg(change);
  else
    lines << tr("%1, %2").arg(change, wordOf(best.provenance));
  if (node.kind == CandidateRow::kMatch) lines << tr("at %1").arg(titleOf(node));
  if (!best.note.empty()) lines << QString::fromStdString(best.note);
  return lines.join(QChar('\n'));
}

}  // namespace tasoscope
