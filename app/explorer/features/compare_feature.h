#pragma once
// The model beside another file: the stage shows the current step and the file as one pair, a table lists what is
// different. Steps can be taken and walked meanwhile; each is compared with the file.

#include <QString>

#include "features/feature.h"

namespace tasoscope {

class DifferencesPanel;
struct ShownPair;

class CompareFeature : public Feature {
  Q_OBJECT

 public:
  explicit CompareFeature(Workbench& bench);
  ~CompareFeature() override;
  void updateActions() override;
  /// At once, or as soon as the model is open.
  void compareWith(const QString& path);
  bool isComparing() const { return m_isComparing; }
  /// Titles for the stage, which shows such a pair.
  std::pair<QString, QString> titlesOf(const ShownPair& pair) const;

 private:
  void end();
  void show();
  QString summaryOf(const ShownPair& pair) const;
  DifferencesPanel* m_panel;
  QString m_pathWhenOpened;
  bool m_isComparing = false;
};

}  // namespace tasoscope
