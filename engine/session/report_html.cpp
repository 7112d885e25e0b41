// The report as HTML: one function a section, each a list of what the report holds. What is fixed in it goes through
// Page::say, so that it can be in another language.

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

/// The sections of a report, in its words.
class Page {
 public:
  explicit Page(const Report& report) : report_(report) {}
  std::string model() const;
  std::string totals() const;
  std::string steps() const;
  std::string top() const;
  std::string verification() const;
  std::string rules() const;
  std::string pictures() const;

 private:
  std::string say(std::string_view text) const { return report_.words ? report_.words(text) : std::string(text); }
  /// A text with places for numbers and names.
  template <typename... Values>
  std::string say(std::string_view text, const Values&... values) const {
    const std::string said = say(text);
    return fmt::format(fmt::runtime(said), values...);
  }
  std::string head(std::string_view title) const { return fmt::format("<th>{}</th>", html(title)); }
  std::string numberHead(std::string_view title) const { return fmt::format("<th class=\"n\">{}</th>", html(title)); }
  std::string html(std::string_view text) const { return escaped(say(text)); }
  std::string change(std::int64_t delta, std::int64_t base) const;
  std::string row(std::string_view title, std::string_view value) const;
  std::string section(std::string_view id, std::string_view title, const std::string& content) const;
  std::string provenance(const GraphView& graph) const;
  std::string totalsRow(std::string_view title, const GraphView& graph) const;
  std::string chart() const;
  std::string stepRow(std::size_t number, const StepView& step, const std::string& where) const;
  std::string topRows() const;
  std::string verdict() const;

  const Report& report_;
};

std::string Page::change(std::int64_t delta, std::int64_t base) const {
  if (delta == 0) return say("no change");
  const std::string text = costText(delta, base);
  const std::size_t word = text.rfind(", ");
  return fmt::format("{} {}, {}", delta < 0 ? "▼" : "▲", text.substr(0, word), say(delta < 0 ? "faster" : "slower"));
}

std::string Page::row(std::string_view title, std::string_view value) const {
  return fmt::format("<tr><th scope=\"row\">{}</th><td>{}</td></tr>\n", escaped(title), escaped(value));
}

std::string Page::section(std::string_view id, std::string_view title, const std::string& content) const {
  return fmt::format("<section id=\"{}\">\n<h2>{}</h2>\n{}</section>\n", id, html(title), content);
}

/// "12 ops estimated, 3 without a price".
std::string Page::provenance(const GraphView& graph) const {
  std::array<std::size_t, 3> counts{};
  for (const NodeView& node : graph.nodes)
    if (!node.isCostUnknown) ++counts[static_cast<std::size_t>(node.provenance)];
  std::string text;
  for (const Provenance provenance : {Provenance::kMeasured, Provenance::kRecorded, Provenance::kEstimated}) {
    const std::size_t count = counts[static_cast<std::size_t>(provenance)];
    if (count > 0)
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", glyphOf(provenance),
                          say("{} ops {}", count, say(nameOf(provenance))));
  }
  if (graph.unknownCosts > 0)
    text += fmt::format("{}? {}", text.empty() ? "" : ", ", say("{} ops without a price", graph.unknownCosts));
  return text;
}

std::string Page::model() const {
  std::string rows = row(say("Model"), report_.model);
  if (!report_.path.empty()) rows += row(say("File"), report_.path);
  const std::string title = report_.deviceTitle.empty() ? "" : " — " + report_.deviceTitle;
  const std::string summary = report_.deviceSummary.empty() ? "" : ". " + report_.deviceSummary;
  rows += row(say("Device"), report_.device + title + summary);
  for (const auto& [symbol, value] : report_.symbols) rows += row(say("Dimension {}", symbol), std::to_string(value));
  for (const std::string& remark : report_.remarks) rows += row(say("Remark"), remark);
  return section("model", "Model and device", "<table>\n" + rows + "</table>\n");
}

std::string Page::totalsRow(std::string_view title, const GraphView& graph) const {
  return fmt::format(
      "<tr><th scope=\"row\">{}</th><td class=\"n\">{}</td><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td>"
      "<td class=\"n\">{}</td></tr>\n",
      html(title), timeText(graph.price.picoseconds), escaped(provenance(graph)), graph.nodes.size(),
      graph.price.launches, bytesText(static_cast<double>(graph.price.weightBytes)));
}

std::string Page::totals() const {
  const std::int64_t before = report_.before.price.picoseconds, after = report_.after.price.picoseconds;
  const std::string verdict =
      report_.steps.size() == 1 && report_.inner.empty() ? say("Nothing was changed.") : change(after - before, before);
  return section("totals", "Cost before and after",
                 fmt::format("<p class=\"verdict\">{}</p>\n<table>\n<tr><th></th>", escaped(verdict)) +
                     numberHead("Sum of kernels") + head("Where it comes from") + numberHead("Nodes") +
                     numberHead("Launches") + numberHead("Weights") + "</tr>\n" + totalsRow("Before", report_.before) +
                     totalsRow("After", report_.after) + "</table>\n");
}

/// The running cost over the steps, the best marked.
std::string Page::chart() const {
  const std::vector<StepView>& steps = report_.steps;
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
                    y(i), i == 0 ? html("as loaded") : escaped(steps[i].rule), timeText(steps[i].price.picoseconds));
  }
  const std::string caption = say("The cost after each step, between {} and {}.", timeText(least->price.picoseconds),
                                  timeText(most->price.picoseconds));
  return fmt::format(
      "<figure><svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\">"
      "<polyline points=\"{}\" fill=\"none\" stroke=\"#0072b2\" stroke-width=\"2\"/>{}</svg>"
      "<figcaption class=\"note\">{}</figcaption></figure>\n",
      kChartWidth, kChartHeight, html("The cost after each step"), points, marks, escaped(caption));
}

std::string Page::stepRow(std::size_t number, const StepView& step, const std::string& where) const {
  const std::string& given = step.marks.name;
  const std::string note =
      step.marks.note.empty() ? "" : "<br/><span class=\"note\">" + escaped(step.marks.note) + "</span>";
  return fmt::format(
      "<tr><td class=\"n\">{}</td><td>{}{}</td><td>{}</td><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td>"
      "</tr>\n",
      number, escaped(given.empty() ? step.rule : given + " (" + step.rule + ")"), note, html(nameOf(step.standing)),
      escaped(where.empty() ? step.place : fmt::format("{}: {}", where, step.place)),
      escaped(change(step.delta, step.price.picoseconds - step.delta)), timeText(step.price.picoseconds));
}

/// Those of the graph, then those of each graph inside its nodes.
std::string Page::steps() const {
  if (report_.steps.size() < 2 && report_.inner.empty())
    return section("steps", "Steps", fmt::format("<p>{}</p>\n", html("None.")));
  std::string rows;
  for (std::size_t i = 1; i < report_.steps.size(); ++i) rows += stepRow(i, report_.steps[i], {});
  for (const InnerSteps& inner : report_.inner)
    for (std::size_t i = 0; i < inner.steps.size(); ++i) rows += stepRow(i + 1, inner.steps[i], inner.place);
  return section("steps", "Steps",
                 (report_.steps.size() < 2 ? "" : chart()) + "<table>\n<tr><th class=\"n\"></th>" +
                     head("Substitution") + head("Standing") + head("Where") + numberHead("Change") +
                     numberHead("Cost then") + "</tr>\n" + rows + "</table>\n");
}

std::string Page::topRows() const {
  const GraphView& graph = report_.after;
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
        html(node->limit));
  }
  return rows;
}

std::string Page::top() const {
  const std::size_t count = report_.after.nodes.size();
  const std::string said =
      count > kTopOps
          ? fmt::format("<p class=\"note\">{}</p>\n", escaped(say("The first {} of {}.", std::size_t{kTopOps}, count)))
          : "";
  return section("top", "What costs most, after",
                 said + "<table>\n<tr>" + head("Operator") + head("Name") + "<th></th>" + numberHead("Cost") +
                     numberHead("Share") + "<th></th></tr>\n" + topRows() + "</table>\n");
}

std::string Page::verdict() const {
  if (!report_.exported) return say("The result was not written, and so not verified.");
  if (!report_.exported->equivalence) return say("Not verified, as asked.");
  const EquivalenceReport& result = *report_.exported->equivalence;
  if (result.inputsTried == 0) return fmt::format("{}: {}", say(nameOf(result.verdict)), result.note);
  return fmt::format(
      "{}: {} {}", say(nameOf(result.verdict)),
      say("original and result were evaluated on {} inputs in float64; the largest difference is {} of "
          "the largest output, the tolerance is {}.",
          result.inputsTried, fmt::format("{:.2g}", result.maxRelError), fmt::format("{:.2g}", result.tolerance)),
      result.note);
}

std::string Page::verification() const {
  std::string content = "<p>" + escaped(verdict()) + "</p>\n";
  if (report_.exported && report_.exported->equivalence)
    for (const std::string& assumed : report_.exported->equivalence->assumed)
      content += fmt::format("<p class=\"note\">{}</p>\n",
                             escaped(say("Taken to be equal because its inputs are: {}", assumed)));
  if (!report_.written.empty()) {
    const std::uintmax_t before = report_.exported ? report_.exported->bytesBefore : 0;
    const std::string size = bytesText(static_cast<double>(report_.exported ? report_.exported->bytesAfter : 0));
    const std::string text = before == 0 ? say("Written to {}, {}.", report_.written, size)
                                         : say("Written to {}, {}; the original has {}.", report_.written, size,
                                               bytesText(static_cast<double>(before)));
    content += "<p>" + escaped(text) + "</p>\n";
  }
  return section("verification", "Verification", content);
}

std::string Page::rules() const {
  if (report_.rules.empty()) return {};
  std::string rows;
  for (const ReportRule& rule : report_.rules)
    rows += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td><td class=\"n\">{}</td><td>{}</td></tr>\n",
                        escaped(rule.name), html(nameOf(rule.standing)), html(nameOf(rule.numerics)), rule.uses,
                        escaped(rule.note));
  return section("rules", "Rules used",
                 "<table>\n<tr>" + head("Rule") + head("Standing") + head("Numbers") + numberHead("Times") +
                     "<th></th></tr>\n" + rows + "</table>\n");
}

std::string Page::pictures() const {
  std::string content;
  for (const ReportPicture& picture : report_.pictures) {
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
      "<!DOCTYPE html>\n<html lang=\"{}\" xmlns=\"http://www.w3.org/1999/xhtml\">\n<head>\n<meta charset=\"utf-8\"/>\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>{}</title>\n"
      "<style>{}</style>\n</head>\n<body>\n<h1>{}</h1>\n",
      escaped(report.language), title, kStyle, title);
  const Page page(report);
  html +=
      page.totals() + page.model() + page.steps() + page.top() + page.verification() + page.rules() + page.pictures();
  return html + "</body>\n</html>\n";
}

}  // namespace tasoscope
