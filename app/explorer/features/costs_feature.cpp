#include "features/costs_feature.h"

#include <QComboBox>
#include <algorithm>

#include "features/body_feature.h"
#include "onnx/model.h"
#include "stage/stage.h"
#include "views/text/cost_text.h"
#include "window/explorer_window.h"
#include "window/status_line.h"
#include "window/workbench.h"

namespace tasoscope {

CostsFeature::CostsFeature(Workbench& bench) : Feature(bench) {
  connect(&this->bench(), &Workbench::trailShown, this, [this] {
    updateActions();
    updateDialog();
  });
  connect(&this->bench(), &Workbench::pairShown, this, &CostsFeature::updateActions);
  on("device.choose", [this] { openDialog(); });
}

/// The most important first: when there is little room, the last are left out.
QStringList CostsFeature::costs() const {
  const TrailView& trail = bench().trail();
  if (trail.steps.empty()) return {};
  const InnerWork& inside = bench().feature<BodyFeature>().work();
  // Until the work inside is known, nothing has been done there.
  const std::int64_t original = trail.steps.front().price.picoseconds - inside.delta;
  const std::int64_t now = trail.steps[trail.current].price.picoseconds;
  const std::int64_t best = trail.steps[trail.best()].price.picoseconds;
  QStringList parts;
  if (now != original || trail.current != 0)
    parts << tr("now %1, %2").arg(costText(now), changeText(now - original, original));
  parts << tr("original %1").arg(costText(original));
  if (!inside.isEmpty()) parts << tr("in graphs inside nodes %1").arg(shortChangeText(inside.delta));
  if (best < now) parts << tr("best %1").arg(costText(best));
  return parts;
}

QString CostsFeature::source() const {
  const auto& graph = parts().stage->pair().afterGraph;
  if (!bench().isOpen() || !graph) return {};
  return QStringLiteral("%1: %2").arg(scopeText(bench().model().device), mixText(mixOf(*graph)));
}

void CostsFeature::openDialog() {
  if (!m_dialog) {
    m_dialog = new DeviceDialog(bench().model().name, &bench().window());
    connect(m_dialog, &DeviceDialog::deviceChosen, &bench(), &Workbench::setDevice);
    connect(m_dialog, &DeviceDialog::dimensionsChosen, this, [this](const SymbolValues& values) {
      m_given = values;
      bench().host().setSymbols(values);
    });
    connect(m_dialog, &DeviceDialog::scenariosChosen, this,
            [this](const std::vector<Scenario>& scenarios) { bench().host().setScenarios(scenarios); });
    connect(&bench(), &QObject::destroyed, m_dialog, &QDialog::close);
  }
  updateDialog();
  m_dialog->show();
  m_dialog->raise();
  m_dialog->activateWindow();
}

void CostsFeature::updateDialog() {
  if (!m_dialog) return;
  m_dialog->setDevice(bench().model().device);
  struct Dimensions {
    std::vector<DimensionChoice> choices;
    std::vector<ScenarioPrice> scenarios;
  };
  bench().host().ask<Dimensions>(
      tr("Reading the dimensions"),
      [given = m_given](Session& session, const Progress&) {
        Dimensions dimensions;
        auto& choices = dimensions.choices;
        for (const std::string& symbol : session.model().symbols()) {
          const auto value = session.symbols().find(symbol);
          if (value != session.symbols().end())
            choices.push_back({symbol, value->second, given.find(symbol) != given.end()});
        }
        dimensions.scenarios = session.scenarioPrices(session.trail().current);
        return dimensions;
      },
      [this](const Dimensions& dimensions) {
        if (!m_dialog) return;
        m_dialog->setDimensions(dimensions.choices);
        m_dialog->setScenarios(dimensions.scenarios);
      });
}

void CostsFeature::updateActions() {
  if (!bench().isInFront()) return;
  const WindowParts& window = bench().window().parts();
  window.status->setCosts(costs());
  window.status->setSource(source());
  window.device->setEnabled(!bench().host().isSearching());
  enable("device.choose", bench().canStep());
  if (const int index = window.device->findData(bench().model().device); index >= 0)
    window.device->setCurrentIndex(index);
}

}  // namespace tasoscope
