#pragma once
// The comic strip of the steps: a card a step with a small picture of what it changes. Only what is seen is made.

#include <QWidget>
#include <set>

#include "views/models/step_picture_model.h"

class QListView;

namespace tasoscope {

class StepPictureDelegate;

class PicturesPanel : public QWidget {
  Q_OBJECT

 public:
  explicit PicturesPanel(QWidget* parent = nullptr);
  void setTrail(const TrailView& trail);
  void setPicture(StepId step, const StepPicture& picture);
  /// Pictures that were made, or asked for, are made anew.
  void forgetPictures();
  const StepPictureModel& model() const { return *m_model; }
  QListView* view() const { return m_view; }

 Q_SIGNALS:
  void stepChosen(StepId step);
  void pictureWanted(StepId step);

 protected:
  void showEvent(QShowEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void wantVisible();
  StepPictureModel* m_model;
  StepPictureDelegate* m_delegate;
  QListView* m_view;
  std::set<StepId> m_wanted;
  bool m_isUpdating = false;
};

}  // namespace tasoscope
