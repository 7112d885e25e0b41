#pragma once
// Plays a lesson as it was recorded and says what is wrong with it: actions that do not exist, targets that are not
// there, solutions that do not do what the step waits for.

#include <QObject>
#include <QStringList>

#include "learn/lesson_player.h"

namespace tasoscope {

/// What the linter asks besides.
class LintedWorld : public LessonWorld {
 public:
  virtual bool hasAction(const QString& name) const = 0;
  /// Whether what a step points at is in sight now.
  virtual bool isInSight(const LessonTarget& target) const = 0;
};

class LessonLinter : public QObject {
  Q_OBJECT

 public:
  explicit LessonLinter(LintedWorld& world, QObject* parent = nullptr);
  void lint(const Lesson& lesson);
  LessonPlayer& player() { return m_player; }
  bool isFinished() const { return m_isFinished; }
  /// One sentence each, with the step's number from 1.
  const QStringList& problems() const { return m_problems; }

 Q_SIGNALS:
  void finished();

 private:
  void checkTexts(const LessonStep& step);
  void checkStep();
  void report(const QString& problem);
  void end();

  LintedWorld& m_world;
  LessonPlayer m_player;
  QStringList m_problems;
  bool m_isFinished = false;
};

}  // namespace tasoscope
