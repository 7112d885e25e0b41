#include "views/models/property_model.h"

#include <QFont>

namespace tasoscope {

void PropertyModel::setSections(std::vector<PropertySection> sections) {
  beginResetModel();
  m_sections = std::move(sections);
  std::erase_if(m_sections, [](const PropertySection& section) { return section.rows.empty(); });
  endResetModel();
}

const PropertyRow* PropertyModel::rowAt(const QModelIndex& index) const {
  if (!index.isValid() || index.internalId() == kTop) return nullptr;
  return &m_sections[static_cast<std::size_t>(index.internalId())].rows[static_cast<std::size_t>(index.row())];
}

PropertyLink PropertyModel::linkAt(const QModelIndex& index) const {
  const PropertyRow* row = rowAt(index);
  return row ? row->link : PropertyLink();
}

bool PropertyModel::isWide(const QModelIndex& index) const {
  const PropertyRow* row = rowAt(index);
  return !row || row->value.isEmpty() || !row->histogram.empty();
}

QString PropertyModel::table() const {
  QString text;
  for (const PropertySection& section : m_sections) {
    for (const PropertyRow& row : section.rows) {
      QString value = row.value;
      text += QStringList{section.title, row.name, value.replace(QChar('\n'), QChar(' '))}.join(QChar('\t'));
      text += QChar('\n');
    }
  }
  return text;
}

QModelIndex PropertyModel::index(int row, int column, const QModelIndex& parent) const {
  if (!hasIndex(row, column, parent)) return {};
  return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) : kTop);
}

QModelIndex PropertyModel::parent(const QModelIndex& child) const {
  if (!child.isValid() || child.internalId() == kTop) return {};
  return createIndex(static_cast<int>(child.internalId()), 0, kTop);
}

int PropertyModel::rowCount(const QModelIndex& parent) const {
  if (!parent.isValid()) return static_cast<int>(m_sections.size());
  if (parent.internalId() != kTop || parent.column() != 0) return 0;
  return static_cast<int>(m_sections[static_cast<std::size_t>(parent.row())].rows.size());
}

int PropertyModel::columnCount(const QModelIndex&) const { return 2; }

QVariant PropertyModel::sectionData(const QModelIndex& index, int role) const {
  if (role == Qt::FontRole) {
    QFont font;
    font.setBold(true);
    return font;
  }
  if (role != Qt::DisplayRole || index.column() != 0) return {};
  return m_sections[static_cast<std::size_t>(index.row())].title;
}

QVariant PropertyModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const PropertyRow* row = rowAt(index);
  if (!row) return sectionData(index, role);
  switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole:
      return index.column() == 0 ? row->name : row->value;
    case Qt::AccessibleTextRole:
      return row->value.isEmpty() ? row->name : QStringLiteral("%1: %2").arg(row->name, row->value);
    case Qt::TextAlignmentRole:
      return QVariant::fromValue(Qt::AlignLeft | Qt::AlignTop);
    case LinkRole:
      return !std::holds_alternative<std::monostate>(row->link) && (index.column() == 1 || row->value.isEmpty());
    case HistogramRole: {
      if (row->histogram.empty()) return {};
      QVariantList counts;
      for (const std::int64_t count : row->histogram) counts << static_cast<qlonglong>(count);
      return counts;
    }
    default:
      return {};
  }
}

QVariant PropertyModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  return section == 0 ? tr("Property") : tr("Value");
}

}  // namespace tasoscope
