// write_bodied_models FOLDER: models with graphs inside nodes and functions, for the oracle.

#include <cstdio>
#include <string>

#include "bodied_models.h"

int main(int count, char** arguments) {
  if (count != 2) {
    std::fprintf(stderr, "usage: write_bodied_models FOLDER\n");
    return 2;
  }
  namespace testing = tasoscope::testing;
  const std::string folder = arguments[1];
  testing::write(testing::loopModel(), folder + "/loop.onnx");
  testing::write(testing::ifModel(), folder + "/if.onnx");
  testing::write(testing::functionModel(), folder + "/function.onnx");
  return 0;
}
