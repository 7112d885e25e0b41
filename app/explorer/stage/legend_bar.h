#pragma once
// The legend of the stage, under its panes.

#include <QWidget>
#include <memory>

#include "views/canvas/picture.h"

namespace tasoscope {

class LegendBar : public QWidget {
  Q_OBJECT

 public:
  explicit LegendBar(QWidget* parent = nullptr);
  void setPictures(std::shared_ptr<const Picture> before, std::shared_ptr<const Picture> after);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void updateHeight();
  std::shared_ptr<const Picture> m_before, m_after;
};

}  // namespace tasoscope
