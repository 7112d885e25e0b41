#include "start/start_page.h"

#include <QAction>
#include <QDir>
#include <QFileInfo>
#include <QGridLayout>
#include <QIcon>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>

#include "actions/action_registry.h"
#include "onnx/zoo/zoo.h"
#include "start/sample_card.h"
#include "start/unsaved_work_list.h"
#include "views/text/text_scale.h"

namespace tasoscope {
namespace {

constexpr int kSpacing = 16;
constexpr int kMargin = 28;
constexpr int kMostColumns = 4;

QString fromView(std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

QLabel* headline(const QString& text, double factor) {
  auto* label = new QLabel(text);
  QFont font = label->font();
  font.setBold(true);
  font.setPointSizeF(font.pointSizeF() * factor);
  label->setFont(font);
  return label;
}

/// A line to click, that looks like it.
QPushButton* line(const QString& text) {
  auto* button = new QPushButton(text);
  button->setFlat(true);
  button->setCursor(Qt::PointingHandCursor);
  button->setStyleSheet(
      QStringLiteral("QPushButton { text-align: left; padding: 4px; border: 2px solid transparent; "
                     "border-radius: 4px; color: palette(link); }"
                     "QPushButton:hover { text-decoration: underline; }"
                     "QPushButton:focus { border-color: palette(highlight); }"));
  return button;
}

}  // namespace

StartPage::StartPage(QAction* open, QWidget* parent)
    : QWidget(parent),
      m_grid(new QGridLayout),
      m_unsaved(new UnsavedWorkList),
      m_recent(new QWidget),
      m_recentLayout(new QVBoxLayout(m_recent)),
      m_lessons(new QVBoxLayout) {
  setObjectName(QStringLiteral("startPage"));
  m_recentLayout->setContentsMargins(0, 0, 0, 0);
  m_recentLayout->setSpacing(2);
  m_grid->setSpacing(kSpacing);
  auto* content = new QWidget;
  auto* layout = new QVBoxLayout(content);
  layout->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
  layout->setSpacing(14);
  layout->addWidget(makeHeader(open));
  layout->addWidget(m_unsaved);
  layout->addWidget(m_recent);
  m_lessons->setSpacing(2);
  layout->addLayout(m_lessons);
  layout->addWidget(headline(tr("Samples"), 1.25));
  layout->addLayout(m_grid);
  layout->addStretch();
  const std::map<QString, SampleCosts> costs = recordedSampleCosts();
  bool isFirst = true;
  std::vector<const ZooEntry*> entries;
  for (const ZooEntry& entry : zooEntries()) entries.push_back(&entry);
  std::stable_partition(entries.begin(), entries.end(),
                        [](const ZooEntry* entry) { return entry->name == "taso-module"; });
  for (const ZooEntry* entry : entries) {
    auto* card = new SampleCard(fromView(entry->name), fromView(entry->title), fromView(entry->sentence), isFirst);
    isFirst = false;
    connect(card, &SampleCard::clicked, this, [this, card] { Q_EMIT sampleChosen(card->name()); });
    if (const auto found = costs.find(card->name()); found != costs.end()) card->setCosts(found->second);
    m_cards.push_back(card);
  }
  auto* scroll = new QScrollArea;
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setWidgetResizable(true);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setWidget(content);
  auto* outer = new QVBoxLayout(this);
  outer->setContentsMargins(0, 0, 0, 0);
  outer->addWidget(scroll);
  arrangeCards();
}

QWidget* StartPage::makeHeader(QAction* open) {
  auto* header = new QWidget;
  auto* icon = new QLabel;
  icon->setPixmap(QIcon(QStringLiteral(":/icons/tasoscope.svg")).pixmap(64, 64));
  auto* what =
      new QLabel(tr("Look at an ONNX model, find cheaper graphs that compute the same, and follow every step."));
  what->setWordWrap(true);
  auto* button = new QPushButton(tr("Open a model…"));
  button->setObjectName(QStringLiteral("openButton"));
  button->setMinimumHeight(34);
  connect(button, &QPushButton::clicked, open, &QAction::trigger);
  auto* hint = new QLabel(tr("or drop an .onnx file or a project anywhere in this window"));
  auto* layout = new QGridLayout(header);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setHorizontalSpacing(16);
  layout->addWidget(icon, 0, 0, 2, 1);
  layout->addWidget(headline(QStringLiteral("Tasoscope"), 1.9), 0, 1, 1, 2);
  layout->addWidget(what, 1, 1, 1, 2);
  layout->addWidget(button, 2, 1);
  layout->addWidget(hint, 2, 2);
  layout->setColumnStretch(2, 1);
  return header;
}

void StartPage::setRecentFiles(const QStringList& files) {
  while (QLayoutItem* item = m_recentLayout->takeAt(0)) {
    delete item->widget();
    delete item;
  }
  m_recent->setVisible(!files.isEmpty());
  if (files.isEmpty()) return;
  m_recentLayout->addWidget(headline(tr("Recent"), 1.25));
  for (const QString& file : files) {
    QPushButton* button = line(
        QStringLiteral("%1    %2").arg(QFileInfo(file).fileName(), QDir::toNativeSeparators(QFileInfo(file).path())));
    connect(button, &QPushButton::clicked, this, [this, file] { Q_EMIT fileChosen(file); });
    m_recentLayout->addWidget(button);
  }
}

void StartPage::setLessons(const QList<QAction*>& lessons) {
  m_lessons->addWidget(headline(tr("Learn"), 1.25));
  for (QAction* lesson : lessons) {
    const auto textOf = [lesson] { return QStringLiteral("%1    %2").arg(plainTextOf(*lesson), lesson->statusTip()); };
    QPushButton* button = line(textOf());
    connect(button, &QPushButton::clicked, lesson, &QAction::trigger);
    connect(lesson, &QAction::changed, button, [button, textOf] { button->setText(textOf()); });
    m_lessons->addWidget(button);
  }
}

void StartPage::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::FontChange) arrangeCards();
}

void StartPage::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  arrangeCards();
}

void StartPage::arrangeCards() {
  const int room = width() - 2 * kMargin - 20;
  const int columns = std::clamp((room + kSpacing) / (scaled(SampleCard::kWidth) + kSpacing), 1, kMostColumns);
  if (columns == m_columns) return;
  m_columns = columns;
  for (SampleCard* card : m_cards) m_grid->removeWidget(card);
  for (int column = 0; column < kMostColumns; ++column) m_grid->setColumnStretch(column, column < columns ? 1 : 0);
  int index = 0;
  for (SampleCard* card : m_cards) {
    m_grid->addWidget(card, index / columns, index % columns);
    ++index;
  }
}

}  // namespace tasoscope
