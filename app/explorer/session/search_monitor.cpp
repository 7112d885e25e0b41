#include "session/search_monitor.h"

#include <utility>

namespace tasoscope {

void SearchMonitor::put(const SearchSample& sample) {
  const std::lock_guard lock(m_mutex);
  if (m_samples.size() < kMost) {
    m_samples.push_back(sample);
    return;
  }
  std::shared_ptr<const std::vector<RuleStatistics>> rules = std::move(m_samples.back().rules);
  m_samples.back() = sample;
  if (!sample.rules) m_samples.back().rules = std::move(rules);
}

std::vector<SearchSample> SearchMonitor::take() {
  const std::lock_guard lock(m_mutex);
  return std::exchange(m_samples, {});
}

}  // namespace tasoscope
