#include <QCoreApplication>

#include "actions/definitions.h"

namespace tasoscope {
namespace {

struct Actions {
  Q_DECLARE_TR_FUNCTIONS(tasoscope::Actions)
};

void defineClasses(ActionRegistry& registry) {
  registry
      .add({"search.exact",
            Actions::tr("&Exact rules"),
            {},
            {},
            Actions::tr("Rules whose two sides do the same operations")})
      ->setCheckable(true);
  registry
      .add({"search.reassociating",
            Actions::tr("&Reassociating rules"),
            {},
            {},
            Actions::tr("Rules that take sums and products in another order")})
      ->setCheckable(true);
  registry
      .add({"search.folding",
            Actions::tr("&Folding rules"),
            {},
            {},
            Actions::tr("Rules that compute constants beforehand and round them once")})
      ->setCheckable(true);
  registry
      .add({"search.approximate",
            Actions::tr("&Approximate rules"),
            {},
            {},
            Actions::tr("Rules that use another formula, which is close but not the same")})
      ->setCheckable(true);
}

}  // namespace

void defineRuleActions(ActionRegistry& registry) {
  registry.add(
      {"rule.list", Actions::tr("&List of rules"), {}, {}, Actions::tr("Lists all rules, to read or to switch off")});
  registry.add({"rule.show",
                Actions::tr("Rule &card"),
                {QKeySequence(Qt::CTRL | Qt::Key_R)},
                {},
                Actions::tr("Shows what the rule does, when it fits, and what is known of it")});
  registry.add({"rule.enlarge",
                Actions::tr("Rule in a &window"),
                {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_R)},
                {},
                Actions::tr("Shows the drawing of the rule as large as it is meant to be")});
  registry
      .add({"rule.use",
            Actions::tr("&Use this rule"),
            {},
            {},
            Actions::tr("Switches the rule on or off: substitutions and searches leave it out")})
      ->setCheckable(true);
  registry.add({"rule.test",
                Actions::tr("&Test this rule"),
                {},
                {},
                Actions::tr("Evaluates both sides of the rule on random instances")});
  registry.add({"rule.whyNot",
                Actions::tr("Wh&y not here?"),
                {QKeySequence(Qt::SHIFT | Qt::Key_F1)},
                {},
                Actions::tr("Says where the rule fits, and what is in its way at the selected node and elsewhere")});
  defineClasses(registry);
}

}  // namespace tasoscope
