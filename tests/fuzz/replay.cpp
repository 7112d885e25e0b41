// Runs a fuzz target on inputs that are known: its seeds, what fuzzing once found, and changed seeds, the same in every
// run.
// usage: NAME_replay [--changes N] [FILE ...]        the inputs in files, instead of all that is known
//        NAME_replay --write-seeds FOLDER            a corpus for libFuzzer to begin with

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <random>

#include "target.h"

namespace tasoscope::fuzz {
namespace {

constexpr std::size_t kMostInput = 64 * 1024;

std::string contentOf(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The input with a few bytes changed, cut out, repeated, or taken from another seed.
std::string changed(std::string input, const std::vector<std::string>& others, std::mt19937_64& random) {
  const auto below = [&](std::size_t bound) {
    return static_cast<std::size_t>(random() % std::max<std::size_t>(bound, 1));
  };
  for (std::size_t change = 1 + below(4); change > 0 && !input.empty(); --change) {
    const std::size_t at = below(input.size());
    const std::size_t length = std::min(1 + below(16), input.size() - at);
    switch (below(6)) {
      case 0:
        input[at] = static_cast<char>(random());
        break;
      case 1:
        input[at] = static_cast<char>(input[at] ^ (1 << below(8)));
        break;
      case 2:
        input.erase(at, length);
        break;
      case 3:
        input.insert(at, input.substr(at, length));
        break;
      case 4:
        input.resize(at);
        break;
      default: {
        const std::string& other = others[below(others.size())];
        input.insert(at, other.substr(below(other.size()), length));
      }
    }
  }
  input.resize(std::min(input.size(), kMostInput));
  return input;
}

void writeSeeds(const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  std::size_t number = 0;
  for (const std::string& seed : seeds())
    std::ofstream(folder / ("seed-" + std::to_string(number++)), std::ios::binary) << seed;
}

/// What fuzzing found and broke the target once, in order of its name.
std::vector<std::filesystem::path> found() {
  const std::filesystem::path folder = std::filesystem::path(TASOSCOPE_SOURCE_DIR) / "tests/fuzz/found" / targetName();
  std::vector<std::filesystem::path> files;
  if (std::filesystem::exists(folder))
    for (const auto& entry : std::filesystem::directory_iterator(folder)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

/// Runs one input; before it, it is put where a run that ends here leaves it to be looked at.
void runKept(const std::string& input, const std::string& what) {
  static const std::filesystem::path last = std::string(targetName()) + "-last-input";
  std::ofstream(last, std::ios::binary | std::ios::trunc) << input;
  try {
    run(input);
  } catch (const std::exception& error) {
    std::cerr << what << ": an error that is none of the engine's: " << error.what() << "\n";
    std::exit(1);
  }
}

void runAll(int changes) {
  const std::vector<std::string> sound = seeds();
  for (std::size_t i = 0; i < sound.size(); ++i) runKept(sound[i], "seed " + std::to_string(i));
  const std::vector<std::filesystem::path> files = found();
  for (const std::filesystem::path& file : files) runKept(contentOf(file), file.filename().string());
  std::mt19937_64 random(20191027);
  for (int i = 0; i < changes; ++i)
    runKept(changed(sound[static_cast<std::size_t>(random() % sound.size())], sound, random),
            "change " + std::to_string(i));
  std::cout << sound.size() << " seeds, " << files.size() << " found inputs, " << changes << " changed seeds\n";
}

}  // namespace
}  // namespace tasoscope::fuzz

int main(int count, char** arguments) {
  using namespace tasoscope::fuzz;
  int changes = 2000;
  std::vector<std::filesystem::path> files;
  for (int i = 1; i < count; ++i) {
    const bool hasNext = i + 1 < count;
    if (std::strcmp(arguments[i], "--write-seeds") == 0 && hasNext) return writeSeeds(arguments[i + 1]), 0;
    if (std::strcmp(arguments[i], "--changes") == 0 && hasNext)
      changes = std::atoi(arguments[++i]);
    else
      files.emplace_back(arguments[i]);
  }
  for (const std::filesystem::path& file : files) runKept(contentOf(file), file.string());
  if (files.empty()) runAll(changes);
  return 0;
}
