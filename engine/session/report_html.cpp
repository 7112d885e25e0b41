// The report as HTML: one function a section, each a list of what the report holds.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>

#include "cost/cost_text.h"
#include "session/report.h"

namespace tasoscope {
namespace {

constexpr std::size_t kTopOps = 15;
constexpr double kChartWidth = 900, kChartHeight = 160, kChartMargin = 8;

constexpr std::string_view kStyle = R"(
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; color: #1b1b1b; background: #fff; }
h1 { font-size: 1.7rem; } h2 { font-size: 1.2rem; margin-top: 2.2rem; border-bottom: 1px solid #ccc; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; vertical-align: top; padding: .3rem .6rem; border-bottom: 1px solid #ddd; overflow-wrap: anywhere; }
th { font-weight: 600; } .n { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.verdict { font-size: 1.15rem; } .note { color: #555; } figure { margin: 1rem 0; } figure svg { max-width: 100%; height: auto; border: 1px solid #ddd; background: #fff; }
@media (prefers-color-scheme: dark) { body { color: #eee; background: #1e1e1e; } th, td, h2 { border-color: #444; } .note { color: #aaa; } a { color: #8cf; } }
@media print { body { margin: 0; max-width: none; } h2 { break-after: avoid; } tr, figure { break-inside: avoid; } }
)";

/// Text as HTML and XML have it; control characters, which XML has no way to say, become spaces.
std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '&')
      result += "&amp;";
    else if (c == '<')
      result += "&lt;";
    else if (c == '>')
      result += "&gt;";
    else if (c == '"')
      result += "&quot;";
    else
      result += static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t' ? ' ' : c;
  }
  return result;
}

std::string_view glyphOf(Provenance provenance) {
  switch (provenance) {
    case Provenance::kMeasured:
      return "●";
    case Provenance::kRecorded:
      return "◐";
    case Provenance::kEstimated:
      break;
  }
  return "○";
}

std::string changeOf(std::int64_t delta, std::int64_t base) {
  if (delta == 0) return "no change";
  return fmt::format("{} {}", delta < 0 ? "▼" : "▲", costText(delta, base));
}

std::string row(std::string_view title, std::string_view value) {
  return fmt::format("<tr><th scope=\"row\">{}</th><td>{}</td></tr>\n", escaped(title), escaped(value));
}

std::string section(std::string_view id, std::string_view title, const std::string& content) {
  return fmt::format("<section id=\"{}\">\n<h2>{}</h2>\n{}</section>\n", id, escaped(title), content);
}

/// "12 ops estimated, 3 without a price".
std::string provenanceOf(const GraphView& graph) {
  std::array<std::size_t, 3> counts{};
  for (const NodeView& node : graph.nodes)
    if (!node.isCostUnknown) ++counts[static_cast<std::size_t>(node.provenance)];
  std::string text;
  for (const Provenance provenance : {Provenance::kMeasured, Provenance::kRecorded, Provenance::kEstimated}) {
    const std::size_t count = counts[static_cast<std::size_t>(provenance)];
    if (count > 0)
      text += fmt::format("{}{} {} ops {}", text.empty() ? "" : ", ", glyphOf(provenance), count, nameOf(provenance));
  }
  if (graph.unknownCosts > 0)
    text += fmt::format("{}? {} ops without a price", text.empty() ? "" : ", ", graph.unknownCosts);
  return text;
}

std::string modelSection(const Report& report) {
  std::string rows = row("Model", report.model);
  if (!report.path.empty()) rows += row("File", report.path);
  const std::string title = report.deviceTitle.empty() ? "" : " — " + report.deviceTitle;
  rows += row("Device", report.device + title + (report.deviceSummary.empty() ? "" : ". " + report.deviceSummary));
  for (const auto& [symbol, value] : report.symbols) rows += row("Dimension " + symbol, std::to_string(value));
  for (const std::string& remark : report.remarks) rows += row("Remark", remark);
  return section("model", "Model and device", "<table>\n" + rows + "</table>\n");
}

std::string totalsRow(std::string_view title, const GraphView& graph) {
  return fmt::format(
      "<tr><th scope=\"row\">{}</th><td class=\"n\">{}</td><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td>"
      "<td class=\"n\">{}</td></tr>\n",
      title, timeText(graph.price.picoseconds), escaped(provenanceOf(graph)), graph.nodes.size(), graph.price.launches,
      bytesText(static_cast<double>(graph.price.weightBytes)));
}

std::string totalsSection(const Report& report) {
  const std::int64_t before = report.before.price.picoseconds, after = report.after.price.picoseconds;
  std::string verdict = changeOf(after - before, before);
  if (report.steps.size() == 1) verdict = "Nothing was changed.";
  return section("totals", "Cost before and after",
                 fmt::format("<p class=\"verdict\">{}</p>\n<table>\n<tr><th></th><th class=\"n\">Sum of kernels</th>"
                             "<th>Where it comes from</th><th class=\"n\">Nodes</th><th class=\"n\">Launches</th>"
                             "<th class=\"n\">Weights</th></tr>\n{}{}</table>\n",
                             escaped(verdict), totalsRow("Before", report.before), totalsRow("After", report.after)));
}

/// The running cost over the steps, the best marked.
std::string chart(const std::vector<StepView>& steps) {
  const auto [least, most] =
      std::ranges::minmax_element(steps, {}, [](const StepView& step) { return step.price.picoseconds; });
  const auto low = static_cast<double>(least->price.picoseconds), high = static_cast<double>(most->price.picoseconds);
  const double across = kChartWidth - 2 * kChartMargin, along = kChartHeight - 2 * kChartMargin;
  const auto x = [&](std::size_t i) {
    return kChartMargin + across * static_cast<double>(i) / static_cast<double>(steps.size() - 1);
  };
  const auto y = [&](std::size_t i) {
    const auto cost = static_cast<double>(steps[i].price.picoseconds);
    return kChartMargin + (high > low ? along * (high - cost) / (high - low) : along / 2);
  };
  std::string points, marks;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    points += fmt::format("{:.1f},{:.1f} ", x(i), y(i));
    marks +=
        fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\" fill=\"#0072b2\"><title>{}: {}</title></circle>", x(i),
                    y(i), i == 0 ? "as loaded" : escaped(steps[i].rule), timeText(steps[i].price.picoseconds));
  }
  return fmt::format(
      "<figure><svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" role=\"img\" "
      "aria-label=\"The cost after each step\"><polyline points=\"{}\" fill=\"none\" stroke=\"#0072b2\" "
      "stroke-width=\"2\"/>{}</svg><figcaption class=\"note\">The cost after each step, between {} and "
      "{}.</figcaption></figure>\n",
      kChartWidth, kChartHeight, points, marks, timeText(least->price.picoseconds), timeText(most->price.picoseconds));
}

std::string stepsSection(const Report& report) {
  if (report.steps.size() < 2) return section("steps", "Steps", "<p>None.</p>\n");
  std::string rows;
  std::int64_t before = report.steps.front().price.picoseconds;
  for (std::size_t i = 1; i < report.steps.size(); ++i) {
    const StepView& step = report.steps[i];
    const std::string& given = step.marks.name;
    const std::string note =
        step.marks.note.empty() ? "" : "<br/><span class=\"note\">" + escaped(step.marks.note) + "</span>";
    rows += fmt::format(
        "<tr><td class=\"n\">{}</td><td>{}{}</td><td>{}</td><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td>"
        "</tr>\n",
        i, escaped(given.empty() ? step.rule : given + " (" + step.rule + ")"), note, nameOf(step.standing),
        escaped(step.place), changeOf(step.delta, before), timeText(step.price.picoseconds));
    before = step.price.picoseconds;
  }
  return section("steps", "Steps",
                 chart(report.steps) +
                     "<table>\n<tr><th class=\"n\"></th><th>Substitution</th><th>Standing</th>"
                     "<th>Where</th><th class=\"n\">Change</th><th class=\"n\">Cost then</th></tr>\n" +
                     rows + "</table>\n");
}

std::string topRows(const GraphView& graph) {
  std::vector<const NodeView*> nodes;
  for (const NodeView& node : graph.nodes) nodes.push_back(&node);
  std::ranges::stable_sort(nodes, std::greater<>(), [](const NodeView* node) { return node->picoseconds; });
  if (nodes.size() > kTopOps) nodes.resize(kTopOps);
  std::string rows;
  for (const NodeView* node : nodes) {
    const double share = graph.price.picoseconds > 0 ? 100 * static_cast<double>(node->picoseconds) /
                                                           static_cast<double>(graph.price.picoseconds)
                                                     : 0;
    rows += fmt::format(
        "<tr><td>{}</td><td>{}</td><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{:.1f} %</td><td>{}</td></tr>\n",
        escaped(node->operatorName), escaped(node->name), escaped(node->keyFacts),
        node->isCostUnknown ? "?" : fmt::format("{} {}", glyphOf(node->provenance), timeText(node->picoseconds)), share,
        escaped(node->limit));
  }
  return rows;
}

std::string topSection(const Report& report) {
  const std::string said =
      report.after.nodes.size() > kTopOps
          ? fmt::format("<p class=\"note\">The first {} of {}.</p>\n", kTopOps, report.after.nodes.size())
          : "";
  return section("top", "What costs most, after",
                 said +
                     "<table>\n<tr><th>Operator</th><th>Name</th><th></th><th class=\"n\">Cost</th>"
                     "<th class=\"n\">Share</th><th></th></tr>\n" +
                     topRows(report.after) + "</table>\n");
}

std::string verificationText(const Report& report) {
  if (!report.exported) return "The result was not written, and so not verified.";
  if (!report.exported->equivalence) return "Not verified, as asked.";
  const EquivalenceReport& result = *report.exported->equivalence;
  if (result.inputsTried == 0) return fmt::format("{}: {}", nameOf(result.verdict), result.note);
  return fmt::format(
      "{}: original and result were evaluated on {} inputs in float64; the largest difference is {:.2g} of the largest "
      "output, the tolerance is {:.2g}. {}",
      nameOf(result.verdict), result.inputsTried, result.maxRelError, result.tolerance, result.note);
}

std::string verificationSection(const Report& report) {
  std::string content = "<p>" + escaped(verificationText(report)) + "</p>\n";
  if (report.exported && report.exported->equivalence)
    for (const std::string& assumed : report.exported->equivalence->assumed)
      content += "<p class=\"note\">Taken to be equal because its inputs are: " + escaped(assumed) + "</p>\n";
  if (!report.written.empty()) {
    content += fmt::format("<p>Written to {}, {}", escaped(report.written),
                           bytesText(static_cast<double>(report.exported ? report.exported->bytesAfter : 0)));
    if (report.exported && report.exported->bytesBefore > 0)
      content += fmt::format("; the original has {}", bytesText(static_cast<double>(report.exported->bytesBefore)));
    content += ".</p>\n";
  }
  return section("verification", "Verification", content);
}

std::string rulesSection(const Report& report) {
  if (report.rules.empty()) return {};
  std::string rows;
  for (const ReportRule& rule : report.rules)
    rows +=
        fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td><td class=\"n\">{}</td><td>{}</td></tr>\n",
                    escaped(rule.name), nameOf(rule.standing), nameOf(rule.numerics), rule.uses, escaped(rule.note));
  return section(
      "rules", "Rules used",
      "<table>\n<tr><th>Rule</th><th>Standing</th><th>Numbers</th><th class=\"n\">Times</th><th></th></tr>\n" + rows +
          "</table>\n");
}

std::string picturesSection(const Report& report) {
  std::string content;
  for (const ReportPicture& picture : report.pictures) {
    const std::size_t root = picture.svg.find("<svg");
    if (root == std::string::npos) continue;
    content += fmt::format("<figure>\n{}\n<figcaption>{}</figcaption>\n</figure>\n", picture.svg.substr(root),
                           escaped(picture.title));
  }
  return content.empty() ? content : section("pictures", "Pictures", content);
}

}  // namespace

std::string htmlOf(const Report& report) {
  const std::string title = "Tasoscope: " + escaped(report.model);
  std::string html = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\" xmlns=\"http://www.w3.org/1999/xhtml\">\n<head>\n<meta charset=\"utf-8\"/>\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>{}</title>\n"
      "<style>{}</style>\n</head>\n<body>\n<h1>{}</h1>\n",
      title, kStyle, title);
  html += totalsSection(report) + modelSection(report) + stepsSection(report) + topSection(report) +
          verificationSection(report) + rulesSection(report) + picturesSection(report);
  return html + "</body>\n</html>\n";
}

}  // namespace tasoscope
