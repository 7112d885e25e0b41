#pragma once
// The substitutions that fit the current graph: listed, previewed on the stage, applied here, everywhere the same, or
// on a new branch.

#include <functional>
#include <vector>

#include "features/feature.h"
#include "session/session_host.h"

class QPoint;

namespace tasoscope {

class CandidatesFeature : public Feature {
  Q_OBJECT

 public:
  explicit CandidatesFeature(Workbench& bench);
  void updateActions() override;
  /// What the match under the cursor would put on the stage, once it is known.
  const std::shared_ptr<const CandidatePreview>& knownPreview() const { return m_preview; }

 Q_SIGNALS:
  /// The user has moved the cursor of the list.
  void chosen();
  /// What the match under the cursor would put on the stage; nothing when none is under it.
  void previewed(const std::shared_ptr<const tasoscope::CandidatePreview>& preview);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void connectPanel();
  void connectHost();
  std::int64_t total() const;
  void finish(const std::vector<CandidateView>& candidates, bool isComplete);
  /// Changes the list without moving the view to what becomes current in it.
  void list(const std::function<void()>& change);
  void greet(std::size_t candidates);
  void preview();
  void requestPreview();
  void showGhost();
  void apply();
  void applyEverywhere();
  void applyOnBranch();
  void take(const QString& activity, const std::function<void(Session&, MatchId)>& command);
  void showMenu(const QPoint& where);
  std::optional<MatchId> m_previewed;
  std::shared_ptr<const CandidatePreview> m_preview;  // of m_previewed, once it is known
  bool m_greetsNext = false, m_isListing = false;
};

}  // namespace tasoscope
