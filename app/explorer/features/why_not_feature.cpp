#include "features/why_not_feature.h"

#include "features/groups_feature.h"
#include "panels/rules_panel.h"
#include "panels/why_not_window.h"
#include "stage/stage.h"
#include "views/canvas/graph_picture.h"
#include "views/text/step_text.h"
#include "window/explorer_window.h"
#include "window/workbench.h"

namespace tasoscope {
namespace {

constexpr std::size_t kMostMisses = 50;

/// The answers of the whole graph, with that of one node before them.
WhyNotReport reportOf(Session& session, const std::string& rule, std::optional<OpId> at, const Progress& progress) {
  WhyNotReport report = whyNot(session, rule, kMostMisses, progress);
  if (!at || !session.graph(session.trail().current).isLive(*at)) return report;
  std::erase_if(report.answers, [&](const RuleAnswer& answer) { return answer.op == *at; });
  WhyNotReport one = whyNot(session, rule, *at);
  report.answers.insert(report.answers.begin(), one.answers.begin(), one.answers.end());
  return report;
}

}  // namespace

WhyNotFeature::WhyNotFeature(Workbench& bench) : Feature(bench) {
  on("rule.whyNot", [this] { ask(); });
}

void WhyNotFeature::updateActions() { enable("rule.whyNot", bench().canStep() && parts().rules->current()); }

void WhyNotFeature::ask() {
  const RuleView* view = parts().rules->current();
  if (!view || !bench().canStep()) return;
  const auto key = parts().stage->selectedKey();
  const std::optional<OpId> at = key ? opOf(*key) : std::nullopt;
  bench().host().ask<WhyNotReport>(
      tr("Asking where %1 fits").arg(ruleWords(view->rule.name)),
      [rule = view->rule.name, at](Session& session, const Progress& progress) {
        return reportOf(session, rule, at, progress);
      },
      [this](const WhyNotReport& report) { show(report); });
}

void WhyNotFeature::show(const WhyNotReport& report) {
  if (!m_window) {
    m_window = new WhyNotWindow(&bench().window());
    m_window->setAttribute(Qt::WA_DeleteOnClose);
    connect(&bench(), &QObject::destroyed, m_window, &QDialog::close);
    connect(m_window, &WhyNotWindow::chosen, this,
            [this](OpId op) { bench().feature<GroupsFeature>().reveal(keyOf(op)); });
  }
  m_window->setReport(report, bench().trail().steps[bench().trail().current].price.picoseconds);
  m_window->show();
  m_window->raise();
  m_window->activateWindow();
}

}  // namespace tasoscope
