#pragma once
// Layout requests for the tests: regular networks and random graphs.

#include <algorithm>
#include <random>

#include "layout/layout.h"

namespace tasoscope {

/// `blocks` residual blocks of three boxes with a skip edge around each.
inline LayoutRequest residualNetwork(int blocks) {
  LayoutRequest request;
  const auto addBox = [&] {
    request.boxes.push_back({140, 44, -1});
    return static_cast<int>(request.boxes.size()) - 1;
  };
  int last = addBox();
  for (int i = 0; i < blocks; ++i) {
    const int a = addBox(), b = addBox(), sum = addBox();
    request.edges.insert(request.edges.end(), {{last, a}, {a, b}, {b, sum}, {last, sum}});
    last = sum;
  }
  return request;
}

/// Boxes of random sizes; each reads one to three earlier ones, mostly near ones.
inline LayoutRequest randomNetwork(unsigned seed, int count) {
  std::mt19937 engine(seed);
  const auto random = [&engine](int below) { return static_cast<int>(engine() % static_cast<unsigned>(below)); };
  LayoutRequest request;
  for (int i = 0; i < count; ++i) {
    request.boxes.push_back({60.0 + random(120), 24.0 + random(40), -1});
    const int inputs = i == 0 ? 0 : 1 + random(3);
    for (int k = 0; k < inputs; ++k) {
      const int reach = random(20) == 0 ? i : std::min(i, 12);
      request.edges.push_back({i - 1 - random(reach), i});
    }
  }
  return request;
}

}  // namespace tasoscope
