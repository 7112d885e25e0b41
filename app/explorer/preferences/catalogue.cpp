#include "preferences/catalogue.h"

#include <QIODevice>
#include <QXmlStreamReader>
#include <algorithm>

#include "tensor/error.h"

namespace tasoscope {
namespace {

constexpr char kBetween = '\x04';

struct Message {
  QString source, comment;
  QStringList forms;  // the translation, or its plurals
  bool isUnfinished = false;
};

QStringList readTranslation(QXmlStreamReader& xml) {
  QStringList forms;
  QString text;
  while (xml.readNext() != QXmlStreamReader::EndElement) {
    if (xml.isCharacters())
      text += xml.text();
    else if (xml.isStartElement() && xml.name() == QLatin1String("numerusform"))
      forms << xml.readElementText();
    if (xml.hasError()) break;
  }
  return forms.isEmpty() ? QStringList(text) : forms;
}

Message readMessage(QXmlStreamReader& xml) {
  Message message;
  while (xml.readNextStartElement()) {
    if (xml.name() == QLatin1String("source")) {
      message.source = xml.readElementText();
    } else if (xml.name() == QLatin1String("comment")) {
      message.comment = xml.readElementText();
    } else if (xml.name() == QLatin1String("translation")) {
      message.isUnfinished = xml.attributes().hasAttribute(QLatin1String("type"));
      message.forms = readTranslation(xml);
    } else {
      xml.skipCurrentElement();
    }
  }
  return message;
}

}  // namespace

Catalogue Catalogue::read(QIODevice& file, const QString& name) {
  Catalogue catalogue;
  QXmlStreamReader xml(&file);
  if (xml.readNextStartElement() && xml.name() == QLatin1String("TS"))
    catalogue.m_language = xml.attributes().value(QLatin1String("language")).toString();
  else
    xml.raiseError(QStringLiteral("not a translation"));
  QString context;
  while (xml.readNextStartElement()) {  // <context>
    while (xml.readNextStartElement()) {
      if (xml.name() == QLatin1String("name")) {
        context = xml.readElementText();
      } else if (xml.name() == QLatin1String("message")) {
        const Message message = readMessage(xml);
        const bool isMissing =
            std::all_of(message.forms.begin(), message.forms.end(), [](const QString& form) { return form.isEmpty(); });
        if (message.isUnfinished || isMissing) continue;
        const QByteArray anywhere = message.comment.toUtf8() + kBetween + message.source.toUtf8();
        catalogue.m_exact.insert(context.toUtf8() + kBetween + anywhere, message.forms);
        catalogue.m_anywhere.insert(anywhere, message.forms);
      } else {
        xml.skipCurrentElement();
      }
    }
  }
  if (xml.hasError()) {
    throw FileError(QStringLiteral("%1:%2: %3").arg(name).arg(xml.lineNumber()).arg(xml.errorString()).toStdString());
  }
  return catalogue;
}

/// Chinese has one form; English, and whoever counts like it, has two.
int Catalogue::pluralOf(int n) const {
  if (n < 0 || m_language.startsWith(QLatin1String("zh"))) return 0;
  return n == 1 ? 0 : 1;
}

QString Catalogue::find(const QByteArray& context, const QByteArray& source, const QByteArray& comment, int n) const {
  const QByteArray anywhere = comment + kBetween + source;
  auto found = m_exact.find(context + kBetween + anywhere);
  if (found == m_exact.end()) {
    found = m_anywhere.find(anywhere);
    if (found == m_anywhere.end()) return {};
  }
  return found->value(std::min<qsizetype>(pluralOf(n), found->size() - 1));
}

}  // namespace tasoscope
