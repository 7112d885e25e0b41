#include "panels/why_not_window.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QTreeWidget>
#include <QVBoxLayout>

#include "views/text/cost_text.h"
#include "views/text/step_text.h"
#include "window/screen_room.h"

namespace tasoscope {
namespace {

constexpr int kColumns = 90, kLines = 26;  // of the window, in letters

QLabel* wrapped(const char* name) {
  auto* label = new QLabel;
  label->setObjectName(QString::fromLatin1(name));
  label->setWordWrap(true);
  label->setTextFormat(Qt::PlainText);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  return label;
}

}  // namespace

WhyNotWindow::WhyNotWindow(QWidget* parent)
    : QDialog(parent),
      m_title(wrapped("whyNotTitle")),
      m_summary(wrapped("whyNotSummary")),
      m_answer(wrapped("whyNotAnswer")),
      m_places(new QTreeWidget) {
  setObjectName(QStringLiteral("whyNotWindow"));
  setWindowTitle(tr("Where a rule fits, and why not"));
  QFont font = m_title->font();
  font.setBold(true);
  font.setPointSizeF(font.pointSizeF() * 1.2);
  m_title->setFont(font);
  m_places->setObjectName(QStringLiteral("whyNotPlaces"));
  m_places->setAccessibleName(tr("Places and what the rule says to them"));
  m_places->setHeaderLabels({tr("Node"), tr("Answer")});
  m_places->setRootIsDecorated(false);
  m_places->setUniformRowHeights(true);
  m_places->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  auto* layout = new QVBoxLayout(this);
  layout->addWidget(m_title);
  layout->addWidget(m_summary);
  layout->addWidget(m_places, 1);
  layout->addWidget(m_answer);
  layout->addWidget(buttons);
  m_answer->setMinimumHeight(4 * fontMetrics().lineSpacing());
  m_answer->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  resizeOnScreen(this, {kColumns * fontMetrics().averageCharWidth(), kLines * fontMetrics().lineSpacing()});
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
  connect(m_places, &QTreeWidget::currentItemChanged, this,
          [this](QTreeWidgetItem* item) { showAnswer(item ? m_places->indexOfTopLevelItem(item) : -1); });
}

void WhyNotWindow::setReport(const WhyNotReport& report, std::int64_t before) {
  const QSignalBlocker quiet(m_places);
  m_report = report;
  m_title->setText(ruleWords(report.rule));
  const QString general = QString::fromStdString(report.general);
  const QString count = report.applying == 0 ? tr("It fits nowhere in the graph that is shown.")
                                             : tr("It fits at %n places.", nullptr, static_cast<int>(report.applying));
  m_summary->setText(general.isEmpty() ? count : report.answers.empty() ? general : general + QChar(' ') + count);
  m_places->clear();
  for (const RuleAnswer& answer : report.answers) {
    const QString text =
        answer.applies ? tr("fits: %1").arg(changeText(answer.delta, before)) : QString::fromStdString(answer.reason);
    auto* item = new QTreeWidgetItem(m_places, {QString::fromStdString(answer.place), text});
    item->setToolTip(1, text);
  }
  m_answer->clear();
  if (!report.answers.empty()) {
    m_places->setCurrentItem(m_places->topLevelItem(0));
    showAnswer(0);
  }
}

void WhyNotWindow::showAnswer(int row) {
  if (row < 0 || row >= static_cast<int>(m_report.answers.size())) return m_answer->clear();
  const RuleAnswer& answer = m_report.answers[static_cast<std::size_t>(row)];
  QStringList lines{m_places->topLevelItem(row)->text(1)};
  QStringList matched;
  for (const std::string& node : answer.matched) matched << QString::fromStdString(node);
  if (!matched.isEmpty() && !answer.applies) lines << tr("What fits before that: %1").arg(matched.join(tr(", ")));
  m_answer->setText(lines.join(QChar('\n')));
  if (!signalsBlocked() && !m_places->signalsBlocked()) Q_EMIT chosen(answer.op);
}

}  // namespace tasoscope
