#pragma once
// A report of what was done to a model: one HTML file that needs nothing beside it and opens offline. It tells the
// model and the device, the costs before and after with where they come from, the steps, the operations that cost most,
// the rules with their standing, and how the result was verified; pictures come from whoever can draw.
//
// The same session gives the same bytes: there is no date in it. The file is well-formed XML too, for tools.

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "session/inner_work.h"
#include "session/session.h"

namespace tasoscope {

struct ReportPicture {
  std::string title;
  std::string svg;  ///< a whole SVG document; what stands before its root is left out
};

struct ReportRule {
  std::string name, note;
  Standing standing = Standing::kTested;
  NumericClass numerics = NumericClass::kExact;
  int uses = 0;  ///< by the steps of the report
};

struct Report {
  std::string model, path, device, deviceTitle, deviceSummary;
  std::vector<std::string> remarks;
  SymbolValues symbols;
  std::vector<StepView> steps;    ///< from step 0 to the one that is reported
  std::vector<InnerSteps> inner;  ///< what was done in graphs inside nodes
  GraphView before, after;        ///< as the model was read, and of the last of the steps
  std::vector<ReportRule> rules;
  std::string written;  ///< the exported file; empty: none was
  std::optional<ExportReport> exported;
  std::vector<ReportPicture> pictures;
  std::string language = "en";  ///< of `words`, as HTML names it
  /// The fixed texts of the page in another language, by the English; places for values are {}, in their order.
  std::function<std::string(std::string_view)> words;
};

/// Everything but the export and the pictures.
Report reportOf(const Session& session, StepId step);
std::string htmlOf(const Report& report);
/// Throws FileError; an earlier file is replaced only by a whole new one.
void writeReport(const Report& report, const std::filesystem::path& path);

}  // namespace tasoscope
