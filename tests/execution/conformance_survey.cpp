// conformance_survey LIST: runs the cases of any collection, one path of a model a line, and prints which agree; for
// collections that are not installed with a package, where the test cannot look.

#include <cstdio>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "conformance_case.h"

int main(int count, char** arguments) {
  std::ifstream list(count == 2 ? arguments[1] : "");
  if (!list) {
    std::fprintf(stderr, "usage: conformance_survey LIST, a file with one path of a model a line\n");
    return 2;
  }
  int agreeing = 0, all = 0;
  std::map<std::string, std::vector<std::string>> problems;
  for (std::string path; std::getline(list, path);) {
    std::string problem;
    try {
      problem = tasoscope::testing::runCase(path);
    } catch (const std::exception& error) {
      problem = error.what();
    }
    ++all;
    agreeing += problem.empty() ? 1 : 0;
    if (!problem.empty()) problems[problem].push_back(path);
  }
  for (const auto& [problem, paths] : problems) {
    std::printf("%s\n", problem.c_str());
    for (const std::string& path : paths) std::printf("    %s\n", path.c_str());
  }
  std::printf("%d of %d cases agree\n", agreeing, all);
  return 0;
}
