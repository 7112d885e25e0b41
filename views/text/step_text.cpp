#include "views/text/step_text.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

#include "views/text/cost_text.h"

namespace tasoscope {
namespace {

struct StepTexts {
  Q_DECLARE_TR_FUNCTIONS(tasoscope::StepTexts)
};

}  // namespace

QString branchLetter(std::size_t branch) {
  if (branch == 0) return {};
  QString letters;
  for (std::size_t number = branch + 1; number > 0; number = (number - 1) / 26)
    letters.prepend(QChar(static_cast<char16_t>(u'a' + (number - 1) % 26)));
  return letters;
}

QString ruleWords(const std::string& rule) {
  QString words = QString::fromStdString(rule).replace(QChar('-'), QChar(' '));
  const QString backward = QStringLiteral(".reverse");
  if (!words.endsWith(backward)) return words;
  words.chop(backward.size());
  return StepTexts::tr("%1, backwards").arg(words);
}

StepWords::StepWords(const TrailView& trail) : m_trail(trail), m_spots(trail.steps.size()) {
  if (trail.steps.empty()) return;
  m_best = trail.best();
  for (const StepView& step : trail.steps) m_spots[step.id].depth = step.id == 0 ? 0 : m_spots[step.parent].depth + 1;
  const std::vector<Branch> branches = trail.branches();
  for (std::size_t i = 0; i < branches.size(); ++i) {
    const std::size_t last = m_spots[branches[i].steps.back()].depth;
    m_starts.push_back(branches[i].steps.front());
    for (const StepId step : branches[i].steps) m_spots[step] = {i, m_spots[step].depth, last, true};
  }
}

QString StepWords::label(StepId step) const {
  const Spot& spot = m_spots[step];
  const QString number = QString::number(spot.depth);
  return spot.isShown ? number + branchLetter(spot.branch) : QStringLiteral("(%1)").arg(number);
}

QString StepWords::title(StepId id) const {
  const StepView& step = m_trail.steps[id];
  if (!step.marks.name.empty()) return QString::fromStdString(step.marks.name);
  if (id != 0) return ruleWords(step.rule);
  return step.place.empty() ? StepTexts::tr("as loaded") : StepTexts::tr("as loaded, changed inside nodes");
}

QString StepWords::branch(StepId step) const {
  const Spot& spot = m_spots[step];
  if (spot.branch == 0) return {};
  const std::string& name = m_trail.steps[m_starts[spot.branch]].marks.name;
  return name.empty() ? branchLetter(spot.branch) : QString::fromStdString(name);
}

QString StepWords::named(StepId step) const {
  return step == 0 ? title(0) : StepTexts::tr("step %1, %2").arg(label(step), title(step));
}

QString StepWords::sentence(StepId id) const {
  const StepView& step = m_trail.steps[id];
  const Spot& spot = m_spots[id];
  if (id == 0) return QStringLiteral("%1, %2").arg(title(0), costText(step.price.picoseconds));
  QString place = StepTexts::tr("step %1 of %2").arg(spot.depth).arg(std::max(spot.last, spot.depth));
  if (spot.branch != 0) place = StepTexts::tr("%1 on branch %2").arg(place, branchLetter(spot.branch));
  return QStringLiteral("%1, %2, %3").arg(place, title(id), spokenChangeText(step.delta));
}

QString StepWords::description(StepId id) const {
  const StepView& step = m_trail.steps[id];
  QStringList lines{sentence(id)};
  if (id == 0)
    lines << StepTexts::tr("The graph as it was loaded, in the form in which the device runs it");
  else
    lines << QStringLiteral("%1, %2").arg(changeText(step.delta, step.price.picoseconds - step.delta),
                                          costText(step.price.picoseconds));
  if (id == m_best && m_trail.steps.size() > 1) lines << StepTexts::tr("the best so far");
  if (id != 0) lines << StepTexts::tr("%1 (%2)").arg(ruleWords(step.rule), wordOf(step.standing));
  if (!step.place.empty()) lines << StepTexts::tr("at %1").arg(QString::fromStdString(step.place));
  if (!step.note.empty()) lines << QString::fromStdString(step.note);
  if (step.marks.bookmark != 0) lines << StepTexts::tr("bookmark %1").arg(step.marks.bookmark);
  if (!step.marks.note.empty()) lines << StepTexts::tr("Note: %1").arg(QString::fromStdString(step.marks.note));
  return lines.join(QChar('\n'));
}

}  // namespace tasoscope
