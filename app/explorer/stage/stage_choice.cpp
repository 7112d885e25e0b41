// What is chosen on the stage: selection, the tensor that is followed, what is hidden, colours and labels.

#include <QCoreApplication>
#include <algorithm>

#include "stage/hidden_bar.h"
#include "stage/legend_bar.h"
#include "stage/overview_strip.h"
#include "stage/stage.h"

namespace tasoscope {

void Stage::linkSelection(const Canvas* canvas) { setSelection(canvas->selection()); }

void Stage::setSelection(const std::vector<std::uint64_t>& keys) {
  m_before->setSelection(keys);
  m_after->setSelection(keys);
  Q_EMIT selectionChanged(selectedKey());
}

void Stage::select(std::optional<std::uint64_t> key) {
  if (key && m_hidden.erase(*key) > 0) updatePictures();
  setSelection(key ? std::vector<std::uint64_t>{*key} : std::vector<std::uint64_t>());
  if (!key) return;
  for (Canvas* pane : panes()) {
    if (pane->picture().boxOf(*key) < 0) continue;
    pane->reveal(*key);
    break;
  }
}

void Stage::follow(std::optional<std::uint64_t> tensor) {
  m_before->setFollowedTensor(tensor);
  m_after->setFollowedTensor(tensor);
  Q_EMIT viewChanged();
  if (!tensor) return;
  const Picture& picture = activePane()->picture();
  const Highlight found = highlightOf(picture, *tensor);
  if (found.producer < 0) return;
  const QString name = picture.edges[static_cast<std::size_t>(found.edges.front())].label;
  const auto readers = static_cast<int>(found.consumers.size());
  Q_EMIT said(
      (flow() == Flow::kDown
           ? tr("Following %1: %n readers. Up goes to its producer, Down to what reads it.", nullptr, readers)
           : tr("Following %1: %n readers. Left goes to its producer, Right to what reads it.", nullptr, readers))
          .arg(name));
}

void Stage::followNextTensor() {
  const Picture& picture = activePane()->picture();
  const int box = selectedKey() ? picture.boxOf(*selectedKey()) : -1;
  std::vector<std::uint64_t> tensors;
  if (box >= 0) tensors = tensorsOf(picture, box);
  if (box >= 0 && tensors.empty()) {  // an output: what it is fed with
    for (const PictureEdge& edge : picture.edges) {
      if (edge.to == box) tensors.push_back(edge.value);
    }
  }
  const auto known = followedTensor() ? std::find(tensors.begin(), tensors.end(), *followedTensor()) : tensors.end();
  if (known != tensors.end())
    follow(known + 1 == tensors.end() ? std::nullopt : std::optional(*(known + 1)));
  else
    follow(tensors.empty() ? std::nullopt : std::optional(tensors.front()));
}

void Stage::hide(const std::vector<std::uint64_t>& keys) {
  m_hidden.insert(keys.begin(), keys.end());
  updatePictures();
  Q_EMIT said(m_hiddenBar->text());
}

void Stage::isolateSelection() {
  const auto& all = m_pair.overlay ? m_pair.overlay : m_pair.after;
  if (all && !selection().empty()) hide(othersThan(*all, selection()));
}

void Stage::hideSelection() {
  const std::vector<std::uint64_t> chosen = selection();
  if (chosen.empty()) return;
  setSelection({});
  hide(chosen);
}

void Stage::showAll() {
  m_hidden.clear();
  updatePictures();
  Q_EMIT said(tr("Everything is shown"));
}

HiddenCounts Stage::hiddenCounts() const {
  const auto& all = m_pair.overlay ? m_pair.overlay : m_pair.after;
  return all ? hiddenIn(*all, m_hidden) : HiddenCounts();
}

void Stage::setShowAllAction(QAction* action) { m_hiddenBar->setShowAllAction(action); }

void Stage::setHeatMode(HeatMode mode) {
  m_heat = std::make_shared<const Heat>(mode, m_pair.before.get(), m_pair.after.get());
  for (Canvas* canvas : {m_before, m_after}) canvas->setHeat(m_heat);
  m_overview->setHeat(m_heat);
  m_legend->setPictures(m_pair.before, m_pair.after, m_heat);
}

/// The scale is that of the pair that is shown.
void Stage::updateHeat() { setHeatMode(heatMode()); }

void Stage::setLabels(LabelMode labels) {
  m_labels = labels;
  for (Canvas* canvas : {m_before, m_after}) canvas->setLabels(labels);
}

}  // namespace tasoscope
