#pragma once
// A lesson as data: what it says, what it points at, what it waits for, hints, and how the step can be done. Lessons
// are JSON files (resources/lessons/README.md is the guide for those who write them); no code is needed to make one.

#include <QByteArray>
#include <QMap>
#include <QString>
#include <QStringList>
#include <optional>
#include <vector>

namespace tasoscope {

/// Before a lesson's id: the name of the action that starts it.
inline const QString kLessonPrefix = QStringLiteral("learn.lesson.");

/// A text in the languages that the lesson was written in.
class LessonText {
 public:
  LessonText() = default;
  explicit LessonText(QMap<QString, QString> byLanguage) : m_byLanguage(std::move(byLanguage)) {}
  /// In this language ("zh_CN"), or else in its relative ("zh"), or else in English.
  QString in(const QString& language) const;
  QStringList languages() const { return m_byLanguage.keys(); }

 private:
  QMap<QString, QString> m_byLanguage;
};

/// What the card points at; at most one of these is given.
struct LessonTarget {
  QString widget;  ///< the object name of a part of the window
  QString action;  ///< the name of an action: its button, or its menu
  QString node;    ///< part of a node's operator or name
  bool isEmpty() const { return widget.isEmpty() && action.isEmpty() && node.isEmpty(); }
};

/// What a lesson can see of the program; costs in milliseconds.
struct LessonState {
  bool isOpen = false;
  double cost = 0, originalCost = 0;
  int step = 0;               ///< substitutions between the original and the shown graph
  QStringList operators;      ///< of every node
  QString selected;           ///< operator and name of the selected node
  QString candidate;          ///< the rule of the previewed substitution
  QString presentation;       ///< "before", "after", "overlay", "split"
  QStringList actionsOfStep;  ///< triggered since the lesson's step was shown
};

/// What a step waits for. All that is given must hold.
struct LessonCondition {
  QString action;                    ///< was triggered since the step was shown
  std::optional<double> costBelow;   ///< milliseconds
  std::optional<double> ratioBelow;  ///< of the cost to the original's
  std::optional<double> ratioAbove;
  QString operatorAbsent, operatorPresent;
  std::optional<int> stepsAtLeast, stepsExactly;
  QString selected;   ///< part of the selected node's operator or name
  QString candidate;  ///< part of the previewed rule's name
  QString presentation;
  bool isEmpty() const;
};
bool isMet(const LessonCondition& condition, const LessonState& state);

struct LessonStep {
  LessonText text;
  LessonTarget target;
  LessonCondition until;  ///< empty: the reader goes on
  std::vector<LessonText> hints;
  QStringList solution;  ///< commands of the script driver that do what is awaited
};

struct Lesson {
  static constexpr std::size_t kMostHints = 3;
  QString id;     ///< the file's name without its ending
  QString model;  ///< of the zoo
  QString device;
  LessonText title, summary;
  std::vector<LessonStep> steps;
};

/// Throws FileError, with `name` and the place, for what is not a lesson; words that are not known are errors, too.
Lesson parseLesson(const QString& name, const QByteArray& json);
/// Throws FileError.
Lesson readLesson(const QString& path);
/// The lessons that come with the program, in the order in which they are to be taken.
const std::vector<Lesson>& builtInLessons();

}  // namespace tasoscope
