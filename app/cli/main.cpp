// tasoscope: the command line. One subcommand a file.

#include <fmt/format.h>

#include <iostream>

#include "command.h"

using namespace tasoscope;
using namespace tasoscope::cli;

namespace {

const std::string kVersion = std::string("tasoscope ") + TASOSCOPE_VERSION;

void addVersionTo(CLI::App& app) {
  app.set_version_flag("--version", kVersion);
  for (CLI::App* command : app.get_subcommands({})) addVersionTo(*command);
}

int run(int argc, char** argv) {
  CLI::App app("Sees and optimizes ONNX models by cost-based search over graph substitutions.", "tasoscope");
  app.require_subcommand(0, 1);
  std::string model;
  app.add_option("MODEL", model, "a model to open in the explorer");
  int exitCode = kDone;
  for (auto add : {addOptimize, addShow, addCandidates, addCompare, addVerify, addRules, addDevices, addZoo})
    add(app, exitCode);
  addVersionTo(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    bool isAnswer = error.get_exit_code() == 0;
    return app.exit(error) == 0 || isAnswer ? kDone : kWrongCall;
  }
  if (!app.get_subcommands().empty()) return exitCode;
  if (!model.empty()) return runExplorer({model});
  std::cout << app.help();
  return kDone;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const Cancelled&) {
    endProgressLine();
    std::cerr << "tasoscope: interrupted; nothing was written" << std::endl;
    endByInterrupt();
  } catch (const UsageError& error) {
    endProgressLine();
    std::cerr << "tasoscope: " << error.what() << std::endl;
    return kWrongCall;
  } catch (const VerificationFailed& error) {
    endProgressLine();
    std::cerr << "tasoscope: " << error.what() << std::endl;
    return kNo;
  } catch (const ResourceError& error) {
    endProgressLine();
    std::cerr << "tasoscope: " << error.what() << std::endl;
    return kFailed;
  } catch (const Error& error) {
    endProgressLine();
    std::cerr << "tasoscope: " << error.what() << std::endl;
    return kWrongInput;
  } catch (const std::bad_alloc&) {
    endProgressLine();
    std::cerr << "tasoscope: there is not enough memory for this" << std::endl;
    return kFailed;
  }
}
