#pragma once
// The help pages: every action with its keys, and what the program is.

class QDialog;

namespace tasoscope {

class ExplorerWindow;

/// Opens beside the window; it does not wait.
void showKeys(ExplorerWindow& window);
void showAbout(ExplorerWindow& window);

}  // namespace tasoscope
