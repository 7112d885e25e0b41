#pragma once
// The legend of the stage, under its panes.

#include <QWidget>
#include <memory>
#include <optional>

#include "views/canvas/legend.h"

namespace tasoscope {

class LegendBar : public QWidget {
  Q_OBJECT

 public:
  explicit LegendBar(QWidget* parent = nullptr);
  void setPictures(std::shared_ptr<const Picture> before, std::shared_ptr<const Picture> after,
                   std::shared_ptr<const Heat> heat);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  /// Worked out when it is first needed.
  const Legend& legend();
  void updateHeight();
  std::shared_ptr<const Picture> m_before, m_after;
  std::optional<Legend> m_legend;
  std::shared_ptr<const Heat> m_heat = std::make_shared<const Heat>();
};

}  // namespace tasoscope
