// tasoscope-explorer: the desktop program.

#include <QApplication>
#include <algorithm>
#include <cstdio>
#include <memory>

#include "command_line.h"
#include "draw_command.h"
#include "exit_codes.h"
#include "preferences/languages.h"
#include "script/script_driver.h"
#include "views/canvas/canvas_accessible.h"
#include "window/explorer.h"
#include "window/explorer_window.h"

namespace {

using namespace tasoscope;

/// Drawing to a file and answering about the program itself open no window.
bool isAnsweredWithoutDisplay(int argc, char** argv) {
  const QList<QByteArray> words = {"--draw", "--help", "-h", "--help-all", "--version", "-v"};
  return std::any_of(argv + 1, argv + argc, [&](const char* word) { return words.contains(QByteArray(word)); });
}

/// Qt ends the program, with a page of advice, where no display is named at all.
bool isDisplayNamed() {
  return qEnvironmentVariableIsSet("DISPLAY") || qEnvironmentVariableIsSet("WAYLAND_DISPLAY") ||
         qEnvironmentVariableIsSet("QT_QPA_PLATFORM");
}

int draw(const CommandLine& options) {
  try {
    drawModel(options.drawn, options.device, options.output);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return exitCodeOf(error);
  }
}

int explore(const CommandLine& options, Languages& languages) {
  installCanvasAccessibility();
  Settings settings(options.settingsFolder);
  languages.use(settings.language());
  ExplorerWindow window(settings);
  Explorer explorer(window);
  std::unique_ptr<ScriptDriver> driver;
  if (!options.script.isEmpty()) {
    driver = std::make_unique<ScriptDriver>(explorer, options.script);
    QObject::connect(driver.get(), &ScriptDriver::finished, &window,
                     [](int exitCode) { QApplication::exit(exitCode); });
  }
  if (!options.device.isEmpty()) explorer.setDevice(options.device);
  if (options.optimizes) explorer.searchWhenOpened();
  window.show();
  if (!options.compared.isEmpty())
    explorer.compare(options.model, options.compared);
  else if (!options.model.isEmpty())
    explorer.openFile(options.model);
  if (driver) driver->start();
  return QApplication::exec();
}

}  // namespace

int main(int argc, char** argv) {
  if (isAnsweredWithoutDisplay(argc, argv)) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
  } else if (!isDisplayNamed()) {
    std::fprintf(stderr,
                 "There is no display to open a window on; `tasoscope optimize` does the same job without one.\n");
    return 4;
  }
  QApplication application(argc, argv);
  QApplication::setApplicationName(QStringLiteral("tasoscope-explorer"));
  QApplication::setApplicationDisplayName(QStringLiteral("Tasoscope"));
  QApplication::setApplicationVersion(QStringLiteral(TASOSCOPE_VERSION));
  QApplication::setDesktopFileName(QStringLiteral("tasoscope-explorer"));
  auto* languages = new Languages(&application);
  languages->use({});
  const ParsedCommandLine parsed = parseCommandLine(QApplication::arguments());
  if (parsed.exitCode) {
    std::fprintf(*parsed.exitCode == 0 ? stdout : stderr, "%s\n", qPrintable(parsed.message.trimmed()));
    return *parsed.exitCode;
  }
  if (!parsed.options.drawn.isEmpty()) return draw(parsed.options);
  try {
    return explore(parsed.options, *languages);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return exitCodeOf(error);
  }
}
