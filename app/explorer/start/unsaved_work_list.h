#pragma once
// "Unsaved work" on the start page: what was done and not saved, in this run or one that ended badly. Each can be
// restored or thrown away; nothing is asked.

#include <QThreadPool>
#include <QWidget>
#include <vector>

class QVBoxLayout;

namespace tasoscope {

struct UnsavedWork;

class UnsavedWorkList : public QWidget {
  Q_OBJECT

 public:
  explicit UnsavedWorkList(QWidget* parent = nullptr);
  ~UnsavedWorkList() override;
  /// Looks into the state folder, beside the interface's thread, and shows what is there.
  void read(const QString& stateFolder);
  bool isReading() const { return m_reading > 0; }

 Q_SIGNALS:
  void chosen(const QString& journal);
  void shown();

 private:
  void show(const std::vector<UnsavedWork>& work);
  QWidget* rowOf(const UnsavedWork& work);
  void discard(const QString& journal);

  QVBoxLayout* m_layout;
  QString m_folder;
  QThreadPool m_pool;
  int m_reading = 0;
};

}  // namespace tasoscope
