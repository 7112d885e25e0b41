#pragma once
// A sample of the zoo on the start page: a picture of its beginning, its name, and one sentence on what there is to
// see.

#include <QAbstractButton>
#include <QPixmap>

namespace tasoscope {

class SampleCard : public QAbstractButton {
  Q_OBJECT

 public:
  SampleCard(const QString& name, const QString& title, const QString& sentence, bool isFirst,
             QWidget* parent = nullptr);
  QString name() const { return m_name; }
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;
  QSize sizeHint() const override { return {kWidth, heightForWidth(kWidth)}; }
  static constexpr int kWidth = 250;

 protected:
  void changeEvent(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void enterEvent(QEnterEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  int sentenceHeight(int width) const;
  QString m_name, m_title, m_sentence;
  bool m_isFirst;
  QPixmap m_light, m_dark;
};

}  // namespace tasoscope
