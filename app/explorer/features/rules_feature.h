#pragma once
// The rules: listed, read, tested, switched off, and the numeric classes that are allowed.

#include <QPointer>

#include "features/feature.h"
#include "proof/numeric_test.h"
#include "session/session.h"

namespace tasoscope {

class RuleWindow;
class RulesPanel;

class RulesFeature : public Feature {
  Q_OBJECT

 public:
  explicit RulesFeature(Workbench& bench);
  void updateActions() override;

 private:
  void connectActions();
  void request();
  void show(const std::vector<RuleView>& rules, const std::vector<NumericClass>& classes);
  void showCard();
  /// The rule that is drawn in the inspector, or else the one whose card is shown; nullptr: none.
  const Rule* drawn() const;
  void enlarge(const Rule& rule);
  void switchRules(const QStringList& names, bool isOn);
  void allow(NumericClass numericClass, bool isAllowed);
  void test();
  static QString verdictOf(const NumericTestResult& result);
  RulesPanel* m_panel;
  QPointer<RuleWindow> m_window;
  std::vector<NumericClass> m_classes;
};

}  // namespace tasoscope
