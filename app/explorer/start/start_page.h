#pragma once
// What is seen when no model is open: open one (also by dropping it), the latest files, and the samples of the zoo.

#include <QWidget>
#include <vector>

class QAction;
class QGridLayout;
class QVBoxLayout;

namespace tasoscope {

class SampleCard;
class UnsavedWorkList;

class StartPage : public QWidget {
  Q_OBJECT

 public:
  explicit StartPage(QAction* open, QWidget* parent = nullptr);
  void setRecentFiles(const QStringList& files);
  /// A line for each lesson, above the samples.
  void setLessons(const QList<QAction*>& lessons);
  const std::vector<SampleCard*>& cards() const { return m_cards; }
  UnsavedWorkList* unsavedWork() const { return m_unsaved; }

 Q_SIGNALS:
  void sampleChosen(const QString& name);
  void fileChosen(const QString& path);

 protected:
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void arrangeCards();
  QWidget* makeHeader(QAction* open);
  std::vector<SampleCard*> m_cards;
  QGridLayout* m_grid;
  UnsavedWorkList* m_unsaved;
  QWidget* m_recent;
  QVBoxLayout *m_recentLayout, *m_lessons;
  int m_columns = 0;
};

}  // namespace tasoscope
