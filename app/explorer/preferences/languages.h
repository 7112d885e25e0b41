#pragma once
// The language of the program, and changing it while it runs.
//
// Texts are made with tr() where they are needed, thousands of them, and no widget is asked to make its texts anew.
// Instead the translator remembers which text it gave for which source; on a change, every text on the screen that it
// once gave is replaced by what it gives now. Texts with numbers in them are made anew by whoever shows them
// (`changed`).

#include <QHash>
#include <QMutex>
#include <QSet>
#include <QStringList>
#include <QTranslator>
#include <memory>
#include <vector>

#include "preferences/catalogue.h"

namespace tasoscope {

/// A language that the program speaks.
struct Language {
  QString code;  ///< "en", "zh_CN"
  QString name;  ///< in the language itself
};

class Languages : public QTranslator {
  Q_OBJECT

 public:
  /// Installs itself in the application.
  explicit Languages(QObject* parent = nullptr);
  ~Languages() override;

  static std::vector<Language> all();
  /// That in which the program speaks now.
  QString current() const { return m_current; }
  /// Empty: the system's, as far as the program speaks it.
  void use(const QString& code);

  /// Texts of ours that were asked for and are not translated into the current language.
  QStringList missing() const;

  QString translate(const char* context, const char* source, const char* disambiguation, int n) const override;
  bool isEmpty() const override { return false; }

 Q_SIGNALS:
  void changed();

 private:
  struct Source {
    QByteArray context, text, disambiguation;
  };
  QString look(const Source& source, int n) const;
  void replaceTexts(const QHash<QString, Source>& given);

  std::vector<Catalogue> m_catalogues;  // ours, asked in this order
  std::unique_ptr<QTranslator> m_qt;    // for the texts of Qt's own dialogs
  QString m_current = QStringLiteral("en");
  mutable QMutex m_mutex;  // pictures are made, and named, on the session's thread
  mutable QHash<QString, Source> m_given;
  mutable QSet<QString> m_missing;
};

}  // namespace tasoscope
