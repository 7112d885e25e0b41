#pragma once
// The options of tasoscope-explorer.

#include <QString>
#include <QStringList>
#include <optional>

namespace tasoscope {

struct CommandLine {
  QString model;     ///< empty: the start page
  QString compared;  ///< the file to compare it with; may be empty
  QString device;    ///< empty: the one used last
  QString script, settingsFolder;
  QString drawn, output;  ///< --draw MODEL -o FILE
  bool optimizes = false;
};

/// What the arguments ask for, or the sentence to print and the exit code to end with.
struct ParsedCommandLine {
  CommandLine options;
  std::optional<int> exitCode;
  QString message;
};
ParsedCommandLine parseCommandLine(const QStringList& arguments);

}  // namespace tasoscope
