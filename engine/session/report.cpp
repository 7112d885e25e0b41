#include "session/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "cost/device_profile.h"
#include "onnx/output_file.h"

namespace tasoscope {
namespace {

void count(const Session& session, const std::vector<StepView>& steps, std::vector<ReportRule>& rules) {
  for (const StepView& step : steps) {
    if (step.id == 0) continue;
    const auto known = std::ranges::find(rules, step.rule, &ReportRule::name);
    if (known != rules.end()) {
      ++known->uses;
      continue;
    }
    ReportRule rule{step.rule, step.note, step.standing, NumericClass::kExact, 1};
    if (const Rule* found = session.rules().find(step.rule)) rule.numerics = found->numericClass;
    rules.push_back(std::move(rule));
  }
}

}  // namespace

Report reportOf(const Session& session, StepId step) {
  const TrailView trail = session.trail();
  if (step >= trail.steps.size()) throw UsageError(fmt::format("there is no step {}", step));
  Report report;
  report.model = session.modelName();
  report.path = session.modelPath().string();
  report.device = session.device();
  if (const DeviceProfile* profile = findDevice(report.device)) {
    report.deviceTitle = profile->title;
    report.deviceSummary = profile->summary;
  }
  report.remarks = session.remarks();
  report.symbols = session.symbols();
  for (const StepId id : trail.pathTo(step)) report.steps.push_back(trail.steps[id]);
  InnerWork inside = innerWorkOf(session);
  report.before = session.view(0);
  report.before.price = inside.original;
  report.after = session.view(step);
  count(session, report.steps, report.rules);
  for (const InnerSteps& inner : inside.steps) count(session, inner.steps, report.rules);
  report.inner = std::move(inside.steps);
  return report;
}

void writeReport(const Report& report, const std::filesystem::path& path) {
  OutputFile file(path);
  file.write(htmlOf(report));
  file.finish();
  file.commit();
}

}  // namespace tasoscope
