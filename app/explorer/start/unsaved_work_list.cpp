#include "start/unsaved_work_list.h"

#include <QDateTime>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QVBoxLayout>

#include "session/project.h"
#include "views/text/cost_text.h"

namespace tasoscope {
namespace {

constexpr int kMinimumTarget = 28;

QString timeOf(const UnsavedWork& work) {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(work.time.time_since_epoch()).count();
  return QLocale().toString(QDateTime::fromSecsSinceEpoch(seconds), QLocale::ShortFormat);
}

}  // namespace

UnsavedWorkList::UnsavedWorkList(QWidget* parent) : QWidget(parent), m_layout(new QVBoxLayout(this)) {
  setObjectName(QStringLiteral("unsavedWork"));
  m_layout->setContentsMargins(0, 0, 0, 0);
  m_layout->setSpacing(2);
  m_pool.setMaxThreadCount(1);
  hide();
}

UnsavedWorkList::~UnsavedWorkList() { m_pool.waitForDone(); }

void UnsavedWorkList::read(const QString& stateFolder) {
  m_folder = stateFolder;
  ++m_reading;
  m_pool.start([this, folder = std::filesystem::path(stateFolder.toStdString())] {
    QMetaObject::invokeMethod(this, [this, work = unsavedWork(folder)] {
      if (--m_reading == 0) show(work);
    });
  });
}

void UnsavedWorkList::show(const std::vector<UnsavedWork>& work) {
  while (QLayoutItem* item = m_layout->takeAt(0)) {
    if (item->widget()) item->widget()->deleteLater();
    delete item;
  }
  hide();
  if (!work.empty()) {
    auto* headline = new QLabel(tr("Unsaved work"));
    QFont font = headline->font();
    font.setBold(true);
    font.setPointSizeF(font.pointSizeF() * 1.25);
    headline->setFont(font);
    m_layout->addWidget(headline);
  }
  for (const UnsavedWork& one : work) m_layout->addWidget(rowOf(one));
  setVisible(!work.empty());
  Q_EMIT shown();
}

QWidget* UnsavedWorkList::rowOf(const UnsavedWork& work) {
  const QString journal = QString::fromStdString(work.journal.string());
  const QString project = QFileInfo(QString::fromStdString(work.project.string())).fileName();
  const QString name = project.isEmpty() ? QString::fromStdString(work.model)
                                         : tr("%1, of %2").arg(project, QString::fromStdString(work.model));
  const std::int64_t from = work.loaded.picoseconds, to = work.current.picoseconds;
  const QString steps = tr("%n steps", nullptr, static_cast<int>(work.steps));
  const QString facts = tr("%1, %2, %3 on %4")
                            .arg(timeOf(work), steps, from == to ? costText(to) : changeText(to - from, from),
                                 QString::fromStdString(work.device));
  auto* row = new QWidget;
  auto* layout = new QHBoxLayout(row);
  layout->setContentsMargins(4, 0, 0, 0);
  auto* label = new QLabel(QStringLiteral("%1    %2").arg(name, facts));
  label->setTextFormat(Qt::PlainText);
  label->setWordWrap(true);
  layout->addWidget(label, 1);
  const auto add = [&](const QString& text, const QString& help, auto run) {
    auto* button = new QPushButton(text);
    button->setMinimumHeight(kMinimumTarget);
    button->setAccessibleName(help.arg(name));
    connect(button, &QPushButton::clicked, this, run);
    layout->addWidget(button);
  };
  add(tr("Restore"), tr("Restore %1"), [this, journal] { Q_EMIT chosen(journal); });
  add(tr("Throw away"), tr("Throw away %1"), [this, journal] { discard(journal); });
  return row;
}

void UnsavedWorkList::discard(const QString& journal) {
  m_pool.start([path = std::filesystem::path(journal.toStdString())] { discardWork(path); });
  read(m_folder);
}

}  // namespace tasoscope
