#pragma once
// Find by name or operator: a field over the stage; next and previous go around.

#include <QWidget>
#include <functional>
#include <unordered_set>
#include <vector>

#include "views/canvas/picture.h"

class QLabel;
class QLineEdit;

namespace tasoscope {

/// The boxes whose name or operator contains every word of `text`, whatever the case, ascending.
std::vector<std::uint64_t> findBoxes(const Picture& picture, const QString& text);

/// Something that can be found although no box shows it.
struct FindEntry {
  std::uint64_t key = 0;
  QString text;
};

class FindBar : public QWidget {
  Q_OBJECT

 public:
  explicit FindBar(QWidget* parent = nullptr);
  void setPicture(std::shared_ptr<const Picture> picture);
  /// Nodes that collapsed groups of the picture hide; read when somebody looks for something.
  void setHidden(std::function<std::vector<FindEntry>()> read);
  /// Shows the bar with the field ready for typing.
  void open();
  void next() { go(1); }
  void previous() { go(-1); }

 Q_SIGNALS:
  void found(std::uint64_t key);
  /// The user wants to see what was found, even if a group must be expanded for it.
  void visited(std::uint64_t key);
  void dismissed();

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void search();
  void searchAgain();
  void collect();
  void go(int direction);
  void report();
  void readHidden();
  bool isHidden(std::uint64_t key) const { return m_hiddenKeys.contains(key); }
  QLineEdit* m_field;
  QLabel* m_count;
  std::shared_ptr<const Picture> m_picture;
  std::vector<std::uint64_t> m_found;
  std::size_t m_at = 0;
  std::function<std::vector<FindEntry>()> m_hiddenReader;  // null once they have been read
  std::vector<FindEntry> m_hidden;
  std::unordered_set<std::uint64_t> m_hiddenKeys;
};

}  // namespace tasoscope
