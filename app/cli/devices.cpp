// `tasoscope devices`: what can be priced here, and how.

#include <fmt/format.h>

#include <iostream>

#include "command.h"
#include "cost/device_profile.h"

namespace tasoscope::cli {

void addDevices(CLI::App& app, int& exitCode) {
  auto isJson = std::make_shared<bool>(false);
  auto isLong = std::make_shared<bool>(false);
  CLI::App* command = app.add_subcommand("devices", "list the devices whose costs can be estimated here");
  command->add_flag("--json", *isJson, "one JSON object on standard output");
  command->add_flag("--figures", *isLong, "with the figures of each profile and their sources");
  command->callback([isJson, isLong, &exitCode] {
    exitCode = kDone;
    nlohmann::json rows = nlohmann::json::array();
    for (const DeviceProfile& profile : deviceProfiles()) {
      nlohmann::json figures = nlohmann::json::array();
      for (const DeviceFigure& figure : profile.figures)
        figures.push_back({{"name", figure.name}, {"value", figure.value}, {"source", figure.source}});
      rows.push_back({{"name", profile.name},
                      {"title", profile.title},
                      {"summary", profile.summary},
                      {"provenance", "estimated"},
                      {"figures", figures}});
      if (*isJson) continue;
      std::cout << fmt::format("{:<14} {:<32} estimated  {}\n", profile.name, profile.title, profile.summary);
      if (*isLong)
        for (const DeviceFigure& figure : profile.figures)
          std::cout << fmt::format("    {:<28} {:<12.6g} {}\n", figure.name, figure.value, figure.source);
    }
    if (*isJson) print({{"devices", rows}});
  });
}

}  // namespace tasoscope::cli
