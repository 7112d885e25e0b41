#pragma once
// Menus and tool bars: they only show actions.

namespace tasoscope {

class ExplorerWindow;

void makeMenus(ExplorerWindow& window);
void makeToolBars(ExplorerWindow& window);

}  // namespace tasoscope
