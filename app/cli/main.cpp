// tasoscope: the command line. One subcommand a file.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <string_view>

#include "command.h"

using namespace tasoscope;
using namespace tasoscope::cli;

namespace {

const std::string kVersion = std::string("tasoscope ") + TASOSCOPE_VERSION;

void addVersionTo(CLI::App& app) {
  app.set_version_flag("--version", kVersion);
  for (CLI::App* command : app.get_subcommands({})) addVersionTo(*command);
}

bool wantsJson(int argc, char** argv) {
  return std::any_of(argv + 1, argv + argc, [](const char* word) { return std::string_view(word) == "--json"; });
}

int run(int argc, char** argv) {
  CLI::App app("Sees and optimizes ONNX models by cost-based search over graph substitutions.", "tasoscope");
  app.require_subcommand(0, 1);
  std::string model;
  app.add_option("MODEL", model, "a model to open in the explorer");
  int exitCode = kDone;
  for (auto add : {addOptimize, addShow, addCandidates, addCompare, addVerify, addReplay, addWhyNot, addRules,
                   addDiscover, addDevices, addZoo})
    add(app, exitCode);
  addVersionTo(app);
  app.footer(
      "Exit codes: 0 done; 1 the answer is no (not equivalent, refused by a check); 2 the call is wrong; 3 the input "
      "is "
      "wrong; 4 a device or a resource failed.");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // help, or the version
    if (wantsJson(argc, argv)) throw UsageError(error.what());
    app.exit(error);
    return kWrongCall;
  }
  if (!app.get_subcommands().empty()) return exitCode;
  if (!model.empty() && !std::filesystem::exists(model))
    throw UsageError(fmt::format("'{}' is neither a command nor a file; `tasoscope --help` lists the commands", model));
  if (!model.empty()) return runExplorer({model});
  std::cout << app.help();
  return kDone;
}

/// The sentence on standard error; with --json its parts as an object on standard output besides.
int ended(const Error& error, const char* kind, int exitCode, bool isJson) {
  endProgressLine();
  std::cerr << "tasoscope: " << error.what() << std::endl;
  if (!isJson) return exitCode;
  const Position& position = error.position();
  nlohmann::json told{{"kind", kind}, {"text", error.what()}, {"problem", error.problem()}};
  for (const auto& [name, part] :
       {std::pair{"file", &position.file}, std::pair{"graph", &position.graph}, std::pair{"node", &position.node},
        std::pair{"field", &position.field}, std::pair{"remedy", &error.remedy()}})
    if (!part->empty()) told[name] = *part;
  print({{"error", std::move(told)}});
  return exitCode;
}

}  // namespace

int main(int argc, char** argv) {
  const bool isJson = argc > 1 && wantsJson(argc, argv);
  try {
    return run(argc, argv);
  } catch (const Cancelled&) {
    endProgressLine();
    std::cerr << "tasoscope: interrupted; nothing was written" << std::endl;
    endByInterrupt();
  } catch (const UsageError& error) {
    return ended(error, "usage", kWrongCall, isJson);
  } catch (const VerificationFailed& error) {
    return ended(error, "verification", kNo, isJson);
  } catch (const ResourceError& error) {
    return ended(error, "resource", kFailed, isJson);
  } catch (const FileError& error) {
    return ended(error, "file", kWrongInput, isJson);
  } catch (const ModelError& error) {
    return ended(error, "model", kWrongInput, isJson);
  } catch (const RuleError& error) {
    return ended(error, "rule", kWrongInput, isJson);
  } catch (const Error& error) {
    return ended(error, "input", kWrongInput, isJson);
  } catch (const std::bad_alloc&) {
    return ended(ResourceError("there is not enough memory for this"), "resource", kFailed, isJson);
  }
}
