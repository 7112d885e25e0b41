#include "learn/learning.h"

#include <QAction>
#include <QFileDialog>
#include <QLocale>

#include "start/start_page.h"
#include "tensor/error.h"
#include "window/announcer.h"
#include "window/explorer.h"
#include "window/explorer_window.h"
#include "window/file_choice.h"
#include "window/message_bar.h"

namespace tasoscope {
namespace {

constexpr int kFollowInterval = 100;  // milliseconds

QString language() { return QLocale().name(); }

}  // namespace

Learning::Learning(Explorer& explorer, QObject* parent)
    : QObject(parent),
      m_explorer(explorer),
      m_world(explorer),
      m_player(m_world),
      m_overlay(new LessonOverlay(&explorer.window())),
      m_card(new LessonCard({action("learn.back"), action("learn.hint"), action("learn.skip"), action("learn.next"),
                             action("learn.close")},
                            &explorer.window())) {
  m_card->hide();
  connectActions();
  connect(&m_player, &LessonPlayer::stepShown, this, &Learning::showStep);
  connect(&m_player, &LessonPlayer::changed, this, &Learning::showCard);
  connect(&m_player, &LessonPlayer::stopped, this, &Learning::hideAll);
  connect(&m_player, &LessonPlayer::finished, this, [this] {
    m_explorer.window().settings().setLesson(m_player.lesson().id, 0, true);
    m_explorer.window().parts().message->show({MessageKind::kVerdict, tr("You have finished this lesson.")});
  });
  connect(&m_player, &LessonPlayer::stuck, this, [this](const QString& problem) {
    m_explorer.window().parts().message->show({MessageKind::kError, problem});
  });
  m_follow.setInterval(kFollowInterval);
  connect(&m_follow, &QTimer::timeout, this, [this] {
    m_player.check();
    if (m_player.isPlaying() && m_card->isVisible()) m_overlay->follow(*m_card);
  });
  retranslate();
  updateActions();
  QList<QAction*> starts;
  for (const Lesson& lesson : builtInLessons()) starts << action(qPrintable(kLessonPrefix + lesson.id));
  m_explorer.window().parts().start->setLessons(starts);
}

Learning::~Learning() {
  m_follow.stop();
  delete m_card;
  delete m_overlay;
}

QAction* Learning::action(const char* name) const {
  return m_explorer.window().actions().find(QString::fromLatin1(name));
}

void Learning::connectActions() {
  const auto on = [this](const char* name, auto run) { connect(action(name), &QAction::triggered, this, run); };
  on("learn.back", [this] { m_player.back(); });
  on("learn.hint", [this] { m_player.hint(); });
  on("learn.skip", [this] { m_player.skip(); });
  on("learn.next", [this] { m_player.next(); });
  on("learn.close", [this] { m_player.stop(); });
  on("learn.open", [this] { chooseFile(); });
  for (const Lesson& lesson : builtInLessons()) {
    connect(m_explorer.window().actions().find(kLessonPrefix + lesson.id), &QAction::triggered, this,
            [this, &lesson] { start(lesson); });
  }
}

void Learning::start(const Lesson& lesson) {
  const Settings& settings = m_explorer.window().settings();
  m_player.start(lesson, settings.isLessonFinished(lesson.id) ? 0 : settings.lessonStep(lesson.id));
  updateActions();
}

void Learning::chooseFile() {
  auto* dialog = new QFileDialog(&m_explorer.window(), tr("Open a lesson"), {}, tr("Lessons (*.json)"));
  dialog->setFileMode(QFileDialog::ExistingFile);
  openDialog(dialog, this, [this](const QString& path) { openFile(path); });
}

void Learning::openFile(const QString& path) {
  try {
    start(readLesson(path));
  } catch (const FileError& error) {
    m_explorer.window().parts().message->show({MessageKind::kError, QString::fromUtf8(error.what())});
  }
}

void Learning::showStep() {
  m_explorer.window().settings().setLesson(m_player.lesson().id, m_player.stepIndex(), false);
  const LessonTarget target = m_player.step().target;
  m_overlay->setTarget([this, target] { return m_world.rectOf(target); });
  m_overlay->show();
  m_follow.start();
  m_explorer.window().parts().announcer->say(m_player.step().text.in(language()));
}

void Learning::showCard() {
  if (!m_player.isPlaying()) return;
  m_card->show(m_player, language());
  m_overlay->follow(*m_card);
  updateActions();
}

void Learning::hideAll() {
  m_follow.stop();
  m_overlay->hide();
  m_card->hide();
  updateActions();
}

void Learning::updateActions() {
  const bool isReady = m_player.isPlaying() && !m_player.isWorking();
  action("learn.back")->setEnabled(isReady && m_player.canGoBack());
  action("learn.hint")->setEnabled(isReady && m_player.hasMoreHints());
  action("learn.skip")->setEnabled(isReady && !m_player.isDone());
  action("learn.next")->setEnabled(isReady && m_player.isDone());
  action("learn.close")->setEnabled(m_player.isPlaying());
}

void Learning::retranslate() {
  for (const Lesson& lesson : builtInLessons()) {
    QAction* start = m_explorer.window().actions().find(kLessonPrefix + lesson.id);
    start->setText(lesson.title.in(language()));
    start->setStatusTip(lesson.summary.in(language()));
  }
  if (m_player.isPlaying() && m_card->isVisible()) m_card->show(m_player, language());
}

}  // namespace tasoscope
