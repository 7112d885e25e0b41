#include "preferences/key_page.h"

#include <QFile>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QVBoxLayout>

#include "preferences/key_model.h"
#include "tensor/error.h"
#include "window/file_choice.h"

namespace tasoscope {

KeyPage::KeyPage(const ActionRegistry& actions, KeyMap& keys, QWidget* parent)
    : QWidget(parent),
      m_actions(actions),
      m_keys(keys),
      m_model(new KeyModel(actions, keys, this)),
      m_found(new QSortFilterProxyModel(this)),
      m_table(new QTableView),
      m_edit(new QKeySequenceEdit),
      m_message(new QLabel),
      m_take(new QPushButton(tr("Use it here instead"))),
      m_remove(new QPushButton(tr("Remove keys"))),
      m_reset(new QPushButton(tr("Reset"))) {
  m_found->setSourceModel(m_model);
  m_found->setFilterCaseSensitivity(Qt::CaseInsensitive);
  m_found->setFilterKeyColumn(-1);
  m_table->setObjectName(QStringLiteral("keyTable"));
  m_table->setAccessibleName(tr("Actions and their keys"));
  m_table->setModel(m_found);
  m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
  m_table->setSelectionMode(QAbstractItemView::SingleSelection);
  m_table->setTabKeyNavigation(false);
  m_table->setShowGrid(false);
  m_table->verticalHeader()->hide();
  m_table->verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  m_table->horizontalHeader()->setStretchLastSection(true);
  m_table->resizeColumnsToContents();
  auto* find = new QLineEdit;
  find->setObjectName(QStringLiteral("keyFilter"));
  find->setPlaceholderText(tr("Find an action or a key"));
  find->setAccessibleName(find->placeholderText());
  find->setClearButtonEnabled(true);
  m_edit->setObjectName(QStringLiteral("keyEdit"));
  m_edit->setAccessibleName(tr("New keys"));
  m_message->setWordWrap(true);
  m_message->setObjectName(QStringLiteral("keyMessage"));
  auto* resetAll = new QPushButton(tr("Reset all"));
  auto* save = new QPushButton(tr("Save to a file…"));
  auto* load = new QPushButton(tr("Load from a file…"));
  auto* label = new QLabel(tr("&New keys"));
  label->setBuddy(m_edit);
  auto* row = new QHBoxLayout;
  row->addWidget(label);
  row->addWidget(m_edit, 1);
  auto* change = new QHBoxLayout;
  for (QPushButton* button : {m_remove, m_reset, resetAll}) change->addWidget(button);
  change->addStretch();
  auto* files = new QHBoxLayout;
  for (QPushButton* button : {save, load}) files->addWidget(button);
  files->addStretch();
  auto* layout = new QVBoxLayout(this);
  layout->addWidget(find);
  layout->addWidget(m_table, 1);
  layout->addLayout(row);
  layout->addWidget(m_message);
  layout->addWidget(m_take, 0, Qt::AlignLeft);
  layout->addLayout(change);
  layout->addLayout(files);

  connect(find, &QLineEdit::textChanged, m_found, &QSortFilterProxyModel::setFilterFixedString);
  connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &KeyPage::showCurrent);
  connect(m_edit, &QKeySequenceEdit::editingFinished, this, [this] { setKey(m_edit->keySequence()); });
  connect(m_take, &QPushButton::clicked, this, &KeyPage::takeFromOthers);
  connect(m_remove, &QPushButton::clicked, this, [this] {
    if (current()) m_keys.setKeys(*current(), {});
    showCurrent();
  });
  connect(m_reset, &QPushButton::clicked, this, [this] {
    if (current()) m_keys.reset(*current());
    showCurrent();
  });
  connect(resetAll, &QPushButton::clicked, this, [this] {
    m_keys.resetAll();
    showCurrent();
  });
  connect(save, &QPushButton::clicked, this, &KeyPage::exportKeys);
  connect(load, &QPushButton::clicked, this, &KeyPage::importKeys);
  m_table->selectRow(0);
  showCurrent();
}

QAction* KeyPage::current() const {
  const QModelIndex index = m_table->currentIndex();
  return index.isValid() ? m_model->actionAt(m_found->mapToSource(index).row()) : nullptr;
}

QString KeyPage::message() const { return m_message->text(); }

void KeyPage::choose(const QString& action) {
  for (int row = 0; row < m_found->rowCount(); ++row) {
    if (m_model->actionAt(m_found->mapToSource(m_found->index(row, 0)).row())->objectName() == action) {
      m_table->selectRow(row);
    }
  }
}

void KeyPage::say(const QString& text) {
  m_message->setText(text);
  m_message->setVisible(!text.isEmpty());
}

void KeyPage::showCurrent() {
  const QAction* action = current();
  m_take->hide();
  say({});
  for (QPushButton* button : {m_remove, m_reset}) button->setEnabled(action);
  m_edit->setEnabled(action);
  const QList<QKeySequence> keys = action ? m_keys.keysOf(*action) : QList<QKeySequence>();
  m_edit->setKeySequence(keys.isEmpty() ? QKeySequence() : keys.front());
}

void KeyPage::setKey(const QKeySequence& key) {
  const QAction* action = current();
  if (!action || key.isEmpty() || m_keys.keysOf(*action).contains(key)) return;
  m_edit->setKeySequence(key);
  const std::vector<QAction*> others = m_keys.conflicts(*action, key);
  if (!others.empty()) {
    say(tr("%1 belongs to: %2").arg(key.toString(QKeySequence::NativeText), plainTextOf(*others.front())));
    m_take->show();
    return;
  }
  m_keys.setKeys(*action, {key});
  showCurrent();
}

void KeyPage::takeFromOthers() {
  const QAction* action = current();
  const QKeySequence key = m_edit->keySequence();
  if (!action || key.isEmpty()) return;
  for (const QAction* other : m_keys.conflicts(*action, key)) {
    QList<QKeySequence> keys = m_keys.keysOf(*other);
    keys.removeAll(key);
    m_keys.setKeys(*other, keys);
  }
  setKey(key);
}

void KeyPage::exportKeys() {
  auto* dialog = new QFileDialog(this, tr("Save keys"), {}, tr("Keys (*.json)"));
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setDefaultSuffix(QStringLiteral("json"));
  openDialog(dialog, this, [this](const QString& path) {
    QFile file(path);
    const QByteArray text = m_keys.exported();
    const bool isWritten = file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
    say(isWritten ? tr("The keys are in %1.").arg(path) : tr("%1 cannot be written: %2").arg(path, file.errorString()));
  });
}

void KeyPage::importKeys() {
  auto* dialog = new QFileDialog(this, tr("Load keys"), {}, tr("Keys (*.json)"));
  dialog->setFileMode(QFileDialog::ExistingFile);
  openDialog(dialog, this, [this](const QString& path) {
    QFile file(path);
    try {
      if (!file.open(QIODevice::ReadOnly)) throw FileError(tr("%1 cannot be read").arg(path).toStdString());
      m_keys.import(file.readAll(), path);
      showCurrent();
    } catch (const FileError& error) {
      say(QString::fromUtf8(error.what()));
    }
  });
}

}  // namespace tasoscope
