#include "features/compare_feature.h"

#include <QFileInfo>
#include <QTabWidget>
#include <algorithm>

#include "panels/differences_panel.h"
#include "stage/stage.h"
#include "views/text/cost_text.h"
#include "window/explorer_window.h"
#include "window/file_choice.h"
#include "window/workbench.h"

namespace tasoscope {

CompareFeature::CompareFeature(Workbench& bench) : Feature(bench), m_panel(new DifferencesPanel) {
  on("file.compare", [this] {
    const ModelFacts& model = this->bench().model();
    const QString folder = model.path.isEmpty() ? QString() : QFileInfo(model.path).path();
    chooseOtherModel(&this->bench().window(), model.name, folder, this,
                     [this](const QString& path) { compareWith(path); });
  });
  on("file.endComparison", [this] { end(); });
  connect(m_panel, &DifferencesPanel::nodeChosen, parts().stage,
          [this](std::uint64_t key) { parts().stage->select(key); });
  connect(&this->bench(), &Workbench::opened, this, [this] {
    if (!m_pathWhenOpened.isEmpty()) compareWith(std::exchange(m_pathWhenOpened, {}));
  });
  connect(&this->bench().host(), &SessionHost::otherOpened, this, [this] {
    m_isComparing = true;
    this->bench().showChangeNext();
    this->bench().requestPair();
    this->bench().updateActions();
  });
  connect(&this->bench(), &Workbench::pairShown, this, &CompareFeature::show);
  connect(&this->bench().host(), &SessionHost::bodyShown, this, [this] {
    if (m_isComparing) end();
  });
}

/// In the tabs it belongs to them; else it is still ours.
CompareFeature::~CompareFeature() {
  if (!m_panel->parent()) delete m_panel;
}

void CompareFeature::updateActions() {
  enable("file.compare", bench().canStep());
  enable("file.endComparison", m_isComparing);
}

void CompareFeature::compareWith(const QString& path) {
  if (bench().isOpen())
    bench().host().openOther(path);
  else
    m_pathWhenOpened = path;
}

void CompareFeature::end() {
  m_isComparing = false;
  parts().bottom->removeTab(parts().bottom->indexOf(m_panel));
  m_panel->setParent(nullptr);
  m_panel->setGraphs(nullptr, {});
  bench().host().closeOther();
  bench().requestPair();
  bench().updateActions();
}

void CompareFeature::show() {
  const ShownPair& pair = parts().stage->pair();
  if (!pair.other) return;
  m_panel->setGraphs(pair.other->graphs, summaryOf(pair));
  if (parts().bottom->indexOf(m_panel) >= 0) return;
  parts().bottom->addTab(m_panel, tr("Differences"));
  bench().raiseTab(m_panel);
}

QString CompareFeature::summaryOf(const ShownPair& pair) const {
  const std::vector<NodeDifference>& all = pair.other->graphs->comparison.differences;
  if (all.empty()) return tr("%1 and %2 have the same nodes.").arg(bench().model().name, pair.other->name);
  const auto count = [&](DifferenceKind kind) {
    return static_cast<int>(std::ranges::count(all, kind, &NodeDifference::kind));
  };
  return tr("In %1: %2 nodes are removed, %3 added, %4 changed.")
      .arg(pair.other->name)
      .arg(count(DifferenceKind::kRemoved))
      .arg(count(DifferenceKind::kAdded))
      .arg(count(DifferenceKind::kChanged));
}

std::pair<QString, QString> CompareFeature::titlesOf(const ShownPair& pair) const {
  const std::int64_t from = pair.beforeGraph->price.picoseconds, to = pair.afterGraph->price.picoseconds;
  const QString before = tr("%1, %2").arg(bench().model().name, bench().nameOfStep(pair.afterStep));
  return {before + QChar('\n') + tr("%1 on %2").arg(costText(from), bench().model().device),
          pair.other->name + QChar('\n') + QStringLiteral("%1, %2").arg(costText(to), changeText(to - from, from))};
}

}  // namespace tasoscope
