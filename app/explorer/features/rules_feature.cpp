#include "features/rules_feature.h"

#include <QAction>
#include <QLocale>
#include <algorithm>
#include <array>
#include <set>

#include "panels/candidates_panel.h"
#include "panels/inspector_panel.h"
#include "panels/rule_card.h"
#include "panels/rule_drawing.h"
#include "panels/rule_window.h"
#include "panels/rules_panel.h"
#include "panels/search_panel.h"
#include "views/text/rule_words.h"
#include "views/text/step_text.h"
#include "window/explorer_window.h"
#include "window/workbench.h"

namespace tasoscope {
namespace {

struct ClassAction {
  NumericClass numericClass;
  const char* action;
};

constexpr std::array<ClassAction, 4> kClasses{{{NumericClass::kExact, "search.exact"},
                                               {NumericClass::kReassociating, "search.reassociating"},
                                               {NumericClass::kFolding, "search.folding"},
                                               {NumericClass::kApproximate, "search.approximate"}}};

struct RuleState {
  std::vector<RuleView> rules;
  std::vector<NumericClass> classes;
};

}  // namespace

RulesFeature::RulesFeature(Workbench& bench) : Feature(bench), m_panel(parts().rules) {
  connectActions();
  connect(m_panel, &RulesPanel::switchRequested, this, &RulesFeature::switchRules);
  connect(m_panel, &RulesPanel::currentChanged, &this->bench(), &Workbench::updateActions);
  connect(parts().candidates, &CandidatesPanel::currentChanged, this, [this] {
    if (const QString rule = parts().candidates->currentRule(); !rule.isEmpty()) m_panel->select(rule);
  });
  connect(parts().search, &SearchPanel::ruleChosen, this, [this](const QString& rule) {
    m_panel->select(rule);
    showCard();
  });
  const SessionHost& host = this->bench().host();
  connect(&host, &SessionHost::candidatesStarted, this, &RulesFeature::request);
  connect(&host, &SessionHost::candidatesFinished, this, &RulesFeature::request);
}

void RulesFeature::connectActions() {
  on("rule.list", [this] {
    bench().raiseTab(m_panel);
    m_panel->view()->setFocus();
  });
  on("rule.show", [this] { showCard(); });
  on("rule.enlarge", [this] {
    if (const Rule* rule = drawn()) enlarge(*rule);
  });
  for (QWidget* part : std::initializer_list<QWidget*>{parts().inspector, m_panel})
    for (RuleDrawing* drawing : part->findChildren<RuleDrawing*>())
      connect(drawing, &RuleDrawing::enlargeRequested, this, [this, drawing] { enlarge(drawing->rule()); });
  on("rule.use", [this] {
    if (const RuleView* view = m_panel->current()) switchRules({QString::fromStdString(view->rule.name)}, !view->isOn);
  });
  on("rule.test", [this] { test(); });
  for (const ClassAction& each : kClasses)
    on(each.action, [this, each] { allow(each.numericClass, action(each.action)->isChecked()); });
}

void RulesFeature::request() {
  bench().host().ask<RuleState>(
      tr("Reading the rules"),
      [](Session& session, const Progress&) -> RuleState {
        return {session.ruleViews(), session.numericClasses()};
      },
      [this](const RuleState& state) { show(state.rules, state.classes); });
}

void RulesFeature::show(const std::vector<RuleView>& rules, const std::vector<NumericClass>& classes) {
  m_classes = classes;
  m_panel->setRules(rules);
  QStringList names, words;
  for (const RuleView& view : rules) names << QString::fromStdString(view.rule.name);
  for (const ClassAction& each : kClasses)
    if (std::ranges::count(classes, each.numericClass) > 0) words << wordOf(each.numericClass);
  parts().search->setRules(words, m_panel->model().usedCount(), m_panel->model().ownCount(), names);
  bench().updateActions();
}

void RulesFeature::showCard() {
  bench().raiseTab(m_panel);
  m_panel->card()->setFocus();
}

const Rule* RulesFeature::drawn() const {
  const auto* drawing = parts().inspector->page()->findChild<RuleDrawing*>();
  if (drawing && drawing->isVisibleTo(parts().inspector->page())) return &drawing->rule();
  const RuleView* view = m_panel->current();
  return view ? &view->rule : nullptr;
}

void RulesFeature::enlarge(const Rule& rule) {
  if (!m_window) {
    m_window = new RuleWindow(&bench().window());
    m_window->setAttribute(Qt::WA_DeleteOnClose);
    connect(&bench(), &QObject::destroyed, m_window, &QDialog::close);
  }
  m_window->setRule(rule);
  m_window->show();
  m_window->raise();
  m_window->activateWindow();
}

void RulesFeature::switchRules(const QStringList& names, bool isOn) {
  if (!bench().canStep()) return;
  std::set<std::string> off;
  for (const RuleView& view : m_panel->model().rules())
    if (!view.isOn) off.insert(view.rule.name);
  for (const QString& name : names) {
    if (isOn)
      off.erase(name.toStdString());
    else
      off.insert(name.toStdString());
  }
  bench().host().change(tr("Switching rules"), [all = std::vector<std::string>(off.begin(), off.end())](
                                                   Session& session) { session.setRulesSwitchedOff(all); });
}

void RulesFeature::allow(NumericClass numericClass, bool isAllowed) {
  if (!bench().canStep()) return;
  std::vector<NumericClass> classes = m_classes;
  std::erase(classes, numericClass);
  if (isAllowed) classes.push_back(numericClass);
  bench().host().change(tr("Switching rules"), [classes](Session& session) { session.setNumericClasses(classes); });
}

void RulesFeature::test() {
  const RuleView* view = m_panel->current();
  if (!view || !bench().canStep()) return;
  m_panel->card()->setTestText(tr("Testing…"));
  bench().host().ask<NumericTestResult>(
      tr("Testing %1").arg(ruleWords(view->rule.name)),
      [rule = view->rule](Session&, const Progress&) { return testRule(rule); },
      [this, name = view->rule.name](const NumericTestResult& result) {
        if (m_panel->card()->rule() == name) m_panel->card()->setTestText(verdictOf(result));
      });
}

QString RulesFeature::verdictOf(const NumericTestResult& result) {
  if (!result.counterexample.empty())
    return tr("An instance was found where both sides differ:\n%1").arg(QString::fromStdString(result.counterexample));
  const QString error = QLocale().toString(result.worstError, 'g', 2);
  if (!result.passed())
    return tr("Only %n instances were found, too few to tell; both sides agree in them.", nullptr, result.instances);
  return tr("Tested now on %n random instances: both sides agree, the largest relative difference is %1.", nullptr,
            result.instances)
      .arg(error);
}

void RulesFeature::updateActions() {
  const RuleView* view = m_panel->current();
  const bool canSwitch = bench().canStep() && view && !view->rule.isDeviceRule;
  enable("rule.show", view != nullptr);
  enable("rule.enlarge", drawn() != nullptr);
  enable("rule.use", canSwitch && view->isAllowed);
  enable("rule.test", bench().canStep() && view);
  action("rule.use")->setChecked(view && view->isOn);
  for (const ClassAction& each : kClasses) {
    enable(each.action, bench().canStep());
    action(each.action)->setChecked(std::ranges::count(m_classes, each.numericClass) > 0);
  }
}

}  // namespace tasoscope
