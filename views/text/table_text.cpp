#include "views/text/table_text.h"

#include <QAbstractItemView>
#include <algorithm>

namespace tasoscope {
namespace {

QString lineOf(const QAbstractItemModel& model, int row, const QModelIndex& parent) {
  QStringList fields;
  for (int column = 0; column < model.columnCount(parent); ++column)
    fields << model.index(row, column, parent).data().toString().simplified();
  return fields.join(QChar('\t')) + QChar('\n');
}

void addAll(const QAbstractItemModel& model, const QModelIndex& parent, QString& text) {
  for (int row = 0; row < model.rowCount(parent); ++row) {
    text += lineOf(model, row, parent);
    addAll(model, model.index(row, 0, parent), text);
  }
}

}  // namespace

QString tableText(const QAbstractItemView& view) {
  const QAbstractItemModel& model = *view.model();
  QStringList titles;
  for (int column = 0; column < model.columnCount(); ++column)
    titles << model.headerData(column, Qt::Horizontal).toString();
  QString text = titles.join(QChar('\t')) + QChar('\n');
  QModelIndexList rows = view.selectionModel()->selectedRows();
  if (rows.size() < 2) {
    addAll(model, {}, text);
    return text;
  }
  std::ranges::sort(rows, [](const QModelIndex& a, const QModelIndex& b) { return a.row() < b.row(); });
  for (const QModelIndex& row : rows) text += lineOf(model, row.row(), row.parent());
  return text;
}

}  // namespace tasoscope
