#pragma once
// A fuzz target: one file of this folder named *_target.cpp that defines the three functions below. It is linked twice:
// with libFuzzer (preset "fuzz", clang), which looks for inputs that break it, and with replay.cpp, which runs what is
// kept and some thousand changed seeds in every test run.
//
// A target passes when it answers every input with a result or with one of the errors of tensor/error.h. Whatever else
// happens (another exception, a signal, a sanitizer's report, a broken promise reported by fail()) is a fault.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tasoscope::fuzz {

/// The target's name, which is also that of its folder below found/.
std::string_view targetName();
/// Sound inputs of our own making, from which others are made.
std::vector<std::string> seeds();
/// Gives the input to the code under test.
void run(std::string_view input);

/// Ends the program: a promise was broken by an input that was not refused.
[[noreturn]] void fail(std::string_view promise);

/// A file that holds the input, in a folder of this process; the same file each time.
std::filesystem::path fileWith(std::string_view input, std::string_view name);

}  // namespace tasoscope::fuzz
