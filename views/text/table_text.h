#pragma once
// Lists as text for the clipboard: a line a row, tabs between columns, the titles first.

#include <QString>

class QAbstractItemView;

namespace tasoscope {

/// The selected rows of a list, or all when fewer than two are selected, as the view sorts and filters them.
QString tableText(const QAbstractItemView& view);

}  // namespace tasoscope
