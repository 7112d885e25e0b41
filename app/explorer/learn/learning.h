#pragma once
// The menu Learn: starts lessons in the window, shows them over it, remembers where they were left. It is the world
// that lessons act in, for the player and for the linter of the tests.

#include <QPointer>
#include <QTimer>

#include "learn/lesson_linter.h"
#include "learn/lesson_overlay.h"

class QAction;

namespace tasoscope {

class Explorer;

/// What lessons see of an explorer and do in it.
class ExplorerWorld : public LintedWorld {
 public:
  explicit ExplorerWorld(Explorer& explorer) : m_explorer(explorer) {}
  LessonState state() const override;
  void open(const Lesson& lesson, std::function<void()> done) override;
  void perform(const QStringList& commands, std::function<void(const QString&)> done) override;
  void watchActions(QObject* context, std::function<void(const QString&)> noted) override;
  bool hasAction(const QString& name) const override;
  bool isInSight(const LessonTarget& target) const override { return !rectOf(target).isEmpty(); }
  /// Where a target is in the window.
  QRect rectOf(const LessonTarget& target) const;

 private:
  QRect rectOfAction(const QString& name) const;
  QRect rectOfNode(const QString& pattern) const;
  Explorer& m_explorer;
};

class Learning : public QObject {
  Q_OBJECT

 public:
  explicit Learning(Explorer& explorer, QObject* parent = nullptr);
  ~Learning() override;

  /// From where it was left; from the start when it was finished.
  void start(const Lesson& lesson);
  /// Says what is wrong with the file instead when it is not a lesson.
  void openFile(const QString& path);
  LessonPlayer& player() { return m_player; }
  LessonCard* card() const { return m_card; }
  LessonOverlay* overlay() const { return m_overlay; }
  ExplorerWorld& world() { return m_world; }
  /// Titles in the menu, and the card, in the language of the program.
  void retranslate();

 private:
  void connectActions();
  void chooseFile();
  void showStep();
  void showCard();
  void hideAll();
  void updateActions();
  QAction* action(const char* name) const;

  Explorer& m_explorer;
  ExplorerWorld m_world;
  LessonPlayer m_player;
  QPointer<LessonOverlay> m_overlay;  // the window deletes them when it goes first
  QPointer<LessonCard> m_card;
  QTimer m_follow;  // what is pointed at moves, and what is awaited happens, in many ways
};

}  // namespace tasoscope
