#pragma once
// Takes a reader through a lesson: which step is shown, whether what it waits for has happened, which hints were asked
// for. It knows no widgets: the overlay (lesson_overlay.h) shows it, and the linter of the tests plays it without one.

#include <QObject>
#include <functional>

#include "learn/lesson.h"

namespace tasoscope {

/// The program, as lessons need it.
class LessonWorld {
 public:
  virtual ~LessonWorld() = default;
  virtual LessonState state() const = 0;
  /// Opens the lesson's model, on its device; `done` is called when it is open.
  virtual void open(const Lesson& lesson, std::function<void()> done) = 0;
  /// Runs commands of the script driver; `done` is called once they have been carried out and nothing is being worked
  /// on. The text is empty, or says what could not be done.
  virtual void perform(const QStringList& commands, std::function<void(const QString& problem)> done) = 0;
  /// Calls `noted` with the name of every action that is triggered, while `context` lives.
  virtual void watchActions(QObject* context, std::function<void(const QString& name)> noted) = 0;
};

class LessonPlayer : public QObject {
  Q_OBJECT

 public:
  explicit LessonPlayer(LessonWorld& world, QObject* parent = nullptr);

  /// Opens the model and goes to a step; those before it are carried out as their solutions say.
  void start(const Lesson& lesson, int fromStep = 0);
  void stop();
  bool isPlaying() const { return m_isPlaying; }
  /// While the model opens, or a skipped step is carried out.
  bool isWorking() const { return m_isWorking; }

  const Lesson& lesson() const { return m_lesson; }
  int stepIndex() const { return m_step; }
  const LessonStep& step() const { return m_lesson.steps[static_cast<std::size_t>(m_step)]; }
  int stepCount() const { return static_cast<int>(m_lesson.steps.size()); }
  int hintsShown() const { return m_hints; }
  /// Whether the reader may go on: what the step waits for has happened, or it waits for nothing.
  bool isDone() const { return m_isDone; }
  bool canGoBack() const { return m_isPlaying && m_step > 0; }
  bool hasMoreHints() const;

  void next();
  void back();
  void hint();
  /// Carries the step out and goes on.
  void skip();
  /// To be called whenever something has happened in the program.
  void check();

 Q_SIGNALS:
  void changed();                      ///< another step, a hint, or the step is done
  void stepShown();                    ///< another step
  void stopped();                      ///< closed, or at its end
  void finished();                     ///< at its end
  void stuck(const QString& problem);  ///< a recorded solution could not be carried out

 private:
  void noteAction(const QString& name);
  void show(int step);

  LessonWorld& m_world;
  Lesson m_lesson;
  QStringList m_actions;
  int m_step = 0, m_hints = 0;
  unsigned m_run = 0;  // answers of an earlier run are passed over
  bool m_isPlaying = false, m_isWorking = false, m_isDone = false;
};

}  // namespace tasoscope
