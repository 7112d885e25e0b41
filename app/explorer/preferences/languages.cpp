#include "preferences/languages.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QCoreApplication>
#include <QFile>
#include <QLibraryInfo>
#include <QLineEdit>
#include <QLocale>
#include <QMenu>
#include <QTabWidget>

namespace tasoscope {
namespace {

/// Widgets keep their texts in properties; these are the ones.
constexpr const char* kTextProperties[] = {"text",
                                           "title",
                                           "windowTitle",
                                           "toolTip",
                                           "statusTip",
                                           "accessibleName",
                                           "accessibleDescription",
                                           "placeholderText",
                                           "whatsThis",
                                           "prefix",
                                           "suffix",
                                           "specialValueText"};

QString bestFor(const QString& code) {
  for (const Language& language : Languages::all()) {
    if (language.code == code) return code;
  }
  const QString family = code.section(QChar('_'), 0, 0);
  for (const Language& language : Languages::all()) {
    if (language.code.section(QChar('_'), 0, 0) == family) return language.code;
  }
  return QStringLiteral("en");
}

}  // namespace

Languages::Languages(QObject* parent) : QTranslator(parent) { QCoreApplication::installTranslator(this); }

Languages::~Languages() {
  if (qApp) QCoreApplication::removeTranslator(this);
}

std::vector<Language> Languages::all() {
  return {{QStringLiteral("en"), QStringLiteral("English")},
          {QStringLiteral("zh_CN"), QString::fromUtf8("\u7b80\u4f53\u4e2d\u6587")}};
}

void Languages::use(const QString& code) {
  const QString wanted = bestFor(code.isEmpty() ? QLocale::system().name() : code);
  std::vector<Catalogue> catalogues;
  for (const QString& language : {wanted, QStringLiteral("en")}) {  // of English, the plurals
    QFile file(QStringLiteral(":/translations/tasoscope_%1.ts").arg(language));
    if (file.open(QIODevice::ReadOnly)) catalogues.push_back(Catalogue::read(file, file.fileName()));
  }
  auto qt = std::make_unique<QTranslator>();
  const bool hasQt = qt->load(QLocale(wanted), QStringLiteral("qtbase"), QStringLiteral("_"),
                              QLibraryInfo::path(QLibraryInfo::TranslationsPath));
  QHash<QString, Source> given;
  {
    const QMutexLocker lock(&m_mutex);
    m_catalogues = std::move(catalogues);
    m_qt = hasQt ? std::move(qt) : nullptr;
    m_current = wanted;
    given.swap(m_given);
    m_missing.clear();
  }
  QLocale::setDefault(code.isEmpty() ? QLocale::system() : QLocale(wanted));
  replaceTexts(given);
  QEvent event(QEvent::LanguageChange);  // Qt's own widgets listen to it
  QCoreApplication::sendEvent(qApp, &event);
  Q_EMIT changed();
}

QStringList Languages::missing() const {
  const QMutexLocker lock(&m_mutex);
  QStringList missing = m_missing.values();
  missing.sort();
  return missing;
}

QString Languages::look(const Source& source, int n) const {
  for (const Catalogue& catalogue : m_catalogues) {
    const QString text = catalogue.find(source.context, source.text, source.disambiguation, n);
    if (!text.isEmpty()) return text;
  }
  if (!m_qt) return {};
  return m_qt->translate(source.context.constData(), source.text.constData(),
                         source.disambiguation.isEmpty() ? nullptr : source.disambiguation.constData(), n);
}

QString Languages::translate(const char* context, const char* source, const char* disambiguation, int n) const {
  const Source asked{context, source, disambiguation};
  const QMutexLocker lock(&m_mutex);
  QString text = look(asked, n);
  const bool isOurs = asked.context.startsWith("tasoscope");
  if (isOurs && m_current != QLatin1String("en") && !m_catalogues.empty() &&
      m_catalogues.front().find(asked.context, asked.text, asked.disambiguation, n).isEmpty())
    m_missing.insert(QString::fromUtf8(context) + QStringLiteral(": ") + QString::fromUtf8(source));
  const bool isFixed = n < 0 && !asked.text.contains('%');
  if (isFixed) m_given.insert(text.isEmpty() ? QString::fromUtf8(source) : text, asked);
  return text;
}

void Languages::replaceTexts(const QHash<QString, Source>& given) {
  const auto now = [&](const QString& text) -> QString {
    const auto found = text.isEmpty() ? given.end() : given.find(text);
    if (found == given.end()) return {};
    return QCoreApplication::translate(found->context.constData(), found->text.constData(),
                                       found->disambiguation.isEmpty() ? nullptr : found->disambiguation.constData());
  };
  const auto replaceIn = [&](QObject* object) {
    for (const char* property : kTextProperties) {
      const QVariant value = object->property(property);
      if (value.userType() != QMetaType::QString) continue;
      if (const QString text = now(value.toString()); !text.isEmpty()) object->setProperty(property, text);
    }
  };
  for (QWidget* widget : QApplication::allWidgets()) {
    if (qobject_cast<QLineEdit*>(widget) && !widget->property("placeholderText").toString().isEmpty()) {
      if (const QString text = now(widget->property("placeholderText").toString()); !text.isEmpty())
        widget->setProperty("placeholderText", text);
      continue;  // its text is the user's
    }
    replaceIn(widget);
    if (auto* tabs = qobject_cast<QTabWidget*>(widget)) {
      for (int i = 0; i < tabs->count(); ++i) {
        if (const QString text = now(tabs->tabText(i)); !text.isEmpty()) tabs->setTabText(i, text);
      }
    }
    if (auto* combo = qobject_cast<QComboBox*>(widget)) {
      for (int i = 0; i < combo->count(); ++i) {
        if (const QString text = now(combo->itemText(i)); !text.isEmpty()) combo->setItemText(i, text);
      }
    }
    for (QAction* action : widget->actions()) replaceIn(action);
    for (QAction* action : widget->findChildren<QAction*>()) replaceIn(action);
  }
}

}  // namespace tasoscope
