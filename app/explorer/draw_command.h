#pragma once
// tasoscope-explorer --draw MODEL -o FILE: a picture of a model without a window.

#include <QString>

namespace tasoscope {

/// Throws the engine's errors.
void drawModel(const QString& model, const QString& device, const QString& output);

}  // namespace tasoscope
