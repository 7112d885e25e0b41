// `tasoscope zoo`: the models that the program can make.

#include "onnx/zoo/zoo.h"

#include <fmt/format.h>

#include <iostream>

#include "command.h"

namespace tasoscope::cli {
namespace {

struct Arguments {
  std::string name, output;
  ZooOptions options;
};

}  // namespace

void addZoo(CLI::App& app, int& exitCode) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App* zoo = app.add_subcommand("zoo", "list or make the models of the zoo");
  zoo->require_subcommand(1);
  zoo->add_subcommand("list", "the models, with one sentence on each")->callback([&exitCode] {
    for (const ZooEntry& entry : zooEntries())
      std::cout << fmt::format("{:<14} {}: {}\n", entry.name, entry.title, entry.sentence);
    exitCode = kDone;
  });
  CLI::App* make = zoo->add_subcommand("make", "write a model as ONNX");
  make->add_option("NAME", arguments->name, "one of `tasoscope zoo list`")->required();
  make->add_option("-o,--output", arguments->output, "where it goes")->required();
  make->add_option("--batch", arguments->options.batch, "examples at once")->capture_default_str()->check(atLeast(1));
  make->add_flag("--small", arguments->options.small, "shrink widths and images, same graph");
  make->add_option("--repeat", arguments->options.repeat, "the network's block N times as often")
      ->capture_default_str()
      ->check(atLeast(1));
  make->callback([arguments, &exitCode] {
    writeZooModel(arguments->name, arguments->options, arguments->output, cancellableProgress());
    endProgressLine();
    std::cout << "written: " << arguments->output << '\n';
    exitCode = kDone;
  });
}

}  // namespace tasoscope::cli
