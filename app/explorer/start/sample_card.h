#pragma once
// A sample of the zoo on the start page: a picture of its beginning, its name, one sentence on what there is to see,
// and what it costs before and after a search, as that was recorded.

#include <QAbstractButton>
#include <QPixmap>
#include <cstdint>
#include <map>

namespace tasoscope {

/// What a sample costs on a device as it is loaded, and after a search; in picoseconds.
struct SampleCosts {
  QString device;
  std::int64_t before = 0, after = 0;
};
/// By the sample's name: what resources/samples/costs.txt records, a line each.
std::map<QString, SampleCosts> recordedSampleCosts();

class SampleCard : public QAbstractButton {
  Q_OBJECT

 public:
  SampleCard(const QString& name, const QString& title, const QString& sentence, bool isFirst,
             QWidget* parent = nullptr);
  QString name() const { return m_name; }
  /// "○ 0.605 ms → 0.335 ms, 44.7 % faster on h100"; empty when nothing was recorded.
  QString costs() const { return m_costs; }
  void setCosts(const SampleCosts& costs);
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
  int heightOf(const QString& text, int width) const;
  int sentenceHeight(int width) const;
  QString m_name, m_title, m_sentence, m_costs;
  bool m_isFirst;
  QPixmap m_light, m_dark;
};

}  // namespace tasoscope
