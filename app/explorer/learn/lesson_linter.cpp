#include "learn/lesson_linter.h"

namespace tasoscope {

LessonLinter::LessonLinter(LintedWorld& world, QObject* parent) : QObject(parent), m_world(world), m_player(world) {
  connect(&m_player, &LessonPlayer::stepShown, this, &LessonLinter::checkStep);
  connect(&m_player, &LessonPlayer::stopped, this, &LessonLinter::end);
}

void LessonLinter::lint(const Lesson& lesson) {
  m_problems.clear();
  m_isFinished = false;
  m_player.start(lesson);
}

void LessonLinter::report(const QString& problem) {
  m_problems << QStringLiteral("%1, step %2: %3").arg(m_player.lesson().id).arg(m_player.stepIndex() + 1).arg(problem);
}

void LessonLinter::checkTexts(const LessonStep& step) {
  const QStringList languages = m_player.lesson().title.languages();
  if (step.text.languages() != languages) report(QStringLiteral("its text is not in the languages of the title"));
  for (const LessonText& hint : step.hints) {
    if (hint.languages() != languages) report(QStringLiteral("a hint is not in the languages of the title"));
  }
}

void LessonLinter::checkStep() {
  const LessonStep& step = m_player.step();
  checkTexts(step);
  if (!step.target.isEmpty() && !m_world.isInSight(step.target)) {
    report(QStringLiteral("what it points at is not in sight: %1%2%3")
               .arg(step.target.widget, step.target.action, step.target.node));
  }
  if (!step.until.action.isEmpty() && !m_world.hasAction(step.until.action)) {
    report(QStringLiteral("there is no action '%1'").arg(step.until.action));
  }
  if (step.until.isEmpty()) {
    QMetaObject::invokeMethod(
        this, [this] { m_player.next(); }, Qt::QueuedConnection);
    return;
  }
  if (isMet(step.until, m_world.state())) report(QStringLiteral("what it waits for has already happened"));
  m_world.perform(step.solution, [this](const QString& problem) {
    if (!problem.isEmpty()) report(QStringLiteral("its solution cannot be carried out: ") + problem);
    m_player.check();
    if (!m_player.isDone()) report(QStringLiteral("its solution does not bring about what it waits for"));
    m_player.next();
  });
}

void LessonLinter::end() {
  m_isFinished = true;
  Q_EMIT finished();
}

}  // namespace tasoscope
