#pragma once
// The fixed texts of a report in the language of the program.

#include "session/report.h"

namespace tasoscope {

/// Has the report written in the language that the program speaks. On any thread.
void translate(Report& report);

}  // namespace tasoscope
