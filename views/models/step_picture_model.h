#pragma once
// The steps of the walk as cards with a small picture of what each changes; pictures are given to it as they are made.

#include <QAbstractListModel>
#include <map>
#include <vector>

#include "views/canvas/step_picture.h"
#include "views/text/step_text.h"

namespace tasoscope {

class StepPictureModel : public QAbstractListModel {
  Q_OBJECT

 public:
  enum Role {
    StepRole = Qt::UserRole,  ///< the StepId
    NoteRole,                 ///< what a person wrote; may be empty
    ChangeRole,               ///< "−0.12 ms (−3.1 %) faster"
    IsCurrentRole,
  };

  using QAbstractListModel::QAbstractListModel;

  /// The loaded graph changes nothing and has no card.
  void setTrail(const TrailView& trail);
  void setPicture(StepId step, StepPicture picture);
  void forgetPictures();
  /// nullptr until it has been made.
  const StepPicture* pictureOf(StepId step) const;
  int rowOf(StepId step) const;  ///< -1 when it is not on the walk
  StepId stepAt(int row) const { return m_rows[static_cast<std::size_t>(row)]; }

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;

 private:
  TrailView m_trail;
  StepWords m_words;
  std::vector<StepId> m_rows;
  std::map<StepId, StepPicture> m_pictures;
};

}  // namespace tasoscope
