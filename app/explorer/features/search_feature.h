#pragma once
// Running, stepping, pausing and stopping a search, which rules it may use, and what it found.

#include "features/feature.h"
#include "search/search.h"

namespace tasoscope {

class SearchFeature : public Feature {
  Q_OBJECT

 public:
  explicit SearchFeature(Workbench& bench);
  void updateActions() override;
  /// Starts a search as soon as the model is open.
  void searchWhenOpened() { m_searchesWhenOpened = true; }

 private:
  void connectHost();
  void toggle();
  void step();
  void begin(bool isPaused);
  void finish(const SearchResult& result);
  bool m_searchesWhenOpened = false;
};

}  // namespace tasoscope
