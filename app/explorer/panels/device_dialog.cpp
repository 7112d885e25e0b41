#include "panels/device_dialog.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QGroupBox>
#include <QHBoxLayout>
#include <QListWidget>
#include <QLocale>
#include <QPushButton>
#include <QSpinBox>
#include <QTextBrowser>
#include <QVBoxLayout>
#include <cmath>
#include <limits>

#include "cost/device_profile.h"
#include "views/text/axis_text.h"
#include "views/text/cost_text.h"
#include "window/screen_room.h"

namespace tasoscope {
namespace {

constexpr int kNameRole = Qt::UserRole;

QString text(const std::string& from) { return QString::fromStdString(from); }

/// The value in the unit that the name of a figure ends with.
QString valueOf(const DeviceFigure& figure) {
  const QString name = text(figure.name);
  if (name.endsWith(QStringLiteral("_flops"))) return workRateText(figure.value);
  if (name.endsWith(QStringLiteral("_bytes_per_second"))) return sizeRateText(figure.value);
  if (name.endsWith(QStringLiteral("_bytes"))) return sizeText(figure.value);
  if (name.endsWith(QStringLiteral("_seconds"))) return costText(std::llround(figure.value * 1e12));
  return QLocale().toString(figure.value, 'g', 6);
}

/// "memory_bytes_per_second" as words, and its value.
QString figureRow(const DeviceFigure& figure) {
  return QStringLiteral("<tr><td>%1</td><td align=\"right\">%2</td><td>%3</td></tr>")
      .arg(text(figure.name).replace(QChar('_'), QChar(' ')).toHtmlEscaped(), valueOf(figure),
           text(figure.source).toHtmlEscaped());
}

}  // namespace

DeviceDialog::DeviceDialog(const QString& model, QWidget* parent)
    : QDialog(parent),
      m_devices(new QListWidget),
      m_description(new QTextBrowser),
      m_choose(new QPushButton(tr("&Price with this device"))),
      m_dimensions(new QGroupBox(tr("Symbolic dimensions of %1").arg(model))),
      m_fields(new QFormLayout(m_dimensions)),
      m_scenarios(new ScenarioTable) {
  setWindowTitle(tr("Device and dimensions"));
  setObjectName(QStringLiteral("deviceDialog"));
  setAttribute(Qt::WA_DeleteOnClose);
  m_devices->setObjectName(QStringLiteral("devices"));
  m_devices->setAccessibleName(tr("Devices"));
  for (const DeviceProfile& profile : deviceProfiles()) {
    auto* item = new QListWidgetItem(text(profile.title), m_devices);
    item->setData(kNameRole, text(profile.name));
  }
  m_description->setAccessibleName(tr("About the device"));
  m_dimensions->hide();
  m_scenarios->hide();
  auto* both = new QHBoxLayout;
  both->addWidget(m_devices, 2);
  both->addWidget(m_description, 3);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  buttons->addButton(m_choose, QDialogButtonBox::ActionRole);
  buttons->button(QDialogButtonBox::Close)->setAutoDefault(false);
  auto* layout = new QVBoxLayout(this);
  layout->addLayout(both, 1);
  layout->addWidget(m_dimensions);
  layout->addWidget(m_scenarios);
  layout->addWidget(buttons);
  m_choose->setDefault(true);
  resizeOnScreen(this, {80 * fontMetrics().averageCharWidth() + 200, 28 * fontMetrics().height()});
  connect(m_devices, &QListWidget::currentRowChanged, this, &DeviceDialog::describe);
  const auto choose = [this] {
    if (const auto* item = m_devices->currentItem()) Q_EMIT deviceChosen(item->data(kNameRole).toString());
  };
  connect(m_choose, &QPushButton::clicked, this, choose);
  connect(m_devices, &QListWidget::itemDoubleClicked, this, choose);  // Enter presses the button
  connect(m_scenarios, &ScenarioTable::scenariosChosen, this, &DeviceDialog::scenariosChosen);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
}

void DeviceDialog::setDevice(const QString& name) {
  if (name == m_device) return;
  m_device = name;
  for (int row = 0; row < m_devices->count(); ++row) {
    QListWidgetItem* item = m_devices->item(row);
    const bool isIt = item->data(kNameRole).toString() == name;
    QFont font = m_devices->font();
    font.setBold(isIt);
    item->setFont(font);
    if (isIt) m_devices->setCurrentRow(row);
  }
  describe();
}

void DeviceDialog::describe() {
  const auto* item = m_devices->currentItem();
  const DeviceProfile* profile = item ? findDevice(item->data(kNameRole).toString().toStdString()) : nullptr;
  m_choose->setEnabled(profile && text(profile->name) != m_device);
  if (!profile) return m_description->clear();
  QString rows;
  for (const DeviceFigure& figure : profile->figures) rows += figureRow(figure);
  const QString state = text(profile->name) == m_device ? tr("It prices the model now.") : QString();
  m_description->setHtml(
      QStringLiteral("<h3>%1</h3><p>%2</p><p>%3 %4</p><table cellpadding=\"3\"><tr><th align=\"left\">%5</th>"
                     "<th align=\"right\">%6</th><th align=\"left\">%7</th></tr>%8</table>")
          .arg(text(profile->title).toHtmlEscaped(), text(profile->summary).toHtmlEscaped(),
               tr("Its name on the command line is %1.").arg(text(profile->name)).toHtmlEscaped(), state, tr("Figure"),
               tr("Value"), tr("Source"), rows));
}

void DeviceDialog::setDimensions(const std::vector<DimensionChoice>& dimensions) {
  m_choices = dimensions;
  while (m_fields->rowCount() > 0) m_fields->removeRow(0);
  for (std::size_t i = 0; i < m_choices.size(); ++i) {
    auto* field = new QSpinBox;
    field->setObjectName(QStringLiteral("dimension.%1").arg(text(m_choices[i].symbol)));
    field->setRange(0, std::numeric_limits<int>::max());
    field->setKeyboardTracking(false);
    field->setSpecialValueText(tr("chosen: %1").arg(QLocale().toString(static_cast<qlonglong>(m_choices[i].value))));
    field->setValue(m_choices[i].isGiven ? static_cast<int>(m_choices[i].value) : 0);
    field->setToolTip(tr("Prices are for this extent; 0 lets the program choose one"));
    m_fields->addRow(text(m_choices[i].symbol), field);
    connect(field, &QSpinBox::valueChanged, this, [this, i](int value) {
      m_choices[i].isGiven = value > 0;
      m_choices[i].value = value;
      tellDimensions();
    });
  }
  m_dimensions->setVisible(!m_choices.empty());
}

void DeviceDialog::setScenarios(const std::vector<ScenarioPrice>& prices) {
  std::vector<std::string> symbols;
  for (const DimensionChoice& choice : m_choices) symbols.push_back(choice.symbol);
  m_scenarios->show(symbols, prices);
  m_scenarios->setVisible(!symbols.empty());
}

void DeviceDialog::tellDimensions() {
  SymbolValues values;
  for (const DimensionChoice& choice : m_choices)
    if (choice.isGiven) values.emplace(choice.symbol, choice.value);
  Q_EMIT dimensionsChosen(values);
}

}  // namespace tasoscope
