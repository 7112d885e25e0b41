#include "text/report_words.h"

#include <QCoreApplication>
#include <QLocale>
#include <array>

namespace tasoscope {
namespace {

// What engine/session/report_html.cpp says: listed here for the translators. {} are the places of values.
[[maybe_unused]] constexpr std::array kTexts = {
    QT_TRANSLATE_NOOP("tasoscope::Report", "no change"),
    QT_TRANSLATE_NOOP("tasoscope::Report", "{} ops {}"),
    QT_TRANSLATE_NOOP("tasoscope::Report", "{} ops without a price"),
    QT_TRANSLATE_NOOP("tasoscope::Report", "Model"),
    QT_TRANSLATE_NOOP("tasoscope::Report", "File"),
    QT_TRANSLATE_NOOP("tasoscope::Report", "Device"),
    QT_TRANSLATE_NOOP("tasoscope::Report", "Dimension {}"),
    QT_TRANSLATE_NOOP("tasoscope::Report", "Remark"),
    QT_TRANSLATE_NOOP("tasoscope::Report", "Nothing was changed."),
    QT_TRANSLATE_NOOP("tasoscope::Report", "Sum of kernels"),
    QT_TRANSLATE_NOOP("tasoscope::Report", "Where it comes from"),
    QT_TRANSLATE_NOOP("tasoscope::Report", "Nodes"),
    QT_TRANSLATE_NOOP("tasoscope::Report", "Launches"),
    QT_TRANSLATE_NOOP("tasoscope::Report", "Weights"),
    QT_TRANSLATE_NOOP("tasoscope::Report", "Before"),
    QT_TRANSLATE_NOOP("tasoscope::Report", "After"),
    QT_TRANSLATE_NOOP("tasoscope::Report", "as loaded"),
    QT_TRANSLATE_NOOP("tasoscope::Report", "The cost after each step, between {} and {}."),
    QT_TRANSLATE_NOOP("tasoscope::Report", "The cost after each step"),
    QT_TRANSLATE_NOOP("tasoscope::Report", "None."),
    QT_TRANSLATE_NOOP("tasoscope::Report", "Substitution"),
    QT_TRANSLATE_NOOP("tasoscope::Report", "Standing"),
    QT_TRANSLATE_NOOP("tasoscope::Report", "Where"),
    QT_TRANSLATE_NOOP("tasoscope::Report", "Change"),
    QT_TRANSLATE_NOOP("tasoscope::Report", "Cost then"),
    QT_TRANSLATE_NOOP("tasoscope::Report", "The first {} of {}."),
    QT_TRANSLATE_NOOP("tasoscope::Report", "Operator"),
    QT_TRANSLATE_NOOP("tasoscope::Report", "Name"),
    QT_TRANSLATE_NOOP("tasoscope::Report", "Cost"),
    QT_TRANSLATE_NOOP("tasoscope::Report", "Share"),
    QT_TRANSLATE_NOOP("tasoscope::Report", "The result was not written, and so not verified."),
    QT_TRANSLATE_NOOP("tasoscope::Report", "Not verified, as asked."),
    QT_TRANSLATE_NOOP("tasoscope::Report",
                      "original and result were evaluated on {} inputs in float64; the largest difference is {} of the "
                      "largest output, the tolerance is {}."),
    QT_TRANSLATE_NOOP("tasoscope::Report", "Taken to be equal because its inputs are: {}"),
    QT_TRANSLATE_NOOP("tasoscope::Report", "Written to {}, {}."),
    QT_TRANSLATE_NOOP("tasoscope::Report", "Written to {}, {}; the original has {}."),
    QT_TRANSLATE_NOOP("tasoscope::Report", "Rule"),
    QT_TRANSLATE_NOOP("tasoscope::Report", "Numbers"),
    QT_TRANSLATE_NOOP("tasoscope::Report", "Times"),
    QT_TRANSLATE_NOOP("tasoscope::Report", "Model and device"),
    QT_TRANSLATE_NOOP("tasoscope::Report", "Cost before and after"),
    QT_TRANSLATE_NOOP("tasoscope::Report", "Steps"),
    QT_TRANSLATE_NOOP("tasoscope::Report", "What costs most, after"),
    QT_TRANSLATE_NOOP("tasoscope::Report", "Verification"),
    QT_TRANSLATE_NOOP("tasoscope::Report", "Rules used"),
    QT_TRANSLATE_NOOP("tasoscope::Report", "Pictures"),
    QT_TRANSLATE_NOOP("tasoscope::Report", "faster"),
    QT_TRANSLATE_NOOP("tasoscope::Report", "slower"),
    QT_TRANSLATE_NOOP("tasoscope::Report", "measured"),
    QT_TRANSLATE_NOOP("tasoscope::Report", "recorded"),
    QT_TRANSLATE_NOOP("tasoscope::Report", "estimated"),
    QT_TRANSLATE_NOOP("tasoscope::Report", "proved"),
    QT_TRANSLATE_NOOP("tasoscope::Report", "tested"),
    QT_TRANSLATE_NOOP("tasoscope::Report", "assumed"),
    QT_TRANSLATE_NOOP("tasoscope::Report", "refuted"),
    QT_TRANSLATE_NOOP("tasoscope::Report", "exact"),
    QT_TRANSLATE_NOOP("tasoscope::Report", "reassociating"),
    QT_TRANSLATE_NOOP("tasoscope::Report", "folding"),
    QT_TRANSLATE_NOOP("tasoscope::Report", "approximate"),
    QT_TRANSLATE_NOOP("tasoscope::Report", "equivalent"),
    QT_TRANSLATE_NOOP("tasoscope::Report", "different"),
    QT_TRANSLATE_NOOP("tasoscope::Report", "inconclusive"),
    QT_TRANSLATE_NOOP("tasoscope::Report", "free"),
    QT_TRANSLATE_NOOP("tasoscope::Report", "limited by the launch"),
    QT_TRANSLATE_NOOP("tasoscope::Report", "limited by arithmetic"),
    QT_TRANSLATE_NOOP("tasoscope::Report", "limited by memory"),
    QT_TRANSLATE_NOOP("tasoscope::Report", "unknown"),
};

}  // namespace

void translate(Report& report) {
  report.words = [](std::string_view text) {
    const QByteArray source(text.data(), static_cast<qsizetype>(text.size()));
    return source.isEmpty() ? std::string()
                            : QCoreApplication::translate("tasoscope::Report", source.constData()).toStdString();
  };
  report.language =
      QCoreApplication::translate("tasoscope::Report", "en", "the language as HTML names it").toStdString();
}

}  // namespace tasoscope
