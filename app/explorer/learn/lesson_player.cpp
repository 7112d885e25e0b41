#include "learn/lesson_player.h"

#include <algorithm>

namespace tasoscope {

LessonPlayer::LessonPlayer(LessonWorld& world, QObject* parent) : QObject(parent), m_world(world) {
  world.watchActions(this, [this](const QString& name) { noteAction(name); });
}

void LessonPlayer::start(const Lesson& lesson, int fromStep) {
  if (m_isPlaying) stop();
  m_lesson = lesson;
  m_isPlaying = true;
  m_isWorking = true;
  m_step = 0;
  m_hints = 0;
  m_isDone = false;
  const int target = std::clamp(fromStep, 0, stepCount() - 1);
  const unsigned run = ++m_run;
  m_world.open(m_lesson, [this, target, run] {
    if (run != m_run) return;
    QStringList commands;
    for (int i = 0; i < target; ++i) commands += m_lesson.steps[static_cast<std::size_t>(i)].solution;
    if (commands.isEmpty()) return show(target);
    m_world.perform(commands, [this, target, run](const QString& problem) {
      if (run != m_run) return;
      if (!problem.isEmpty()) Q_EMIT stuck(problem);
      show(target);
    });
  });
}

void LessonPlayer::stop() {
  if (!m_isPlaying) return;
  ++m_run;
  m_isPlaying = false;
  m_isWorking = false;
  Q_EMIT stopped();
}

void LessonPlayer::show(int step) {
  m_isWorking = false;
  m_step = step;
  m_hints = 0;
  m_actions.clear();
  m_isDone = this->step().until.isEmpty();
  Q_EMIT stepShown();
  Q_EMIT changed();
  check();
}

bool LessonPlayer::hasMoreHints() const { return m_isPlaying && m_hints < static_cast<int>(step().hints.size()); }

void LessonPlayer::next() {
  if (!m_isPlaying || m_isWorking) return;
  if (m_step + 1 < stepCount()) return show(m_step + 1);
  Q_EMIT finished();
  stop();
}

void LessonPlayer::back() {
  if (canGoBack() && !m_isWorking) show(m_step - 1);
}

void LessonPlayer::hint() {
  if (!hasMoreHints()) return;
  ++m_hints;
  Q_EMIT changed();
}

void LessonPlayer::skip() {
  if (!m_isPlaying || m_isWorking) return;
  if (m_isDone) return next();
  m_isWorking = true;
  Q_EMIT changed();
  const unsigned run = m_run;
  m_world.perform(step().solution, [this, run](const QString& problem) {
    if (run != m_run) return;
    m_isWorking = false;
    if (!problem.isEmpty()) Q_EMIT stuck(problem);
    next();
  });
}

void LessonPlayer::check() {
  if (!m_isPlaying || m_isWorking || m_isDone) return;
  LessonState state = m_world.state();
  state.actionsOfStep = m_actions;
  if (!isMet(step().until, state)) return;
  m_isDone = true;
  Q_EMIT changed();
}

void LessonPlayer::noteAction(const QString& name) {
  if (!m_isPlaying || m_actions.contains(name)) return;
  m_actions << name;
  check();
}

}  // namespace tasoscope
