#include "views/text/text_scale.h"

#include <QtGlobal>
#include <atomic>

namespace tasoscope {
namespace {

// One for the program, as its font and palette are; pictures are measured on the sessions' threads.
std::atomic<double> current{1};

}  // namespace

double textScale() { return current; }
void setTextScale(double scale) { current = scale; }
int scaled(int pixels) { return qRound(pixels * textScale()); }

}  // namespace tasoscope
