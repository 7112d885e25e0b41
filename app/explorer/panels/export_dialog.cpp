#include "panels/export_dialog.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QDoubleValidator>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QStackedWidget>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include "views/text/cost_text.h"
#include "views/text/step_text.h"
#include "window/file_choice.h"
#include "window/screen_room.h"

namespace tasoscope {
namespace {

constexpr double kTitleScale = 1.2;

QLabel* wrapped(const QString& name) {
  auto* label = new QLabel;
  label->setObjectName(name);
  label->setWordWrap(true);
  label->setTextFormat(Qt::PlainText);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  return label;
}

}  // namespace

ExportDialog::ExportDialog(QAction* cancel, QWidget* parent)
    : QDialog(parent),
      m_title(wrapped(QStringLiteral("exportTitle"))),
      m_costs(wrapped(QStringLiteral("exportCosts"))),
      m_changes(wrapped(QStringLiteral("exportChanges"))),
      m_sizes(wrapped(QStringLiteral("exportSizes"))),
      m_activity(new QLabel),
      m_message(wrapped(QStringLiteral("exportMessage"))),
      m_steps(new QTreeWidget),
      m_kind(new QComboBox),
      m_options(new QStackedWidget),
      m_path(new QLineEdit),
      m_progress(new QProgressBar),
      m_export(new QPushButton(tr("&Export"))),
      m_running(new QWidget) {
  setWindowTitle(tr("Export"));
  setObjectName(QStringLiteral("exportDialog"));
  QFont font = m_title->font();
  font.setBold(true);
  font.setPointSizeF(font.pointSizeF() * kTitleScale);
  m_title->setFont(font);
  m_steps->setObjectName(QStringLiteral("exportSteps"));
  m_steps->setAccessibleName(tr("Steps that lead to the exported graph"));
  m_steps->setHeaderLabels({tr("Step"), tr("Substitution"), tr("Standing"), tr("Change"), tr("Place")});
  m_steps->setRootIsDecorated(false);
  m_steps->setUniformRowHeights(true);
  m_steps->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
  m_kind->setObjectName(QStringLiteral("exportKind"));
  m_kind->addItems({tr("ONNX model"), tr("Picture"), tr("Cost table (CSV)"), tr("Report (HTML)")});
  m_options->addWidget(makeModelOptions());
  m_options->addWidget(makePictureOptions());
  m_options->addWidget(makeCostsOptions());
  m_options->addWidget(makeReportOptions());
  auto* form = new QFormLayout;
  form->addRow(tr("&Kind"), m_kind);
  form->addRow(m_options);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  buttons->addButton(m_export, QDialogButtonBox::AcceptRole);
  auto* content = new QWidget;
  auto* layout = new QVBoxLayout(content);
  for (QWidget* widget : std::initializer_list<QWidget*>{m_title, m_costs, m_changes}) layout->addWidget(widget);
  layout->addWidget(m_steps, 1);
  layout->addLayout(form);
  layout->addLayout(makePathField());
  layout->addWidget(m_sizes);
  makeProgressField(cancel);
  auto* below = new QWidget;  // always in sight
  auto* rows = new QVBoxLayout(below);
  rows->setContentsMargins(0, 0, 0, 0);
  for (QWidget* widget : std::initializer_list<QWidget*>{m_running, m_message, buttons}) rows->addWidget(widget);
  makeRoom(content, below);
  buttons->button(QDialogButtonBox::Close)->setAutoDefault(false);
  m_export->setDefault(true);
  connect(m_kind, &QComboBox::currentIndexChanged, this, [this] {
    updateKind();
    m_message->clear();
  });
  connect(buttons, &QDialogButtonBox::accepted, this, [this] { Q_EMIT exportRequested(request()); });
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
}

/// Rows never shrink below what can be hit: where the screen is lower than they need, they are scrolled.
void ExportDialog::makeRoom(QWidget* content, QWidget* below) {
  auto* scrolled = new QScrollArea;
  scrolled->setWidget(content);
  scrolled->setWidgetResizable(true);
  scrolled->setFrameShape(QFrame::NoFrame);
  auto* layout = new QVBoxLayout(this);
  layout->addWidget(scrolled, 1);
  layout->addWidget(below);
  // With three more lines for what is said of a step, and two for what comes of the export.
  const QSize needed = content->sizeHint() + QSize(40, below->sizeHint().height() + 5 * fontMetrics().height() + 40);
  const QSize wished(112 * fontMetrics().averageCharWidth(), 40 * fontMetrics().height());
  resizeOnScreen(this, wished.expandedTo(needed));
}

QWidget* ExportDialog::makeModelOptions() {
  auto* page = new QWidget;
  m_verify = new QCheckBox(tr("&Check first that it computes the same"));
  m_verify->setObjectName(QStringLiteral("exportVerify"));
  m_verify->setChecked(true);
  m_verify->setToolTip(tr("Both graphs are evaluated on the same inputs; a graph that differs is not written"));
  m_tolerance = new QLineEdit;
  m_tolerance->setObjectName(QStringLiteral("exportTolerance"));
  m_tolerance->setPlaceholderText(tr("by element type"));
  auto* positive = new QDoubleValidator(0, 1, 12, m_tolerance);
  positive->setLocale(QLocale::c());
  m_tolerance->setValidator(positive);
  m_tolerance->setToolTip(tr("The largest difference allowed, relative to the largest output, such as 1e-5"));
  m_count = new QSpinBox;
  m_count->setObjectName(QStringLiteral("exportInputCount"));
  m_count->setRange(0, 100);
  m_count->setSpecialValueText(tr("by size of the model"));
  m_inputs = new QLineEdit;
  m_inputs->setObjectName(QStringLiteral("exportInputs"));
  m_inputs->setPlaceholderText(tr("random inputs"));
  m_inputs->setToolTip(tr("A folder of input_0.pb and so on, as in ONNX's test data"));
  auto* browseInputs = new QToolButton;
  browseInputs->setText(tr("Folder…"));
  connect(browseInputs, &QToolButton::clicked, this, [this] {
    chooseFolder(this, tr("Inputs to check with"), this, [this](const QString& folder) { m_inputs->setText(folder); });
  });
  m_unlimited = new QCheckBox(tr("However &long the check takes"));
  m_unlimited->setObjectName(QStringLiteral("exportUnlimited"));
  m_unlimited->setToolTip(
      tr("Otherwise a model of more than 100 billion operations is written unchecked, and said so"));
  m_certificate = new QCheckBox(tr("With a ce&rtificate beside it"));
  m_certificate->setObjectName(QStringLiteral("exportCertificate"));
  m_certificate->setChecked(true);
  auto* inputs = new QHBoxLayout;
  inputs->addWidget(m_inputs, 1);
  inputs->addWidget(browseInputs);
  auto* form = new QFormLayout(page);
  form->setContentsMargins(0, 0, 0, 0);
  form->addRow(m_verify);
  form->addRow(tr("&Tolerance"), m_tolerance);
  form->addRow(tr("&Number of inputs"), m_count);
  auto* from = new QLabel(tr("&Inputs from"));
  from->setBuddy(m_inputs);
  form->addRow(from, inputs);
  form->addRow(m_unlimited);
  form->addRow(m_certificate);
  for (QWidget* widget : std::initializer_list<QWidget*>{m_tolerance, m_count, m_inputs, browseInputs, m_unlimited})
    connect(m_verify, &QCheckBox::toggled, widget, &QWidget::setEnabled);
  return page;
}

QWidget* ExportDialog::makePictureOptions() {
  auto* page = new QWidget;
  m_graph = new QComboBox;
  m_graph->setObjectName(QStringLiteral("exportGraph"));
  m_graph->addItems({tr("The graph after the change"), tr("The graph before the change"), tr("Both in one")});
  m_scale = new QDoubleSpinBox;
  m_scale->setObjectName(QStringLiteral("exportScale"));
  m_scale->setRange(0.5, 8);
  m_scale->setSingleStep(0.5);
  m_scale->setDecimals(1);
  m_scale->setValue(2);
  m_scale->setToolTip(tr("SVG and PDF can be read at every size"));
  auto* form = new QFormLayout(page);
  form->setContentsMargins(0, 0, 0, 0);
  form->addRow(tr("&Which"), m_graph);
  form->addRow(tr("&Scale of a PNG"), m_scale);
  return page;
}

QWidget* ExportDialog::makeCostsOptions() {
  auto* page = new QWidget;
  m_onlyShown = new QCheckBox(tr("Only the &nodes that the filter of the table leaves"));
  auto* layout = new QVBoxLayout(page);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(m_onlyShown);
  layout->addStretch();
  return page;
}

QWidget* ExportDialog::makeReportOptions() {
  auto* page = new QWidget;
  m_pictures = new QCheckBox(tr("With &pictures of both graphs, when they have at most 2,000 nodes"));
  m_pictures->setChecked(true);
  auto* layout = new QVBoxLayout(page);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(m_pictures);
  layout->addStretch();
  return page;
}

QLayout* ExportDialog::makePathField() {
  m_path->setObjectName(QStringLiteral("exportPath"));
  m_path->setAccessibleName(tr("File to write"));
  auto* button = new QToolButton;
  button->setText(tr("File…"));
  auto* label = new QLabel(tr("&Write to"));
  label->setBuddy(m_path);
  auto* layout = new QHBoxLayout;
  layout->addWidget(label);
  layout->addWidget(m_path, 1);
  layout->addWidget(button);
  connect(button, &QToolButton::clicked, this, &ExportDialog::browse);
  connect(m_path, &QLineEdit::textChanged, this,
          [this](const QString& path) { m_export->setEnabled(!path.trimmed().isEmpty() && m_running->isHidden()); });
  connect(m_path, &QLineEdit::textChanged, this, &ExportDialog::tellSizes);
  return layout;
}

void ExportDialog::makeProgressField(QAction* cancel) {
  auto* button = new QToolButton;
  button->setText(tr("Cancel"));
  connect(button, &QToolButton::clicked, cancel, &QAction::trigger);
  m_progress->setTextVisible(false);
  auto* row = new QHBoxLayout(m_running);
  row->setContentsMargins(0, 0, 0, 0);
  row->addWidget(m_activity);
  row->addWidget(m_progress, 1);
  row->addWidget(button);
  m_running->hide();
}

void ExportDialog::setKind(ExportKind kind) {
  m_kind->setCurrentIndex(static_cast<int>(kind));
  updateKind();
}

void ExportDialog::setSubject(const ExportSubject& subject) {
  const bool isAnother = subject.model != m_subject.model || subject.title != m_subject.title;
  m_subject = subject;
  m_costs->setText(subject.costs);
  if (isAnother || !subject.hasBefore) m_graph->setCurrentIndex(static_cast<int>(subject.shown));
  m_graph->setEnabled(subject.hasBefore);
  m_certificate->setEnabled(subject.isFile);
  m_certificate->setToolTip(
      subject.isFile ? tr("A file that states every step, with which anyone who has the original can check the result: "
                          "“tasoscope replay”")
                     : tr("A certificate needs an original that others can have too: this model is built by the "
                          "program, and is not "
                          "a file"));
  showSteps();
  updateKind();
  if (isAnother) m_message->clear();
}

void ExportDialog::showSteps() {
  m_steps->clear();
  for (const StepView& step : m_subject.steps) addStep(m_subject.words.label(step.id), step, {});
  for (const InnerSteps& inner : m_subject.inner)
    for (std::size_t i = 0; i < inner.steps.size(); ++i)
      addStep(QString::number(i + 1), inner.steps[i], QString::fromStdString(inner.place));
  m_changes->setText(changesText());
}

void ExportDialog::addStep(const QString& label, const StepView& step, const QString& where) {
  const QString name = step.marks.name.empty() ? ruleWords(step.rule) : QString::fromStdString(step.marks.name);
  const QString nodes = QString::fromStdString(step.place);
  const QString place = where.isEmpty() ? nodes : tr("in %1: %2").arg(where, nodes);
  auto* item = new QTreeWidgetItem(m_steps, {label, name, wordOf(step.standing),
                                             changeText(step.delta, step.price.picoseconds - step.delta), place});
  item->setToolTip(4, place);
}

QString ExportDialog::changesText() const {
  std::size_t removed = 0, added = 0;
  const auto count = [&](const std::vector<StepView>& steps) {
    for (const StepView& step : steps) {
      removed += step.removed.size();
      added += step.added.size();
    }
    return static_cast<int>(steps.size());
  };
  const int outer = count(m_subject.steps);
  int inside = 0;
  for (const InnerSteps& inner : m_subject.inner) inside += count(inner.steps);
  if (outer + inside == 0) return tr("Nothing was changed: the file will have the bytes that were read.");
  QStringList parts{tr("%n steps", nullptr, outer + inside)};
  if (inside > 0) parts << tr("%n of them in graphs inside nodes", nullptr, inside);
  parts << tr("%n nodes removed", nullptr, static_cast<int>(removed))
        << tr("%n added", nullptr, static_cast<int>(added));
  return parts.join(QStringLiteral(", ")) + QChar('.');
}

QString ExportDialog::suffix() const {
  switch (static_cast<ExportKind>(m_kind->currentIndex())) {
    case ExportKind::kModel:
      return QStringLiteral("-optimized.onnx");
    case ExportKind::kPicture:
      return QStringLiteral(".svg");
    case ExportKind::kCosts:
      return QStringLiteral("-costs.csv");
    case ExportKind::kReport:
      break;
  }
  return QStringLiteral("-report.html");
}

/// Not the file that holds the graph of another step.
QString ExportDialog::proposedPath() const {
  const QString end = suffix(), dot = QStringLiteral(".");
  QString path = exportProposal(m_subject.path, m_subject.model, end);
  for (int number = 2; m_subject.taken.contains(path); ++number)
    path = exportProposal(m_subject.path, m_subject.model,
                          QStringLiteral("%1-%2.%3").arg(end.section(dot, 0, 0)).arg(number).arg(end.section(dot, 1)));
  return path;
}

/// Pictures and costs are of what is on the stage; that may be a graph inside a node.
bool ExportDialog::isOfShownGraph() const {
  const auto kind = static_cast<ExportKind>(m_kind->currentIndex());
  return !m_subject.shownTitle.isEmpty() && (kind == ExportKind::kPicture || kind == ExportKind::kCosts);
}

void ExportDialog::updateKind() {
  m_title->setText(tr("%1, %2").arg(m_subject.model, isOfShownGraph() ? m_subject.shownTitle : m_subject.title));
  for (QWidget* part : std::initializer_list<QWidget*>{m_costs, m_changes}) part->setVisible(!isOfShownGraph());
  m_steps->setVisible(m_steps->topLevelItemCount() > 0 && !isOfShownGraph());
  m_options->setCurrentIndex(m_kind->currentIndex());
  if (m_path->text() == m_proposed) m_path->setText(proposedPath());
  m_proposed = proposedPath();
  // A path that was given by hand stays, with the suffix of the kind.
  const QString end = suffix().section(QChar('.'), -1);
  const bool isPicture = m_kind->currentIndex() == static_cast<int>(ExportKind::kPicture);
  const QFileInfo given(m_path->text());
  const bool fits = isPicture ? QStringList{"svg", "pdf", "png"}.contains(given.suffix()) : given.suffix() == end;
  if (!fits && !m_path->text().isEmpty()) m_path->setText(given.dir().filePath(given.completeBaseName() + '.' + end));
  tellSizes();
}

void ExportDialog::tellSizes() {
  const QFileInfo before(m_subject.path), target(m_path->text().trimmed());
  QStringList sentences;
  if (m_kind->currentIndex() == static_cast<int>(ExportKind::kModel) && before.exists())
    sentences << tr("The original file has %1.").arg(sizeText(static_cast<double>(before.size())));
  if (target.isFile()) sentences << tr("%1 is there already and will be replaced.").arg(target.fileName());
  m_sizes->setVisible(!sentences.isEmpty());
  m_sizes->setText(sentences.join(QChar(' ')));
}

void ExportDialog::browse() {
  chooseTarget(this, tr("Write to"), m_path->text(), this, [this](const QString& path) { m_path->setText(path); });
}

ExportRequest ExportDialog::request() const {
  ExportRequest request;
  request.kind = static_cast<ExportKind>(m_kind->currentIndex());
  request.path = m_path->text().trimmed();
  request.options.verify = m_verify->isChecked();
  request.options.equivalence.randomInputs = m_count->value();
  bool isNumber = false;
  const double tolerance = QLocale::c().toDouble(m_tolerance->text(), &isNumber);
  if (isNumber && tolerance > 0) request.options.equivalence.tolerance = tolerance;
  if (m_unlimited->isChecked()) request.options.mostVerificationWork = 0;
  if (m_certificate->isEnabled() && m_certificate->isChecked() && !request.path.isEmpty()) {
    const QFileInfo target(request.path);
    request.certificate = target.path() + QChar('/') + target.completeBaseName() + QStringLiteral(".certificate");
  }
  request.inputsFolder = m_inputs->text().trimmed();
  request.graph = static_cast<PictureOf>(m_graph->currentIndex());
  request.scale = m_scale->value();
  request.hasOnlyShownNodes = m_onlyShown->isChecked();
  request.hasPictures = m_pictures->isChecked();
  return request;
}

void ExportDialog::showRunning(const QString& activity) {
  m_running->show();
  m_message->clear();
  m_export->setEnabled(false);
  showProgress(activity, 0, 0);
}

void ExportDialog::showProgress(const QString& what, double done, double total) {
  if (m_running->isHidden()) return;
  m_activity->setText(what);
  m_progress->setRange(0, total > 0 ? 1000 : 0);
  if (total > 0) m_progress->setValue(static_cast<int>(1000 * done / total));
}

void ExportDialog::end(const QString& sentence, bool isFailure) {
  m_running->hide();
  m_export->setEnabled(!m_path->text().trimmed().isEmpty());
  m_message->setText(isFailure ? tr("Not written. %1").arg(sentence) : sentence);
  m_message->setAccessibleName(m_message->text());
}

void ExportDialog::showResult(const QString& sentence) { end(sentence, false); }
void ExportDialog::showFailure(const QString& sentence) { end(sentence, true); }
QString ExportDialog::message() const { return m_message->text(); }

}  // namespace tasoscope
