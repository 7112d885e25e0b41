#include "command_line.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <utility>

namespace tasoscope {

ParsedCommandLine parseCommandLine(const QStringList& arguments) {
  QCommandLineParser parser;
  parser.setApplicationDescription(QCoreApplication::translate(
      "tasoscope::CommandLine", "Sees, searches and explains substitutions in ONNX graphs."));
  parser.addPositionalArgument(QStringLiteral("model"), QStringLiteral("the ONNX model, or the project, to open"),
                               QStringLiteral("[MODEL.onnx|PROJECT.tasoscope]"));
  const QCommandLineOption help({QStringLiteral("h"), QStringLiteral("help")}, QStringLiteral("Prints this."));
  const QCommandLineOption version(QStringLiteral("version"), QStringLiteral("Prints the version."));
  const QCommandLineOption device(QStringLiteral("device"), QStringLiteral("Prices for this device."),
                                  QStringLiteral("D"));
  const QCommandLineOption optimize(QStringLiteral("optimize"),
                                    QStringLiteral("Searches as soon as the model is open."));
  const QCommandLineOption compare(QStringLiteral("compare"),
                                   QStringLiteral("Shows two models as a pair: the one of this option, and MODEL."),
                                   QStringLiteral("A"));
  const QCommandLineOption script(QStringLiteral("script"), QStringLiteral("Plays a script in the window."),
                                  QStringLiteral("FILE"));
  const QCommandLineOption settings(QStringLiteral("settings"), QStringLiteral("Keeps settings in this folder."),
                                    QStringLiteral("DIR"));
  const QCommandLineOption draw(QStringLiteral("draw"), QStringLiteral("Draws a model into the file of -o and ends."),
                                QStringLiteral("MODEL"));
  const QCommandLineOption output(QStringLiteral("o"), QStringLiteral("The picture: .svg, .png or .pdf."),
                                  QStringLiteral("FILE"));
  parser.addOptions({help, version, device, optimize, compare, script, settings, draw, output});

  ParsedCommandLine result;
  if (!parser.parse(arguments)) return {{}, 2, parser.errorText()};
  if (parser.isSet(help)) return {{}, 0, parser.helpText()};
  if (parser.isSet(version))
    return {{}, 0, QStringLiteral("tasoscope-explorer %1").arg(QCoreApplication::applicationVersion())};
  if (parser.positionalArguments().size() > 1) return {{}, 2, QStringLiteral("one model at a time, please")};
  if (parser.isSet(draw) != parser.isSet(output))
    return {{}, 2, QStringLiteral("--draw MODEL and -o FILE go together")};
  if (parser.isSet(optimize) && parser.positionalArguments().isEmpty())
    return {{}, 2, QStringLiteral("--optimize needs a model")};
  result.options.model = parser.positionalArguments().value(0);
  // --compare A B: what the option does not take is the positional argument.
  if (parser.isSet(compare)) {
    if (result.options.model.isEmpty()) return {{}, 2, QStringLiteral("--compare needs two models")};
    result.options.compared = std::exchange(result.options.model, parser.value(compare));
  }
  result.options.device = parser.value(device);
  result.options.script = parser.value(script);
  result.options.settingsFolder = parser.value(settings);
  result.options.drawn = parser.value(draw);
  result.options.output = parser.value(output);
  result.options.optimizes = parser.isSet(optimize);
  return result;
}

}  // namespace tasoscope
