#pragma once
// The devices that can price the model, each with its full name and the figures it is known by, each figure with its
// source; the values of the model's symbolic dimensions; and scenarios, which are several such values at once. It stays
// open beside the window.

#include <QDialog>
#include <vector>

#include "panels/scenario_table.h"
#include "tensor/symbol_values.h"

class QFormLayout;
class QGroupBox;
class QListWidget;
class QPushButton;
class QTextBrowser;

namespace tasoscope {

/// One symbolic dimension: the value that prices use, and whether a person gave it.
struct DimensionChoice {
  std::string symbol;
  std::int64_t value = 0;
  bool isGiven = false;
};

class DeviceDialog : public QDialog {
  Q_OBJECT

 public:
  explicit DeviceDialog(const QString& model, QWidget* parent = nullptr);
  /// Marks the device that prices the model now.
  void setDevice(const QString& name);
  void setDimensions(const std::vector<DimensionChoice>& dimensions);
  void setScenarios(const std::vector<ScenarioPrice>& prices);

 Q_SIGNALS:
  void deviceChosen(const QString& name);
  /// Only those that a person gave.
  void dimensionsChosen(const tasoscope::SymbolValues& values);
  void scenariosChosen(const std::vector<tasoscope::Scenario>& scenarios);

 private:
  void describe();
  void tellDimensions();
  QListWidget* m_devices;
  QTextBrowser* m_description;
  QPushButton* m_choose;
  QGroupBox* m_dimensions;
  QFormLayout* m_fields;
  ScenarioTable* m_scenarios;
  QString m_device;
  std::vector<DimensionChoice> m_choices;
};

}  // namespace tasoscope
