// The text form of graphs: what parses prints, and the print parses to a graph of the same print.

#include "graph/text_form.h"
#include "target.h"
#include "tensor/error.h"

namespace tasoscope::fuzz {

std::string_view targetName() { return "graphs"; }

std::vector<std::string> seeds() {
  return {
      R"(graph { x: input float32 1x8x6x6 w: constant float32 4x8x1x1 seed 7 b: constant float32 4 = [1, 2, 3, 4]
y = Conv(x, w, b) {kernel_shape = [1, 1], group = 1} z = Relu(y) a, c = Split(z) {axis = 1, split = [1, 3]} output a, c })",
      R"(graph { x: input float32 Nx4xS t = Transpose(x) {perm = [0, 2, 1]} r = Reshape(t) {shape = [0, -1]}
s = Softmax(r) {axis = -1} output s })",
      R"(graph { q: input float16 2x3x4 k: input float16 2x4x3 p = MatMul(q, k) c = Cast(p) {to = 1}
m = ReduceMean(c) {axes = [1], keepdims = 0} output m })",
      R"(graph { i: input int64 3 j: constant int64 3 = [1, -2, 3] a = Add(i, j) g = Gather(a, j) {axis = 0} output a, g })"};
}

void run(std::string_view input) {
  std::string printed;
  try {
    const ParsedGraph parsed = parseGraph(input);
    printed = printGraph(parsed.graph());
  } catch (const Error&) {
    return;
  }
  try {
    const ParsedGraph again = parseGraph(printed);
    if (printGraph(again.graph()) != printed) fail("a printed graph parses to another one:\n" + printed);
  } catch (const Error& error) {
    fail(std::string("a printed graph does not parse: ") + error.what() + "\n" + printed);
  }
}

}  // namespace tasoscope::fuzz
