#include "window/find_bar.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QToolButton>
#include <algorithm>
#include <utility>

namespace tasoscope {

namespace {

bool hasAll(const QString& text, const QStringList& words) {
  return std::all_of(words.begin(), words.end(),
                     [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
}

QStringList wordsOf(const QString& text) { return text.split(QChar(' '), Qt::SkipEmptyParts); }

}  // namespace

std::vector<std::uint64_t> findBoxes(const Picture& picture, const QString& text) {
  const QStringList words = wordsOf(text);
  std::vector<std::uint64_t> found;
  if (words.isEmpty()) return found;
  for (const PictureBox& box : picture.boxes) {
    if (hasAll(box.searchText, words)) found.push_back(box.key);
  }
  return found;
}

FindBar::FindBar(QWidget* parent) : QWidget(parent), m_field(new QLineEdit), m_count(new QLabel) {
  setObjectName(QStringLiteral("findBar"));
  m_field->setObjectName(QStringLiteral("findField"));
  m_field->setPlaceholderText(tr("Name or operator"));
  m_field->setAccessibleName(tr("Find by name or operator"));
  m_field->setClearButtonEnabled(true);
  m_field->setMinimumWidth(260);
  auto* label = new QLabel(tr("Find"));
  label->setBuddy(m_field);
  auto* close = new QToolButton;
  close->setText(QString(QChar(0x2715)));
  close->setAutoRaise(true);
  close->setAccessibleName(tr("Close the find bar"));
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(10, 4, 6, 4);
  layout->addWidget(label);
  layout->addWidget(m_field);
  layout->addWidget(m_count);
  layout->addStretch();
  layout->addWidget(close);
  connect(close, &QToolButton::clicked, this, [this] {
    hide();
    Q_EMIT dismissed();
  });
  connect(m_field, &QLineEdit::textChanged, this, &FindBar::search);
  connect(m_field, &QLineEdit::returnPressed, this, &FindBar::next);
  hide();
}

void FindBar::setPicture(std::shared_ptr<const Picture> picture) {
  m_picture = std::move(picture);
  searchAgain();
}

void FindBar::setHidden(std::function<std::vector<FindEntry>()> read) {
  m_hiddenReader = std::move(read);
  m_hidden.clear();
  m_hiddenKeys.clear();
  searchAgain();
}

void FindBar::readHidden() {
  if (!m_hiddenReader) return;
  m_hidden = std::exchange(m_hiddenReader, nullptr)();
  for (const FindEntry& entry : m_hidden) m_hiddenKeys.insert(entry.key);
}

/// What is shown has changed: stays at what was found.
void FindBar::searchAgain() {
  if (!isVisible()) return;
  const std::uint64_t here = m_found.empty() ? 0 : m_found[m_at];
  collect();
  const auto same = std::find(m_found.begin(), m_found.end(), here);
  m_at = same == m_found.end() ? 0 : static_cast<std::size_t>(same - m_found.begin());
  report();
}

void FindBar::open() {
  show();
  m_field->setFocus(Qt::ShortcutFocusReason);
  m_field->selectAll();
  if (!m_field->text().isEmpty() && m_found.empty()) search();
}

void FindBar::collect() {
  readHidden();
  m_found = m_picture ? findBoxes(*m_picture, m_field->text()) : std::vector<std::uint64_t>();
  const QStringList words = wordsOf(m_field->text());
  for (const FindEntry& entry : m_hidden) {
    if (!words.isEmpty() && hasAll(entry.text, words)) m_found.push_back(entry.key);
  }
}

void FindBar::search() {
  collect();
  m_at = 0;
  report();
  if (!m_found.empty()) Q_EMIT found(m_found.front());
}

void FindBar::go(int direction) {
  if (m_found.empty()) {
    search();
    return;
  }
  if (isHidden(m_found[m_at])) {
    Q_EMIT visited(m_found[m_at]);
    return;
  }
  m_at = (m_at + m_found.size() + static_cast<std::size_t>(direction)) % m_found.size();
  report();
  if (isHidden(m_found[m_at]))
    Q_EMIT visited(m_found[m_at]);
  else
    Q_EMIT found(m_found[m_at]);
}

void FindBar::report() {
  if (m_field->text().trimmed().isEmpty())
    m_count->clear();
  else if (m_found.empty())
    m_count->setText(tr("nothing found"));
  else
    m_count->setText(tr("%1 of %2")
                         .arg(QLocale().toString(static_cast<qulonglong>(m_at + 1)),
                              QLocale().toString(static_cast<qulonglong>(m_found.size()))));
}

void FindBar::keyPressEvent(QKeyEvent* event) {
  if (event->key() != Qt::Key_Escape) {
    QWidget::keyPressEvent(event);
    return;
  }
  hide();
  Q_EMIT dismissed();
}

}  // namespace tasoscope
