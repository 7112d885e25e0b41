#pragma once
// The state of the window as JSON, for scripts and tests: actions, panes, boxes with rectangles, texts and whether they
// are cut, widgets and whether they stick out of their parents, targets and whether they are too small, the trail,
// costs.

#include <QJsonObject>

namespace tasoscope {

class Explorer;

QJsonObject dumpState(Explorer& explorer);

}  // namespace tasoscope
