// Reading lessons: JSON with known words only, so that a slip of the pen is an error with its place and not a step that
// waits for ever.

#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include "learn/lesson.h"
#include "tensor/error.h"

namespace tasoscope {
namespace {

/// One JSON object at a place of the file.
class Reader {
 public:
  Reader(QJsonObject object, QString place) : m_object(std::move(object)), m_place(std::move(place)) {}

  [[noreturn]] void fail(const QString& what) const {
    throw FileError(QStringLiteral("%1: %2").arg(m_place, what).toStdString());
  }

  void allowOnly(const QStringList& words) const {
    for (const QString& key : m_object.keys()) {
      if (!words.contains(key)) fail(QStringLiteral("'%1' is not known; there are: %2").arg(key, words.join(", ")));
    }
  }

  bool has(const QString& key) const { return m_object.contains(key); }

  QString text(const QString& key) const {
    const QJsonValue value = m_object[key];
    if (value.isUndefined()) return {};
    if (!value.isString()) fail(QStringLiteral("'%1' is to be a text").arg(key));
    return value.toString();
  }

  std::optional<double> number(const QString& key) const {
    const QJsonValue value = m_object[key];
    if (value.isUndefined()) return {};
    if (!value.isDouble()) fail(QStringLiteral("'%1' is to be a number").arg(key));
    return value.toDouble();
  }

  std::optional<int> integer(const QString& key) const {
    const std::optional<double> value = number(key);
    if (!value) return {};
    return static_cast<int>(*value);
  }

  Reader object(const QString& key) const { return {m_object[key].toObject(), place(key)}; }

  QJsonArray array(const QString& key) const {
    const QJsonValue value = m_object[key];
    if (value.isUndefined()) return {};
    if (!value.isArray()) fail(QStringLiteral("'%1' is to be a list").arg(key));
    return value.toArray();
  }

  QString place(const QString& key) const { return QStringLiteral("%1, %2").arg(m_place, key); }

  /// {"en": "...", "zh_CN": "..."}; English must be there.
  LessonText localText() const {
    QMap<QString, QString> texts;
    for (const QString& language : m_object.keys()) texts[language] = text(language);
    if (texts.value(QStringLiteral("en")).isEmpty()) fail(QStringLiteral("the English text ('en') is missing"));
    return LessonText(texts);
  }

 private:
  QJsonObject m_object;
  QString m_place;
};

LessonTarget readTarget(const Reader& reader) {
  reader.allowOnly({"widget", "action", "node"});
  LessonTarget target{reader.text("widget"), reader.text("action"), reader.text("node")};
  if (target.isEmpty()) reader.fail(QStringLiteral("points at nothing"));
  return target;
}

LessonCondition readCondition(const Reader& reader) {
  reader.allowOnly({"action", "cost_below", "ratio_below", "ratio_above", "operator_absent", "operator_present",
                    "steps_at_least", "steps", "selected", "candidate", "presentation"});
  LessonCondition condition;
  condition.action = reader.text("action");
  condition.costBelow = reader.number("cost_below");
  condition.ratioBelow = reader.number("ratio_below");
  condition.ratioAbove = reader.number("ratio_above");
  condition.operatorAbsent = reader.text("operator_absent");
  condition.operatorPresent = reader.text("operator_present");
  condition.stepsAtLeast = reader.integer("steps_at_least");
  condition.stepsExactly = reader.integer("steps");
  condition.selected = reader.text("selected");
  condition.candidate = reader.text("candidate");
  condition.presentation = reader.text("presentation");
  if (condition.isEmpty()) reader.fail(QStringLiteral("waits for nothing"));
  return condition;
}

LessonStep readStep(const Reader& reader) {
  reader.allowOnly({"text", "point", "until", "hints", "solution"});
  LessonStep step;
  step.text = reader.object("text").localText();
  if (reader.has("point")) step.target = readTarget(reader.object("point"));
  if (reader.has("until")) step.until = readCondition(reader.object("until"));
  for (const QJsonValue& hint : reader.array("hints")) {
    step.hints.push_back(Reader(hint.toObject(), reader.place("hints")).localText());
  }
  for (const QJsonValue& line : reader.array("solution")) step.solution << line.toString();
  if (step.hints.size() > Lesson::kMostHints) reader.fail(QStringLiteral("at most three hints, please"));
  if (step.until.isEmpty() != step.solution.isEmpty()) {
    reader.fail(QStringLiteral("'until' and 'solution' go together"));
  }
  return step;
}

}  // namespace

Lesson parseLesson(const QString& name, const QByteArray& json) {
  QJsonParseError error;
  const QJsonDocument document = QJsonDocument::fromJson(json, &error);
  if (error.error != QJsonParseError::NoError) {
    const auto line = json.left(error.offset).count('\n') + 1;
    throw FileError(QStringLiteral("%1:%2: %3").arg(name).arg(line).arg(error.errorString()).toStdString());
  }
  const Reader reader(document.object(), name);
  reader.allowOnly({"model", "device", "title", "summary", "steps"});
  Lesson lesson;
  lesson.id = QFileInfo(name).completeBaseName();
  lesson.model = reader.text("model");
  lesson.device = reader.text("device");
  if (lesson.model.isEmpty()) reader.fail(QStringLiteral("'model' is missing: the name of a sample"));
  lesson.title = reader.object("title").localText();
  lesson.summary = reader.object("summary").localText();
  int number = 0;
  for (const QJsonValue& step : reader.array("steps")) {
    lesson.steps.push_back(readStep(Reader(step.toObject(), QStringLiteral("%1, step %2").arg(name).arg(++number))));
  }
  if (lesson.steps.empty()) reader.fail(QStringLiteral("'steps' is missing"));
  return lesson;
}

Lesson readLesson(const QString& path) {
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly)) {
    throw FileError(QStringLiteral("%1: cannot be read: %2").arg(path, file.errorString()).toStdString());
  }
  return parseLesson(path, file.readAll());
}

}  // namespace tasoscope
