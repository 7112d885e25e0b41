#pragma once
// Groups of the graph: collapsing and expanding them, making them, writing one as a model of its own; and the outline,
// which lists all of them.

#include <unordered_map>

#include "features/feature.h"
#include "session/session_host.h"

namespace tasoscope {

class OutlinePanel;

class GroupsFeature : public Feature {
  Q_OBJECT

 public:
  explicit GroupsFeature(Workbench& bench);
  void updateActions() override;
  void writeView(ViewState& view) const override;
  /// What the project says, else what was remembered of the model.
  void readView(const ViewState& view) override;
  /// Selects a node or a group; the groups that hide it are expanded first.
  void reveal(std::uint64_t key);
  /// The first node with this name that a collapsed group hides is shown and selected; false when there is none.
  bool revealNamed(const QString& name);
  /// Writes what is selected as a model of its own.
  void exportRegionTo(const QString& path);
  const GroupState& state() const { return m_state; }

 private:
  /// One graph of the pair, with where its nodes are.
  struct Side {
    std::shared_ptr<const GraphView> graph;
    std::shared_ptr<const ShownGroups> groups;
    mutable std::unordered_map<std::uint64_t, int> positions;  ///< of nodes, by key; once somebody has asked
    int nodeOf(std::uint64_t key) const;
    /// The innermost group of a node that is seen, or the group of this key; -1: none.
    int groupOf(std::uint64_t key) const;
  };

  void connectKinds();
  void connectCollapsing();
  void connectSelections();
  void connectOutline();
  void takePair();
  void change(const std::function<void(GroupState&)>& edit);
  const Side* sideOf(std::uint64_t key) const;
  void toggleSelected();
  void expandLevel();
  void setAllCollapsed(bool areCollapsed);
  void setKind(GroupBy by);
  void groupSelection();
  void ungroup();
  void exportRegion();
  /// The nodes that are selected, those of selected groups included; of the graph after.
  std::vector<OpId> selectedOps() const;
  /// The innermost group made by hand around the selection; 0: none.
  std::uint64_t selectedSelection() const;

  GroupState m_state;
  Side m_before, m_after;
  std::optional<std::uint64_t> m_revealed;  ///< to be selected when the next pair is shown
  bool m_fitsNext = false;                  ///< the next pair is shown whole
  std::uint64_t m_nextSelection = 1;
};

}  // namespace tasoscope
