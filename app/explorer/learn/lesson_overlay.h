#pragma once
// What a lesson shows over the window: a veil with a hole around what it points at, which lets every click through, and
// a card with the text and the buttons. The window stays usable throughout.

#include <QFrame>
#include <functional>

class QAction;
class QHBoxLayout;
class QLabel;
class QScrollArea;

namespace tasoscope {

class LessonPlayer;

/// What the buttons of the card do: actions of the registry, so that menus, keys and the palette have them as well.
struct LessonActions {
  QAction *back = nullptr, *hint = nullptr, *skip = nullptr, *next = nullptr, *close = nullptr;
};

class LessonCard : public QFrame {
  Q_OBJECT

 public:
  LessonCard(const LessonActions& actions, QWidget* parent);
  void show(const LessonPlayer& player, const QString& language);
  /// The size it needs in a window of this size.
  QSize sizeIn(QSize window) const;
  QString text() const;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  LessonActions m_actions;
  QLabel *m_title, *m_text, *m_state;
  QScrollArea* m_scroll;
  QWidget* m_buttons;
};

class LessonOverlay : public QWidget {
  Q_OBJECT

 public:
  using Finder = std::function<QRect()>;  ///< where the target is now, in the window; empty when it is not in sight

  explicit LessonOverlay(QWidget* window);
  void setTarget(Finder finder);
  QRect hole() const { return m_hole; }
  /// Looks for the target again and puts the card beside it.
  void follow(LessonCard& card);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QRect placeOf(QSize card) const;
  Finder m_finder;
  QRect m_hole;
};

}  // namespace tasoscope
