#include "preferences/preferences_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QTabWidget>
#include <QVBoxLayout>

#include "preferences/key_page.h"
#include "search/search.h"
#include "session/devices.h"
#include "views/text/text_scale.h"
#include "window/screen_room.h"

namespace tasoscope {
namespace {

/// A page that scrolls where the text is large and the screen is not.
QWidget* scrolling(QWidget* content) {
  auto* area = new QScrollArea;
  area->setWidget(content);
  area->setWidgetResizable(true);
  area->setFrameShape(QFrame::NoFrame);
  area->setFocusPolicy(Qt::NoFocus);
  return area;
}

QFormLayout* formIn(QWidget* page) {
  auto* form = new QFormLayout(page);
  form->setRowWrapPolicy(QFormLayout::WrapLongRows);
  form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
  form->setHorizontalSpacing(18);
  form->setVerticalSpacing(12);
  return form;
}

}  // namespace

PreferencesDialog::PreferencesDialog(Preferences& preferences, const ActionRegistry& actions, QWidget* parent)
    : QDialog(parent),
      m_preferences(preferences),
      m_keyPage(new KeyPage(actions, preferences.keys())),
      m_tabs(new QTabWidget) {
  setObjectName(QStringLiteral("preferences"));
  setWindowTitle(tr("Preferences"));
  m_tabs->addTab(scrolling(makeGeneralPage()), tr("General"));
  m_tabs->addTab(scrolling(makeSearchPage()), tr("Search"));
  m_tabs->addTab(m_keyPage, tr("Keys"));
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
  auto* layout = new QVBoxLayout(this);
  layout->addWidget(m_tabs, 1);
  layout->addWidget(buttons);
  resizeOnScreen(this, {scaled(620), scaled(560)});
}

QWidget* PreferencesDialog::makeGeneralPage() {
  const Settings& settings = m_preferences.settings();
  auto* page = new QWidget;
  QFormLayout* form = formIn(page);

  auto* language = new QComboBox;
  language->setObjectName(QStringLiteral("language"));
  language->addItem(tr("As the system"), QString());
  for (const Language& known : Languages::all()) language->addItem(known.name, known.code);
  language->setCurrentIndex(std::max(0, language->findData(settings.language())));
  connect(language, &QComboBox::activated, this,
          [this, language] { m_preferences.setLanguage(language->currentData().toString()); });
  form->addRow(tr("&Language"), language);

  auto* appearance = new QComboBox;
  appearance->setObjectName(QStringLiteral("appearance"));
  appearance->addItem(tr("As the system"), static_cast<int>(Appearance::kSystem));
  appearance->addItem(tr("Light"), static_cast<int>(Appearance::kLight));
  appearance->addItem(tr("Dark"), static_cast<int>(Appearance::kDark));
  appearance->setCurrentIndex(appearance->findData(static_cast<int>(settings.appearance())));
  connect(appearance, &QComboBox::activated, this, [this, appearance] {
    m_preferences.setAppearance(static_cast<Appearance>(appearance->currentData().toInt()));
  });
  form->addRow(tr("&Colours"), appearance);

  auto* size = new QSpinBox;
  size->setObjectName(QStringLiteral("textSize"));
  size->setRange(Settings::kLeastTextSize, Settings::kMostTextSize);
  size->setSingleStep(10);
  size->setSuffix(tr(" %"));
  size->setKeyboardTracking(false);
  size->setValue(settings.textSize());
  connect(size, &QSpinBox::valueChanged, &m_preferences, &Preferences::setTextSize);
  form->addRow(tr("Text si&ze"), size);

  auto* motion = new QCheckBox(tr("&Reduce motion"));
  motion->setObjectName(QStringLiteral("reducedMotion"));
  motion->setToolTip(tr("Docks, menus and bars change at once instead of gliding and fading"));
  motion->setChecked(settings.reducesMotion());
  connect(motion, &QCheckBox::toggled, &m_preferences, &Preferences::setReducesMotion);
  form->addRow(motion);

  auto* letters = new QCheckBox(tr("&Single-letter keys on the stage"));
  letters->setObjectName(QStringLiteral("letterKeys"));
  letters->setToolTip(tr("Off where speech input or unsteady hands press letters by chance"));
  letters->setChecked(settings.usesLetterKeys());
  connect(letters, &QCheckBox::toggled, &m_preferences, &Preferences::setUsesLetterKeys);
  form->addRow(letters);
  return page;
}

QWidget* PreferencesDialog::makeSearchPage() {
  const Settings& settings = m_preferences.settings();
  const SearchDefaults defaults = settings.searchDefaults();
  auto* page = new QWidget;
  QFormLayout* form = formIn(page);

  auto* device = new QComboBox;
  device->setObjectName(QStringLiteral("defaultDevice"));
  for (const DeviceChoice& choice : deviceChoices()) device->addItem(choice.text, choice.name);
  const QString chosen = settings.device().isEmpty() ? QStringLiteral("h100") : settings.device();
  device->setCurrentIndex(std::max(0, device->findData(chosen)));
  connect(device, &QComboBox::activated, this,
          [this, device] { m_preferences.setDevice(device->currentData().toString()); });
  form->addRow(tr("&Device"), device);

  auto* strategy = new QComboBox;
  strategy->setObjectName(QStringLiteral("defaultStrategy"));
  for (const std::string_view name : strategyNames()) {
    strategy->addItem(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())));
  }
  strategy->setCurrentIndex(std::max(0, strategy->findText(defaults.strategy)));
  auto* budget = new QSpinBox;
  budget->setObjectName(QStringLiteral("defaultBudget"));
  budget->setRange(1, 10'000'000);
  budget->setSingleStep(500);
  budget->setGroupSeparatorShown(true);
  budget->setValue(defaults.budget);
  auto* alpha = new QDoubleSpinBox;
  alpha->setObjectName(QStringLiteral("defaultAlpha"));
  alpha->setRange(1, 2);
  alpha->setSingleStep(0.01);
  alpha->setValue(defaults.alpha);
  alpha->setToolTip(tr("Graphs that cost more than this times the best are given up"));
  const auto store = [this, strategy, budget, alpha] {
    m_preferences.setSearchDefaults({strategy->currentText(), budget->value(), alpha->value()});
  };
  connect(strategy, &QComboBox::activated, this, store);
  connect(budget, &QSpinBox::valueChanged, this, store);
  connect(alpha, &QDoubleSpinBox::valueChanged, this, store);
  form->addRow(tr("S&trategy"), strategy);
  form->addRow(tr("&Graphs to expand"), budget);
  form->addRow(tr("T&olerance (alpha)"), alpha);
  return page;
}

}  // namespace tasoscope
