#pragma once
// The state of the window as JSON, for scripts and tests: actions, panes, boxes with rectangles, texts and whether they
// are cut, the trail, costs.

#include <QJsonObject>

namespace tasoscope {

class Explorer;

QJsonObject dumpState(Explorer& explorer);

}  // namespace tasoscope
