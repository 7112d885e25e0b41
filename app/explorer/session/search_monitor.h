#pragma once
// What a running search says, kept until the window looks: the search puts samples and never waits, the window takes
// them when its timer comes. However fast the search is, only so many are kept.

#include <mutex>
#include <vector>

#include "search/search.h"

namespace tasoscope {

class SearchMonitor {
 public:
  /// From the search's thread.
  void put(const SearchSample& sample);
  /// What was put since the last call, in order; of very many, the last stands for those between.
  std::vector<SearchSample> take();

 private:
  static constexpr std::size_t kMost = 256;
  std::mutex m_mutex;
  std::vector<SearchSample> m_samples;
};

}  // namespace tasoscope
