#include "learn/lesson.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <algorithm>

namespace tasoscope {
namespace {

bool anyContains(const QStringList& texts, const QString& part) {
  return std::any_of(texts.begin(), texts.end(), [&](const QString& text) { return text.split(" + ").contains(part); });
}

bool holdsOrAbsent(const QString& part, const QString& text) {
  return part.isEmpty() || text.contains(part, Qt::CaseInsensitive);
}

}  // namespace

QString LessonText::in(const QString& language) const {
  if (const auto exact = m_byLanguage.find(language); exact != m_byLanguage.end()) return *exact;
  const QString family = language.section(QChar('_'), 0, 0);
  for (auto text = m_byLanguage.begin(); text != m_byLanguage.end(); ++text) {
    if (text.key().section(QChar('_'), 0, 0) == family) return *text;
  }
  return m_byLanguage.value(QStringLiteral("en"));
}

bool LessonCondition::isEmpty() const {
  return action.isEmpty() && !costBelow && !ratioBelow && !ratioAbove && operatorAbsent.isEmpty() &&
         operatorPresent.isEmpty() && !stepsAtLeast && !stepsExactly && selected.isEmpty() && candidate.isEmpty() &&
         presentation.isEmpty();
}

bool isMet(const LessonCondition& condition, const LessonState& state) {
  const double ratio = state.originalCost > 0 ? state.cost / state.originalCost : 1;
  return state.isOpen && (condition.action.isEmpty() || state.actionsOfStep.contains(condition.action)) &&
         (!condition.costBelow || state.cost < *condition.costBelow) &&
         (!condition.ratioBelow || ratio < *condition.ratioBelow) &&
         (!condition.ratioAbove || ratio > *condition.ratioAbove) &&
         (condition.operatorAbsent.isEmpty() || !anyContains(state.operators, condition.operatorAbsent)) &&
         (condition.operatorPresent.isEmpty() || anyContains(state.operators, condition.operatorPresent)) &&
         (!condition.stepsAtLeast || state.step >= *condition.stepsAtLeast) &&
         (!condition.stepsExactly || state.step == *condition.stepsExactly) &&
         holdsOrAbsent(condition.selected, state.selected) && holdsOrAbsent(condition.candidate, state.candidate) &&
         (condition.presentation.isEmpty() || condition.presentation == state.presentation);
}

const std::vector<Lesson>& builtInLessons() {
  static const std::vector<Lesson> lessons = [] {
    std::vector<Lesson> read;
    const QDir folder(QStringLiteral(":/lessons"));
    for (const QString& file : folder.entryList({QStringLiteral("*.json")}, QDir::Files, QDir::Name)) {
      read.push_back(readLesson(folder.filePath(file)));
    }
    return read;
  }();
  return lessons;
}

}  // namespace tasoscope
