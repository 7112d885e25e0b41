#pragma once
// Which file: the dialogs for opening and exporting.

#include <QString>

class QWidget;

namespace tasoscope {

struct ModelFacts;

/// All return an empty path when the user changed their mind.
QString chooseModel(QWidget* parent);
QString chooseExport(QWidget* parent, const QString& title, const ModelFacts& model);
QString choosePicture(QWidget* parent, const ModelFacts& model);

}  // namespace tasoscope
