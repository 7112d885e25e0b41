#pragma once
// The texts of one language, read from a translation file of Qt (.ts) as it is: building the program needs none of Qt's
// translation tools.

#include <QByteArray>
#include <QHash>
#include <QString>
#include <QStringList>

class QIODevice;

namespace tasoscope {

class Catalogue {
 public:
  /// Unfinished and empty translations count as missing. Throws FileError for what is no such file.
  static Catalogue read(QIODevice& file, const QString& name);

  /// Empty when the text is not translated. `n` chooses the plural; below 0: there is none. A text that has moved to
  /// another class is found, too.
  QString find(const QByteArray& context, const QByteArray& source, const QByteArray& comment, int n) const;
  qsizetype size() const { return m_exact.size(); }

 private:
  int pluralOf(int n) const;

  QString m_language;
  QHash<QByteArray, QStringList> m_exact;     // by context, comment and source
  QHash<QByteArray, QStringList> m_anywhere;  // by comment and source
};

}  // namespace tasoscope
